"""Runs a command in a new network namespace, in which loopback must be brought up first.

    unshare --map-root-user --net python python/offline.py COMMAND...
"""

import fcntl
import os
import socket
import struct
import sys

SIOCSIFFLAGS, IFF_UP = 0x8914, 1

with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
    fcntl.ioctl(any_socket, SIOCSIFFLAGS, struct.pack("16sH14x", b"lo", IFF_UP))
os.execvp(sys.argv[1], sys.argv[1:])

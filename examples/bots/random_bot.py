#!/usr/bin/env python3
"""A bot that plays random legal moves, in any game of Parlour.

It knows no rules: it asks to be told the legal moves. Try it with

    parlour check-bot gridlock 'exec:python3 examples/bots/random_bot.py'
    parlour play ploy --seat human --seat 'exec:python3 examples/bots/random_bot.py'

and read docs/protocol.md for what the lines mean. Standard library only.
"""
import random
import sys


def say(line):
    print(line, flush=True)


def main():
    chance = random.Random(0)
    legal = []
    # After "go infinite" the answer waits for "stop".
    waiting = False
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "parlour":
            say("id name Random in Python")
            say("id author The Parlour authors")
            say("option name seed type spin default 0")
            say("wants legal")
            say("parlourok")
        elif word == "setoption":
            # setoption name seed value 7
            words = rest.split()
            if words[:2] == ["name", "seed"] and words[2:3] == ["value"]:
                chance = random.Random(int(words[3]))
        elif word == "isready":
            say("readyok")
        elif word == "legal":
            legal = [move.strip() for move in rest.split(";")]
        elif word == "go":
            waiting = "infinite" in rest.split()
            if not waiting:
                say("bestmove " + chance.choice(legal))
        elif word == "stop" and waiting:
            waiting = False
            say("bestmove " + chance.choice(legal))
        elif word == "quit":
            return


if __name__ == "__main__":
    main()

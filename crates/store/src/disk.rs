//! The disk that a file is on.

use std::path::Path;

use crate::database::StoreError;

/// The network file system that has this number in the kernel (statfs).
#[cfg(target_os = "linux")]
fn network(number: i64) -> Option<&'static str> {
    const NETWORKS: [(i64, &str); 9] = [
        (0x6969, "NFS"),
        (0x517b, "SMB"),
        (0xfe53_4d42, "SMB"),
        (0xff53_4d42, "CIFS"),
        (0x0102_1997, "9P"),
        (0x5346_414f, "AFS"),
        (0x00c3_6400, "Ceph"),
        (0x0bd0_0bd0, "Lustre"),
        (0x6573_5546, "FUSE"),
    ];
    // Where the kernel has 32 bits for it, half of them are negative.
    let number = number & 0xffff_ffff;
    let found = NETWORKS.iter().find(|(known, _)| *known == number);
    found.map(|(_, name)| *name)
}

/// Refuses a file on a network file system, where locks do not work.
#[cfg(target_os = "linux")]
pub(crate) fn refuse_networks(path: &Path) -> Result<(), StoreError> {
    let folder = path.parent().filter(|folder| folder.as_os_str() != "");
    // Where the kernel does not say, the folder is probably missing: opening the file will show.
    let found = rustix::fs::statfs(folder.unwrap_or(Path::new(".")));
    // Not every machine has 64 bits for it.
    #[allow(clippy::useless_conversion)]
    let number = found.map_or(0, |found| i64::from(found.f_type));
    match network(number) {
        None => Ok(()),
        Some(name) => Err(StoreError(format!(
            "{} is on a network file system ({name}), where SQLite's locks cannot be trusted: \
             choose a folder on a local disk, or use PostgreSQL",
            path.display()
        ))),
    }
}

/// Only Linux can be asked.
#[cfg(not(target_os = "linux"))]
pub(crate) fn refuse_networks(_: &Path) -> Result<(), StoreError> {
    Ok(())
}

/// Makes a file that only this user can read, if there is none: it will hold what players may not
/// know. SQLite gives the files beside it the same permissions, and takes an empty one for a new
/// database.
pub(crate) fn create_private(path: &Path) {
    let mut options = std::fs::OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    // Whatever keeps it from being made is told when it is opened.
    let _ = options.open(path);
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;

    #[test]
    fn network_file_systems_are_told_from_disks() {
        // NFS, 9P, and SMB as 64 and as 32 bits.
        for number in [
            0x6969,
            0x0102_1997,
            0xfe53_4d42,
            i64::from(0xfe53_4d42_u32 as i32),
        ] {
            assert!(network(number).is_some(), "{number:#x}");
        }
        // ext4, XFS, Btrfs, ZFS, overlays and memory.
        for number in [
            0xef53,
            0x5846_5342,
            0x9123_683e,
            0x2fc1_2fc1,
            0x794c_7630,
            0x0102_1994,
        ] {
            assert_eq!(network(number), None, "{number:#x}");
        }
        let folder = tempfile::tempdir().expect("a folder");
        refuse_networks(&folder.path().join("parlour.db")).expect("a local disk");
    }
}

//! What a path can lead to, and what is left as it was.
#![forbid(unsafe_code)]

use std::fs;
use std::io::ErrorKind;

use parlour_files::{Log, MOST_READ, prepare, read, read_ordinary, read_stream, sweep, write};

#[test]
fn a_folder_is_not_written() {
    let folder = tempfile::tempdir().expect("a folder");
    for refused in [prepare(folder.path()), write(folder.path(), b"x")] {
        let refused = refused.expect_err("a folder");
        assert_eq!(refused.kind(), ErrorKind::IsADirectory);
    }
}

#[test]
fn a_folder_is_made_before_the_work_and_nothing_is_left_in_it() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("new/er/file");
    prepare(&path).expect("a place");
    let parent = path.parent().expect("a folder");
    assert_eq!(fs::read_dir(parent).expect("made").count(), 0);
    write(&path, b"one").expect("written");
    prepare(&path).expect("a place");
    assert_eq!(fs::read(&path).expect("there"), b"one");
}

#[test]
fn what_is_too_large_is_refused_before_it_is_read() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("sparse");
    let file = fs::File::create(&path).expect("a file");
    file.set_len(12 << 30).expect("a sparse file");
    for refused in [read(&path), read_ordinary(&path, MOST_READ)] {
        let refused = refused.expect_err("too large");
        assert_eq!(
            refused.to_string(),
            "it is too large: at most 256 MiB are read"
        );
    }
    let endless = read_stream(std::io::repeat(b'x'), 1000).expect_err("endless");
    assert_eq!(
        endless.to_string(),
        "it is too large: at most 1000 bytes are read"
    );
    assert_eq!(read_stream(&b"12345"[..], 5).expect("just so"), b"12345");
}

#[test]
fn what_a_killed_program_left_is_removed_and_what_another_one_writes_is_not() {
    let folder = tempfile::tempdir().expect("a folder");
    let left = folder.path().join(".parlour-1-0.tmp");
    let written = folder.path().join(".parlour-2-0.tmp");
    let foreign = folder.path().join(".other-1-0.tmp");
    for path in [&left, &written, &foreign] {
        fs::write(path, "half a tab").expect("written");
    }
    let busy = fs::File::open(&written).expect("there");
    busy.lock().expect("a lock");
    write(&folder.path().join("table"), b"all of it").expect("written");
    assert!(!left.exists());
    assert!(written.exists() && foreign.exists());
    drop(busy);
    assert_eq!(sweep(folder.path()), 1);
    assert!(!written.exists() && foreign.exists());
}

#[test]
fn a_log_has_one_writer() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("new/log");
    let mut first = Log::open(&path).expect("new");
    first.append(b"one\n").expect("added");
    let refused = Log::open(&path).expect_err("it is written");
    assert_eq!(refused.kind(), ErrorKind::WouldBlock);
    assert!(
        refused
            .to_string()
            .starts_with("another program is writing it")
    );
    first.append(b"two\n").expect("added");
    assert_eq!(first.content(100).expect("text"), b"one\ntwo\n");
    first.cut(4).expect("cut");
    first.append(b"three\n").expect("added");
    drop(first);
    let mut second = Log::open(&path).expect("free again");
    assert_eq!(second.length(), 10);
    assert_eq!(second.content(100).expect("text"), b"one\nthree\n");
}

#[cfg(unix)]
mod unix {
    use super::*;
    use parlour_files::resolved;
    use std::io::Read;
    use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
    use std::path::Path;

    #[test]
    fn links_are_followed() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::create_dir(at("far")).expect("a folder");
        fs::write(at("far/target"), "old").expect("written");
        symlink("far/target", at("near")).expect("a link");
        symlink("near", at("nearer")).expect("a link");
        write(&at("nearer"), b"new").expect("written");
        assert_eq!(fs::read(at("far/target")).expect("there"), b"new");
        // A dangling link.
        symlink("far/later", at("begun")).expect("a link");
        prepare(&at("begun")).expect("a place");
        write(&at("begun"), b"now").expect("written");
        assert_eq!(fs::read(at("far/later")).expect("there"), b"now");
        // The same for a file that grows.
        symlink("far/last", at("growing")).expect("a link");
        let mut log = Log::open(&at("growing")).expect("a place");
        log.append(b"one\n").expect("added");
        assert_eq!(fs::read(at("far/last")).expect("there"), b"one\n");
        for link in ["near", "nearer", "begun", "growing"] {
            assert!(at(link).is_symlink(), "{link}");
        }
        symlink("round", at("round")).expect("a link");
        assert!(write(&at("round"), b"x").is_err());
    }

    #[test]
    fn two_paths_to_one_file_are_told() {
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        fs::write(at("file"), "old").expect("written");
        symlink("file", at("link")).expect("a link");
        symlink("later", at("dangling")).expect("a link");
        for [one, other] in [["file", "link"], ["later", "dangling"], ["new", "./new"]] {
            let known = resolved(&at(one)).expect(one);
            assert_eq!(resolved(&at(other)), Some(known), "{other}");
        }
        assert_ne!(resolved(&at("file")), resolved(&at("later")));
        assert_eq!(resolved(Path::new("/dev/null")), None);
        assert_eq!(resolved(folder.path()), None);
    }

    #[test]
    fn owner_and_mode_stay() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, "old").expect("written");
        for mode in [0o600, 0o640, 0o755, 0o666] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("a mode");
            let owner = |path| fs::metadata(path).map(|data| (data.uid(), data.gid()));
            let before = owner(&path).expect("there");
            write(&path, b"new").expect("written");
            let after = fs::metadata(&path).expect("there");
            assert_eq!(after.permissions().mode() & 0o7777, mode);
            assert_eq!(owner(&path).expect("there"), before);
        }
        // A new file has the usual permissions.
        let [ours, usual] = ["ours", "usual"].map(|name| folder.path().join(name));
        write(&ours, b"x").expect("written");
        fs::write(&usual, "x").expect("written");
        let mode = |path| fs::metadata(path).expect("there").permissions().mode();
        assert_eq!(mode(&ours), mode(&usual));
    }

    #[test]
    fn what_its_owner_protects_is_not_replaced() {
        if rustix::process::geteuid().is_root() {
            return; // Permissions do not stop the administrator.
        }
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("file");
        fs::write(&path, "old").expect("written");
        fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).expect("a mode");
        for refused in [prepare(&path), write(&path, b"new")] {
            let refused = refused.expect_err("it is protected");
            assert_eq!(refused.kind(), ErrorKind::PermissionDenied);
        }
        assert_eq!(fs::read(&path).expect("there"), b"old");
    }

    #[test]
    fn a_pipe_is_written_into() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("pipe");
        rustix::fs::mkfifoat(
            rustix::fs::CWD,
            &path,
            rustix::fs::Mode::RUSR | rustix::fs::Mode::WUSR,
        )
        .expect("a pipe");
        // Preparing does not wait for a reader, and a pipe is neither a table
        // nor a log.
        prepare(&path).expect("a place");
        for refused in [Log::open(&path).err(), read_ordinary(&path, 9).err()] {
            let refused = refused.expect("no ordinary file");
            assert_eq!(refused.to_string(), "it is not a regular file");
        }
        let reader = std::thread::spawn({
            let path = path.clone();
            move || {
                let mut read = String::new();
                fs::File::open(path)
                    .and_then(|mut pipe| pipe.read_to_string(&mut read))
                    .map(|_| read)
            }
        });
        write(&path, b"through").expect("written");
        let read = reader.join().expect("a thread").expect("read");
        assert_eq!(read, "through");
        assert!(path.metadata().expect("there").file_type().is_fifo());
    }

    #[test]
    fn a_device_stays_a_device() {
        let full = std::path::Path::new("/dev/full");
        prepare(full).expect("a place");
        let refused = write(full, b"x").expect_err("it is full");
        assert_eq!(refused.kind(), ErrorKind::StorageFull);
        assert!(full.metadata().expect("there").file_type().is_char_device());
        write(std::path::Path::new("/dev/null"), b"x").expect("swallowed");
    }
}

//! The module as a page loads it: all bots play there, and it is small enough to be loaded.
//!
//! It is built as `parlour page` builds it. Where the target or Node is missing, this is
//! skipped, but not in CI.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const TARGET: &str = "wasm32-unknown-unknown";

/// What all bots take together, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(600);

/// The most that the module may weigh, compressed by brotli.
const MOST_BYTES: usize = 560_000;

/// What is missing to build for the target and to run that.
fn missing() -> Option<&'static str> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let libraries = Command::new(rustc)
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()
        .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    if !libraries.is_ok_and(|folder| !folder.is_empty() && Path::new(&folder).exists()) {
        return Some("the target; add it with: rustup target add wasm32-unknown-unknown");
    }
    let node = Command::new("node").arg("--version").output();
    (!node.is_ok_and(|output| output.status.success())).then_some("Node")
}

/// Builds the module; the file that it is in.
fn built() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .parent()
        .expect("a folder of targets");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--locked", "--profile", "page", "--package"])
        .args([env!("CARGO_PKG_NAME"), "--target", TARGET, "--target-dir"])
        .arg(folder)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("RUSTFLAGS", "-Ctarget-feature=+simd128")
        .status();
    assert!(
        built.is_ok_and(|status| status.success()),
        "it is not built"
    );
    folder.join(TARGET).join("page/parlour_wasm.wasm")
}

#[test]
fn every_bot_plays_and_the_module_is_small() {
    if let Some(missing) = missing() {
        let is_optional = std::env::var_os("CI").is_none();
        assert!(is_optional, "there is no {missing}");
        eprintln!("skipped: there is no {missing}");
        return;
    }
    let module = built();
    let content = std::fs::read(&module).expect("it was built");
    let mut small = Vec::new();
    let best = brotli::enc::BrotliEncoderParams::default();
    brotli::BrotliCompress(&mut &*content, &mut small, &best).expect("memory");
    assert!(small.len() <= MOST_BYTES, "{} bytes", small.len());

    let mut node = Command::new("node")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bots.mjs"))
        .arg(module)
        .stdin(Stdio::null())
        .spawn()
        .expect("Node starts");
    let begun = Instant::now();
    let status = loop {
        if let Some(status) = node.try_wait().expect("Node runs") {
            break status;
        }
        if begun.elapsed() > PATIENCE {
            node.kill().expect("Node ends");
            panic!("a bot thinks without an end");
        }
        thread::sleep(Duration::from_millis(50));
    };
    assert!(
        status.success(),
        "a bot trapped or did not keep to its time"
    );
}

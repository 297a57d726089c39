//! Every bot of every game plays in WebAssembly and keeps to its time there.

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const TARGET: &str = "wasm32-unknown-unknown";

/// What all bots take together, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(300);

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

#[test]
fn every_bot_keeps_to_its_time() {
    if let Some(missing) = missing() {
        let is_optional = std::env::var_os("CI").is_none();
        assert!(is_optional, "there is no {missing}");
        eprintln!("skipped: there is no {missing}");
        return;
    }
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .parent()
        .expect("a folder of targets");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--locked", "--package", env!("CARGO_PKG_NAME")])
        .args(["--target", TARGET, "--target-dir"])
        .arg(folder)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status();
    assert!(
        built.is_ok_and(|status| status.success()),
        "it is not built"
    );
    let program = folder.join(TARGET).join("debug/wasm_bots.wasm");
    let mut node = Command::new("node")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("run.mjs"))
        .arg(program)
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

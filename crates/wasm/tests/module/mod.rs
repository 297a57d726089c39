//! The modules that a page loads, built as `parlour page` builds them: for the tests of this crate and
//! of the page in a browser.

#[path = "../../../site/flags.rs"]
mod flags;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;

pub(crate) use flags::{ALONE, THREADS};

/// What is missing to build it.
pub(crate) fn missing() -> Option<&'static str> {
    match (libraries(ALONE), libraries(THREADS)) {
        (None, _) => Some("the target; add it with: rustup target add wasm32-unknown-unknown"),
        (_, None) => Some("the target; add it with: rustup target add wasm32-wasip1-threads"),
        _ => None,
    }
}

/// Where the libraries of a target are, if it is installed.
fn libraries(target: &str) -> Option<PathBuf> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let told = Command::new(rustc)
        .args(["--print", "target-libdir", "--target", target])
        .output();
    let folder = PathBuf::from(String::from_utf8_lossy(&told.ok()?.stdout).trim());
    folder.is_dir().then_some(folder)
}

/// Whether Node is missing.
pub(crate) fn missing_node() -> Option<&'static str> {
    let node = Command::new("node").arg("--version").output();
    (!node.is_ok_and(|output| output.status.success()))
        .then_some("Node; install it, and npm, from https://nodejs.org or your system's packages")
}

/// Whether a test that lacks something is skipped: everywhere except in CI, where it fails.
/// `command` runs it.
#[allow(
    clippy::disallowed_methods,
    reason = "what is printed here comes from nowhere else"
)]
pub(crate) fn is_skipped(missing: Option<&str>, command: &str) -> bool {
    let Some(missing) = missing else {
        return false;
    };
    let is_optional = std::env::var_os("CI").is_none();
    assert!(is_optional, "there is no {missing}");
    // The harness shows nothing that a test which passes prints with `eprintln!`.
    let _ = writeln!(
        std::io::stderr(),
        "skipped: there is no {missing}; then run: {command}"
    );
    true
}

/// Builds it for a target; the file that it is in.
pub(crate) fn built(target: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .parent()
        .expect("a folder of targets");
    let libraries = libraries(target).expect("the target is installed");
    let built = Command::new(env!("CARGO"))
        .args(["rustc", "--locked", "--profile", "page"])
        .args(["--crate-type", "cdylib"])
        .args(["-p", "parlour-wasm", "--target", target, "--target-dir"])
        .arg(folder)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("CARGO_ENCODED_RUSTFLAGS", flags::of(target, &libraries))
        .status();
    assert!(
        built.is_ok_and(|status| status.success()),
        "the module is not built"
    );
    folder.join(target).join("page/parlour_wasm.wasm")
}

//! The site in a real browser: types checked, then whole games, every page, records, offline.
//!
//! That needs the WebAssembly target, Node with the packages of `web/`, and Chromium. Where
//! one of them is missing, this is skipped, but not in CI.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

const TARGET: &str = "wasm32-unknown-unknown";

fn web() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web")
}

/// What is missing.
fn missing() -> Option<&'static str> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let libraries = Command::new(rustc)
        .args(["--print", "target-libdir", "--target", TARGET])
        .output()
        .map(|output| String::from_utf8_lossy(&output.stdout).trim().to_owned());
    if !libraries.is_ok_and(|folder| !folder.is_empty() && Path::new(&folder).exists()) {
        return Some("the target; add it with: rustup target add wasm32-unknown-unknown");
    }
    if !web().join("node_modules").exists() {
        return Some("the packages of web/; install them with: npm ci --prefix web");
    }
    let chromium = std::env::var_os("CHROMIUM").unwrap_or_else(|| "/usr/bin/chromium".into());
    (!Path::new(&chromium).exists())
        .then_some("Chromium; install it, and say where it is with CHROMIUM=/path")
}

/// A server that ends with the test.
struct Served(Child);

impl Drop for Served {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// Builds the module that the page loads; the file that it is in.
fn module() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .parent()
        .expect("a folder of targets");
    let built = Command::new(env!("CARGO"))
        .args(["build", "--locked", "--profile", "page"])
        .args(["-p", "parlour-wasm", "--target", TARGET, "--target-dir"])
        .arg(folder)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("RUSTFLAGS", "-Ctarget-feature=+simd128")
        .status();
    assert!(
        built.is_ok_and(|status| status.success()),
        "the module is not built"
    );
    folder.join(TARGET).join("page/parlour_wasm.wasm")
}

#[test]
fn the_site_works_in_a_browser() {
    if let Some(missing) = missing() {
        let is_optional = std::env::var_os("CI").is_none();
        assert!(is_optional, "there is no {missing}");
        eprintln!("skipped: there is no {missing}");
        return;
    }
    let types = Command::new("npx").arg("tsc").current_dir(web()).status();
    assert!(
        types.is_ok_and(|status| status.success()),
        "the types of web/ are wrong"
    );
    let mut server = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(["serve", "--port", "0", "--module"])
        .arg(module())
        .stdout(Stdio::piped())
        .spawn()
        .map(Served)
        .expect("the program starts");
    let mut line = String::new();
    let told = server.0.stdout.take().expect("a pipe");
    BufReader::new(told).read_line(&mut line).expect("a line");
    let address = line.split_whitespace().last().expect("an address");
    let tests = Command::new("node")
        .args(["--test", "--test-concurrency=1", "tests/"])
        .env("PARLOUR_SITE", address)
        .current_dir(web())
        .status();
    assert!(
        tests.is_ok_and(|status| status.success()),
        "see the tests of web/ above"
    );
}

//! The site in a real browser: types checked, then whole games, every page, records, offline.
//!
//! It needs the WebAssembly targets, Node with the packages of `web/`, and Chromium. If one of them
//! is missing, the test is skipped, except in CI.

#[path = "../../wasm/tests/module/mod.rs"]
mod module;

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

fn web() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web")
}

/// What is missing.
fn missing() -> Option<&'static str> {
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

#[test]
fn the_site_works_in_a_browser() {
    let missing = module::missing()
        .or_else(module::missing_node)
        .or_else(missing);
    if module::is_skipped(missing, "cargo test -p parlour --test browser") {
        return;
    }
    let types = Command::new("npx").arg("tsc").current_dir(web()).status();
    assert!(
        types.is_ok_and(|status| status.success()),
        "the types of web/ are wrong"
    );
    let folder = tempfile::tempdir().expect("a folder");
    let mut server = Command::new(env!("CARGO_BIN_EXE_parlour"))
        .args(["serve", "--listen", "127.0.0.1:0", "--limit", "0", "--data"])
        .arg(folder.path())
        .arg("--module")
        .arg(module::built(module::ALONE))
        .stdout(Stdio::piped())
        .spawn()
        .map(Served)
        .expect("the program starts");
    let mut line = String::new();
    let told = server.0.stdout.take().expect("a pipe");
    BufReader::new(told).read_line(&mut line).expect("a line");
    let address = line.split_whitespace().last().expect("an address");
    let tests = Command::new("node")
        .args([
            "--test",
            "--test-concurrency=1",
            "--test-reporter=spec",
            "tests/",
        ])
        .env("PARLOUR_SITE", address)
        .env("PARLOUR", env!("CARGO_BIN_EXE_parlour"))
        .env("PARLOUR_THREADS", module::built(module::THREADS))
        .current_dir(web())
        .status();
    assert!(
        tests.is_ok_and(|status| status.success()),
        "see the tests of web/ above"
    );
}

//! How the modules for a page are compiled: for what builds them for a release, and for the tests.

use std::path::Path;

/// What runs in every browser.
pub(crate) const ALONE: &str = "wasm32-unknown-unknown";
/// The target whose standard library has threads. The system below it is written in JavaScript.
pub(crate) const THREADS: &str = "wasm32-wasip1-threads";

/// The flags for a target with these libraries, as `CARGO_ENCODED_RUSTFLAGS` takes them.
pub(crate) fn of(target: &str, libraries: &Path) -> String {
    // Numbers in the code take no more bytes than they need.
    let mut flags = vec![
        "-Ctarget-feature=+simd128".to_owned(),
        "-Clink-arg=--compress-relocations".to_owned(),
    ];
    if target == THREADS {
        // JavaScript starts it as a library, and gives it as much memory as an address can name.
        let start = libraries.join("self-contained/crt1-reactor.o");
        flags.extend([
            format!("-Clink-arg={}", start.display()),
            "-Clink-arg=--export=_initialize".to_owned(),
            "-Clink-arg=--max-memory=4294967296".to_owned(),
        ]);
    }
    flags.join("\u{1f}")
}

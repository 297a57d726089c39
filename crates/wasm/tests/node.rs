//! The modules as a page loads them: all bots play there, and both are small enough to be loaded.
//!
//! They are built as `parlour page` builds them. If a target or Node is missing, the test is skipped,
//! except in CI.

mod module;

use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// What all bots take together, on a busy machine.
const PATIENCE: Duration = Duration::from_secs(600);

/// The most bytes of each module, compressed with brotli.
const MOST_BYTES: usize = 450_000;

#[test]
fn every_bot_plays_and_the_modules_are_small() {
    let missing = module::missing().or_else(module::missing_node);
    if module::is_skipped(missing, "cargo test -p parlour-wasm --test node") {
        return;
    }
    let [module, threads] = [module::ALONE, module::THREADS].map(module::built);
    for module in [&module, &threads] {
        let content = std::fs::read(module).expect("it was built");
        let mut small = Vec::new();
        let best = brotli::enc::BrotliEncoderParams::default();
        brotli::BrotliCompress(&mut &*content, &mut small, &best).expect("memory");
        let name = module.display();
        assert!(small.len() <= MOST_BYTES, "{name}: {} bytes", small.len());
    }

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

//! What all engines answer to fixed questions, as one number.

use super::program::run;

/// A change in how engines think is never an accident. An intended one is noted in CHANGELOG.md,
/// and its signature is written into this file.
const SIGNATURE: &str = include_str!("signature.txt");

#[test]
fn engines_think_as_they_did() {
    let bench = run(&["bench"]);
    assert_eq!(bench.status, Some(0), "{}", bench.stderr);
    let last = bench.stdout.lines().last().expect("a line");
    let found = last.strip_prefix("signature  ").expect("the signature");
    assert_eq!(
        found,
        SIGNATURE.trim_end(),
        "engines think otherwise now; if that is meant, renew crates/cli/tests/cli/signature.txt\n{}",
        bench.stdout
    );
}

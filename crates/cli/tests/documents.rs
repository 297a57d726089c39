//! The commands that the documents show print what the documents say.

use std::path::Path;

#[test]
fn documents_are_true() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::env::set_current_dir(root).expect("the root of the project");
    let nowhere = Path::new(env!("CARGO_TARGET_TMPDIR")).join("nowhere");
    trycmd::TestCases::new()
        .env("PARLOUR_DATA", nowhere.to_string_lossy())
        .case("README.md")
        .case("docs/*.md")
        .case("docs/*/*.md")
        .run();
}

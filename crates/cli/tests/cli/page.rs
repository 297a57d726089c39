//! `parlour page`: a site of static files.

use std::fs;
use std::path::Path;

use super::program::run;

fn name(path: &Path) -> &str {
    path.to_str().expect("a name")
}

#[test]
fn a_site_is_written_and_written_again_but_nothing_else_is_overwritten() {
    let folder = tempfile::tempdir().expect("a folder");
    let [module, site, other] =
        ["small.wasm", "site", "other"].map(|name| folder.path().join(name));
    // The smallest module there is: only the page itself needs another.
    fs::write(&module, b"\0asm\x01\0\0\0").expect("written");
    for _ in 0..2 {
        let written = run(&["page", name(&site), "--module", name(&module)]);
        assert_eq!(written.status, Some(0), "{}", written.stderr);
        assert!(written.stderr.contains("files in"), "{}", written.stderr);
    }
    let read = |path: &str| fs::read(site.join(path)).expect(path);
    assert_eq!(read("parlour.wasm"), fs::read(&module).expect("there"));
    // Every file that the service worker keeps is there.
    let worker = String::from_utf8(read("sw.js")).expect("text");
    let list = worker.split("FILES = [").nth(1).expect("a list");
    let list = list.split(']').next().expect("its end");
    let kept: Vec<&str> = list
        .split(", ")
        .map(|path| path.trim_matches('"'))
        .collect();
    assert!(kept.len() > 20, "{list}");
    for path in kept.iter().filter(|path| **path != "./") {
        assert!(!read(path).is_empty(), "{path}");
    }
    // A host that sends no policy has it in the page.
    let index = String::from_utf8(read("index.html")).expect("text");
    let policy = index.split("Content-Security-Policy\" content=\"").nth(1);
    let policy = policy
        .expect("a policy")
        .split('"')
        .next()
        .expect("its end");
    assert!(
        policy.starts_with("default-src 'none'; script-src 'self'"),
        "{policy}"
    );
    // In a page this would only be a complaint of the browser.
    assert!(!policy.contains("frame-ancestors"), "{policy}");
    let mut large = Vec::new();
    let small = read("index.html.br");
    brotli::BrotliDecompress(&mut &*small, &mut large).expect("brotli");
    assert_eq!(large, index.as_bytes());

    fs::create_dir(&other).expect("made");
    fs::write(other.join("letter.txt"), "dear").expect("written");
    let refused = run(&["page", name(&other), "--module", name(&module)]);
    assert_eq!(refused.status, Some(1), "{}", refused.stderr);
    assert!(
        refused.stderr.contains("holds something else"),
        "{}",
        refused.stderr
    );
    let wrong = run(&[
        "page",
        name(&site),
        "--module",
        name(&other.join("letter.txt")),
    ]);
    assert!(wrong.stderr.contains("is not a module"), "{}", wrong.stderr);
}

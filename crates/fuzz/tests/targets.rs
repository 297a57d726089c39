//! Every target withstands its seeds, and a few thousand inputs mutated from them. Millions are
//! tried by hand: see `fuzz/README.md`.
#![forbid(unsafe_code)]

use parlour_fuzz::{Mutator, TARGETS, Target};

/// How many inputs every target is tried with.
const INPUTS: usize = 1000;

#[test]
fn no_input_breaks_a_target() {
    for target in TARGETS {
        let seeds = target.seeds().expect("a folder of seeds");
        assert!(!seeds.is_empty(), "{}", target.name);
        for seed in &seeds {
            (target.run)(seed);
        }
        let mut mutator = Mutator::new(seeds, 1);
        for _ in 0..INPUTS {
            let input = mutator.next_input();
            let run = std::panic::catch_unwind(|| (target.run)(&input));
            assert!(
                run.is_ok(),
                "{}: b\"{}\"",
                target.name,
                input.escape_ascii()
            );
        }
    }
}

/// The seeds of pages are requests that make sense: nonsense comes by itself.
#[test]
fn the_seeds_of_pages_are_answered() {
    let pages = Target::named("page").expect("listed");
    for seed in pages.seeds().expect("a folder of seeds") {
        let mut session = parlour_wasm::Session::new();
        for request in String::from_utf8(seed).expect("text").lines() {
            let answer = session.ask(request, &|_| {});
            let told: serde_json::Value = serde_json::from_str(&answer).expect("JSON");
            assert!(told.get("error").is_none(), "{request}: {answer}");
        }
    }
}

/// cargo-fuzz has a file for each target, and nothing else.
#[test]
fn the_targets_of_cargo_fuzz_are_these() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz");
    let manifest = std::fs::read_to_string(format!("{folder}/Cargo.toml")).expect("a manifest");
    for target in TARGETS {
        let name = target.name;
        assert!(manifest.contains(&format!("name = \"{name}\"\n")), "{name}");
        let path = format!("{folder}/fuzz_targets/{name}.rs");
        let body = std::fs::read_to_string(path).expect(name);
        assert!(body.contains(&format!("\"{name}\"")), "{body}");
    }
    let files = std::fs::read_dir(format!("{folder}/fuzz_targets")).expect("a folder");
    assert_eq!(files.count(), TARGETS.len());
}

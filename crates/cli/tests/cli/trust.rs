//! Bots of other programs that try to know what they must not, and to do what they
//! must not.

use std::fs;
use std::path::{Path, PathBuf};

use crate::program::run;

/// A bot that knows no rules and does this when it is told the legal moves and
/// asked for one. `$seed` is the seed it was told last, `$first` the first legal
/// move, `$position` what it sees.
fn bot(folder: &Path, name: &str, on_go: &str) -> String {
    let path: PathBuf = folder.join(name);
    let text = format!(
        "while read -r word rest; do\n\
         case \"$word\" in\n\
         parlour) echo 'id name {name}'; echo 'option name seed type spin default 0'\n\
         echo 'wants legal'; echo parlourok;;\n\
         setoption) seed=\"${{rest##* }}\";;\n\
         isready) echo readyok;;\n\
         position) position=\"$rest\";;\n\
         legal) first=\"${{rest%%;*}}\";;\n\
         go) {on_go};;\n\
         quit) exit 0;;\n\
         esac\n\
         done\n"
    );
    fs::write(&path, text).expect("written");
    format!("exec:sh {}", path.display())
}

/// The seeds that a bot was told, game by game.
fn told(folder: &Path) -> Vec<u64> {
    let text = fs::read_to_string(folder.join("told")).expect("a note");
    let mut seeds: Vec<u64> = text.lines().filter_map(|line| line.parse().ok()).collect();
    seeds.dedup();
    seeds
}

/// What the seed of a bot could be made of: the seed of all luck, the number of a
/// seat, and mixing that can be undone.
fn guesses(told: u64) -> impl Iterator<Item = u64> {
    let unmixed = std::iter::successors(Some(told), |number| Some(unmix(*number)));
    unmixed
        .take(6)
        .flat_map(|number| (0..4).map(move |seat| number ^ seat))
}

/// Undoes SplitMix64.
fn unmix(mut z: u64) -> u64 {
    z ^= z >> 31 ^ z >> 62;
    z = z.wrapping_mul(0x3196_42b2_d24d_8ec3);
    z ^= z >> 27 ^ z >> 54;
    z = z.wrapping_mul(0x96de_1b17_3f11_9089);
    z ^= z >> 30 ^ z >> 60;
    z.wrapping_sub(0x9e37_79b9_7f4a_7c15)
}

#[test]
fn the_seed_of_a_bot_tells_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let note = folder.path().join("told");
    // It has come for the seed only.
    let spy = format!("echo \"$seed\" >> {}; exit 0", note.display());
    let spy = bot(folder.path(), "spy", &spy);
    let hidden = |seed: u64| {
        let seed = seed.to_string();
        let new = run(&["new", "ships", "--target", "random", "--seed", &seed]);
        assert_eq!(new.status, Some(0), "{}", new.stderr);
        new.stdout
    };
    let seats = [["random", &spy], [&spy, "random"]];
    for (seed, seats) in (40..44).zip(seats.iter().cycle()) {
        let _ = fs::remove_file(&note);
        let number = seed.to_string();
        let played = run(&[
            "play", "ships", "--plain", "--target", "random", "--seed", &number, "--seat",
            seats[0], "--seat", seats[1],
        ]);
        assert!(played.stderr.contains("cannot go on"), "{}", played.stderr);
        let told = told(folder.path());
        assert_eq!(told.len(), 1, "one game, one seed");
        let target = hidden(seed);
        for guess in guesses(told[0]) {
            assert_ne!(guess, seed);
            assert_ne!(hidden(guess), target, "seed {seed}, told {}", told[0]);
        }
    }
    // In the arena, the same for every game of it.
    let _ = fs::remove_file(&note);
    let played = run(&[
        "arena", "ships", &spy, "random", "--games", "4", "--seed", "44", "--nodes", "1",
    ]);
    assert_eq!(played.status, Some(0), "{}", played.stderr);
    let told = told(folder.path());
    assert_eq!(told.len(), 4, "every game has its seed");
    assert!(
        told.iter()
            .flat_map(|seed| guesses(*seed))
            .all(|guess| guess != 44)
    );
}

#[test]
fn a_seed_deals_the_same_game_everywhere() {
    let best = |seed: &str| {
        let args = [
            "best",
            "labyrinth",
            "start",
            "--bot",
            "greedy",
            "--seed",
            seed,
        ];
        let best = run(&args);
        assert_eq!(best.status, Some(0), "{}", best.stderr);
        best.stdout
    };
    let first = best("3");
    for _ in 0..3 {
        assert_eq!(best("3"), first);
    }
    assert!((4..12).any(|seed| best(&seed.to_string()) != first));
    // It is the game that `new` deals.
    let dealt = run(&["new", "labyrinth", "--seed", "3"]).stdout;
    let args = [
        "best",
        "labyrinth",
        dealt.trim_end(),
        "--bot",
        "greedy",
        "--seed",
        "3",
    ];
    assert_eq!(run(&args).stdout, first);
}

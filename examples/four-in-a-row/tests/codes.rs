//! The codes of the default record format: `docs/adding-a-game.md` has each with an example, and the
//! examples are true.

use std::fs;
use std::path::Path;

use four_in_a_row::FourInARow;
use parlour_core::Records;

const RECORD: &str = "\
FOUR-IN-A-ROW
Version: 1.
Players: Amy, Bill.
Start: ......./......./......./......./......./........
d
a
d
a
d
a
d
Amy wins!
";

/// Code, meaning, what is replaced and by what, and how the page shows that.
type Case = (
    &'static str,
    &'static str,
    &'static str,
    &'static str,
    &'static str,
);

#[rustfmt::skip]
const CASES: [Case; 17] = [
    ("empty-file", "nothing there", RECORD, "", "an empty file"),
    ("encoding", "not UTF-8, or a byte-order mark", "FOUR", "\u{feff}FOUR", "a byte-order mark"),
    ("missing-title", "the first line is not the title", "FOUR-IN-A-ROW", "CHESS", "`CHESS`"),
    ("version", "the file was written by a newer version of the program", "Version: 1", "Version: 2", "`Version: 2.`"),
    ("missing-players", "the players are not where they should be", "Players: Amy, Bill.\n", "", "no line `Players:`"),
    ("bad-players", "not one good name for each seat", "Amy, Bill", "Amy", "`Players: Amy.`"),
    ("duplicate-player", "the same name twice", "Amy, Bill", "Amy, Amy", "`Players: Amy, Amy.`"),
    ("missing-start", "the start is not where it should be", "Start: ......./......./......./......./......./........\nd\na\nd\na\nd\na\nd\nAmy wins!\n", "", "the file ends before it"),
    ("syntax", "a line is misspelt, or does not belong in a record", "Players: Amy", "Players:Amy", "`Players:Amy, Bill.`"),
    ("column-full", "a code of the game: the rules refuse the step", "\na\nd\na\nd\na\nd\n", "\nd\nd\nd\nd\nd\nd\n", "a seventh `d`"),
    ("game-already-over", "a step after the end", "Amy wins!", "b\nAmy wins!", "`b` after the last move"),
    ("game-not-over", "nobody has won yet", "a\nd\nAmy", "a\nAmy", "`Amy wins!` after three discs"),
    ("wrong-winner", "another player has won", "Amy wins!", "Bill wins!", "`Bill wins!`"),
    ("no-draw", "the game is not drawn", "Amy wins!", "Draw.", "`Draw.`"),
    ("unknown-player", "the ending names nobody who plays", "Amy wins!", "Cleo wins!", "`Cleo wins!`"),
    ("missing-ending", "the record stops without an ending", "Amy wins!\n", "", "no last line"),
    ("trailing-text", "something after the ending", "wins!\n", "wins!\nBravo\n", "`Bravo` below it"),
];

#[test]
fn every_code_has_an_example() {
    assert_eq!(FourInARow::check_record(RECORD.as_bytes()), []);
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let page = fs::read_to_string(root.join("docs/adding-a-game.md")).expect("a page");
    for (code, meaning, from, to, example) in CASES {
        assert!(RECORD.contains(from), "{code}");
        let found = FourInARow::check_record(RECORD.replacen(from, to, 1).as_bytes());
        assert_eq!(found[0].code, code, "{found:?}");
        let row = format!("| `{code}` | {meaning} | {example} |");
        assert!(page.contains(&row), "the page lacks the row\n{row}");
    }
}

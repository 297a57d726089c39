//! Valid files, and a change for every code.

use std::fs;
use std::path::Path;

use parlour_core::{Limits, Record, Records, Step, luck};
use parlour_labyrinth::{Effort, Labyrinth, deal, solve};

/// The codes of one format.
pub(crate) struct Chapter {
    pub(crate) title: &'static str,
    pub(crate) game: &'static str,
    pub(crate) about: String,
    pub(crate) cases: Vec<Case>,
}

/// A code with a file that has it.
pub(crate) struct Case {
    pub(crate) code: &'static str,
    pub(crate) meaning: &'static str,
    pub(crate) file: Vec<u8>,
}

/// Code, meaning, what is replaced, and what it is replaced by.
type Change = (&'static str, &'static str, &'static str, &'static str);

fn changed(valid: &str, changes: &[Change]) -> Vec<Case> {
    let case = |(code, meaning, from, to): &Change| {
        assert!(valid.contains(from), "{code}: there is no {from}");
        let file = valid.replacen(from, to, 1).into_bytes();
        Case {
            code,
            meaning,
            file,
        }
    };
    changes.iter().map(case).collect()
}

/// A seal with a key that is not its own.
const WRONG_KEY: &str = "Bill.\n\
    Sealed: 0000000000000000000000000000000000000000000000000000000000000000.\n\
    Opened: 0000000000000000000000000000000000000000000000000000000000000000.\n";

/// A seal with its own key.
const OTHER_SHIPS: &str = "Bill.\n\
    Sealed: 2ada83c1819a5372dae1238fc1ded123c8104fdaa15862aaee69428a1820fcda.\n\
    Opened: 0000000000000000000000000000000000000000000000000000000000000000.\n";

/// The two codes of files that are not text.
fn no_text(valid: &str) -> [Case; 2] {
    let mut damaged = valid.as_bytes().to_vec();
    let last = damaged.len() - 3;
    damaged[last] = 0xff;
    [
        Case {
            code: "empty-file",
            meaning: "nothing there",
            file: Vec::new(),
        },
        Case {
            code: "encoding",
            meaning: "not UTF-8, or a byte-order mark",
            file: damaged,
        },
    ]
}

/// What the examples change.
fn about(valid: &str) -> String {
    format!("```text\n{valid}```")
}

pub(crate) fn chapters(root: &Path) -> Vec<Chapter> {
    vec![
        gridlock(),
        ur(),
        ships(),
        labyrinth_saves(root),
        labyrinth_records(root),
        ploy(),
    ]
}

fn gridlock() -> Chapter {
    let valid = "GRIDLOCK\nPlayers: Amy, Bill.\nGrid: 3x3.\nColours: red, green.\n\
                 Amy plays red at (0,0).\nBill plays red at (2,0).\nAmy plays green at (1,1).\n\
                 Bill plays red at (0,2).\nAmy plays red at (2,2).\nBill cannot move.\nAmy wins!\n";
    let mut cases = Vec::from(no_text(valid));
    #[rustfmt::skip]
    cases.extend(changed(valid, &[
        ("syntax", "a line is misspelt, a space or a full stop is missing, or there is one too many", "Colours", "Colors"),
        ("missing-gridlock", "the first line is not the title", "GRIDLOCK\n", ""),
        ("missing-players", "the players are not where they should be", "Players: Amy, Bill.\n", ""),
        ("missing-grid", "the size is not where it should be", "Grid: 3x3.\n", ""),
        ("missing-colours", "the colours are not where they should be", "Colours: red, green.\n", ""),
        ("bad-players", "not two names", "Amy, Bill", "Amy"),
        ("duplicate-player", "the same name twice", "Amy, Bill", "Amy, Amy"),
        ("bad-grid", "not a size", "3x3", "3 by 3"),
        ("grid-too-large", "a side above 2^63-1", "3x3", "9223372036854775808x3"),
        ("no-colours", "no colour is listed", "red, green.", "."),
        ("unknown-colour", "not one of the six colours", "red, green", "red, purple"),
        ("colour-not-listed", "not one of this game's colours", "Bill plays red", "Bill plays blue"),
        ("unknown-player", "neither of the two", "Bill plays", "Cleo plays"),
        ("not-your-turn", "the other player is to move", "Bill plays red at (2,0).\n", ""),
        ("out-of-bounds", "the cell is not on the grid", "(2,0)", "(3,0)"),
        ("cell-occupied", "the cell is painted already", "red at (2,0)", "green at (0,0)"),
        ("same-as-neighbour", "a neighbour has that colour", "(2,0)", "(0,1)"),
        ("game-already-over", "a move after the end", "Bill cannot", "Bill plays red at (1,0).\nBill cannot"),
        ("move-still-possible", "the ending comes too early", "Amy plays red at (2,2).\nBill cannot move.\nAmy", "Amy cannot move.\nBill"),
        ("wrong-player-cannot-move", "the ending names the wrong player", "Bill cannot", "Amy cannot"),
        ("missing-ending", "the record stops without an ending", "Bill cannot move.\nAmy wins!\n", ""),
        ("missing-cannot-move", "only the winner is named", "Bill cannot move.\n", ""),
        ("missing-winner", "only the loser is named", "Amy wins!\n", ""),
        ("wrong-winner", "the other player has won", "Amy wins!", "Bill wins!"),
        ("trailing-text", "something after the winner", "wins!\n", "wins!\nBravo\n"),
    ]));
    Chapter {
        title: "Gridlock",
        game: "gridlock",
        about: about(valid),
        cases,
    }
}

fn ur() -> Chapter {
    let valid = "UR\nPlayers: Amy, Bill.\nPieces: 1.\nRed 4 start.\nRed 2 4.\nGreen 2 start.\n\
                 Red 0 pass.\nGreen 4 2.\nRed 4 start.\nRed 4 4.\nRed 3 8.\nGreen 2 6.\nGreen 4 8.\n\
                 Red 3 11.\nRed 1 14.\nRed wins!\n";
    let mut cases = Vec::from(no_text(valid));
    #[rustfmt::skip]
    cases.extend(changed(valid, &[
        ("syntax", "a line is misspelt, a space or a full stop is missing, or there is one too many", "Green 2 start.", "Green 2 start"),
        ("missing-ur", "the first line is not the title", "UR\n", ""),
        ("missing-players", "the players are not where they should be", "Players: Amy, Bill.\n", ""),
        ("bad-players", "not two names", "Amy, Bill", "Amy"),
        ("duplicate-player", "the same name twice", "Amy, Bill", "Amy, Amy"),
        ("bad-pieces", "not 1 to 7", "Pieces: 1", "Pieces: 8"),
        ("bad-home", "not `exact`", "Pieces: 1.\n", "Pieces: 1.\nHome: free.\n"),
        ("unknown-player", "neither `Red` nor `Green`", "Green 2 start", "Bill 2 start"),
        ("not-your-turn", "the other player is to throw", "Red 0 pass.\n", ""),
        ("bad-roll", "not 0 to 4", "Green 2 start", "Green 5 start"),
        ("bad-square", "not 1 to 14", "Red 3 11", "Red 3 15"),
        ("illegal-move", "no piece there, or it cannot go where the roll leads", "Green 2 start", "Green 2 7"),
        ("pass-with-moves", "a pass although a piece can move", "Green 4 2", "Green 4 pass"),
        ("missing-move", "a throw without its move, and the record goes on", "Green 2 start.", "Green 2."),
        ("game-already-over", "a turn after the end", "Red wins", "Green 2 12.\nRed wins"),
        ("game-not-over", "nobody has won yet", "Red 1 14.\n", ""),
        ("wrong-winner", "the other player has won", "Red wins", "Green wins"),
        ("missing-ending", "the record stops without a winner", "Red wins!\n", ""),
        ("trailing-text", "something after the winner", "wins!\n", "wins!\nBravo\n"),
    ]));
    Chapter {
        title: "The Royal Game of Ur",
        game: "ur",
        about: about(valid),
        cases,
    }
}

fn ships() -> Chapter {
    let valid = "SHIPS\nHider: Amy.\nSearcher: Bill.\nB3, C3, H3: 0, 2, 1.\nA2, A4, G4: 0, 1, 1.\n\
                 B1, D2, H2: 0, 3, 0.\nB2, D3, H1: 3, 0, 0.\nBill found B2, D3, H1 in 4 guesses!\n";
    let mut cases = Vec::from(no_text(valid));
    #[rustfmt::skip]
    cases.extend(changed(valid, &[
        ("syntax", "a line is misspelt, a space or a full stop is missing, or there is one too many", "B3, C3, H3: 0, 2, 1.", "B3, C3, H3 0, 2, 1."),
        ("missing-ships", "the first line is not the title", "SHIPS\n", ""),
        ("missing-hider", "the hider is not where it should be", "Hider: Amy.\n", ""),
        ("missing-searcher", "the searcher is not where it should be", "Searcher: Bill.\n", ""),
        ("bad-name", "not one good name", "Amy", "Amy, Zoe"),
        ("duplicate-player", "the same name twice", "Hider: Amy", "Hider: Bill"),
        ("bad-board", "not columns x rows and a number of ships, or beyond the limits", "Bill.\n", "Bill.\nBoard: 8x8, 9 ships.\n"),
        ("bad-seal", "not 64 hexadecimal digits in lower case", "Bill.\n", "Bill.\nSealed: F00D.\n"),
        ("wrong-key", "a key that does not open the seal", "Bill.\n", WRONG_KEY),
        ("other-ships", "a notice: an honest bot with this key hides its ships elsewhere", "Bill.\n", OTHER_SHIPS),
        ("bad-location", "not a column A to H and a row 1 to 4, or what the board has", "A2, A4, G4", "I2, A4, G4"),
        ("not-three-locations", "fewer or more than three", "A2, A4, G4", "A2, A4"),
        ("repeated-location", "one location twice", "A2, A4, G4", "A2, A4, A2"),
        ("location-count", "fewer or more than there are ships, if they are not three", "Bill.\n", "Bill.\nBoard: 8x4, 2 ships.\n"),
        ("bad-feedback", "not three numbers whose sum is at most three", "0, 1, 1.", "0, 2, 2."),
        ("wrong-answer", "not the right answer, judging by where the ships were found or named", "0, 1, 1.", "0, 1, 0."),
        ("contradiction", "with this answer no target is left, and nobody says where the ships were",
            "B3, C3, H3: 0, 2, 1.\nA2, A4, G4: 0, 1, 1.\nB1, D2, H2: 0, 3, 0.\nB2, D3, H1: 3, 0, 0.\nBill found B2, D3, H1 in 4 guesses!\n",
            "A1, B1, C1: 0, 0, 0.\nF1, G1, H1: 0, 0, 3.\nA3, B3, C3: 1, 2, 0.\n"),
        ("missing-answer", "a guess without its answer, and the record goes on", "A2, A4, G4: 0, 1, 1.", "A2, A4, G4."),
        ("game-already-over", "a guess after the ships were found", "Bill found", "A1, A2, A3: 0, 0, 1.\nBill found"),
        ("game-not-over", "an ending, but no guess was answered with 3, 0, 0", "B2, D3, H1: 3, 0, 0.\n", ""),
        ("unknown-player", "the ending names somebody other than the searcher", "Bill found", "Amy found"),
        ("wrong-target", "the ending has other locations", "found B2, D3, H1", "found B2, D3, H2"),
        ("wrong-count", "the ending has another number of guesses", "in 4", "in 5"),
        ("missing-ending", "the record stops without an ending", "Bill found B2, D3, H1 in 4 guesses!\n", ""),
        ("trailing-text", "something after the ending", "guesses!\n", "guesses!\nBravo\n"),
    ]));
    Chapter {
        title: "Ships",
        game: "ships",
        about: about(valid),
        cases,
    }
}

/// The codes of saved games, from the cases of the game's tests.
fn labyrinth_saves(root: &Path) -> Chapter {
    const MEANINGS: [(&str, &str); 17] = [
        (
            "E_CHAR",
            "a character other than a lower-case letter, digit or blank",
        ),
        ("E_WORD", "a word that is not in the grammar"),
        ("E_EXPECT", "something else where something is expected"),
        ("E_EOF", "nothing where something is expected"),
        ("E_NO_PLAYER", "nobody plays"),
        ("E_DUP_COLOR", "two players have a colour"),
        ("E_POS_RANGE", "a row or column beyond 1 to 7"),
        ("E_CARD_RANGE", "a card beyond 1 to 24"),
        ("E_CARD_DUP", "a card is dealt twice"),
        ("E_CARD_COUNT", "more cards than 24 divided by the players"),
        ("E_CARD_NO_TREASURE", "a card whose treasure is on no tile"),
        ("E_TRE_RANGE", "a treasure beyond 1 to 24"),
        ("E_TRE_DUP", "a treasure on two tiles"),
        ("E_TRE_START", "a treasure where a pawn starts"),
        ("E_TILE_COUNT", "not 49 tiles"),
        (
            "E_KIND_COUNT",
            "with the extra tile, not 20 corners, 18 tshapes, 12 lines",
        ),
        ("E_FIXED", "a fixed tile is wrong"),
    ];
    let folder = root.join("games/labyrinth/tests/cases");
    let manifest = fs::read_to_string(folder.join("manifest.tsv")).expect("a list");
    let file_of = |code: &str| {
        let row = manifest
            .lines()
            .find(|row| row.split('\t').nth(3) == Some(code));
        let name = row.and_then(|row| row.split('\t').next());
        fs::read(folder.join(name.expect("a case"))).expect("a file")
    };
    let mut cases: Vec<Case> = MEANINGS
        .iter()
        .map(|(code, meaning)| Case {
            code,
            meaning,
            file: file_of(code),
        })
        .collect();
    let mut official = fs::read(folder.join("valid/03_fresh_2_hh.txt")).expect("a save");
    official.extend(b"official north 5\n");
    let valid = fs::read_to_string(folder.join("valid/03_fresh_2_hh.txt")).expect("a save");
    cases.push(Case {
        code: "carriage-return",
        meaning: "a notice: lines end with CR and LF",
        file: valid.replace('\n', "\r\n").into_bytes(),
    });
    cases.push(Case {
        code: "byte-order-mark",
        meaning: "a notice: the file begins with a byte-order mark",
        file: format!("\u{feff}{valid}").into_bytes(),
    });
    cases.push(Case {
        code: "E_PLACE",
        meaning: "the last insertion was not at one of the twelve places",
        file: official,
    });
    Chapter {
        title: "Labyrinth",
        game: "labyrinth",
        about: "Saved games. Grammar errors come first; only a file without any is checked for \
                whether it can be\nplayed. Carriage returns and a byte-order mark are accepted, \
                with a notice."
            .to_owned(),
        cases,
    }
}

fn labyrinth_records(root: &Path) -> Chapter {
    let start = deal(1, 1, false, &mut luck::seeded(5));
    let effort = Effort {
        width: 200,
        prove: false,
    };
    let solution = solve(&start, effort, &Limits::default(), &|_, _| {}).expect("a plan");
    let record = Record {
        names: vec!["Amy".to_owned()],
        start,
        steps: solution.plan.into_iter().map(Step::Move).collect(),
        sealed: None,
    };
    let valid = Labyrinth::write_record(&record);
    let (_, turns) = valid.split_once("Turns:\n").expect("turns");
    let (first, _) = turns.split_once('\n').expect("a turn");
    let (insertion, _) = first.split_once(", ").expect("an insertion and a walk");
    let turn = |code, meaning, to: String| Case {
        code,
        meaning,
        file: valid.replacen(first, &to, 1).into_bytes(),
    };
    #[rustfmt::skip]
    let mut cases = changed(&valid, &[
        ("syntax", "a line is misspelt, or does not belong in a record", "Start:\n", ""),
        ("missing-players", "the players are not where they should be", "Players: Amy.\n", ""),
        ("missing-turns", "the turns do not begin where they should", "Turns:\n", ""),
        ("version", "the file was written by a newer version of the program", "Version: 1", "Version: 2"),
        ("bad-players", "not a name for every pawn", "Amy.", "Amy, Bill."),
        ("game-not-over", "a winner, but nobody has won", "Turns:\n", "Turns:\nAmy wins!\n"),
        ("unknown-player", "the ending names somebody who does not play", "Amy wins", "Bill wins"),
        ("game-already-over", "a turn after the end", "Amy wins!", "N2 east, 1 1\nAmy wins!"),
        ("missing-ending", "the record stops without a winner", "Amy wins!\n", ""),
        ("trailing-text", "something after the winner", "wins!\n", "wins!\nmore\n"),
    ]);
    cases.extend([
        turn(
            "bad-move",
            "no place or direction, no row or column",
            "N3 east, 1 1".to_owned(),
        ),
        turn(
            "not-now",
            "a walk before the insertion",
            "1 1, N2 east".to_owned(),
        ),
        turn(
            "not-reachable",
            "no path leads there",
            format!("{insertion}, 7 7"),
        ),
    ]);
    let (heading, _) = valid.split_once("Start:\n").expect("a start");
    cases.push(Case {
        code: "missing-start",
        meaning: "the start is not where it should be",
        file: format!("{heading}Turns:\n{turns}").into_bytes(),
    });
    cases.extend(labyrinth_for_three(root));
    Chapter {
        title: "Labyrinth: records",
        game: "labyrinth",
        about: "Whole games. The start in a record is a saved game, with the codes above. A file \
                without the\ntitle `LABYRINTH` is taken for a saved game."
            .to_owned(),
        cases,
    }
}

/// A record of three players, of whom the first finds the last treasure from home and wins.
fn labyrinth_for_three(root: &Path) -> Vec<Case> {
    let save = root.join("games/labyrinth/tests/cases/valid/27_hands_all_empty.txt");
    let save = fs::read_to_string(save).expect("a save");
    let save = save.replacen("yellow ai 3 3", "yellow ai 1 1 20", 1);
    let valid = format!(
        "LABYRINTH\nVersion: 1.\nPlayers: Amy, Bill, Cleo.\nStart:\n{save}Turns:\n\
         N4 east, 1 1\nAmy wins!\n"
    );
    #[rustfmt::skip]
    let mut cases = changed(&valid, &[
        ("duplicate-player", "the same name twice", "Amy, Bill", "Amy, Amy"),
        ("wrong-winner", "another player has won", "Amy wins", "Bill wins"),
        ("pawn-falls", "the insertion would push a pawn off the board", "N4 east", "S2 east"),
    ]);
    let official = valid.replacen("Turns:\n", "official north 4\nTurns:\n", 1);
    cases.extend(changed(
        &official,
        &[(
            "undoes-last",
            "the insertion would undo the last one, which the published rules forbid",
            "N4 east",
            "S4 east",
        )],
    ));
    cases
}

fn ploy() -> Chapter {
    let valid = "PLOY\nPlayers: Amy, Bill.\n\
                 Board: w170,,,,,,,,w16/,,,,,,,,/,,,,w16,,,,/,,,,,,,,/,,,b31,b67,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/b170,,,,,,,,b1 b.\n\
                 e5-e7-0 a9-b8-0\ne7-e7-7\nb8-b8-1 e7-c9-0\nb8-b8-1\nc9-b8-0\nAmy wins!\n";
    let mut cases = Vec::from(no_text(valid));
    #[rustfmt::skip]
    cases.extend(changed(valid, &[
        ("syntax", "a line is misspelt, a space or a full stop is missing, or there is one too many", "e5-e7-0", "e5-e7"),
        ("missing-ploy", "the first line is not the title", "PLOY\n", ""),
        ("missing-players", "the players are not where they should be", "Players: Amy, Bill.\n", ""),
        ("bad-players", "not two names", "Amy, Bill", "Amy"),
        ("duplicate-player", "the same name twice", "Amy, Bill", "Amy, Amy"),
        ("wrong-rows", "not nine rows", "w170,,,,,,,,w16/", ""),
        ("wrong-fields", "not nine fields in a row", ",b1 b.", ",b1, b."),
        ("bad-piece", "not a piece", "b67", "b256"),
        ("bad-player", "not `b` or `w`", "b1 b.", "b1 x."),
        ("bad-square", "a square off the board", "e5-e7-0", "e5-j7-0"),
        ("bad-turn", "a turn above 7", "e5-e7-0", "e5-e7-8"),
        ("no-piece", "nothing there", "e5-e7-0", "e6-e7-0"),
        ("not-your-piece", "the other player's piece", "e5-e7-0", "e7-e6-0"),
        ("never-moves", "a piece with five lines or more", "e5-e7-0", "d5-d6-0"),
        ("no-line", "the piece has no line that way", "e5-e7-0", "e5-f4-0"),
        ("too-far", "further than the piece moves", "e5-e7-0", "e5-e9-0"),
        ("blocked", "a piece is in the way", "e5-e7-0", "e5-e8-0"),
        ("own-piece", "the square has a piece of the same player", "e5-e7-0", "e5-d5-0"),
        ("moves-and-turns", "only a Shield does both", "e5-e7-0", "e5-e7-1"),
        ("no-change", "the board would not change", "e5-e7-0", "e5-e5-0"),
        ("game-already-over", "a move after the end, a draw included", "c9-b8-0\n", "c9-b8-0 b8-b7-0\n"),
        ("game-not-over", "nobody has won yet", "c9-b8-0\n", ""),
        ("wrong-winner", "the other player has won", "Amy wins", "Bill wins"),
        ("no-draw", "the game is not drawn", "Amy wins!", "Draw."),
        ("unknown-player", "neither of the two", "Amy wins", "Cleo wins"),
        ("missing-ending", "nothing at the end", "Amy wins!\n", ""),
        ("trailing-text", "something after the ending", "wins!\n", "wins!\nwhat?\n"),
    ]));
    Chapter {
        title: "Ploy",
        game: "ploy",
        about: about(valid),
        cases,
    }
}

//! Positions and moves as text, the options of a setup, and picks.

mod fen;
mod words;

use std::borrow::Cow;

use parlour_core::{
    Configure, Diagnostic, Notation, Open, Pick, Picks, Seat, SetupError, SetupOption, SetupValues,
    Viewer, quoted,
};
use rand::Rng;

use crate::rules::{Direction, Kind, Move, Piece, Player, Ploy, Pos};

pub(crate) use fen::write_board;
pub use fen::{START, build_board, validate_fen};

/// The value of the setup option for the usual start.
const USUAL: &str = "start";

const MOVE_HELP: &str =
    "write from, to and turn, seven characters in all: `d3-d4-0` moves, `d3-d3-2` turns";

/// The usual start: Black to move.
pub(crate) fn start() -> Ploy {
    Ploy::read_position(START).expect("the start is a position")
}

/// Reads a move such as `d3-d4-0`.
pub(crate) fn read_move(text: &str) -> Result<Move, Diagnostic> {
    let wrong = |span, message: String| Err(Diagnostic::error("syntax", span, message));
    let whole = 0..text.len();
    let parts: Vec<&str> = text.splitn(4, '-').collect();
    let (from, to, turn) = match parts[..] {
        [from, to, turn] => (from, to, turn),
        [from, to] if Pos::named(from).is_some() && Pos::named(to).is_some() => {
            return wrong(whole, format!("{} has no turn", quoted(text)))
                .map_err(|finding| finding.help(format!("did you mean `{text}-0`?")));
        }
        _ => {
            return wrong(whole, format!("{} is not a move", quoted(text)))
                .map_err(|finding| finding.help(MOVE_HELP));
        }
    };
    let square = |name: &str, start: usize| {
        Pos::named(name).ok_or_else(|| {
            let message = format!("{} is not a square", quoted(name));
            Diagnostic::error("bad-square", start..start + name.len(), message)
                .help("squares are a1 to i9, column first")
        })
    };
    let from_pos = square(from, 0)?;
    let to_pos = square(to, from.len() + 1)?;
    let chosen = match *turn.as_bytes() {
        [digit @ b'0'..=b'7'] => Move::new(from_pos, to_pos, digit - b'0'),
        _ => None,
    };
    chosen.ok_or_else(|| {
        let start = from.len() + to.len() + 2;
        let message = format!("{} is not a turn", quoted(turn));
        Diagnostic::error("bad-turn", start..text.len(), message)
            .help("a turn is 0 to 7, in eighths of a circle, clockwise")
    })
}

/// Reads a move with blanks around it.
fn read_trimmed(text: &str) -> Result<Move, Diagnostic> {
    let lead = text.len() - text.trim_start().len();
    read_move(text.trim()).map_err(|finding| finding.shifted(lead))
}

/// Reads a cell such as `b146`; an empty text is an empty square.
///
/// # Errors
/// What is wrong with it, with spans into `text`.
pub fn read_cell(text: &str) -> Result<Option<Piece>, Diagnostic> {
    fen::field(text).map_err(|bad| bad.finding(text, 0))
}

impl Configure for Ploy {
    const OPTIONS: &'static [SetupOption] = &[SetupOption {
        name: "board",
        value: "FEN",
        default: USUAL,
        help: "the position to begin with: start, or its text",
        examples: &[
            USUAL,
            // A few pieces, close together.
            ",,,,w170,w16,,,/,,,,,,,,/,,,b7,,,,,/,,,,,,,,/,,,w3,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,b1,b85,,,,, w",
            "w85,w1,,,,,,,/b1,b85,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,, b",
            // Pieces that no game has: five lines, an irregular Commander.
            "w15,w31,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,b255,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,b7,b51, b",
            ",,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,,/,,,,,,,, w",
        ],
    }];

    fn start(values: &SetupValues, _: &mut dyn Rng) -> Result<Self, SetupError> {
        match values.get("board") {
            None | Some(USUAL) => Ok(start()),
            Some(text) => Ploy::read_position(text)
                .map_err(|finding| SetupError::new("board", finding.message)),
        }
    }
}

impl Open for Ploy {}

impl Notation for Ploy {
    fn write_position(&self) -> String {
        format!("{} {}", write_board(self.board()), self.mover().letter())
    }

    fn read_position(text: &str) -> Result<Self, Diagnostic> {
        fen::read_position(text)
    }

    fn write_move(&self, chosen: &Move) -> String {
        chosen.to_string()
    }

    fn read_move(&self, text: &str) -> Result<Move, Diagnostic> {
        read_trimmed(text)
    }

    fn seat_name(&self, seat: Seat) -> Cow<'static, str> {
        Player::ALL
            .iter()
            .find(|player| player.seat() == seat)
            .map_or("nobody", |player| player.word())
            .into()
    }

    /// Moves with the same result are described in the same words: what matters
    /// is not how far a piece turned, but where its lines point now.
    fn describe_move(&self, chosen: &Move, _: Viewer) -> String {
        let Some(piece) = self.board().cell(chosen.from()) else {
            return format!("plays {chosen}");
        };
        let name = kind_name(piece);
        let (from, to) = (chosen.from(), chosen.to());
        let lines = line_names(piece.turned(chosen.turn()));
        if from == to {
            return format!("turns the {name} on {from} to {lines}");
        }
        let moved = match self.board().cell(to) {
            Some(taken) => format!(
                "takes the {} on {to} with the {name} from {from}",
                kind_name(taken)
            ),
            None => format!("moves the {name} from {from} to {to}"),
        };
        match chosen.turn() {
            0 => moved,
            _ => format!("{moved} and turns it to {lines}"),
        }
    }

    fn arrangements(&self, place: Option<&str>) -> Vec<(String, Self)> {
        let Some(place) = place else {
            let movers = Player::ALL.iter();
            return movers
                .map(|mover| (format!("{mover} to move"), Ploy::at(*self.board(), *mover)))
                .collect();
        };
        let Some(pos) = Pos::named(place) else {
            return Vec::new();
        };
        let here = self.board().cell(pos);
        let turned = here.map(|piece| ("turned".to_owned(), Some(piece.turned(1))));
        let pieces = Player::ALL.into_iter().flat_map(|player| {
            let towards = [0, 4][player as usize];
            let pieces = SHAPES
                .iter()
                .filter_map(move |lines| Piece::new(player, *lines));
            pieces.map(move |piece| {
                let piece = piece.turned(towards);
                let name = format!("{player} {}: {}", kind_name(piece), line_names(piece));
                (name, Some(piece))
            })
        });
        std::iter::once(("empty".to_owned(), None))
            .chain(turned)
            .chain(pieces)
            .map(|(name, cell)| {
                let mut board = *self.board();
                board.set(pos, cell);
                (name, Ploy::at(board, self.mover()))
            })
            .collect()
    }
}

/// The lines of the pieces at the start, as Black sees them, each shape once.
const SHAPES: [u8; 8] = [1, 3, 130, 17, 69, 146, 131, 170];

/// What a piece is called.
pub(crate) fn kind_name(piece: Piece) -> &'static str {
    piece.kind().map_or("block", Kind::name)
}

/// Where the lines of a piece point: `N, NE and W`.
pub(crate) fn line_names(piece: Piece) -> String {
    let names: Vec<&str> = piece.directions().map(Direction::name).collect();
    match names.split_last() {
        Some((last, [])) => (*last).to_owned(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

/// The pick of a square.
pub(crate) fn square_pick(pos: Pos) -> Pick {
    Pick::new(pos.to_string())
}

impl Picks for Ploy {
    /// From, to and turn. A piece that turns in place goes to its own square.
    fn picks(&self, chosen: &Move) -> Vec<Pick> {
        vec![
            square_pick(chosen.from()),
            square_pick(chosen.to()),
            Pick::new(chosen.turn().to_string()),
        ]
    }
}

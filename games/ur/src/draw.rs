//! The board as text.
//!
//! Three rows of eight columns, like the real board: the players' own squares
//! above and below, the shared ones between, and a gap where pieces enter and
//! leave.

mod board;
mod picture;
mod walk;
mod words;

use anstyle::{AnsiColor, Style};
use parlour_core::canvas::Shades;
use parlour_core::picture::{Look, Motion, Scene, Swatch, Theme};
use parlour_core::{
    Draw, DrawOptions, Drawing, Game, Notation, Panel, Pick, Run, Seat, TooLarge, YELLOW,
};

use crate::notation::trace_pick;
use crate::rules::{Move, Player, Position, Square, Ur, game_over, placing};

/// Characters inside a square.
const WIDTH: usize = 5;

/// A row of the board.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Row {
    /// The squares of one player.
    Own(Player),
    /// The squares that both players use.
    Shared,
}

impl Row {
    const ALL: [Row; 3] = [Row::Own(Player::Red), Row::Shared, Row::Own(Player::Green)];

    /// Its squares from the left; the gap has none.
    fn squares(self) -> [Option<Square>; 8] {
        match self {
            Row::Shared => [5, 6, 7, 8, 9, 10, 11, 12],
            Row::Own(_) => [4, 3, 2, 1, 0, 0, 14, 13],
        }
        .map(Square::new)
    }
}

/// What is on a square of the board, and what a front end shows there.
struct Spot {
    owner: Option<Player>,
    /// The pick of a piece that belongs to the player to move.
    pick: Option<Pick>,
    /// The piece there can move with the roll.
    can_move: bool,
}

impl Spot {
    fn of(ur: &Ur, row: Row, square: Square) -> Spot {
        let there = Position::OnBoard(square);
        let owner = Player::ALL
            .into_iter()
            .filter(|player| row == Row::Shared || row == Row::Own(*player))
            .find(|player| placing(&ur.state().placing, there, *player) > 0);
        let mine = owner == Some(ur.state().next);
        Spot {
            owner,
            pick: mine.then(|| pick(ur, Move::From(there))),
            can_move: mine && ur.moves().contains(&Move::From(there)),
        }
    }

    /// A player's pieces that wait at the start.
    fn waiting(ur: &Ur, player: Player) -> Spot {
        let mine = player == ur.state().next;
        Spot {
            owner: Some(player),
            pick: mine.then(|| pick(ur, Move::From(Position::Start))),
            can_move: mine && ur.moves().contains(&Move::From(Position::Start)),
        }
    }
}

fn pick(ur: &Ur, chosen: Move) -> Pick {
    Pick::new(ur.write_move(&chosen))
}

fn letter(player: Player) -> &'static str {
    match player {
        Player::Red => "R",
        Player::Green => "G",
    }
}

fn colour(player: Player) -> Style {
    let ansi = match player {
        Player::Red => AnsiColor::Red,
        Player::Green => AnsiColor::Green,
    };
    Style::new().fg_color(Some(ansi.into())).bold()
}

/// Whose turn it is, what was thrown, or who won.
fn status(ur: &Ur) -> String {
    let next = ur.state().next.title();
    match (game_over(ur.state()), ur.roll()) {
        (Some(winner), _) => format!("{} has won.", winner.title()),
        (None, None) => format!("{next} to roll."),
        (None, Some(roll)) => {
            let cannot = if ur.moves() == [Move::Pass] {
                ": no piece can move"
            } else {
                ""
            };
            format!("{next} has rolled {roll}{cannot}.")
        }
    }
}

impl Draw for Ur {
    fn draw(ur: &Ur, options: DrawOptions<'_>) -> Result<Drawing, TooLarge> {
        if let Some(room) = options.room {
            return Ok(board::draw(ur, room, options));
        }
        let mut lines = vec![vec![Run::styled("Red (R)", colour(Player::Red))]];
        for row in Row::ALL {
            // The border above the shared row belongs to both of its rows.
            lines.push(vec![Run::plain(border(row == Row::Own(Player::Red)))]);
            lines.push(numbers(ur, row));
            lines.push(pieces(ur, row, options));
        }
        lines.push(vec![Run::plain(border(true))]);
        lines.push(vec![Run::styled("Green (G)", colour(Player::Green))]);
        lines.push(Vec::new());
        lines.push(status_line(ur));
        let moved = match options.last {
            [] => "",
            _ => "   > < moved last, from .",
        };
        lines.push(vec![
            Run::styled("*", YELLOW),
            Run::plain(format!(" rosette: another roll   ( ) can move{moved}")),
        ]);
        if !options.picks {
            lines.iter_mut().flatten().for_each(|run| run.pick = None);
        }
        Ok(Drawing { lines })
    }

    fn panels(ur: &Ur, options: DrawOptions<'_>) -> Vec<Panel> {
        vec![board::panel(ur, options)]
    }

    fn badge(_: &Ur, seat: Seat, theme: Theme) -> Run {
        let player = match seat == Player::Red.seat() {
            true => Player::Red,
            false => Player::Green,
        };
        board::badge(player, Shades::new(Self::SWATCHES, theme))
    }

    fn paint(ur: &Ur, look: &Look<'_>) -> Result<Scene, TooLarge> {
        Ok(picture::paint(ur, look))
    }

    const SWATCHES: &'static [Swatch] = picture::SWATCHES;
    const APART: &'static [&'static [Swatch]] = picture::APART;

    fn motions(before: &Ur, after: &Ur) -> Vec<Motion> {
        picture::motions(before, after)
    }

    fn between(before: &Ur, after: &Ur) -> Vec<Ur> {
        walk::between(before, after)
    }

    fn in_words(ur: &Ur) -> Result<String, TooLarge> {
        Ok(words::tell(ur))
    }
}

/// A line between rows, or with the gap above or below the board.
fn border(with_gap: bool) -> String {
    let cell = format!("+{}", "-".repeat(WIDTH));
    let middle = if with_gap {
        format!("+{}", " ".repeat(2 * WIDTH + 1))
    } else {
        cell.repeat(2)
    };
    format!("{}{middle}{}+", cell.repeat(4), cell.repeat(2))
}

/// The upper line of a row: the numbers of the squares, with the rosettes.
fn numbers(ur: &Ur, row: Row) -> Vec<Run> {
    let mut line = Vec::new();
    for (column, square) in row.squares().into_iter().enumerate() {
        match square {
            Some(square) => {
                line.push(Run::plain("|"));
                let pick = Spot::of(ur, row, square).pick;
                let number = format!("{:<width$}", square.number(), width = WIDTH - 1);
                line.push(with_pick(Run::plain(number), pick.clone()));
                let mark = if square.is_rosette() { "*" } else { " " };
                line.push(with_pick(Run::styled(mark, YELLOW), pick));
            }
            None if column == 4 => line.push(Run::plain("|start  home")),
            None => {}
        }
    }
    line.push(Run::plain("|"));
    line
}

/// Whether the last moves began or ended there.
fn is_last(options: DrawOptions<'_>, player: Player, place: Position) -> bool {
    options.last.contains(&trace_pick(player, place))
}

/// What is on a square: the letter of a piece with marks, or where one was.
fn sign(spot: &Spot, row: Row, square: Square, options: DrawOptions<'_>) -> String {
    let there = Position::OnBoard(square);
    let is_there = |player: &Player| {
        (row == Row::Shared || row == Row::Own(*player)) && is_last(options, *player, there)
    };
    let Some(owner) = spot.owner else {
        let was_there = Player::ALL.iter().any(is_there);
        return if was_there { "." } else { "" }.to_owned();
    };
    let letter = letter(owner);
    match (spot.can_move, is_last(options, owner, there)) {
        (true, true) => format!(">({letter})<"),
        (true, false) => format!("({letter})"),
        (false, true) => format!(">{letter}<"),
        (false, false) => letter.to_owned(),
    }
}

/// How many pieces wait, and whether one can move.
fn waiting_sign(spot: &Spot, count: u8) -> String {
    match spot.can_move {
        true => format!("<({count})"),
        false => format!("<- {count}"),
    }
}

/// The lower line of a row: the pieces, and how many wait or are home.
fn pieces(ur: &Ur, row: Row, options: DrawOptions<'_>) -> Vec<Run> {
    let mut line = Vec::new();
    let is_last = |player, place| is_last(options, player, place);
    for (column, square) in row.squares().into_iter().enumerate() {
        match (square, row) {
            (Some(square), _) => {
                let spot = Spot::of(ur, row, square);
                line.push(Run::plain("|"));
                let text = format!("{:^WIDTH$}", sign(&spot, row, square, options));
                let style = spot.owner.map(colour).unwrap_or_default();
                line.push(with_pick(Run::styled(text, style), spot.pick));
            }
            (None, Row::Own(player)) if column == 4 => {
                let side = ur.state().placing.side(player);
                let spot = Spot::waiting(ur, player);
                let waiting = waiting_sign(&spot, side.start);
                let pick = spot.pick.filter(|_| side.start > 0);
                line.push(Run::plain("|"));
                line.push(with_pick(Run::styled(waiting, colour(player)), pick));
                let came = is_last(player, Position::Home);
                line.push(Run::plain(if came { "  >" } else { "   " }));
                line.push(Run::styled(format!("{} <-", side.home), colour(player)));
            }
            _ => {}
        }
    }
    line.push(Run::plain("|"));
    line
}

/// The status; if the turn can only pass, it is the pick for that.
fn status_line(ur: &Ur) -> Vec<Run> {
    let player = game_over(ur.state()).unwrap_or(ur.state().next);
    let run = Run::styled(status(ur), colour(player));
    let passes = ur.moves() == [Move::Pass];
    vec![with_pick(run, passes.then(|| pick(ur, Move::Pass)))]
}

fn with_pick(run: Run, pick: Option<Pick>) -> Run {
    Run { pick, ..run }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::Picks;

    fn drawing(text: &str, picks: bool) -> Drawing {
        let ur = Ur::read_position(text).expect(text);
        let options = DrawOptions {
            picks,
            ..DrawOptions::default()
        };
        Ur::draw(&ur, options).expect("always small enough")
    }

    #[test]
    fn the_shape_of_the_real_board() {
        assert_eq!(
            drawing("3/4,8,12/1 4/7,9/1 red 1", false).to_plain(),
            [
                "Red (R)",
                "+-----+-----+-----+-----+           +-----+-----+",
                "|4   *|3    |2    |1    |start  home|14  *|13   |",
                "| (R) |     |     |     |<(3)   1 <-|     |     |",
                "+-----+-----+-----+-----+-----+-----+-----+-----+",
                "|5    |6    |7    |8   *|9    |10   |11   |12   |",
                "|     |     |  G  | (R) |  G  |     |     | (R) |",
                "+-----+-----+-----+-----+-----+-----+-----+-----+",
                "|4   *|3    |2    |1    |start  home|14  *|13   |",
                "|     |     |     |     |<- 4   1 <-|     |     |",
                "+-----+-----+-----+-----+           +-----+-----+",
                "Green (G)",
                "",
                "Red has rolled 1.",
                "* rosette: another roll   ( ) can move",
            ]
            .join("\n")
        );
    }

    #[test]
    fn the_last_move_is_marked_where_it_began_and_ended() {
        let before = Ur::read_position("6/4/0 7/-/0 red 2").expect("sound");
        let last = before.trace(&before.read_move("4").expect("a move"));
        let options = DrawOptions {
            last: &last,
            ..DrawOptions::default()
        };
        let after = Ur::read_position("6/6/0 7/-/0 green").expect("sound");
        let plain = Ur::draw(&after, options).expect("small").to_plain();
        // Green also has squares 4 and 6.
        assert!(plain.contains("|  .  |     |     |     |<- 6"), "{plain}");
        assert!(plain.contains("|     | >R< |     |"), "{plain}");
        assert!(plain.contains("|     |     |     |     |<- 7"), "{plain}");
        assert!(plain.ends_with("> < moved last, from ."), "{plain}");
        let last = [trace_pick(Player::Red, Position::Home)];
        let options = DrawOptions {
            last: &last,
            ..DrawOptions::default()
        };
        let plain = Ur::draw(&after, options).expect("small").to_plain();
        assert!(plain.contains("|<- 6  >0 <-|"), "{plain}");
    }

    #[test]
    fn the_last_line_but_one_says_what_happens() {
        for (text, status) in [
            ("7/-/0 7/-/0 green", "Green to roll."),
            ("7/-/0 7/-/0 red 3", "Red has rolled 3."),
            ("7/-/0 7/-/0 red 0", "Red has rolled 0: no piece can move."),
            ("0/-/7 7/-/0 green", "Red has won."),
        ] {
            assert!(drawing(text, false).to_plain().contains(status), "{text}");
        }
    }

    #[test]
    fn every_move_can_be_picked_in_both_pictures() {
        for text in [
            "3/4,8,12/1 4/7,9/1 red 1",
            "3/4,8,12/1 4/7,9/1 green 3",
            "7/-/0 7/-/0 red 0",
            "0/4/6 0/8/6 red 4",
        ] {
            let ur = Ur::read_position(text).expect(text);
            let drawn = drawing(text, true);
            let scene = Ur::paint(&ur, &Look::default()).expect("always small enough");
            for chosen in ur.moves() {
                let pick = pick(&ur, chosen);
                let mut runs = drawn.lines.iter().flatten();
                assert!(runs.any(|run| run.pick.as_ref() == Some(&pick)), "{pick}");
                let mut spots = scene.spots();
                assert!(
                    spots.any(|spot| spot.pick.as_ref() == Some(&pick)),
                    "{pick}"
                );
            }
            let plain = drawing(text, false);
            assert!(plain.lines.iter().flatten().all(|run| run.pick.is_none()));
        }
    }

    #[test]
    fn a_square_of_the_other_player_is_no_pick() {
        // Green's own square 4 has the same number as red's.
        let drawn = drawing("7/-/0 6/4/0 red 4", true);
        let picks: Vec<&Pick> = drawn
            .lines
            .iter()
            .flatten()
            .filter_map(|run| run.pick.as_ref())
            .collect();
        assert_eq!(picks, [&Pick::new("start")]);
    }
}

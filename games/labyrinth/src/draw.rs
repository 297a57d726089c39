//! The board as text and as pictures.

mod board;
mod lined;
mod picture;
mod words;

use anstyle::{AnsiColor, Style};
use parlour_core::canvas::Shades;
use parlour_core::picture::{Look, Motion, Swatch, Theme};
use parlour_core::{Draw, DrawOptions, Drawing, Panel, Pick, Run, Seat, TooLarge, YELLOW};

use crate::rules::{
    Colour, Direction, Hand, Labyrinth, Pawn, Phase, Place, SIDE, Shape, Square, Squares, Treasure,
    View, Word,
};

impl Draw for Labyrinth {
    fn draw(view: &View, options: DrawOptions<'_>) -> Result<Drawing, TooLarge> {
        let scene = Scene {
            options,
            ..Scene::of(view)
        };
        if let Some(room) = options.room {
            return Ok(board::draw(&scene, room));
        }
        let mut lines = vec![scene.edge(Direction::North)];
        for row in 1..=SIDE {
            for part in 0..3 {
                lines.push(scene.line(row, part));
            }
        }
        lines.push(scene.edge(Direction::South));
        for (line, beside) in lines.iter_mut().skip(1).zip(scene.panel()) {
            line.push(Run::plain("  "));
            line.extend(beside);
        }
        lines.iter_mut().for_each(trim_end);
        if !options.picks {
            for run in lines.iter_mut().flatten() {
                run.pick = None;
            }
        }
        Ok(Drawing { lines })
    }

    fn panels(view: &View, options: DrawOptions<'_>) -> Vec<Panel> {
        board::panels(&Scene {
            options,
            ..Scene::of(view)
        })
    }

    fn badge(view: &View, seat: Seat, theme: Theme) -> Run {
        let colour = view.table.pawns[seat.index()].colour;
        board::badge(colour, Shades::new(Self::SWATCHES, theme))
    }

    fn paint(view: &View, look: &Look<'_>) -> Result<parlour_core::picture::Scene, TooLarge> {
        Ok(picture::paint(&Scene::of(view), look))
    }

    const SWATCHES: &'static [Swatch] = picture::SWATCHES;
    const APART: &'static [&'static [Swatch]] = picture::APART;

    fn motions(before: &View, after: &View) -> Vec<Motion> {
        picture::motions(before, after)
    }

    fn between(before: &View, after: &View) -> Vec<View> {
        picture::between(before, after)
    }

    fn in_words(view: &View) -> Result<String, TooLarge> {
        Ok(words::tell(&Scene::of(view)))
    }
}

/// What a picture shows besides the board itself.
struct Scene<'a> {
    view: &'a View,
    /// Where the mover can walk, if that is next.
    reachable: Squares,
    /// Where a tile can be inserted, if that is next.
    places: Vec<Place>,
    /// The cards that the viewer needs.
    wanted: &'a [Treasure],
    options: DrawOptions<'a>,
}

impl<'a> Scene<'a> {
    fn of(view: &'a View) -> Self {
        let table = &view.table;
        let phase = view.winner().is_none().then_some(table.phase);
        let seen = |hand: &'a Hand| match hand {
            Hand::Seen(cards) => Some(&cards[..]),
            Hand::Hidden(_) => None,
        };
        let movers = seen(&view.hands[table.mover.index()]);
        Scene {
            options: DrawOptions::default(),
            view,
            reachable: match phase {
                Some(Phase::Walk) => table.reachable(),
                _ => Squares::default(),
            },
            places: match phase {
                Some(Phase::Insert) => table.places().collect(),
                _ => Vec::new(),
            },
            wanted: movers
                .or_else(|| view.hands.iter().find_map(seen))
                .unwrap_or(&[]),
        }
    }

    fn is_wanted(&self, treasure: Option<Treasure>) -> bool {
        treasure.is_some_and(|treasure| self.wanted.contains(&treasure))
    }

    fn pawns_on(&self, square: Square) -> impl Iterator<Item = &Pawn> {
        let pawns = self.view.table.pawns.iter();
        pawns.filter(move |pawn| pawn.square == square)
    }

    /// The colour whose home this square is, if it plays.
    fn home_on(&self, square: Square) -> Option<Colour> {
        let colour = Colour::at_home_on(square)?;
        let mut pawns = self.view.table.pawns.iter();
        pawns.any(|pawn| pawn.colour == colour).then_some(colour)
    }

    /// The pick of a square, if the mover can walk there.
    fn square_pick(&self, square: Square) -> Option<Pick> {
        self.reachable
            .contains(square)
            .then(|| Pick::new(square.to_string()))
    }

    /// The name of a square, if it can be picked or all are to be named.
    fn square_name(&self, square: Square) -> Option<Pick> {
        let is_named = self.options.places || self.reachable.contains(square);
        let is_named = is_named && self.options.picks;
        is_named.then(|| Pick::new(square.to_string()))
    }

    /// The places where tiles were last inserted, in order.
    fn shifted(&self) -> Vec<&'a Pick> {
        let places: Vec<String> = Place::all().map(|place| place.to_string()).collect();
        let is_place = |pick: &&Pick| places.iter().any(|place| place == pick.as_str());
        self.options.last.iter().rev().filter(is_place).collect()
    }

    /// The name of a row or column at a side of the board, three wide: the
    /// place where a tile can be inserted, else its number. An arrow shows
    /// where one was inserted last.
    fn label(&self, side: Direction, line: u8) -> Run {
        let is_here = |place: &Place| place.side() == side && place.line() == line;
        let is_last = Place::all()
            .find(is_here)
            .is_some_and(|place| self.options.is_last(&place.to_string()));
        let arrow = match side {
            Direction::North => 'v',
            Direction::East => '<',
            Direction::South => '^',
            Direction::West => '>',
        };
        let label = |name: &str| match is_last {
            true => format!("{arrow}{name:<2}"),
            false => format!("{name:^3}"),
        };
        match self.places.iter().find(|place| is_here(place)) {
            Some(place) => {
                let name = place.to_string();
                let bold = Style::new().bold();
                Run::styled(label(&name), bold).pick(Pick::new(name))
            }
            None => Run::plain(label(&line.to_string())),
        }
    }

    /// The line above or below the board.
    fn edge(&self, side: Direction) -> Vec<Run> {
        let mut runs = vec![Run::plain("   ")];
        for column in 1..=SIDE {
            runs.extend([Run::plain("  "), self.label(side, column), Run::plain("  ")]);
        }
        runs.push(Run::plain("   "));
        runs
    }

    /// One of the three lines of a row of tiles.
    fn line(&self, row: u8, part: u8) -> Vec<Run> {
        let label = |side| match part {
            1 => self.label(side, row),
            _ => Run::plain("   "),
        };
        let mut runs = vec![label(Direction::West)];
        for column in 1..=SIDE {
            let square = Square::new(row, column).expect("on the board");
            let pick = self.square_pick(square);
            runs.extend(self.tile(square, part).into_iter().map(|mut run| {
                run.pick.clone_from(&pick);
                run
            }));
        }
        runs.push(label(Direction::East));
        runs
    }

    /// One of the three lines of a tile, seven wide: what is printed on it and
    /// whether it can be reached; its path; the pawns.
    fn tile(&self, square: Square, part: u8) -> Vec<Run> {
        let tile = self.view.table.tiles[square.index()];
        let [left, middle, right] = path(tile.shape, part);
        let reached = self.reachable.contains(square);
        let way = if reached {
            Style::new().bold()
        } else {
            Style::new()
        };
        match part {
            0 => {
                let printed = match self.home_on(square) {
                    Some(colour) => Run::styled(format!("({})", initial(colour)), ink(colour)),
                    None => self.printed(tile.treasure),
                };
                let mark = if reached { " * " } else { "   " };
                vec![printed, Run::styled(middle, way), Run::styled(mark, way)]
            }
            1 => vec![Run::styled(format!("{left}{middle}{right}"), way)],
            _ => {
                let pawns: Vec<&Pawn> = self.pawns_on(square).collect();
                let (first, second) = pawns.split_at(pawns.len().min(2));
                let mut runs = self.standing(first);
                runs.push(Run::styled(middle, way));
                runs.extend(self.standing(second));
                runs
            }
        }
    }

    /// At most two pawns, three wide, with a mark if one of them walked last.
    fn standing(&self, pawns: &[&Pawn]) -> Vec<Run> {
        let mut runs: Vec<Run> = pawns
            .iter()
            .map(|pawn| {
                let letter = initial(pawn.colour).to_ascii_uppercase();
                Run::styled(letter.to_string(), ink(pawn.colour).invert())
            })
            .collect();
        let walked = |pawn: &&Pawn| self.options.is_last(pawn.colour.word());
        let mark = match pawns.last().is_some_and(walked) {
            true => "<",
            false => "",
        };
        runs.push(Run::plain(format!("{mark:<0$}", 3 - pawns.len())));
        runs
    }

    /// A treasure, three wide, with a mark if the viewer needs it.
    fn printed(&self, treasure: Option<Treasure>) -> Run {
        match treasure {
            None => Run::plain("   "),
            Some(treasure) if self.is_wanted(Some(treasure)) => {
                Run::styled(format!("{treasure:>2}!"), Style::new().bold())
            }
            Some(treasure) => Run::plain(format!("{treasure:>2} ")),
        }
    }

    /// What is beside the board, line by line.
    fn panel(&self) -> Vec<Vec<Run>> {
        let table = &self.view.table;
        let extra = Shape {
            kind: table.extra.kind,
            direction: Direction::North,
        };
        let mut lines = vec![vec![Run::plain("Extra tile, to north:")]];
        for part in 0..3 {
            let [left, middle, right] = path(extra, part);
            let left = match part {
                0 => self.printed(table.extra.treasure),
                _ => Run::plain(left),
            };
            lines.push(vec![left, Run::plain(format!("{middle}{right}"))]);
        }
        let directions = match self.places[..] {
            [] => &[],
            _ => extra.kind.directions(),
        };
        let words = directions.iter().map(|direction| {
            let word = direction.word();
            [Run::plain(word).pick(Pick::new(word)), Run::plain(" ")]
        });
        lines.push(words.flatten().collect());
        let shifted: Vec<&str> = self.shifted().into_iter().map(Pick::as_str).collect();
        lines.push(match shifted[..] {
            [] => Vec::new(),
            _ => vec![Run::plain(format!("Shifted last: {}", shifted.join(", ")))],
        });
        lines.push(vec![Run::styled(self.status(), Style::new().bold())]);
        for (seat, hand) in self.view.hands.iter().enumerate() {
            lines.push(self.player(seat, hand.count()));
            if let Hand::Seen(cards) = hand {
                lines.extend(card_lines(cards).map(|line| vec![Run::plain(line)]));
            }
        }
        if table.official.is_some() {
            lines.push(vec![Run::plain("published rules")]);
        }
        lines
    }

    /// Whose turn it is, and what they do.
    fn status(&self) -> String {
        let table = &self.view.table;
        let name = |seat: usize| table.pawns[seat].colour.word();
        match (self.view.winner(), table.phase) {
            (Some(winner), _) => format!("{} has won", name(winner.index())),
            (None, Phase::Insert) => format!("{} inserts", name(table.mover.index())),
            (None, Phase::Walk) => format!("{} walks", name(table.mover.index())),
        }
    }

    fn player(&self, seat: usize, cards: usize) -> Vec<Run> {
        let pawn = self.view.table.pawns[seat];
        let is_mover = seat == self.view.table.mover.index();
        let plural = if cards == 1 { "" } else { "s" };
        vec![
            Run::plain(if is_mover { "> " } else { "  " }),
            Run::styled(format!("{:<6}", capital(pawn.colour)), ink(pawn.colour)),
            Run::plain(format!(" {:<5} {cards} card{plural}", pawn.control.word())),
        ]
    }
}

/// Trims blanks off the end of a line.
fn trim_end(line: &mut Vec<Run>) {
    while let Some(last) = line.last_mut() {
        let kept = last.text.trim_end().len();
        last.text.to_mut().truncate(kept);
        if kept > 0 {
            break;
        }
        line.pop();
    }
}

/// Cards in a line of the panel.
const CARDS_A_LINE: usize = 7;

/// The numbers of a hand in lines, in the order of the hand.
fn card_lines(cards: &[Treasure]) -> impl Iterator<Item = String> {
    cards.chunks(CARDS_A_LINE).map(|line| {
        let numbers: String = line.iter().map(|card| format!(" {card:>2}")).collect();
        format!(" {numbers}")
    })
}

/// A colour's word capitalised, which is also the letter of its pawn.
fn capital(colour: Colour) -> String {
    let word = colour.word();
    word[..1].to_ascii_uppercase() + &word[1..]
}

/// A sentence with its first letter capitalised.
fn capital_first(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

fn initial(colour: Colour) -> char {
    char::from(colour.word().as_bytes()[0])
}

fn ink(colour: Colour) -> Style {
    let ink = match colour {
        // Yellow letters are unreadable on white.
        Colour::Yellow => return YELLOW.bold(),
        Colour::Red => AnsiColor::Red,
        Colour::Blue => AnsiColor::Blue,
        Colour::Green => AnsiColor::Green,
    };
    Style::new().bold().fg_color(Some(ink.into()))
}

/// A line of a tile's path: left arm, middle, right arm.
fn path(shape: Shape, part: u8) -> [&'static str; 3] {
    let sides = shape.sides();
    let [north, east, south, west] = [0, 1, 2, 3].map(|side| sides.contains(Direction::ALL[side]));
    let arm = |open, drawn, blank| if open { drawn } else { blank };
    match part {
        0 => ["   ", arm(north, "║", " "), "   "],
        2 => ["   ", arm(south, "║", " "), "   "],
        _ => [
            arm(west, "═══", "   "),
            match (north, east, south, west) {
                (true, false, true, false) => "║",
                (false, true, false, true) => "═",
                (true, true, false, false) => "╚",
                (false, true, true, false) => "╔",
                (false, false, true, true) => "╗",
                (true, false, false, true) => "╝",
                (true, true, false, true) => "╩",
                (true, true, true, false) => "╠",
                (false, true, true, true) => "╦",
                (true, false, true, true) => "╣",
                _ => "╬",
            },
            // The blank keeps neighbours apart, so that each tile is visible.
            arm(east, "══ ", "   "),
        ],
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::{Game, Notation, Picks, Seat, Viewer, luck};

    use crate::rules::{Kind, deal};

    fn drawn(game: &Labyrinth, who: Viewer, picks: bool) -> Drawing {
        let options = DrawOptions {
            picks,
            ..DrawOptions::default()
        };
        Labyrinth::draw(&game.view(who), options).expect("always small enough")
    }

    fn play(game: &mut Labyrinth, text: &str) {
        let chosen = game.read_move(text).expect(text);
        game.play(&chosen).expect(text);
    }

    #[test]
    fn every_shape_has_its_picture() {
        let mut seen = Vec::new();
        for kind in Kind::ALL {
            for direction in kind.directions() {
                let shape = Shape {
                    kind: *kind,
                    direction: *direction,
                };
                let lines = [0, 1, 2].map(|part| path(shape, part).concat());
                assert!(lines.iter().all(|line| line.chars().count() == 7));
                // An arm for every open side, whatever the characters are.
                let sides = shape.sides();
                let at = |line: usize, column: usize| lines[line].chars().nth(column) != Some(' ');
                let arms = [at(0, 3), at(1, 5), at(2, 3), at(1, 0)];
                assert_eq!(
                    arms,
                    [0, 1, 2, 3].map(|side| sides.contains(Direction::ALL[side]))
                );
                assert!(!seen.contains(&lines), "{lines:?}");
                seen.push(lines);
            }
        }
        assert_eq!(seen.len(), 10);
    }

    #[test]
    fn all_of_it_fits_a_small_screen_in_both_scripts() {
        for players in 1..=4 {
            for official in [false, true] {
                let game = deal(
                    players,
                    players,
                    official,
                    &mut luck::seeded(players.into()),
                );
                for who in [Viewer::All, Viewer::Public, Viewer::Seat(Seat(0))] {
                    let drawing = drawn(&game, who, false);
                    let plain = drawing.to_plain();
                    assert!(plain.lines().count() <= 23, "{plain}");
                    assert!(
                        plain.lines().all(|line| line.chars().count() <= 80),
                        "{plain}"
                    );
                    let ascii = drawing.in_ascii().to_plain();
                    assert!(ascii.is_ascii() && !ascii.contains('?'), "{ascii}");
                }
            }
        }
    }

    #[test]
    fn pawns_that_share_a_tile_are_all_seen() {
        let mut game = deal(4, 4, false, &mut luck::seeded(1));
        for pawn in &mut game.table.pawns {
            pawn.square = Square::new(4, 4).expect("on the board");
        }
        let plain = drawn(&game, Viewer::Public, false).in_ascii().to_plain();
        let line = plain.lines().nth(12).expect("the third line of row 4");
        let tile: String = line.chars().skip(24).take(7).collect();
        assert!(tile.starts_with("YR ") && tile.ends_with("BG "), "{plain}");
    }

    #[test]
    fn lines_that_were_shifted_and_pawns_that_walked_are_marked() {
        let mut game = deal(3, 1, false, &mut luck::seeded(1));
        let mut last = Vec::new();
        for seat in 0..2 {
            for text in [["N4 north", "E2 north"][seat], ""] {
                let chosen = match text {
                    "" => *game.moves().last().expect("somewhere to go"),
                    text => game.read_move(text).expect(text),
                };
                last.splice(0..0, game.trace(&chosen));
                game.play(&chosen).expect("legal");
            }
        }
        let options = DrawOptions {
            last: &last,
            ..DrawOptions::default()
        };
        let view = game.view(Viewer::Seat(Seat(2)));
        let plain = Labyrinth::draw(&view, options).expect("small").to_plain();
        assert!(plain.contains("Shifted last: N4, E2"), "{plain}");
        assert!(plain.contains(" vN4 "), "{plain}");
        assert!(plain.contains(" <E2"), "{plain}");
        let walked = last.iter().filter(|pick| pick.as_str() == "yellow").count();
        assert_eq!(plain.matches("Y<").count(), walked, "{plain}");
        assert!(
            plain.lines().all(|line| line.chars().count() <= 80),
            "{plain}"
        );
    }

    #[test]
    fn only_own_cards_are_shown() {
        let game = deal(2, 2, false, &mut luck::seeded(9));
        let shown = |cards: &[Treasure]| card_lines(cards).collect::<Vec<_>>().join("\n");
        let first_line = |seat| {
            shown(game.hand(Seat(seat)))
                .lines()
                .next()
                .map(str::to_owned)
        };
        let plain = drawn(&game, Viewer::Seat(Seat(1)), false).to_plain();
        assert!(plain.contains(&first_line(1).expect("cards")), "{plain}");
        assert!(!plain.contains(&first_line(0).expect("cards")), "{plain}");
        assert!(plain.contains("Yellow human 12 cards"), "{plain}");
        let public = drawn(&game, Viewer::Public, false).to_plain();
        assert!(!public.contains('!'), "{public}");
    }

    #[test]
    fn reachable_tiles_are_marked_before_a_walk() {
        let mut game = deal(1, 1, false, &mut luck::seeded(4));
        assert!(!drawn(&game, Viewer::All, false).to_plain().contains('*'));
        play(&mut game, "N2 north");
        let plain = drawn(&game, Viewer::All, false).to_plain();
        assert_eq!(plain.matches('*').count(), game.table().reachable().len());
    }

    #[test]
    fn every_move_can_be_picked_in_both_pictures() {
        let mut game = deal(3, 1, false, &mut luck::seeded(2));
        for insertion in [Some("N4 north"), None] {
            let drawing = drawn(&game, Viewer::All, true);
            let scene = Labyrinth::paint(&game.view(Viewer::All), &Look::default());
            let scene = scene.expect("always small enough");
            for pick in game.moves().iter().flat_map(|chosen| game.picks(chosen)) {
                let mut runs = drawing.lines.iter().flatten();
                assert!(runs.any(|run| run.pick.as_ref() == Some(&pick)), "{pick}");
                let mut spots = scene.spots();
                assert!(
                    spots.any(|spot| spot.pick.as_ref() == Some(&pick)),
                    "{pick}"
                );
            }
            if let Some(text) = insertion {
                play(&mut game, text);
            }
        }
    }
}

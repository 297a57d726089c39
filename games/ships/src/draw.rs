//! The board as text, with the guesses and answers beside it.

mod board;
mod picture;
mod words;

use anstyle::{Ansi256Color, AnsiColor, Style};
use parlour_core::picture::{Look, Motion, Scene, Swatch, Theme};
use parlour_core::{
    Draw, DrawOptions, Drawing, Game, Panel, Pick, Picks, Run, Seat, TooLarge, Turn, YELLOW,
};

use crate::candidates::Candidates;
use crate::rules::{Feedback, Fleet, Location, SEARCHER, Ships};

/// Answers in one line.
const ANSWERS_A_LINE: usize = 10;

/// What can be seen at a location.
struct Spot {
    ship: bool,
    /// The last guess that named it, counted from 1.
    guess: Option<usize>,
}

impl Spot {
    fn of(ships: &Ships, location: Location) -> Spot {
        let fleet = ships.target().or(ships.found());
        Spot {
            ship: fleet.is_some_and(|fleet| fleet.contains(location)),
            guess: (1..)
                .zip(guesses(ships))
                .filter(|(_, guess)| guess.contains(location))
                .map(|(number, _)| number)
                .last(),
        }
    }
}

/// All guesses, including one without an answer.
fn guesses(ships: &Ships) -> impl Iterator<Item = Fleet> {
    let answered = ships.exchanges().iter().map(|exchange| exchange.guess);
    answered.chain(ships.asked())
}

/// The last guesses, at most this many, with their numbers and answers.
fn listed(ships: &Ships, most: usize) -> impl Iterator<Item = (usize, Fleet, Option<Feedback>)> {
    let answers = ships.exchanges().iter();
    let answers = answers.map(|exchange| Some(exchange.answer));
    let count = guesses(ships).count();
    (1..)
        .zip(guesses(ships))
        .zip(answers.chain([None]))
        .map(|((number, guess), answer)| (number, guess, answer))
        .skip(count.saturating_sub(most))
}

/// Whose turn it is, or how it ended.
fn status(ships: &Ships) -> String {
    let count = ships.exchanges().len();
    match (ships.found(), ships.asked()) {
        (Some(found), _) => {
            let word = if count == 1 { "guess" } else { "guesses" };
            format!("Found {found} in {count} {word}.")
        }
        (None, Some(_)) => format!("Guess {} waits for its answer.", count + 1),
        (None, None) if ships.is_hiding() => "The hider picks a place for the ships.".to_owned(),
        (None, None) => format!("Guess {} is next.", count + 1),
    }
}

/// The answers that can be picked.
fn answers(ships: &Ships) -> Vec<Pick> {
    match ships.asked() {
        Some(_) => ships.moves(),
        None => Vec::new(),
    }
    .iter()
    .flat_map(|answer| ships.picks(answer))
    .collect()
}

/// The pick of a location, if a guess can be made or ships can be hidden.
fn location_pick(ships: &Ships, location: Location) -> Option<Pick> {
    let is_picked = ships.turn() == Turn::Seat(SEARCHER) || ships.is_hiding();
    is_picked.then(|| Pick::new(location.to_string()))
}

impl Draw for Ships {
    fn draw(ships: &Ships, options: DrawOptions<'_>) -> Result<Drawing, TooLarge> {
        let possible = options
            .map
            .then(|| Candidates::on(ships.board(), ships.possible().collect()));
        if let Some(room) = options.room {
            return Ok(board::draw(ships, room, possible.as_ref(), options));
        }
        let mut lines = board(ships, possible.as_ref(), options);
        // The first line has the letters of the columns.
        let beside_it = lines.len() - 1;
        beside(&mut lines, list(ships, beside_it));
        lines.push(Vec::new());
        lines.push(vec![Run::styled(status(ships), Style::new().bold())]);
        lines.extend(answer_lines(ships));
        lines.push(vec![Run::plain(match &possible {
            Some(possible) => map_legend(possible),
            None => "S is a ship, a number the last guess that named the location".to_owned(),
        })]);
        if !options.picks {
            lines.iter_mut().flatten().for_each(|run| run.pick = None);
        }
        Ok(Drawing { lines })
    }

    fn between(before: &Ships, after: &Ships) -> Vec<Ships> {
        // A new guess comes and goes until it stays.
        let is_new = guesses(after).count() == guesses(before).count() + 1;
        match is_new && before.board() == after.board() {
            true => [after, before, after, before].map(Ships::clone).to_vec(),
            false => Vec::new(),
        }
    }

    fn panels(ships: &Ships, options: DrawOptions<'_>) -> Vec<Panel> {
        let possible = options
            .map
            .then(|| Candidates::on(ships.board(), ships.possible().collect()));
        board::panels(ships, possible.as_ref(), options)
    }

    fn badge(_: &Ships, seat: Seat, theme: Theme) -> Run {
        board::badge(seat == SEARCHER, theme)
    }

    fn paint(ships: &Ships, look: &Look<'_>) -> Result<Scene, TooLarge> {
        Ok(picture::paint(ships, look))
    }

    const SWATCHES: &'static [Swatch] = picture::SWATCHES;
    const APART: &'static [&'static [Swatch]] = picture::APART;

    fn motions(before: &Ships, after: &Ships) -> Vec<Motion> {
        picture::motions(before, after)
    }

    fn in_words(ships: &Ships) -> Result<String, TooLarge> {
        Ok(words::tell(ships))
    }
}

fn map_legend(possible: &Candidates) -> String {
    let count = possible.len();
    if count == 1 {
        return "One target is possible: there.".to_owned();
    }
    let of_how_many = match Heat::scale(&possible.ships_at()) {
        Scale::Counts => "how many",
        Scale::OfThousand => "how many per thousand",
    };
    format!(
        "{count} of {} targets are possible; numbers: {of_how_many} have a ship there",
        possible.board().targets()
    )
}

/// The board, with counts if a map is wanted.
fn board(ships: &Ships, possible: Option<&Candidates>, options: DrawOptions<'_>) -> Vec<Vec<Run>> {
    let board = ships.board();
    let margin = if board.rows() < 10 { 1 } else { 2 };
    let letters = (0..board.columns()).map(|column| format!("   {}", char::from(b'A' + column)));
    let border = format!("{:margin$} +{}", "", "---+".repeat(board.columns().into()));
    let mut lines = vec![vec![Run::plain(format!(
        "{:margin$}{}",
        "",
        letters.collect::<String>()
    ))]];
    let heat = possible.map(Heat::of);
    for row in 0..board.rows() {
        lines.push(vec![Run::plain(border.clone())]);
        let mut line = vec![Run::plain(format!("{:>margin$} |", row + 1))];
        for location in (0..board.columns()).filter_map(|column| board.location(column, row)) {
            let mut run = match &heat {
                Some(heat) => heat.run(board.place(location)),
                None => cell(ships, location, options),
            };
            run.pick = location_pick(ships, location);
            line.push(run);
            line.push(Run::plain("|"));
        }
        lines.push(line);
    }
    lines.push(vec![Run::plain(border)]);
    lines
}

/// Three characters for what is seen at a location.
fn cell(ships: &Ships, location: Location, options: DrawOptions<'_>) -> Run {
    let spot = Spot::of(ships, location);
    let text = match (spot.ship, spot.guess) {
        (false, Some(number @ 0..=9)) if options.is_last(&location.to_string()) => {
            format!(">{number}<")
        }
        (false, None) => "   ".to_owned(),
        (true, None) => " S ".to_owned(),
        (false, Some(number @ 0..=999)) => format!("{number:^3}"),
        (true, Some(number @ 0..=99)) => format!("S{number:>2}"),
        (false, Some(_)) => "...".to_owned(),
        (true, Some(_)) => "S..".to_owned(),
    };
    let is_last = spot.guess.is_some() && spot.guess == Some(guesses(ships).count());
    let style = match (spot.ship, is_last) {
        (true, _) => Style::new()
            .bold()
            .fg_color(Some(AnsiColor::White.into()))
            .bg_color(Some(AnsiColor::Blue.into())),
        (false, true) => YELLOW.bold(),
        (false, false) => Style::new(),
    };
    Run::styled(text, style)
}

/// How many of the possible targets have a ship at each location.
struct Heat {
    counts: Vec<usize>,
    possible: usize,
}

/// The backgrounds of a map in 256 colours.
const HEATS: [u8; 5] = [17, 54, 90, 126, 160];

/// What the numbers on a map mean: three digits leave no room for more.
enum Scale {
    Counts,
    OfThousand,
}

impl Heat {
    fn of(possible: &Candidates) -> Heat {
        Heat {
            counts: possible.ships_at(),
            possible: possible.len(),
        }
    }

    fn scale(counts: &[usize]) -> Scale {
        match counts.iter().max() {
            Some(most) if *most > 999 => Scale::OfThousand,
            _ => Scale::Counts,
        }
    }

    /// How hot a location is, from 0 for no ship at all to 5.
    fn level(&self, place: usize) -> usize {
        let most = self.counts.iter().copied().max().unwrap_or(0);
        (self.counts[place] * HEATS.len()).div_ceil(most.max(1))
    }

    /// Three characters for a location, on a background that is hotter the more
    /// there are.
    fn run(&self, place: usize) -> Run {
        let count = self.counts[place];
        if count == 0 {
            return Run::styled(" . ", Style::new().dimmed());
        }
        let level = self.level(place) - 1;
        let style = Style::new()
            .fg_color(Some(AnsiColor::BrightWhite.into()))
            .bg_color(Some(Ansi256Color(HEATS[level]).into()));
        let shown = match Heat::scale(&self.counts) {
            Scale::Counts => count,
            // Some is not none, and not all is less than all.
            Scale::OfThousand => (1000 * count / self.possible).clamp(1, 999),
        };
        Run::styled(format!("{shown:>3}"), style)
    }
}

/// The guesses and their answers.
fn list(ships: &Ships, most: usize) -> Vec<String> {
    listed(ships, most)
        .map(|(number, guess, answer)| {
            let answer = answer.map_or_else(|| "?".to_owned(), |answer| answer.to_string());
            format!("{number:>3}  {guess}  {answer}")
        })
        .collect()
}

/// Puts a list to the right of a drawing, from its second line on.
fn beside(lines: &mut [Vec<Run>], list: Vec<String>) {
    for (line, text) in lines.iter_mut().skip(1).zip(list) {
        line.push(Run::plain(format!("  {text}")));
    }
}

/// The possible answers, if one is due.
fn answer_lines(ships: &Ships) -> Vec<Vec<Run>> {
    let picks = answers(ships);
    picks
        .chunks(ANSWERS_A_LINE)
        .map(|chunk| {
            let words = chunk
                .iter()
                .map(|pick| Run::plain(pick.to_string()).pick(pick.clone()));
            words
                .flat_map(|run| [Run::plain("  "), run])
                .collect::<Vec<_>>()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Move;
    use parlour_core::picture::Paints;
    use parlour_core::{Notation, Viewer};

    fn read(text: &str) -> Ships {
        Ships::read_position(text).expect(text)
    }

    fn drawn(text: &str, options: DrawOptions<'_>) -> Drawing {
        Ships::draw(&read(text), options).expect("always small enough")
    }

    /// The document's picture, with the guess's number for its G.
    #[test]
    fn ships_and_guesses() {
        let text = "target=H1,B2,D3;B3,C3,H3=0,2,1;A1,B2,H4";
        assert_eq!(
            drawn(text, DrawOptions::default()).to_plain(),
            [
                "    A   B   C   D   E   F   G   H",
                "  +---+---+---+---+---+---+---+---+    1  B3,C3,H3  0,2,1",
                "1 | 2 |   |   |   |   |   |   | S |    2  A1,B2,H4  ?",
                "  +---+---+---+---+---+---+---+---+",
                "2 |   |S 2|   |   |   |   |   |   |",
                "  +---+---+---+---+---+---+---+---+",
                "3 |   | 1 | 1 | S |   |   |   | 1 |",
                "  +---+---+---+---+---+---+---+---+",
                "4 |   |   |   |   |   |   |   | 2 |",
                "  +---+---+---+---+---+---+---+---+",
                "",
                "Guess 2 waits for its answer.",
                "  1,1,0",
                "S is a ship, a number the last guess that named the location",
            ]
            .join("\n")
        );
    }

    #[test]
    fn a_guess_settles() {
        let (none, one) = (read("B3,C3,H3=0,2,1"), read("B3,C3,H3=0,2,1;A1,B2,H4"));
        let views = Ships::between(&none, &one);
        assert_eq!(views.len(), 4);
        assert_eq!((&views[0], &views[3]), (&one, &none));
        // Neither an answer nor a step back.
        assert!(Ships::between(&one, &none).is_empty());
        let answered = read("B3,C3,H3=0,2,1;A1,B2,H4=0,0,1");
        assert!(Ships::between(&one, &answered).is_empty());
    }

    #[test]
    fn the_last_guess_is_marked() {
        let last = ["A1", "B2", "H4"].map(Pick::new);
        let options = DrawOptions {
            last: &last,
            ..DrawOptions::default()
        };
        let plain = drawn("B3,C3,H3=0,2,1;A1,B2,H4", options).to_plain();
        assert!(plain.contains("1 |>2<|   |"), "{plain}");
        assert!(plain.contains("3 |   | 1 | 1 |"), "{plain}");
    }

    #[test]
    fn a_map_counts_ships_of_possible_targets() {
        let options = DrawOptions {
            map: true,
            ..DrawOptions::default()
        };
        let plain = drawn("A1,B1,C1=0,0,0;F1,G1,H1=0,0,0", options).to_plain();
        let possible = read("A1,B1,C1=0,0,0;F1,G1,H1=0,0,0").possible().count();
        // The two guesses rule out all but the last row.
        assert_eq!(possible, 8 * 7 * 6 / 6);
        assert!(
            plain.contains("4 | 21| 21| 21| 21| 21| 21| 21| 21|"),
            "{plain}"
        );
        assert!(
            plain.contains("1 | . | . | . | . | . | . | . | . |"),
            "{plain}"
        );
        assert!(plain.contains("56 of 4960 targets are possible"), "{plain}");
        // What the searcher does not see is not on the searcher's map.
        let secret = read("target=A4,B4,C4;A1,B1,C1=0,0,0;F1,G1,H1=0,0,0");
        let view = secret.view(Viewer::Seat(SEARCHER));
        let map = Ships::draw(&view, options).expect("small").to_plain();
        assert_eq!(map, plain);
    }

    #[test]
    fn long_games_show_their_last_guesses() {
        let mut ships = read("start");
        for _ in 0..120 {
            ships.play(&Move::Guess(Fleet::all()[0])).expect("legal");
            ships.play(&ships.moves()[0].clone()).expect("listed");
        }
        let drawing = Ships::draw(&ships, DrawOptions::default()).expect("small");
        let plain = drawing.to_plain();
        assert!(
            plain.contains("|120|") && plain.contains("120  A1,A2,A3"),
            "{plain}"
        );
        assert!(!plain.contains("111  A1,A2,A3"), "{plain}");
        assert!(plain.lines().count() <= 24);
        assert!(plain.lines().all(|line| line.len() <= 80), "{plain}");
    }

    #[test]
    fn every_move_can_be_picked_in_both_pictures() {
        let options = DrawOptions {
            picks: true,
            ..DrawOptions::default()
        };
        for text in ["start", "B3,C3,H3", "target=H1,B2,D3;B3,C3,H3"] {
            let ships = read(text);
            let drawing = drawn(text, options);
            let look = Look {
                paints: Paints::Variables,
                ..Look::default()
            };
            let scene = Ships::paint(&ships, &look).expect("always small enough");
            let picks: Vec<&Pick> = scene.spots().filter_map(|s| s.pick.as_ref()).collect();
            for pick in ships.moves().iter().flat_map(|chosen| ships.picks(chosen)) {
                let mut runs = drawing.lines.iter().flatten();
                assert!(runs.any(|run| run.pick.as_ref() == Some(&pick)), "{pick}");
                assert!(picks.contains(&&pick), "{pick}");
            }
            let plain = drawn(text, DrawOptions::default());
            assert!(plain.lines.iter().flatten().all(|run| run.pick.is_none()));
        }
    }
}

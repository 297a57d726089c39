//! Positions and moves of the race as text, and its picture.

use std::borrow::Cow;

use parlour_core::picture::{Look, Motion, Painter, Place, Scene, Swatch};
use parlour_core::{
    Diagnostic, Draw, DrawOptions, Drawing, Game, Notation, Pick, Picks, Run, Seat, TooLarge,
    Viewer, Views, quoted,
};

use super::super::reading::{Excerpt, ReadsSmall, split, words};
use super::{LONGEST_TRACK, MOST_PIECES, Move, Race, Roll};

const LETTERS: [char; 2] = ['a', 'b'];

fn letter(owner: Option<Seat>) -> char {
    owner.map_or('_', |seat| LETTERS[seat.index()])
}

fn seat(letter: char) -> Option<Seat> {
    Seat::all(2).find(|seat| LETTERS[seat.index()] == letter)
}

/// `1-2`, one number per seat.
fn pair(part: Excerpt<'_>) -> Result<[u8; 2], Diagnostic> {
    let numbers: Result<Vec<_>, _> = split(part.text, '-')
        .take(3)
        .map(ReadsSmall::number)
        .collect();
    numbers
        .map_err(|finding| finding.shifted(part.start))?
        .try_into()
        .map_err(|_| part.wrong("expected two numbers like `1-2`"))
}

impl Race {
    /// Whether this position can arise in play.
    fn is_sound(&self) -> bool {
        let pieces = |seat: Seat| {
            let running = self.track.iter().filter(|square| **square == Some(seat));
            usize::from(self.waiting[seat.index()])
                + usize::from(self.home[seat.index()])
                + running.count()
        };
        let most = usize::from(MOST_PIECES);
        let is_even = pieces(Seat(0)) == pieces(Seat(1)) && (1..=most).contains(&pieces(Seat(0)));
        let is_track = (1..=usize::from(LONGEST_TRACK)).contains(&self.track.len());
        // The winner moved last, and nobody rolls after that.
        let is_end = match self.winner() {
            Some(winner) => {
                winner == self.seat && self.roll.is_none() && self.home != [self.home[0]; 2]
            }
            None => true,
        };
        is_even && is_track && is_end && self.roll.is_none_or(|roll| roll <= 2)
    }
}

impl Notation for Race {
    /// `2-1 ___b__ 0-0 a 2`: waiting, the track, home, who rolls, the roll.
    fn write_position(&self) -> String {
        format!(
            "{}-{} {} {}-{} {} {}",
            self.waiting[0],
            self.waiting[1],
            self.track.iter().copied().map(letter).collect::<String>(),
            self.home[0],
            self.home[1],
            letter(Some(self.seat)),
            self.roll.map_or("?".to_owned(), |roll| roll.to_string()),
        )
    }

    fn read_position(text: &str) -> Result<Self, Diagnostic> {
        let [waiting, track, home, roller, roll] = words(text)?;
        let squares = track.text.chars().map(|square| match square {
            '_' => Ok(None),
            _ => seat(square)
                .map(Some)
                .ok_or(track.wrong("a square is `a`, `b` or `_`")),
        });
        let race = Race {
            waiting: pair(waiting)?,
            track: squares.collect::<Result<_, _>>()?,
            home: pair(home)?,
            seat: match roller.text {
                "a" => Seat(0),
                "b" => Seat(1),
                _ => return Err(roller.wrong("expected `a` or `b`")),
            },
            roll: match roll.text {
                "?" => None,
                _ => Some(roll.number()?),
            },
        };
        if race.is_sound() {
            Ok(race)
        } else {
            Err(Diagnostic::error(
                "unsound",
                0..text.len(),
                "no race looks like this",
            ))
        }
    }

    fn write_move(&self, chosen: &Move) -> String {
        match chosen {
            Move::From(from) => format!("move {from}"),
            Move::Pass => "pass".to_owned(),
        }
    }

    fn read_move(&self, text: &str) -> Result<Move, Diagnostic> {
        if text == "pass" {
            return Ok(Move::Pass);
        }
        match words(text)? {
            [Excerpt { text: "move", .. }, from] => Ok(Move::From(from.number()?)),
            [verb, _] => Err(verb.wrong(format!("expected `move`, not {}", quoted(verb.text)))),
        }
    }

    fn write_chance(&self, outcome: &Roll) -> String {
        format!("roll {}", outcome.0)
    }

    fn read_chance(&self, text: &str) -> Result<Roll, Diagnostic> {
        match words(text)? {
            [Excerpt { text: "roll", .. }, roll] => Ok(Roll(roll.number()?)),
            [verb, _] => Err(verb.wrong("expected `roll`")),
        }
    }

    fn seat_name(&self, seat: Seat) -> Cow<'static, str> {
        letter(Some(seat)).to_string().into()
    }

    fn describe_move(&self, chosen: &Move, _: Viewer) -> String {
        match chosen {
            Move::From(0) => "starts a piece".to_owned(),
            Move::From(from) => format!("runs from square {from}"),
            Move::Pass => "passes".to_owned(),
        }
    }
}

impl Views for Race {
    const OPEN: bool = true;

    fn write_view(view: &Race) -> String {
        view.write_position()
    }

    fn read_view(text: &str) -> Result<Race, Diagnostic> {
        Race::read_position(text)
    }
}

impl Picks for Race {
    fn picks(&self, chosen: &Move) -> Vec<Pick> {
        vec![Pick::new(match chosen {
            Move::From(from) => from.to_string(),
            Move::Pass => "pass".to_owned(),
        })]
    }
}

const GROUND: Swatch = Swatch::same("ground", "#dddddd");

impl Draw for Race {
    fn draw(race: &Race, options: DrawOptions<'_>) -> Result<Drawing, TooLarge> {
        let waiting = format!("{}-{} ", race.waiting[0], race.waiting[1]);
        let indent = waiting.len();
        let mut board = vec![Run::plain(waiting)];
        for (square, &owner) in (1u8..).zip(&race.track) {
            let empty = if square == race.star() { '*' } else { '_' };
            let shown = owner.map_or(empty, |seat| letter(Some(seat)));
            board.push(Run::plain(shown.to_string()).pick(Pick::new(square.to_string())));
        }
        board[0].pick = Some(Pick::new("0"));
        if !options.picks {
            board.iter_mut().for_each(|run| run.pick = None);
        }
        let mut lines = vec![board];
        if options.coordinates {
            let last_digits = (1..=race.track.len()).map(|square| (square % 10).to_string());
            let numbers = format!("{:indent$}{}", "", last_digits.collect::<String>());
            lines.push(vec![Run::plain(numbers)]);
        }
        Ok(Drawing { lines })
    }

    fn paint(race: &Race, look: &Look<'_>) -> Result<Scene, TooLarge> {
        let size = (44.0 * race.track.len() as f32, 88.0);
        let mut painter = Painter::new(look, "race", size, "Race");
        for (square, &owner) in (1u8..).zip(&race.track) {
            let pick = Pick::new(square.to_string());
            let (x, y) = (44.0 * f32::from(square) - 22.0, 22.0);
            let label = format!("square {square}");
            let ground = painter.paint(&GROUND);
            painter.place(
                Place::from(&pick),
                Some(pick),
                label,
                (x, y, 22.0),
                |painter| {
                    let (left, top) = (x - 22.0, y - 22.0);
                    painter.element(format_args!(
                        "rect x=\"{left}\" y=\"{top}\" width=\"44\" height=\"44\" \
                         fill=\"{ground}\""
                    ));
                },
            );
            if let Some(owner) = owner {
                let place = Place::new(square.to_string());
                painter.thing(place, (x, y), |painter| {
                    painter.text("text-anchor=\"middle\"", letter(Some(owner)));
                });
            }
        }
        Ok(Scene {
            board: painter.finish(),
            panels: Vec::new(),
            status: format!("{:?}", race.turn()),
        })
    }

    const SWATCHES: &'static [Swatch] = &[GROUND];

    fn motions(before: &Race, after: &Race) -> Vec<Motion> {
        let squares = (1u8..).zip(before.track.iter().zip(&after.track));
        let changed = squares.filter(|(_, (before, after))| before != after);
        changed
            .map(|(square, (_, after))| {
                let place = Place::new(square.to_string());
                match after {
                    Some(_) => Motion::appear(place),
                    None => Motion::vanish(place),
                }
            })
            .collect()
    }
}

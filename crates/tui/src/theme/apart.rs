//! The marks of the visual language have colours of their own.

use std::collections::BTreeSet;

use parlour_core::{DrawOptions, Match, Room, SetupValues, Signs, Turn, Viewer, below, laws, luck};
use ratatui::style::Color;

use super::{CAN_ON_DARK, CAN_ON_LIGHT, HINT, PICKED, PREVIEW, Theme};

/// The least distance between a mark and a colour of a game, in OKLab times 100: two are just
/// noticeable.
const NOT_THE_SAME: f64 = 5.5;

/// The same between two marks, whose shapes differ too: for normal vision, and for every kind.
const APART: f64 = 15.0;
const APART_FOR_ALL: f64 = 8.0;

/// All marks that are told apart by colours of their own; the cursor is white and black.
const MARKS: [Color; 5] = [CAN_ON_DARK, CAN_ON_LIGHT, PICKED, HINT, PREVIEW];

type Rgb = (u8, u8, u8);

fn shade(theme: Theme, role: Color, is_on_light: bool) -> Rgb {
    match theme.shade(role, false, is_on_light) {
        Color::Rgb(red, green, blue) => (red, green, blue),
        other => panic!("{other} is not the colour of a mark"),
    }
}

/// As OKLab has it, times 100.
fn seen((red, green, blue): Rgb) -> [f64; 3] {
    let [red, green, blue] = [red, green, blue].map(|part| {
        let part = f64::from(part) / 255.0;
        match part <= 0.040_45 {
            true => part / 12.92,
            false => ((part + 0.055) / 1.055).powf(2.4),
        }
    });
    let times =
        |rows: [[f64; 3]; 3], [a, b, c]: [f64; 3]| rows.map(|[x, y, z]| x * a + y * b + z * c);
    let cones = times(
        [
            [0.412_221, 0.536_333, 0.051_446],
            [0.211_903, 0.680_700, 0.107_397],
            [0.088_302, 0.281_719, 0.629_979],
        ],
        [red, green, blue],
    );
    times(
        [
            [21.045_43, 79.361_78, -0.407_20],
            [197.799_85, -242.859_22, 45.059_37],
            [2.590_40, 78.277_18, -80.867_58],
        ],
        cones.map(f64::cbrt),
    )
}

fn distance(one: Rgb, other: Rgb) -> f64 {
    let (one, other) = (seen(one), seen(other));
    let squares = one.iter().zip(other).map(|(a, b)| (a - b).powi(2));
    squares.sum::<f64>().sqrt()
}

/// Every colour with which a game has drawn boards, from the start and in the middle of games.
fn colours(game: &dyn parlour_core::GameEntry, theme: Theme, is_on_light: bool) -> BTreeSet<Rgb> {
    let mut luck = luck::seeded(3);
    let mut values = SetupValues::new();
    if game.info().id == "gridlock" {
        values.set("colours", "red,green,blue,yellow,magenta,cyan");
    }
    let start = game.start(&values, &mut luck).expect("a sound setup");
    let names = vec!["Amy".to_owned(), "Bill".to_owned()];
    let mut played = Match::new(start, names);
    let mut colours = BTreeSet::new();
    for _ in 0..16 {
        for (columns, lines) in [(40, 12), (60, 20), (150, 50)] {
            for (who, map) in [(Viewer::All, false), (Viewer::Public, true)] {
                let options = DrawOptions {
                    room: Some(Room { columns, lines }),
                    signs: Signs::Blocks,
                    theme: theme.of_boards(is_on_light),
                    map,
                    ..DrawOptions::default()
                };
                let drawing = played.position().draw(who, options).expect("not too large");
                for run in drawing.lines.iter().flatten() {
                    let both = [run.style.get_fg_color(), run.style.get_bg_color()];
                    colours.extend(
                        both.into_iter()
                            .flatten()
                            .filter_map(|colour| match colour {
                                anstyle::Color::Rgb(rgb) => Some((rgb.0, rgb.1, rgb.2)),
                                _ => None,
                            }),
                    );
                }
            }
        }
        let step = match played.turn() {
            Turn::Over(_) => break,
            Turn::Chance => played.position().draw_lot(&mut luck),
            Turn::Seat(_) => {
                let count = played.position().moves().len() as u64;
                let index = below(&mut luck, count).expect("a move");
                played.position().move_at(index as usize)
            }
        };
        played.take(step.expect("a step")).expect("legal");
    }
    colours
}

#[test]
fn no_mark_has_a_colour_of_a_game() {
    for theme in Theme::ALL {
        for is_on_light in [false, true] {
            for &game in parlour_catalog::games() {
                let colours = colours(game, theme, is_on_light);
                assert!(colours.len() > 3, "{}: {colours:?}", game.info().id);
                for role in MARKS {
                    let mark = shade(theme, role, is_on_light);
                    let least = colours.iter().map(|colour| distance(mark, *colour));
                    let least = least.fold(f64::INFINITY, f64::min);
                    assert!(
                        least >= NOT_THE_SAME,
                        "{role} has almost a colour of {} in {}, on light: {is_on_light}: {least:.1}",
                        game.info().id,
                        theme.name(),
                    );
                }
            }
        }
    }
}

#[test]
fn marks_are_told_apart() {
    for theme in Theme::ALL {
        for is_on_light in [false, true] {
            let grounds = [PICKED, HINT, PREVIEW].map(|role| shade(theme, role, is_on_light));
            for (one, other) in [(0, 1), (0, 2), (1, 2)] {
                let found = distance(grounds[one], grounds[other]);
                assert!(found >= APART, "{}: {found:.1} {grounds:?}", theme.name());
            }
        }
    }
}

#[test]
fn whoever_is_colour_blind_tells_the_marks_of_one_theme_apart() {
    for is_on_light in [false, true] {
        let grounds = [PICKED, HINT, PREVIEW].map(|role| {
            let (red, green, blue) = shade(Theme::Safe, role, is_on_light);
            format!("#{red:02x}{green:02x}{blue:02x}")
        });
        let least = laws::colours::least_distance(&grounds.each_ref().map(|text| &**text));
        assert!(least >= APART_FOR_ALL, "{least:.1} {grounds:?}");
    }
}

//! The marks of the visual language have colours of their own.

use std::collections::BTreeSet;

use parlour_core::picture::{self, Swatch, common};
use parlour_core::{DrawOptions, Match, Room, SetupValues, Signs, Turn, Viewer, below, laws, luck};
use ratatui::style::Color;

use super::{CAN_ON_DARK, CAN_ON_LIGHT, HINT, PICKED, PREVIEW, Theme};
use crate::oklab::{Rgb, seen};

/// The least distance between a mark and a colour of a game, in OKLab times 100: two are just
/// noticeable.
const NOT_THE_SAME: f64 = 5.5;

/// The same between two marks, whose shapes differ too: for normal vision, and for every kind.
const APART: f64 = 15.0;
const APART_FOR_ALL: f64 = 8.0;

/// The least distance between a mark of a picture and a colour of a game. A mark there has a halo,
/// which keeps it off whatever is below.
const NOT_THE_SAME_IN_PICTURES: f64 = 3.5;

/// All marks that are told apart by colours of their own; the cursor is white and black.
const MARKS: [Color; 5] = [CAN_ON_DARK, CAN_ON_LIGHT, PICKED, HINT, PREVIEW];

fn shade(theme: Theme, role: Color, is_on_light: bool) -> Rgb {
    match theme.shade(role, false, is_on_light) {
        Color::Rgb(red, green, blue) => [red, green, blue],
        other => panic!("{other} is not the colour of a mark"),
    }
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
                                anstyle::Color::Rgb(rgb) => Some([rgb.0, rgb.1, rgb.2]),
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
fn no_mark_of_a_picture_has_a_colour_of_a_game() {
    let colour = |swatch: &Swatch, theme| {
        let rgb = swatch.rgb(theme);
        [rgb.0, rgb.1, rgb.2]
    };
    for theme in picture::Theme::ALL {
        for game in parlour_catalog::games() {
            for mark in common::MARKS {
                let distances = game.swatches().iter().map(|swatch| {
                    let apart = distance(colour(mark, theme), colour(swatch, theme));
                    (apart, swatch.name)
                });
                let (least, nearest) = distances
                    .min_by(|a, b| a.0.total_cmp(&b.0))
                    .expect("a game has colours");
                assert!(
                    least >= NOT_THE_SAME_IN_PICTURES,
                    "{} has almost the colour {nearest} of {} in {}: {least:.1}",
                    mark.name,
                    game.info().id,
                    theme.name(),
                );
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
            let [red, green, blue] = shade(Theme::Safe, role, is_on_light);
            format!("#{red:02x}{green:02x}{blue:02x}")
        });
        let least = laws::colours::least_distance(&grounds.each_ref().map(|text| &**text));
        assert!(least >= APART_FOR_ALL, "{least:.1} {grounds:?}");
    }
}

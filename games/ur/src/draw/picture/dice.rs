//! The dice beside the board: four pyramids, each with two of its four corners marked. The roll is
//! how many land with a marked corner up.

use parlour_core::Game;
use parlour_core::picture::{Look, Motion, Painter, Panel, Place, Swatch, Unit};

use super::super::pick;
use super::art::{self, BRASS, CREAM, RIM, SHELL};
use super::status;
use crate::rules::{Move, Ur, game_over};

const SIZE: (f32, f32) = (400.0, 88.0);
const DICE: u8 = 4;
/// The middle of the button, and half of its height.
const BUTTON: (f32, f32, f32) = (SIZE.0 - 48.0, SIZE.1 / 2.0, 32.0);

/// The faces of a die, by how much light they get.
pub(super) const FACES: [Swatch; 3] = [
    Swatch::new("face-lit", ["#4a7fc4", "#4377b8", "#3f6fd0"]),
    Swatch::new("face", ["#2f62a8", "#2a5896", "#1f4fb0"]),
    Swatch::new("face-dark", ["#1c4580", "#183a6b", "#0a2f80"]),
];

/// Where each die lies, and how it is turned: in a heap before the throw.
const HEAP: [(f32, f32, f32); DICE as usize] = [
    (84.0, 50.0, 8.0),
    (126.0, 42.0, 69.0),
    (166.0, 50.0, -14.0),
    (207.0, 42.0, 41.0),
];
/// The same after it.
const THROWN: [(f32, f32, f32); DICE as usize] = [
    (42.0, 50.0, -9.0),
    (101.0, 45.0, 22.0),
    (162.0, 50.0, 4.0),
    (222.0, 46.0, -26.0),
];

fn place(die: u8) -> Place {
    Place::new(format!("die-{}", die + 1))
}

pub(super) fn panel(ur: &Ur, look: &Look<'_>) -> Panel {
    let mut painter = Painter::new(look, "ur", SIZE, "Dice");
    let passes = ur.moves() == [Move::Pass];
    let pass = passes.then(|| pick(ur, Move::Pass));
    let label = match passes {
        true => format!("dice: {} Pass.", status(ur)),
        false => format!("dice: {}", status(ur)),
    };
    painter.place(Place::new("dice"), pass, label, BUTTON, |painter| {
        art::tray(painter, (0.0, 0.0), SIZE);
        let cream = painter.paint(&CREAM);
        let total = match ur.roll() {
            Some(roll) => roll.to_string(),
            None => "?".to_owned(),
        };
        let x = SIZE.0 - if passes { 118.0 } else { 70.0 };
        painter.text(
            format_args!(
                "x=\"{}\" y=\"{}\" font-size=\"46\" font-weight=\"bold\" \
                 text-anchor=\"middle\" fill=\"{cream}\"",
                Unit(x),
                Unit(SIZE.1 / 2.0 + 17.0)
            ),
            total,
        );
        if passes {
            button(painter);
        }
    });
    for index in 0..DICE {
        let lies = match ur.roll() {
            None => HEAP,
            Some(_) => THROWN,
        };
        let (x, y, turn) = lies[usize::from(index)];
        let counts = ur.roll().map(|roll| index < roll.number());
        painter.place(place(index), None, "", (x, y, 24.0), |_| {});
        painter.thing(place(index), (x, y), |painter| die(painter, turn, counts));
    }
    Panel {
        name: "dice",
        title: String::new(),
        seat: None,
        picture: painter.finish(),
    }
}

/// The button for a turn that can only pass.
fn button(painter: &mut Painter<'_>) {
    let (fill, ink) = (painter.paint(&BRASS), painter.paint(&RIM));
    let (x, y, half) = BUTTON;
    painter.element(format_args!(
        "rect x=\"{}\" y=\"{}\" width=\"76\" height=\"{}\" rx=\"12\" fill=\"{fill}\" \
         stroke=\"{ink}\" stroke-width=\"2\"",
        Unit(x - 38.0),
        Unit(y - half),
        Unit(2.0 * half)
    ));
    painter.text(
        format_args!(
            "x=\"{}\" y=\"{}\" font-size=\"18\" font-weight=\"bold\" text-anchor=\"middle\" \
             fill=\"{ink}\"",
            Unit(x),
            Unit(y + 6.0)
        ),
        "pass",
    );
}

/// A pyramid seen from above, with its top in the middle. Whether it counts is known after the
/// throw.
fn die(painter: &mut Painter<'_>, turn: f32, counts: Option<bool>) {
    let [lit, face, dark] = [0, 1, 2].map(|index: usize| painter.paint(&FACES[index]));
    let (rim, shell, brass) = (
        painter.paint(&RIM),
        painter.paint(&SHELL),
        painter.paint(&BRASS),
    );
    painter.element(format_args!(
        "path d=\"M0-32L27.7 16H-27.7z\" transform=\"translate(3 6)rotate({})\" fill=\"{rim}\" \
         stroke=\"{rim}\" stroke-width=\"5\" stroke-linejoin=\"round\" opacity=\".35\"",
        Unit(turn)
    ));
    let edge = match counts {
        Some(true) => format!("stroke=\"{brass}\" stroke-width=\"5\""),
        _ => format!("stroke=\"{rim}\" stroke-width=\"3\""),
    };
    let attributes = format!("transform=\"rotate({})\"", Unit(turn));
    painter.group(attributes, |painter| {
        for (path, paint) in [
            ("M0-32L27.7 16H-27.7z", face),
            ("M0-32L0 0-27.7 16z", lit),
            ("M0 0L27.7 16H-27.7z", dark),
        ] {
            painter.element(format_args!("path d=\"{path}\" fill=\"{paint}\""));
        }
        // Two corners of every die are marked.
        let marks = match counts {
            Some(true) => "M0-12L10.4 6H-10.4zM0-32L5.5-22.5 0-19-5.5-22.5z",
            _ => "M0-32L5.5-22.5 0-19-5.5-22.5zM27.7 16H17L16.5 9.5 22.2 6.5z",
        };
        painter.element(format_args!("path d=\"{marks}\" fill=\"{shell}\""));
        painter.element(format_args!(
            "path d=\"M0-32L27.7 16H-27.7z\" fill=\"none\" stroke-linejoin=\"round\" {edge}"
        ));
    });
}

/// The dice tumble when they are thrown, and are gathered again.
pub(super) fn motions(before: &Ur, after: &Ur) -> Vec<Motion> {
    let turn = match (before.roll(), after.roll()) {
        (None, Some(_)) => 360,
        (Some(_), None) => 0,
        _ => return Vec::new(),
    };
    if game_over(after.state()).is_some() || game_over(before.state()).is_some() {
        return Vec::new();
    }
    (0..DICE)
        .map(|die| Motion::go(place(die), place(die)).turned(turn).following())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::Notation;

    #[test]
    fn only_a_turn_that_cannot_do_anything_else_passes() {
        for (text, pick) in [
            ("7/-/0 7/-/0 red 0", Some("pass")),
            ("7/-/0 7/-/0 red 1", None),
            ("7/-/0 7/-/0 red", None),
        ] {
            let ur = Ur::read_position(text).expect(text);
            let picture = panel(&ur, &Look::default()).picture;
            let spot = picture.spot(&Place::new("dice")).expect("the tray");
            assert_eq!(spot.pick.as_ref().map(|pick| pick.as_str()), pick, "{text}");
        }
    }
}

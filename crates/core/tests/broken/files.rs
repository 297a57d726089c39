//! Faults in records, drawings and bots.

use std::cell::Cell;

use parlour_core::json::Forms;
use parlour_core::picture::{Look, Motion, Place, Scene, Swatch};
use parlour_core::{
    Advice, Bot, BotInfo, Bots, Diagnostic, Draw, DrawOptions, Drawing, Encoder, Evaluation,
    GameInfo, Holds, Limits, Notation, Playable, Reading, Record, Records, Run, Save, Seat, Step,
    Tables, TooLarge, Views, encoder, laws,
};

use super::{Answers, Broken, fails, give};
use crate::shapes::race::{Move, Race};

type AnyBot = Box<dyn Bot<Race>>;

/// What the race says outside of its rules.
#[derive(Clone, Copy)]
struct Files {
    holds: fn(&[u8]) -> Holds,
    save: fn(&Race) -> Option<Save>,
    recognises: fn(&[u8]) -> bool,
    read: fn(&[u8]) -> Reading<Race>,
    check: fn(Reading<Race>) -> Vec<Diagnostic>,
    write: fn(&Record<Race>) -> String,
    write_view: fn(&Race) -> String,
    draw: fn(&Race, DrawOptions<'_>) -> Result<Drawing, TooLarge>,
    spoil: fn(&mut Scene),
    motions: fn(&Race, &Race) -> Vec<Motion>,
    bot: fn(&str, u64, &Tables) -> Option<AnyBot>,
    advice: fn(Advice<Move>) -> Advice<Move>,
    evaluate: fn(Seat) -> Option<f64>,
}

const SOUND: Files = Files {
    holds: Race::holds,
    save: Race::save,
    recognises: Race::recognises,
    read: Race::read_record,
    check: |reading| reading.diagnostics,
    write: Race::write_record,
    write_view: Race::write_view,
    draw: Race::draw,
    spoil: |_| (),
    motions: Race::motions,
    bot: Race::bot,
    advice: |advice| advice,
    evaluate: |_| Some(0.5),
};

thread_local! {
    static GIVEN: Cell<Files> = const { Cell::new(SOUND) };
}

impl Draw for Broken<Race> {
    fn draw(view: &Race, options: DrawOptions<'_>) -> Result<Drawing, TooLarge> {
        (GIVEN.get().draw)(view, options)
    }
    fn paint(view: &Race, look: &Look<'_>) -> Result<Scene, TooLarge> {
        let mut scene = Race::paint(view, look)?;
        (GIVEN.get().spoil)(&mut scene);
        Ok(scene)
    }
    const SWATCHES: &'static [Swatch] = Race::SWATCHES;
    fn motions(before: &Race, after: &Race) -> Vec<Motion> {
        (GIVEN.get().motions)(before, after)
    }
}

fn broken(step: Step<Race>) -> Step<Broken<Race>> {
    match step {
        Step::Move(chosen) => Step::Move(chosen),
        Step::Chance(outcome) => Step::Chance(outcome),
    }
}

fn unbroken(step: &Step<Broken<Race>>) -> Step<Race> {
    match step {
        Step::Move(chosen) => Step::Move(*chosen),
        Step::Chance(outcome) => Step::Chance(*outcome),
    }
}

impl Records for Broken<Race> {
    fn holds(head: &[u8]) -> Holds {
        (GIVEN.get().holds)(head)
    }
    fn save(&self) -> Option<Save> {
        (GIVEN.get().save)(&self.game)
    }
    fn recognises(head: &[u8]) -> bool {
        (GIVEN.get().recognises)(head)
    }
    fn read_record(file: &[u8]) -> Reading<Self> {
        let reading = (GIVEN.get().read)(file);
        Reading {
            record: reading.record.map(|record| Record {
                names: record.names,
                start: record.start.into(),
                steps: record.steps.into_iter().map(broken).collect(),
                sealed: record.sealed,
            }),
            spans: reading.spans,
            diagnostics: reading.diagnostics,
            unfinished: reading.unfinished,
        }
    }
    fn check_record(file: &[u8]) -> Vec<Diagnostic> {
        (GIVEN.get().check)((GIVEN.get().read)(file))
    }
    fn write_record(record: &Record<Self>) -> String {
        (GIVEN.get().write)(&Record {
            names: record.names.clone(),
            start: record.start.game.clone(),
            steps: record.steps.iter().map(unbroken).collect(),
            sealed: record.sealed.clone(),
        })
    }
}

struct BrokenBot(AnyBot);

impl Bot<Broken<Race>> for BrokenBot {
    fn advise(&mut self, seat: Seat, view: &Race, moves: &[Move], limits: &Limits) -> Advice<Move> {
        (GIVEN.get().advice)(self.0.advise(seat, view, moves, limits))
    }
}

impl Bots for Broken<Race> {
    const BOTS: &'static [BotInfo] = Race::BOTS;
    const EVALUATE: Option<Evaluation<Self>> = Some(|_, seat| (GIVEN.get().evaluate)(seat));

    fn bot(name: &str, seed: u64, tables: &Tables) -> Option<Box<dyn Bot<Self>>> {
        Some(Box::new(BrokenBot((GIVEN.get().bot)(name, seed, tables)?)))
    }
}

impl Views for Broken<Race> {
    const OPEN: bool = true;

    fn write_view(view: &Race) -> String {
        (GIVEN.get().write_view)(view)
    }
    fn read_view(text: &str) -> Result<Race, Diagnostic> {
        Race::read_view(text)
    }
}

impl Playable for Broken<Race> {
    const INFO: GameInfo = Race::INFO;
    const JSON: Forms<Self> = super::json::FORMS;
    const ENCODER: Option<&'static dyn Encoder> = Some(encoder::<Self>());
}

/// With these answers a law fails with these words.
#[track_caller]
fn breaks(words: &str, files: Files) {
    give(Answers::<Race>::sound());
    GIVEN.set(files);
    fails(laws::of_files::<Broken<Race>>, words);
}

#[test]
fn without_a_fault_the_laws_hold() {
    give(Answers::<Race>::sound());
    laws::of_files::<Broken<Race>>();
}

#[test]
fn finished_records_and_no_others_are_valid() {
    breaks(
        "a record that is not recognised",
        Files {
            recognises: |head| head.starts_with(b"RACES"),
            ..SOUND
        },
    );
    breaks(
        "finished records, and no others, are valid",
        Files {
            write: |record| Race::write_record(record).replace(" wins!\n", " has won.\n"),
            ..SOUND
        },
    );
    breaks(
        "finished records, and no others, are valid",
        Files {
            read: |file| {
                let mut reading = Race::read_record(file);
                if reading.unfinished {
                    reading.diagnostics.clear();
                }
                reading
            },
            ..SOUND
        },
    );
    breaks(
        "a record that stops early is unfinished",
        Files {
            read: |file| Reading {
                unfinished: false,
                ..Race::read_record(file)
            },
            ..SOUND
        },
    );
}

/// Reads and then changes what was read.
fn misread(file: &[u8], change: fn(&mut Record<Race>)) -> Reading<Race> {
    let mut reading = Race::read_record(file);
    reading.record.as_mut().map(change);
    reading
}

#[test]
fn views_have_texts() {
    breaks(
        "a view's text is not one line",
        Files {
            write_view: |view| format!("{}\n", Race::write_view(view)),
            ..SOUND
        },
    );
    breaks(
        "cannot be read back",
        Files {
            write_view: |view| format!("{} and more", Race::write_view(view)),
            ..SOUND
        },
    );
}

#[test]
fn a_record_replays() {
    breaks(
        "nothing was read of",
        Files {
            read: |file| Reading {
                record: None,
                ..Race::read_record(file)
            },
            ..SOUND
        },
    );
    breaks(
        "every step has a place",
        Files {
            read: |file| {
                let mut reading = Race::read_record(file);
                reading.spans.pop();
                reading
            },
            ..SOUND
        },
    );
    // The reader loses a step.
    breaks(
        "a record is read back as another game",
        Files {
            read: |file| misread(file, |record| record.steps.truncate(1)),
            ..SOUND
        },
    );
    // The writer loses a step, and what it writes is still a game.
    breaks(
        "every step has a place",
        Files {
            write: |record| {
                let mut record = record.clone();
                record.steps.pop();
                Race::write_record(&record)
            },
            ..SOUND
        },
    );
    breaks(
        "a record is read back as another game",
        Files {
            read: |file| misread(file, |record| record.names.reverse()),
            ..SOUND
        },
    );
}

/// Files of whole games are not files of positions.
#[test]
fn a_saved_position_is_read_back() {
    const SAVING: Files = Files {
        recognises: |_| true,
        holds: |head| match head.starts_with(b"SAVE") {
            true => Holds::Position,
            false => Holds::Game,
        },
        save: |race| {
            Some(Save {
                text: format!("SAVE {}", race.write_position()),
                remark: None,
            })
        },
        ..SOUND
    };
    breaks(
        "a record of a game is taken for a position",
        Files {
            holds: |_| Holds::Position,
            ..SOUND
        },
    );
    breaks(
        "a saved position is not recognised",
        Files {
            holds: |_| Holds::Game,
            ..SAVING
        },
    );
    breaks("a saved position is valid", SAVING);
    breaks(
        "another position is read back than was saved",
        Files {
            read: |file| match file.starts_with(b"SAVE") {
                false => Race::read_record(file),
                true => Reading {
                    diagnostics: Vec::new(),
                    unfinished: false,
                    ..Race::read_record(file)
                },
            },
            ..SAVING
        },
    );
}

#[test]
fn odd_bytes_are_refused() {
    breaks(
        "files are text",
        Files {
            read: |file| {
                std::str::from_utf8(file).expect("files are text");
                Race::read_record(file)
            },
            ..SOUND
        },
    );
    breaks(
        "reading and checking find different things",
        Files {
            check: |_| Vec::new(),
            ..SOUND
        },
    );
    breaks(
        "points outside of",
        Files {
            read: |file| {
                let mut reading = Race::read_record(file);
                for finding in &mut reading.diagnostics {
                    finding.at.span.end = file.len() + 1;
                }
                reading
            },
            ..SOUND
        },
    );
    breaks(
        "a step's place is outside of the file",
        Files {
            read: |file| {
                let mut reading = Race::read_record(file);
                for span in &mut reading.spans {
                    span.end = file.len() + 1;
                }
                reading
            },
            ..SOUND
        },
    );
    // The reader keeps the step that it reports.
    breaks(
        "a step that was read is illegal",
        Files {
            read: |file| {
                let reading = Race::read_record(file);
                if reading.unfinished || reading.diagnostics.is_empty() {
                    return reading;
                }
                misread(file, |record| {
                    record.steps.push(Step::Move(Move::From(u8::MAX)));
                })
            },
            ..SOUND
        },
    );
}

#[test]
fn drawings_can_be_made() {
    breaks(
        "a control character is drawn",
        Files {
            draw: |race, options| {
                let mut drawing = Race::draw(race, options)?;
                drawing.lines.push(vec![Run::plain("\x07")]);
                Ok(drawing)
            },
            ..SOUND
        },
    );
}

#[test]
fn pictures_are_sound() {
    type Spoil = fn(&mut Scene);
    let broken: [(&str, Spoil); 10] = [
        ("this is not an SVG document", |scene| {
            scene.board.ground += "<g>"
        }),
        ("a picture must not have a image", |scene| {
            scene.board.ground += "<image/>";
        }),
        ("it hides its picks", |scene| {
            scene.board.ground += "<g role=\"img\"/>";
        }),
        ("is not a button", |scene| {
            scene.board.ground += "<g data-pick=\"1\" aria-label=\"one\"/>";
        }),
        ("is a button without words", |scene| {
            scene.board.ground += "<g data-pick=\"1\" role=\"button\" aria-label=\" \"/>";
        }),
        ("is not a number", |scene| {
            scene.board.ground += "<rect x=\"NaN\"/>"
        }),
        ("is not defined", |scene| {
            scene.board.ground += "<rect fill=\"url(#nothing)\"/>";
        }),
        ("is fixed, in a picture for a page", |scene| {
            scene.board.ground += "<rect fill=\"#123456\"/>";
        }),
        ("two places are named", |scene| {
            let first = scene.board.spots[0].clone();
            scene.board.spots.push(first);
        }),
        ("a picture without a status", |scene| scene.status.clear()),
    ];
    for (law, spoil) in broken {
        breaks(law, Files { spoil, ..SOUND });
    }
    breaks(
        "is not there",
        Files {
            motions: |_, _| vec![Motion::appear(Place::new("nowhere"))],
            ..SOUND
        },
    );
    breaks(
        "something moves where nothing changes",
        Files {
            motions: |_, _| vec![Motion::appear(Place::new("1"))],
            ..SOUND
        },
    );
    // A pick that is not offered at its place is offered beside the board.
    breaks(
        "two places are named",
        Files {
            spoil: |scene| {
                scene
                    .board
                    .spots
                    .iter_mut()
                    .for_each(|spot| spot.pick = None)
            },
            ..SOUND
        },
    );
}

#[test]
fn estimates_are_chances() {
    breaks(
        "is not a chance",
        Files {
            evaluate: |_| Some(f64::NAN),
            ..SOUND
        },
    );
    breaks(
        "the chances of two add up to",
        Files {
            evaluate: |_| Some(0.6),
            ..SOUND
        },
    );
    breaks(
        "the chances of some are known",
        Files {
            evaluate: |seat| (seat == Seat(0)).then_some(0.5),
            ..SOUND
        },
    );
}

#[test]
fn bots_are_legal_and_repeatable() {
    breaks(
        "a bot that is not listed",
        Files {
            bot: |_, seed, tables| Race::bot("random", seed, tables),
            ..SOUND
        },
    );
    breaks(
        "is not a bot",
        Files {
            bot: |_, _, _| None,
            ..SOUND
        },
    );
    breaks(
        "makes an illegal move",
        Files {
            advice: |_| Advice::unexplained(Move::From(u8::MAX)),
            ..SOUND
        },
    );
    breaks(
        "considers an illegal move",
        Files {
            advice: |mut advice| {
                advice.considered.push((Move::From(u8::MAX), 1.0));
                advice
            },
            ..SOUND
        },
    );
    thread_local! {
        static ASKED: Cell<u32> = const { Cell::new(0) };
    }
    breaks(
        "is not repeatable",
        Files {
            advice: |advice| Advice {
                value: Some(f64::from(ASKED.replace(ASKED.get() + 1))),
                ..advice
            },
            ..SOUND
        },
    );
}

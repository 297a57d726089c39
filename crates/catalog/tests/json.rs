//! What is written as JSON matches the published schemas.
#![cfg(feature = "serde")]

use jsonschema::Validator;
use parlour_catalog::games;
use parlour_core::json::{AdviceForm, Finding, Form, Json};
use parlour_core::{
    AnyRecord, GameEntry, Limits, Match, Seat, Seed, SetupValues, Tables, Turn, Viewer, luck,
};
use serde_json::{Value, json};

/// The schemas of a game.
struct Schemas(Vec<Validator>);

impl Schemas {
    fn of(game: &dyn GameEntry) -> Self {
        let schema = |form| {
            let schema = Value::from(game.json().schema(form));
            jsonschema::validator_for(&schema).expect("a schema")
        };
        Schemas(Form::ALL.map(schema).into())
    }

    #[track_caller]
    fn fits(&self, form: Form, json: &str) {
        let value: Value = serde_json::from_str(json).expect(json);
        if let Err(error) = self.0[form as usize].validate(&value) {
            panic!("{json} is no {}: {error}", form.word());
        }
    }

    /// What is written fits, and is read back as the same.
    #[track_caller]
    fn fits_both_ways<T: Json + PartialEq + std::fmt::Debug>(&self, form: Form, value: &T) {
        let json = serde_json::to_string(value).expect("JSON");
        self.fits(form, &json);
        assert_eq!(&serde_json::from_str::<T>(&json).expect(&json), value);
    }

    fn takes(&self, form: Form, value: &Value) -> bool {
        self.0[form as usize].is_valid(value)
    }
}

/// A setup from examples, and a game of random moves from it.
fn random_game(game: &dyn GameEntry, seed: u64, schemas: &Schemas) -> Option<AnyRecord> {
    let mut values = SetupValues::new();
    for (option, shift) in game.options().iter().zip(0..) {
        let examples = option.examples;
        if let Some(example) = examples.get((seed >> shift) as usize % (examples.len() + 1)) {
            values.set(option.name, *example);
        }
    }
    let mut luck = luck::seeded(seed);
    // Each example is valid on its own, but not all of them go together.
    let start = game.start(&values, &mut luck).ok()?;
    let names = Seat::all(start.seats()).map(|seat| format!("Player {}", seat.0));
    let mut played = Match::new(start, names.collect());
    let mut bot = game.bot("random", seed, &Tables::none())?;
    for _ in 0..60 {
        let position = played.position();
        let forms = game.json();
        schemas.fits(Form::Position, forms.write_position(position).get());
        let seats = Seat::all(position.seats()).map(Viewer::Seat);
        for who in seats.chain([Viewer::Public, Viewer::All]) {
            schemas.fits(Form::View, forms.write_view(position, who).get());
        }
        let step = match played.turn() {
            Turn::Over(_) => break,
            Turn::Chance => {
                let step = position.draw_lot(&mut luck).expect("luck's turn");
                schemas.fits(Form::Chance, forms.write_step(position, &step).get());
                step
            }
            Turn::Seat(_) => {
                let limits = Limits::nodes(100);
                let advice = bot.advise(position, &limits).expect("a move");
                schemas.fits_both_ways::<AdviceForm>(
                    Form::Advice,
                    &AdviceForm::from(position.write_advice(&advice)),
                );
                schemas.fits(Form::Move, forms.write_step(position, &advice.best).get());
                advice.best
            }
        };
        played.take(step).expect("a legal step");
    }
    Some(played.record())
}

#[test]
fn what_is_written_fits_its_schema() {
    for game in games() {
        let schemas = Schemas::of(*game);
        let mut played = 0;
        for seed in 0..40 {
            if let Some(record) = random_game(*game, seed, &schemas) {
                let sealed = AnyRecord {
                    sealed: Some(Seed::new(seed).opened()),
                    ..record.clone()
                };
                for record in [record, sealed] {
                    let json = game.json().write_record(&record);
                    schemas.fits(Form::Record, json.get());
                    let read = game.json().read_record(json.get()).expect("a record");
                    assert_eq!(read.sealed, record.sealed);
                }
                played += 1;
            }
        }
        assert!(played > 10, "{}", game.info().id);
        let finding = game.read_position("?").expect_err("no position");
        schemas.fits_both_ways(Form::Diagnostic, &Finding::of(&finding, b"?"));
    }
}

#[test]
fn what_a_bot_tells_fits_the_schema_of_advice() {
    for game in games() {
        let schemas = Schemas::of(*game);
        let mut luck = luck::seeded(1);
        let mut position = game
            .start(&SetupValues::new(), &mut luck)
            .expect("the usual");
        while let Some(step) = position.draw_lot(&mut luck) {
            position.take(&step).expect("a throw");
        }
        for bot in game.bots() {
            let mut bot = game.bot(bot.name, 1, &Tables::none()).expect(bot.name);
            let advice = bot.advise(&*position, &Limits::nodes(300)).expect("a move");
            let advice = AdviceForm::from(position.write_advice(&advice));
            schemas.fits_both_ways(Form::Advice, &advice);
        }
    }
}

#[test]
fn schemas_refuse_what_is_something_else() {
    for game in games() {
        let schemas = Schemas::of(*game);
        let id = game.info().id;
        for form in Form::ALL {
            for value in [json!(null), json!(17), json!("x"), json!([]), json!({})] {
                assert!(!schemas.takes(form, &value), "{id} {form:?} {value}");
            }
        }
        let start = game.start(&SetupValues::new(), &mut luck::seeded(1));
        let start = game.json().write_position(&*start.expect("the usual"));
        let mut start: Value = serde_json::from_str(start.get()).expect("JSON");
        start["more"] = json!(1);
        assert!(!schemas.takes(Form::Position, &start), "{id}");
    }
}

#[test]
fn records_that_cannot_be_are_refused_where_they_are_wrong() {
    let game = parlour_catalog::game("gridlock").expect("gridlock");
    let json = r#"{"game":"gridlock","players":["Amy","Bill"],"start":{"size":{"width":2,"height":1},"colours":["red"],"rows":[[null,null]]},"steps":[{"cell":{"x":0,"y":0},"colour":"red"}]}"#;
    let record = game.json().read_record(json).expect("a record");
    assert_eq!(game.json().write_record(&record).get(), json);
    let lone_key = &format!(r#""opened":"{}","steps""#, "0".repeat(64));
    for (from, to, code, place) in [
        ("gridlock", "ur", "wrong-game", None),
        (r#""Amy","Bill""#, r#""Amy""#, "bad-players", None),
        (r#""Amy""#, r#""""#, "bad-players", None),
        (r#""Amy""#, r#""Bill""#, "duplicate-player", None),
        ("[[null,null]]", "[[null]]", "bad-value", Some("{\"size")),
        (r#""x":0"#, r#""x":5"#, "out-of-bounds", Some("{\"cell")),
        (r#""x":0"#, r#""x":-1"#, "bad-value", Some("1,\"y\"")),
        (r#""steps""#, r#""moves""#, "bad-value", None),
        (r#""steps""#, r#""sealed":"F00D","steps""#, "bad-seal", None),
        (r#""steps""#, lone_key, "wrong-key", None),
    ] {
        let bad = json.replacen(from, to, 1);
        let finding = game.json().read_record(&bad).expect_err(to);
        assert_eq!(finding.code, code, "{to}");
        if let Some(place) = place {
            let shown = &bad[finding.at.span.start..];
            assert!(shown.starts_with(place), "{to}: {shown}");
        }
    }
}

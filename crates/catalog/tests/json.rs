//! What is written as JSON is what the published schemas say.
#![cfg(feature = "serde")]

use jsonschema::Validator;
use parlour_catalog::games;
use parlour_core::json::{Finding, Form};
use parlour_core::{
    AnyRecord, GameEntry, Limits, Match, Seat, SetupValues, Tables, Turn, Viewer, luck,
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

    fn takes(&self, form: Form, value: &Value) -> bool {
        self.0[form as usize].is_valid(value)
    }
}

/// A setup of examples, and a game of random moves from it.
fn random_game(game: &dyn GameEntry, seed: u64, schemas: &Schemas) -> Option<AnyRecord> {
    let mut values = SetupValues::new();
    for (option, shift) in game.options().iter().zip(0..) {
        let examples = option.examples;
        if let Some(example) = examples.get((seed >> shift) as usize % (examples.len() + 1)) {
            values.set(option.name, *example);
        }
    }
    let mut luck = luck::seeded(seed);
    // Examples are good one by one, but need not all go together.
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
                schemas.fits(Form::Advice, forms.write_advice(position, &advice).get());
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
                let json = game.json().write_record(&record);
                schemas.fits(Form::Record, json.get());
                played += 1;
            }
        }
        assert!(played > 10, "{}", game.info().id);
        let finding = game.read_position("?").err().expect("no position");
        let finding = serde_json::to_string(&Finding::of(&finding, b"?")).expect("JSON");
        schemas.fits(Form::Diagnostic, &finding);
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
            let json = game.json().write_advice(&*position, &advice);
            schemas.fits(Form::Advice, json.get());
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
    for (from, to, code, place) in [
        ("gridlock", "ur", "wrong-game", None),
        (r#""Amy","Bill""#, r#""Amy""#, "bad-players", None),
        (r#""Amy""#, r#""""#, "bad-players", None),
        (r#""Amy""#, r#""Bill""#, "duplicate-player", None),
        ("[[null,null]]", "[[null]]", "bad-value", Some("{\"size")),
        (r#""x":0"#, r#""x":5"#, "out-of-bounds", Some("{\"cell")),
        (r#""x":0"#, r#""x":-1"#, "bad-value", Some("1,\"y\"")),
        (r#""steps""#, r#""moves""#, "bad-value", None),
    ] {
        let bad = json.replacen(from, to, 1);
        let finding = game.json().read_record(&bad).err().expect(to);
        assert_eq!(finding.code, code, "{to}");
        if let Some(place) = place {
            let shown = &bad[finding.at.span.start..];
            assert!(shown.starts_with(place), "{to}: {shown}");
        }
    }
}

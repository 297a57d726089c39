//! Texts and files from outside.

use parlour_arena::protocol::{self, Go};
use parlour_arena::{GameResult, Heading, Plan, Scoreboard, Seating, Shape};
use parlour_core::{
    DrawOptions, Entry, GameEntry, Position, SetupValues, Severity, Turn, Viewer, harmless, luck,
};
use parlour_host::Kept;
use parlour_search::common;

use crate::four_in_a_row::FourInARow;

/// The game that the first line names, and the text below it. An unknown name stands for some game,
/// too.
fn game_and_text(bytes: &[u8]) -> (&'static dyn GameEntry, String) {
    let text = String::from_utf8_lossy(bytes);
    let (id, text) = text.split_once('\n').unwrap_or(("", &text));
    let game = parlour_catalog::game(id).unwrap_or_else(|| {
        let games = parlour_catalog::games();
        games[id.len() % games.len()]
    });
    (game, text.to_owned())
}

/// A start position, the same every time.
fn start(game: &dyn GameEntry) -> Box<dyn Position> {
    let start = game.start(&SetupValues::new(), &mut luck::seeded(1));
    start.expect("the usual setup")
}

/// A record of a game of the catalogue.
pub(crate) fn record(id: &str, bytes: &[u8]) {
    record_of(parlour_catalog::game(id).expect("listed"), bytes);
}

/// A record in the format of games without one of their own.
pub(crate) fn default_record(bytes: &[u8]) {
    static GAME: Entry<FourInARow> = Entry::with(common());
    record_of(&GAME, bytes);
}

/// A record is read or refused. What is read survives writing and reading.
fn record_of(game: &'static dyn GameEntry, bytes: &[u8]) {
    let reading = game.read_record(bytes);
    let findings = game.check_record(bytes);
    let is_sound = findings
        .iter()
        .all(|finding| finding.severity != Severity::Error);
    assert_eq!(
        reading.is_valid(),
        is_sound,
        "checking and reading must agree"
    );
    for finding in &findings {
        let spans = [&finding.at].into_iter().chain(&finding.also);
        for span in spans.map(|label| &label.span) {
            assert!(
                span.start <= span.end && span.end <= bytes.len(),
                "{span:?}"
            );
        }
    }
    if !reading.is_valid() && !reading.unfinished {
        return;
    }
    let record = reading.record.expect("what is sound can be replayed");
    let written = game.write_record(&record);
    let again = game.read_record(written.as_bytes());
    assert!(again.is_valid() || again.unfinished, "{written}");
    let record = again.record.expect("what is sound can be replayed");
    assert_eq!(game.write_record(&record), written);
}

/// A kept game is resumed or refused.
pub(crate) fn kept(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let Ok(kept) = Kept::read(&text, parlour_catalog::game) else {
        return;
    };
    let record = kept.game.write_record(&kept.played.record());
    let reading = kept.game.read_record(record.as_bytes());
    assert!(reading.is_valid() || reading.unfinished, "{record}");
}

/// Results of an arena are counted or refused.
pub(crate) fn results(bytes: &[u8]) {
    let plan = Plan::new(2, 2, Shape::RoundRobin, Seating::Exchanged, 10).expect("a plan");
    let mut board = Scoreboard::new(plan, 2, None);
    for line in bytes.split(|byte| *byte == b'\n') {
        let _ = serde_json::from_slice::<Heading>(line);
        if let Ok(result) = serde_json::from_slice::<GameResult>(line) {
            board.add(result);
        }
    }
    let _ = board.standing();
}

/// A position survives writing and reading; its moves can be made, and it can be drawn.
pub(crate) fn position(bytes: &[u8]) {
    let (game, text) = game_and_text(bytes);
    let Ok(position) = game.read_position(&text) else {
        return;
    };
    let written = position.text();
    let again = game.read_position(&written).expect("what was written");
    assert!(again.same_as(&*position), "{written}");
    assert_eq!(again.text(), written);
    let moves = position.moves();
    let is_over = matches!(position.turn(), Turn::Over(_));
    assert_eq!(moves.is_empty(), is_over, "{written}");
    for chosen in moves.iter().take(2).chain(moves.last()) {
        let mut after = position.clone();
        after.apply(chosen).expect("a move that was listed");
    }
    for who in viewers(&*position) {
        let _ = position.view_text(who);
        let _ = position.in_words(who);
        if let Ok(drawing) = position.draw(who, DrawOptions::default()) {
            for line in drawing.to_plain().lines() {
                assert_eq!(harmless(line), line);
            }
        }
    }
}

fn viewers(position: &dyn Position) -> Vec<Viewer> {
    match position.turn() {
        Turn::Seat(seat) => vec![Viewer::All, Viewer::Seat(seat)],
        _ => vec![Viewer::All],
    }
}

/// The text of a move is read or refused, here and after a few moves. What is read survives writing
/// and reading.
pub(crate) fn step(bytes: &[u8]) {
    let (game, text) = game_and_text(bytes);
    let mut position = start(game);
    for line in text.lines() {
        let Ok(step) = position.read(line) else {
            continue;
        };
        let written = position.write(&step);
        let again = position.read(&written).expect("what was written");
        assert_eq!(position.write(&again), written);
        let _ = position.describe(&step, Viewer::All);
        let before = position.text();
        if position.take(&step).is_err() {
            assert_eq!(position.text(), before, "what is refused changes nothing");
        }
    }
}

/// A view is read or refused; what is read looks like that to the player to move.
pub(crate) fn view(bytes: &[u8]) {
    let (game, text) = game_and_text(bytes);
    let mut luck = luck::seeded(1);
    let Ok(position) = game.read_view(&text, &mut luck) else {
        return;
    };
    let Turn::Seat(seat) = position.turn() else {
        return;
    };
    let seen = position.view_text(Viewer::Seat(seat));
    let again = game.read_view(&seen, &mut luck).expect("what was written");
    assert_eq!(again.view_text(Viewer::Seat(seat)), seen);
}

/// Positions, steps and records in JSON are read or refused. What is read survives writing and
/// reading.
pub(crate) fn json(bytes: &[u8]) {
    let (game, text) = game_and_text(bytes);
    let forms = game.json();
    if let Ok(position) = forms.read_position(&text) {
        let written = forms.write_position(&*position);
        let again = forms
            .read_position(written.get())
            .expect("what was written");
        assert!(again.same_as(&*position), "{written}");
    }
    let position = start(game);
    if let Ok(step) = forms.read_step(&*position, &text) {
        let written = forms.write_step(&*position, &step);
        let again = forms.read_step(&*position, written.get());
        let again = again.expect("what was written");
        assert_eq!(position.write(&again), position.write(&step));
    }
    if let Ok(record) = forms.read_record(&text) {
        let written = forms.write_record(&record);
        let again = forms.read_record(written.get()).expect("what was written");
        assert_eq!(forms.write_record(&again).get(), written.get());
    }
}

/// A line of the protocol is understood or ignored.
pub(crate) fn protocol(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    for line in text.lines() {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "position" => {
                let (position, moves) = protocol::read_position(rest);
                let written = protocol::write_position(position, &moves);
                let rest = written.strip_prefix("position ").unwrap_or_default();
                assert_eq!(protocol::read_position(rest).1, moves, "{written}");
            }
            "go" => {
                if let Ok(go) = Go::read(rest) {
                    let written = go.write();
                    let rest = written.strip_prefix("go").unwrap_or_default();
                    assert!(Go::read(rest).is_ok(), "{written}");
                }
            }
            _ => {
                let info = protocol::read_info(rest);
                let _ = protocol::write_info(&info.thought());
            }
        }
    }
}

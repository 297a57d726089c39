//! The codes of the server's refusals.

use std::fs;
use std::path::{Path, PathBuf};

/// Status, code, meaning, and a message for example.
type Refusal = (u16, &'static str, &'static str, &'static str);

#[rustfmt::skip]
pub(crate) const REFUSALS: [Refusal; 47] = [
    (400, "request", "an address or its query makes no sense", "the request cannot be understood"),
    (401, "token", "the token is unknown", "there is no such token"),
    (403, "other-site", "sent by a page of another site", "this request comes from a page of another site"),
    (403, "scope", "the token does not allow it", "this token only allows reading"),
    (403, "not-yours", "only another player may do it", "you have no seat in this match"),
    (403, "secret", "something is hidden until the end", "the record of this game is secret until it is over"),
    (404, "not-found", "there is no such thing", "there is nothing at this address"),
    (405, "method", "GET instead of POST, or the like", "this address does not accept requests of this kind"),
    (409, "late", "something has happened since `at`; the answer has it", "something has happened since; look at the new events"),
    (409, "waiting", "a seat is still free", "the match begins when all seats are taken"),
    (409, "not-your-turn", "another player is to move", "it is not your turn"),
    (409, "over", "the match or the tournament is over", "the match is over"),
    (409, "not-over", "it is not over yet", "the match is not over yet"),
    (409, "taken", "somebody else was faster", "this seat is already taken"),
    (409, "nothing", "there is nothing to take back, accept or decline", "there is nothing to take back"),
    (409, "too-late", "the match has begun", "only its creator can cancel a match, and only before it begins"),
    (409, "started", "the tournament has begun", "it has begun already"),
    (409, "too-few", "too few players", "a tournament needs at least two players"),
    (409, "not-in", "the player does not take part", "you are not in this tournament"),
    (409, "busy", "too many changes at once", "too many people are changing it at the same time; try again"),
    (413, "too-large", "the body is too large", "the body of a request has at most 65536 bytes, or 1048576 where it may hold a record"),
    (422, "body", "JSON of the wrong form; 400 if it is not JSON", "the body of the request is not an object of JSON"),
    (422, "game", "no such game", "there is no game chess"),
    (422, "setup", "an unknown option, or a bad value", "Gridlock has no option pieces"),
    (422, "seats", "not one entry per seat", "this match has 2 seats, but 3 are given"),
    (422, "clock", "a clock out of range, or not for two", "this clock is not possible"),
    (422, "bot", "no such bot, or it cannot play here", "Gridlock has no bot hal"),
    (422, "nodes", "too many positions, or none", "a bot looks at 1 to 1000000 positions for a move"),
    (422, "pick", "this cannot be picked now", "e9 cannot be picked here"),
    (422, "board", "a board too large to be drawn", "a 2000x2000 grid is too large to draw"),
    (422, "position", "nobody is to move there", "nobody is to move in this position"),
    (422, "record", "the record is missing or malformed", "the record cannot be read"),
    (422, "review", "nothing to review, or two things at once", "give either a match, or a record and its game"),
    (422, "name", "a name that no record can hold", "a name has at most 40 letters"),
    (422, "label", "a label that is too long", "a label has at most 80 letters"),
    (422, "tournament", "rounds, minutes, games or name out of range", "a tournament has 1 to 50 rounds or 1 to 1440 minutes, one or two games a pairing, and a name of at most 80 letters"),
    (422, "full", "the tournament has no place left", "the tournament is full: it takes 500 players"),
    (422, "since", "not the number of an event", "since is the number of the last event that you know"),
    (422, "topics", "not a list of matches, tournaments and `lobby`", "write m:ID@SEQ for a match, t:CODE@SEQ for a tournament, and lobby for the lists of matches, at most twenty, separated by commas"),
    (422, "width", "a picture too narrow or too wide", "a width is 64 to 2000 pixels"),
    (422, "range", "not a part of the match", "from is the number of a step"),
    (422, "film", "the match cannot be filmed", "there is no position to film"),
    (426, "socket", "the request is not for a WebSocket", "programs without WebSockets read /api/matches/ID/stream"),
    (429, "too-many", "a limit; `wait` has the seconds", "too many requests from this player"),
    (500, "internal", "a fault of the server", "internal server error; the reason is in the server's log"),
    (501, "format", "oEmbed in a format other than JSON", "answers are JSON"),
    (503, "draining", "the server is stopping; another one may answer", "the server is shutting down"),
];

fn sources(folder: &Path, all: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true if path.ends_with("tests") => {}
            true => sources(&path, all),
            false if path.ends_with("tests.rs") => {}
            false => all.push(path),
        }
    }
}

/// The server's source, with strings that continue on the next line joined; and that of messages
/// which it passes on.
pub(crate) fn source(root: &Path) -> String {
    let others = ["crates/film/src/film.rs", "games/gridlock/src/draw.rs"];
    let mut files: Vec<PathBuf> = others.iter().map(|file| root.join(file)).collect();
    sources(&root.join("crates/server/src"), &mut files);
    let texts = files
        .iter()
        .map(|file| fs::read_to_string(file).expect("source"));
    let mut source = String::new();
    for text in texts {
        let mut parts = text.split("\\\n");
        source.push_str(parts.next().unwrap_or_default());
        parts.for_each(|part| source.push_str(part.trim_start()));
    }
    source
}

/// The codes that the server's source gives: the first text in brackets after `Problem::`.
pub(crate) fn codes(source: &str) -> Vec<String> {
    let calls = source.split("Problem::").skip(1);
    let calls = calls.filter(|call| {
        ["new(", "invalid(", "untimely(", "forbidden("]
            .iter()
            .any(|name| call.starts_with(name))
    });
    let texts = calls.filter_map(|call| {
        let end = call.find(';').unwrap_or(call.len());
        call[..end].split('"').nth(1)
    });
    let is_code =
        |text: &&str| !text.is_empty() && text.chars().all(|c| c.is_ascii_lowercase() || c == '-');
    let mut codes: Vec<String> = texts.filter(is_code).map(str::to_owned).collect();
    codes.sort();
    codes.dedup();
    codes
}

/// Whether a message can come from a format string.
fn fits(format: &str, message: &str) -> bool {
    let mut parts = format.split('{');
    let start = parts.next().unwrap_or_default();
    let Some(mut rest) = message.strip_prefix(start) else {
        return false;
    };
    for part in parts {
        let fixed = part.split_once('}').map_or("", |(_, fixed)| fixed);
        match rest.find(fixed) {
            _ if fixed.is_empty() => rest = "",
            Some(place) => rest = &rest[place + fixed.len()..],
            None => return false,
        }
    }
    rest.is_empty()
}

/// Whether some text in the source can become this message.
pub(crate) fn says(source: &str, message: &str) -> bool {
    let mut texts = source.split('"');
    // A format of nothing but values would fit every message.
    let is_telling = |text: &&str| text.split(' ').filter(|word| !word.contains('{')).count() > 2;
    texts.any(|text| is_telling(&text) && fits(text, message))
}

#[test]
fn messages_are_found_by_their_formats() {
    assert!(fits("{} has no bot {bot}", "Ploy has no bot hal"));
    assert!(fits("{} or {} and so on", "this or that and so on"));
    assert!(!fits("{} has no bot {bot}", "Ploy has a bot"));
    assert!(!fits("there is no game", "there is no game chess"));
    assert!(!says("say(\"{this}\", \"{that} is\");", "this is"));
}

//! A guided first game: a script of what is said, which move is asked for, and what the other
//! players and chance do then.
//!
//! A script is a text of fields, `word: text`. A text may go on in lines that begin with a space.
//!
//! | word | |
//! | --- | --- |
//! | `start` | the position to begin with; before a `say`, a new position |
//! | `seat` | the name of the learner's seat |
//! | `say` | begins a step: what the learner is told |
//! | `move` | the moves that are right, separated by `\|`, or `any`; a step without one is only read |
//! | `else` | what to say about another legal move |
//! | `reply` | what the others and chance do then, separated by `;` |
//! | `end` | the last words |

use std::mem;

use crate::diagnostic::{Diagnostic, quoted};

/// Which moves a step accepts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Accepted {
    /// The step is only read.
    Nothing,
    /// Any legal move.
    Any,
    /// One of these; the first is the hint.
    These(Vec<String>),
}

/// A step of a lesson.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LessonStep {
    /// A new position to begin the step with.
    pub start: Option<String>,
    /// What the others and chance do in the new position first.
    pub opening: Vec<String>,
    /// What the learner is told.
    pub says: String,
    /// What the learner is to do.
    pub accepted: Accepted,
    /// What to say about another legal move.
    pub otherwise: String,
    /// What the others and chance do then.
    pub replies: Vec<String>,
}

/// A guided first game.
///
/// # Examples
///
/// ```
/// use parlour_core::learn::Lesson;
///
/// let script = "seat: first\nstart: 3x1 r ...\n\
///               say: Paint the middle.\nmove: red 1,0\nelse: Paint the middle: red 1,0.\n\
///               end: You win.\n";
/// let lesson = Lesson::read(script).expect("a script");
/// assert_eq!(lesson.steps[0].says, "Paint the middle.");
/// assert_eq!(lesson.end, "You win.");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lesson {
    /// The name of the learner's seat.
    pub seat: String,
    /// The steps.
    pub steps: Vec<LessonStep>,
    /// The last words.
    pub end: String,
}

impl Lesson {
    /// Reads a script. Whether its positions and moves are those of a game is for the game to say.
    ///
    /// # Errors
    ///
    /// The script is malformed: the finding says where.
    pub fn read(script: &str) -> Result<Lesson, Diagnostic> {
        let mut lesson = Lesson::default();
        let mut start = None;
        let mut opening = Vec::new();
        for Field { word, text, at } in fields(script)? {
            let wrong = |message: &str| {
                let span = at..at + word.len();
                Err(Diagnostic::error("bad-lesson", span, message))
            };
            match (word, lesson.steps.last_mut()) {
                ("seat", None) => lesson.seat = text,
                ("start", _) => start = Some(text),
                ("say", _) => lesson.steps.push(LessonStep {
                    start: start.take(),
                    opening: mem::take(&mut opening),
                    says: text,
                    accepted: Accepted::Nothing,
                    otherwise: String::new(),
                    replies: Vec::new(),
                }),
                ("reply", _) if start.is_some() => opening = split(&text, ';'),
                ("end", Some(_)) => lesson.end = text,
                ("move", Some(step)) if text == "any" => step.accepted = Accepted::Any,
                ("move", Some(step)) => step.accepted = Accepted::These(split(&text, '|')),
                ("else", Some(step)) => step.otherwise = text,
                ("reply", Some(step)) => step.replies = split(&text, ';'),
                ("end" | "move" | "else" | "reply", None) => {
                    return wrong("this must come after a `say`");
                }
                ("seat", Some(_)) => return wrong("the seat is named before the first `say`"),
                _ => return wrong(&format!("there is no field {}", quoted(word))),
            }
        }
        match lesson.steps.first() {
            Some(LessonStep { start: Some(_), .. }) => Ok(lesson),
            _ => {
                let message = "a lesson begins with a `start` and has a `say`";
                Err(Diagnostic::error("bad-lesson", 0..0, message))
            }
        }
    }
}

struct Field<'a> {
    word: &'a str,
    text: String,
    at: usize,
}

fn fields(script: &str) -> Result<Vec<Field<'_>>, Diagnostic> {
    let mut fields: Vec<Field<'_>> = Vec::new();
    for line in script.lines() {
        let at = line.as_ptr().addr() - script.as_ptr().addr();
        let wrong = |message| Diagnostic::error("bad-lesson", at..at + line.len(), message);
        if line.trim().is_empty() || line.starts_with('#') {
            continue;
        }
        if line.starts_with(' ') {
            let field = fields.last_mut();
            let field = field
                .ok_or_else(|| wrong("this line continues a text, but there is none before it"))?;
            field.text.push(' ');
            field.text.push_str(line.trim());
            continue;
        }
        let pair = line.split_once(':');
        let (word, text) = pair.ok_or_else(|| wrong("write a word, a colon and a text"))?;
        fields.push(Field {
            word,
            text: text.trim().to_owned(),
            at,
        });
    }
    Ok(fields)
}

fn split(text: &str, by: char) -> Vec<String> {
    text.split(by).map(|part| part.trim().to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_script_is_read_field_by_field() {
        let script = "# About it\nseat: first\nstart: 3x1 r ...\nreply: 2; 3\n\nsay: Hello,\n  you.\n\
                      move: a | b\nelse: No.\nreply: c\n\nsay: More.\nmove: any\n\nend: Done.\n";
        let lesson = Lesson::read(script).expect("sound");
        assert_eq!(lesson.seat, "first");
        assert_eq!(lesson.end, "Done.");
        assert_eq!(lesson.steps[0].says, "Hello, you.");
        assert_eq!(lesson.steps[0].opening, ["2", "3"]);
        assert_eq!(lesson.steps[0].replies, ["c"]);
        let moves = vec!["a".to_owned(), "b".to_owned()];
        assert_eq!(lesson.steps[0].accepted, Accepted::These(moves));
        assert_eq!(lesson.steps[1].accepted, Accepted::Any);
        assert_eq!(lesson.steps[1].start, None);
    }

    #[test]
    fn a_malformed_script_is_refused_with_its_place() {
        for (script, place) in [
            ("say: no start\n", 0),
            ("start: x\nmove: a\n", 9),
            ("start: x\nsay: a\nshout: b\n", 16),
            ("start: x\nsay\n", 9),
            (" lost\n", 0),
        ] {
            let finding = Lesson::read(script).expect_err(script);
            assert_eq!(finding.at.span.start, place, "{script}");
        }
    }
}

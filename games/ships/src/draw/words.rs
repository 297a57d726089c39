//! The board in words.

use crate::notation::in_words;
use crate::rules::Ships;

/// The guesses with their answers, and what happens next.
pub(super) fn tell(ships: &Ships) -> String {
    let mut lines = Vec::new();
    if let Some(target) = ships.target() {
        lines.push(format!("The ships are at {target}."));
    }
    let answers = ships.exchanges().iter();
    let answers = answers.map(|exchange| Some(exchange.answer)).chain([None]);
    for ((number, guess), answer) in (1..).zip(super::guesses(ships)).zip(answers) {
        let answer = match answer {
            Some(answer) => in_words(ships.board(), answer),
            None => "not answered yet".to_owned(),
        };
        lines.push(format!("Guess {number}, {guess}: {answer}."));
    }
    if ships.found().is_none() {
        let possible = ships.possible().count();
        lines.push(match possible {
            1 => "One target is possible.".to_owned(),
            possible => format!("{possible} targets are possible."),
        });
    }
    lines.push(super::status(ships));
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::{Game, Notation, Viewer};

    #[test]
    fn guesses_and_answers_but_no_secrets() {
        let text = "target=H1,B2,D3;B3,C3,H3=0,2,1;A1,B2,H4";
        let ships = Ships::read_position(text).expect("a position");
        let told = tell(&ships);
        for part in [
            "The ships are at B2,D3,H1.",
            "Guess 1, B3,C3,H3: 2 one away, 1 two away.",
            "Guess 2, A1,B2,H4: not answered yet.",
            "Guess 2 waits for its answer.",
        ] {
            assert!(told.contains(part), "{told}");
        }
        let searcher = ships.view(Viewer::Seat(crate::rules::SEARCHER));
        assert!(!tell(&searcher).contains("D3"));
    }
}

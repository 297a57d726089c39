//! What can only be judged at the end of a file, once it is known where the ships were.

use parlour_core::lines::Body;
use parlour_core::{Diagnostic, Seed, Sorting};

use super::Guesses;
use crate::bots::hidden_by;
use crate::rules::{Exchange, HIDER, Ships, feedback};

/// The most wrong answers reported about one file.
const MOST_WRONG: usize = 100;

impl Guesses {
    /// Says if the ships were not where an honest bot with this key hides them. Other bots fix no
    /// ships, so it is not an error.
    pub(super) fn compare_with_the_key(&self, body: &mut Body<'_, Ships>) {
        let (Some(place), Some(found)) = (&self.key_place, body.sure().and_then(Ships::found))
        else {
            return;
        };
        let opened = self.sealed.as_ref().filter(|seal| seal.is_kept());
        let key = opened.and_then(|seal| seal.key.as_deref());
        let Some(seed) = key.and_then(Seed::from_digits) else {
            return;
        };
        let hidden = hidden_by(self.board, seed.bot(HIDER.index()));
        if hidden != Some(found) {
            let message = "an honest bot with this key hides its ships elsewhere";
            let finding = Diagnostic::notice("other-ships", place.clone(), message)
                .help("an evasive bot fixes no ships: it answers this way");
            report_in_order(body, vec![finding]);
        }
    }

    /// Checks all answers again, now that it may be known where the ships were.
    pub(super) fn judge_answers(&mut self, body: &mut Body<'_, Ships>) {
        // With a target in the heading every answer was judged in its place.
        if self.target_line.is_some() {
            return;
        }
        let found = self
            .said
            .iter()
            .find(|said| said.exchange.answer == self.board.found())
            .map(|said| (said.exchange.guess, said.place.clone()))
            .map(|found| (found, "the ships were found here"));
        let revealed = self.revealed.take();
        let revealed = revealed.map(|revealed| (revealed, "the ships were here"));
        let impossible = self.contradiction.take();
        let Some(((target, place), words)) = found.or(revealed) else {
            if let Some((finding, _)) = impossible {
                report_in_order(body, vec![finding]);
            }
            return;
        };
        let wrong = self.said.iter().filter(|said| !said.exchange.fits(target));
        let findings = wrong.map(|said| {
            let Exchange { guess, answer } = said.exchange;
            let right = feedback(target, guess);
            let finding = Diagnostic::error(
                "wrong-answer",
                said.place.clone(),
                format!("the answer to {guess} is {right}, not {answer}"),
            )
            .also(place.clone(), words);
            match &impossible {
                Some((_, place)) if *place != said.place => {
                    finding.also(place.clone(), "with this answer no target was left")
                }
                _ => finding,
            }
        });
        let findings = findings.take(MOST_WRONG).collect();
        report_in_order(body, findings);
    }
}

/// Adds findings about lines that were read before.
fn report_in_order(body: &mut Body<'_, Ships>, findings: Vec<Diagnostic>) {
    let all = &mut body.lines.findings;
    all.extend(findings);
    all.order_by_key(|finding| finding.at.span.start);
}

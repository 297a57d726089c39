//! Reviewing a record with a bot.

use super::{Choice, ROUNDING, Review, ReviewError, ReviewedStep, Tolerance, Verdict};
use crate::any_bot::AnyBot;
use crate::bot::{Advice, Limits, Measure};
use crate::entry::GameEntry;
use crate::game::{Outcome, Seat, Turn};
use crate::position::Position;
use crate::record::AnyRecord;
use crate::step::AnyStep;

/// Looks at every position of a record with a bot, which gets fresh `limits`
/// for each. Reports the number of steps done, and the review so far.
///
/// # Errors
///
/// The game has no chances to win, or not two seats; a step of the record is illegal; or the bot
/// knows no values.
pub fn review(
    game: &dyn GameEntry,
    record: &AnyRecord,
    bot: &mut dyn AnyBot,
    limits: &dyn Fn() -> Limits,
    progress: &mut dyn FnMut(usize, &Review),
) -> Result<Review, ReviewError> {
    let info = game.info();
    if info.measure == Measure::Count {
        return Err(ReviewError::NoChances(info.title));
    }
    if record.start.seats() != 2 {
        return Err(ReviewError::NotTwoSeats(record.start.seats()));
    }
    let mut reviewer = Reviewer {
        bot,
        limits,
        measure: info.measure,
    };
    let mut position = record.start.clone();
    let mut here = reviewer.look(&*position)?;
    let mut review = Review {
        names: record.names.clone(),
        start: here.chance,
        steps: Vec::with_capacity(record.steps.len()),
        outcome: position.turn().outcome(),
    };
    for step in &record.steps {
        let turn = position.turn();
        let forced = position.only_move().is_some();
        let only = here
            .advice
            .as_ref()
            .is_some_and(|advice| has_one_best(advice, &*position));
        let text = position.write(step);
        let best = here
            .advice
            .as_ref()
            .map(|advice| position.write(&advice.best));
        position.take(step).map_err(ReviewError::BadStep)?;
        // The outcome was already looked at among the others that were
        // possible.
        let there = match here.ahead.iter().position(|(outcome, _)| outcome == step) {
            Some(index) => here.ahead.swap_remove(index).1,
            None => reviewer.look(&*position)?,
        };
        let seat = match turn {
            Turn::Seat(seat) => Some(seat),
            _ => None,
        };
        review.steps.push(ReviewedStep {
            before: here.chance,
            after: there.chance,
            choice: seat.and_then(|seat| {
                let after = there.chance.map(|chance| seen_by(seat, chance));
                let aftermath = Aftermath {
                    after,
                    forced,
                    wins: position.turn() == Turn::Over(Outcome::Win(seat)),
                };
                let tolerance = game.tolerance();
                let mut choice = judged(step, here.advice.as_ref()?, best?, &aftermath, tolerance)?;
                choice.only = only;
                if matches!(info.measure, Measure::Score { .. }) {
                    // Such a bot values only a few good moves, so assume that
                    // the worst one loses everything.
                    choice.worst_chance = 0.0;
                }
                Some(choice)
            }),
            text,
            seat,
        });
        review.outcome = position.turn().outcome();
        here = there;
        progress(review.steps.len(), &review);
    }
    if review.start.is_none() && !review.steps.iter().any(ReviewedStep::is_known) {
        return Err(ReviewError::NoValues);
    }
    Ok(review)
}

/// What the bot sees in a position.
struct Assessment {
    /// The first seat's chance of winning.
    chance: Option<f64>,
    /// The bot's advice to the seat to move.
    advice: Option<Advice<AnyStep>>,
    /// At a chance event, what the bot sees after each outcome.
    ahead: Vec<(AnyStep, Assessment)>,
}

struct Reviewer<'a> {
    bot: &'a mut dyn AnyBot,
    limits: &'a dyn Fn() -> Limits,
    measure: Measure,
}

impl Reviewer<'_> {
    fn look(&mut self, position: &dyn Position) -> Result<Assessment, ReviewError> {
        let (mut advice, mut ahead) = (None, Vec::new());
        let chance = match position.turn() {
            Turn::Over(Outcome::Draw) => Some(0.5),
            Turn::Over(Outcome::Win(seat)) => Some(seen_by(seat, 1.0)),
            Turn::Seat(seat) => {
                // A bot that fails here knows nothing about this position.
                advice = self.bot.advise(position, &(self.limits)()).ok();
                if let Some(advice) = &mut advice {
                    self.to_chances(advice);
                }
                let value = advice.as_ref().and_then(|advice| advice.value);
                value.map(|value| seen_by(seat, value))
            }
            Turn::Chance => {
                let odds = position.odds();
                for outcome in (0..odds.len()).filter_map(|index| position.move_at(index)) {
                    let mut next = position.boxed_clone();
                    next.take(&outcome).map_err(ReviewError::BadStep)?;
                    ahead.push((outcome, self.look(&*next)?));
                }
                let weights = odds.iter().map(|(_, weight)| f64::from(*weight));
                mean(weights.zip(ahead.iter().map(|(_, sight)| sight.chance)))
            }
        };
        Ok(Assessment {
            chance,
            advice,
            ahead,
        })
    }
}

impl Reviewer<'_> {
    /// Turns the values into chances of winning.
    fn to_chances(&self, advice: &mut Advice<AnyStep>) {
        advice.value = advice.value.and_then(|value| self.measure.chance(value));
        for (_, value) in &mut advice.considered {
            *value = self.measure.chance(*value).unwrap_or(*value);
        }
    }
}

/// Turns the first seat's chance into another seat's, and back.
fn seen_by(seat: Seat, chance: f64) -> f64 {
    match seat {
        Seat(0) => chance,
        _ => 1.0 - chance,
    }
}

/// The weighted mean of chances, if there are any and all are known.
fn mean(weighted: impl Iterator<Item = (f64, Option<f64>)>) -> Option<f64> {
    let (mut sum, mut total) = (0.0, 0.0);
    for (weight, chance) in weighted {
        sum += weight * chance?;
        total += weight;
    }
    (total > 0.0).then(|| sum / total)
}

/// Whether all moves are valued, and one is better than the others.
fn has_one_best(advice: &Advice<AnyStep>, position: &dyn Position) -> bool {
    let Some(best) = advice.value else {
        return false;
    };
    let as_good = advice
        .considered
        .iter()
        .filter(|(_, value)| *value > best - ROUNDING);
    // Count the moves last: a large board has many.
    as_good.count() == 1 && advice.considered.len() == position.moves().len()
}

/// What a move led to.
struct Aftermath {
    /// The mover's chance in the position after it, for a bot that did not
    /// consider this move.
    after: Option<f64>,
    /// There was no other move.
    forced: bool,
    /// It won the game.
    wins: bool,
}

/// Judges a move by the advice that the bot gave before it. Neither the bot's
/// own move nor a winning move is ever a fault, whatever an uncertain bot says
/// about the values.
fn judged<M: PartialEq>(
    chosen: &M,
    advice: &Advice<M>,
    best: String,
    aftermath: &Aftermath,
    tolerance: Tolerance,
) -> Option<Choice> {
    let best_chance = advice.value?;
    let considered = || advice.considered.iter();
    let chance = considered()
        .find(|(considered, _)| considered == chosen)
        .map_or(aftermath.after, |(_, value)| Some(*value))?;
    let worst_chance = considered().map(|(_, value)| *value).fold(chance, f64::min);
    Some(Choice {
        best,
        best_chance,
        chance,
        worst_chance,
        only: false,
        verdict: match best_chance - chance {
            _ if aftermath.forced => Verdict::Forced,
            _ if aftermath.wins || *chosen == advice.best => Verdict::Best,
            loss => tolerance.verdict(loss),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn advice(values: &[(&'static str, f64)]) -> Advice<&'static str> {
        let (best, value) = values[0];
        Advice {
            value: Some(value),
            considered: values.to_vec(),
            ..Advice::unexplained(best)
        }
    }

    fn judged(
        chosen: &str,
        advice: &Advice<&'static str>,
        aftermath: &Aftermath,
    ) -> Option<Choice> {
        let best = advice.best.to_owned();
        super::judged(&chosen, advice, best, aftermath, Tolerance::USUAL)
    }

    fn led_to(after: Option<f64>) -> Aftermath {
        Aftermath {
            after,
            forced: false,
            wins: false,
        }
    }

    #[test]
    fn a_move_that_the_bot_did_not_look_at_is_judged_by_where_it_leads() {
        let advice = advice(&[("a", 0.75), ("b", 0.5)]);
        let judged = |text, after| judged(text, &advice, &led_to(after));
        let seen = judged("b", Some(0.3)).expect("a value");
        assert_eq!((seen.chance, seen.worst_chance), (0.5, 0.5));
        let unseen = judged("c", Some(0.25)).expect("a value");
        assert_eq!((unseen.loss(), unseen.at_stake()), (0.5, 0.5));
        assert_eq!(judged("c", None), None);
    }

    #[test]
    fn neither_the_best_move_nor_one_that_wins_is_a_fault() {
        // A bot may think less of its own move when it looks again from the position after it.
        let mut advice = advice(&[("a", 0.9)]);
        advice.considered.clear();
        let verdict = |text, aftermath| judged(text, &advice, &aftermath).expect("a value").verdict;
        assert_eq!(verdict("a", led_to(Some(0.2))), Verdict::Best);
        assert_eq!(verdict("b", led_to(Some(0.2))), Verdict::Blunder);
        let won = Aftermath {
            wins: true,
            ..led_to(Some(0.2))
        };
        assert_eq!(verdict("b", won), Verdict::Best);
    }

    #[test]
    fn accuracy_is_what_was_kept_of_what_could_be_lost() {
        let advice = advice(&[("a", 0.5), ("b", 0.375), ("c", 0.25)]);
        let step = |text: &str, forced| ReviewedStep {
            text: text.to_owned(),
            seat: Some(Seat(1)),
            before: Some(0.5),
            after: None,
            choice: judged(
                text,
                &advice,
                &Aftermath {
                    forced,
                    ..led_to(None)
                },
            ),
        };
        let review = |steps: &[(&str, bool)]| Review {
            names: vec!["Amy".to_owned(), "Bill".to_owned()],
            start: Some(0.5),
            steps: steps
                .iter()
                .map(|(text, forced)| step(text, *forced))
                .collect(),
            outcome: None,
        };
        let accuracy = |steps: &[(&str, bool)]| review(steps).skill(Seat(1)).accuracy();
        assert_eq!(accuracy(&[("a", false), ("a", false)]), Some(1.0));
        assert_eq!(accuracy(&[("a", false), ("b", false)]), Some(0.75));
        assert_eq!(accuracy(&[("c", false)]), Some(0.0));
        // Forced moves do not count.
        assert_eq!(accuracy(&[("b", false), ("a", true)]), Some(0.5));
        assert_eq!(accuracy(&[("a", true)]), None);
        let headline = review(&[("b", false)]).headline();
        assert_eq!(headline, "Bill played 50.0 % accurately.");
        let nothing = review(&[]).headline();
        assert_eq!(nothing, "No move could lose anything.");
    }

    #[test]
    fn the_mean_needs_every_value() {
        assert_eq!(
            mean([(1.0, Some(1.0)), (3.0, Some(0.0))].into_iter()),
            Some(0.25)
        );
        assert_eq!(mean([(1.0, Some(1.0)), (3.0, None)].into_iter()), None);
        assert_eq!(mean([].into_iter()), None);
    }
}

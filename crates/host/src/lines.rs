//! What bots think of positions and records, as JSON: for the command line and for servers.

use std::collections::BTreeMap;

use parlour_core::json::{AdviceForm, fields};
use parlour_core::review::{Ledger, Review, Verdict};
use parlour_core::{
    Advice, AnyBot, Fault, GameEntry, Limits, Outcome, Position, Seat, Survey, Surveyed,
};
use serde::Serialize;
use serde_json::Number;

/// What a bot thinks of a position: its advice, and what it knows of the other moves.
#[derive(Clone, Debug)]
pub struct Opinion {
    /// Its advice.
    pub advice: Advice<String>,
    /// The moves that it looked at; all of them, if it surveys positions.
    pub survey: Survey<String>,
}

impl Opinion {
    /// Asks a bot.
    ///
    /// # Errors
    ///
    /// The bot cannot say.
    pub fn ask(
        bot: &mut dyn AnyBot,
        position: &dyn Position,
        limits: &Limits,
    ) -> Result<Opinion, Fault> {
        let advice = position.write_advice(&bot.advise(position, limits)?);
        let survey = bot.survey(position, limits).unwrap_or_else(|| {
            let considered = advice.considered.iter();
            let moves = considered.map(|(text, value)| Surveyed {
                chosen: text.clone(),
                value: *value,
                figures: Vec::new(),
            });
            Survey {
                figures: Vec::new(),
                moves: moves.collect(),
            }
        });
        Ok(Opinion { advice, survey })
    }

    /// The same as JSON, with what else the bot remarks.
    #[must_use]
    pub fn form(
        self,
        bot: &mut dyn AnyBot,
        name: &str,
        position: &dyn Position,
        limits: &Limits,
    ) -> AdviceForm {
        let Opinion { advice, survey } = self;
        let remark = bot.remark(position, limits);
        let mut figures = remark.map_or_else(Vec::new, |remark| remark.figures);
        figures.extend(survey.figures);
        AdviceForm {
            bot: Some(name.to_owned()),
            ..AdviceForm::from(advice).surveyed(Survey {
                figures,
                moves: survey.moves,
            })
        }
    }
}

/// A line of a review, as JSON: a step, or the summary.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub struct ReviewLine(Line);

#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
enum Line {
    Step(StepLine),
    Summary(SummaryLine),
    Counted(CountedLine),
    Total(TotalLine),
}

/// A step; all chances except `loss` are the first seat's.
#[derive(Clone, Debug, Serialize)]
struct StepLine {
    step: usize,
    kind: &'static str,
    seat: Option<String>,
    player: Option<String>,
    text: String,
    before: Option<f64>,
    after: Option<f64>,
    luck: Option<f64>,
    best: Option<String>,
    loss: Option<f64>,
    verdict: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct SummaryLine {
    kind: &'static str,
    game: &'static str,
    bot: String,
    over: bool,
    winner: Option<String>,
    start: Option<f64>,
    end: Option<f64>,
    luck: f64,
    unknown: usize,
    players: Vec<PlayerLine>,
}

#[derive(Clone, Debug, Serialize)]
struct PlayerLine {
    seat: String,
    player: String,
    accuracy: Option<f64>,
    lost: f64,
    at_stake: f64,
    choices: usize,
    best: usize,
    good: usize,
    inaccuracies: usize,
    mistakes: usize,
    blunders: usize,
}

/// A step in the game's own unit.
#[derive(Clone, Debug, Serialize)]
struct CountedLine {
    step: usize,
    kind: &'static str,
    seat: String,
    player: String,
    text: String,
    reply: String,
    #[serde(flatten)]
    figures: BTreeMap<String, Number>,
    best: Option<String>,
    verdict: String,
    note: Option<String>,
}

#[derive(Clone, Debug, Serialize)]
struct TotalLine {
    kind: &'static str,
    game: &'static str,
    unit: &'static str,
    over: bool,
    winner: Option<String>,
    #[serde(flatten)]
    figures: BTreeMap<String, Number>,
}

fn winner(start: &dyn Position, outcome: Option<Outcome>) -> Option<String> {
    match outcome {
        Some(Outcome::Win(seat)) => Some(start.seat_name(seat).into_owned()),
        _ => None,
    }
}

/// A step of a review by chances to win, which may not be finished; steps are counted from 0.
#[must_use]
pub fn review_line(start: &dyn Position, review: &Review, index: usize) -> ReviewLine {
    let step = &review.steps[index];
    let choice = step.choice.as_ref();
    ReviewLine(Line::Step(StepLine {
        step: index + 1,
        kind: if step.seat.is_some() { "move" } else { "luck" },
        seat: step.seat.map(|seat| start.seat_name(seat).into_owned()),
        player: step.seat.map(|seat| review.names[seat.index()].clone()),
        text: step.text.to_string(),
        before: step.before,
        after: step.after,
        luck: step.luck(),
        best: choice.map(|choice| choice.best.to_string()),
        loss: choice.map(|choice| choice.loss()),
        verdict: choice.map(|choice| choice.verdict.to_string()),
    }))
}

/// A review by chances to win: every step, and the summary.
#[must_use]
pub fn review_lines(
    game: &dyn GameEntry,
    bot: &str,
    start: &dyn Position,
    review: &Review,
) -> Vec<ReviewLine> {
    let seat_name = |seat: Seat| start.seat_name(seat).into_owned();
    let name = |seat: Seat| review.names[seat.index()].clone();
    let steps = (0..review.steps.len()).map(|index| review_line(start, review, index));
    let player = |seat: Seat| {
        let skill = review.skill(seat);
        PlayerLine {
            seat: seat_name(seat),
            player: name(seat),
            accuracy: skill.accuracy(),
            lost: skill.lost,
            at_stake: skill.at_stake,
            choices: skill.choices(),
            best: skill.count(Verdict::Best),
            good: skill.count(Verdict::Good),
            inaccuracies: skill.count(Verdict::Inaccuracy),
            mistakes: skill.count(Verdict::Mistake),
            blunders: skill.count(Verdict::Blunder),
        }
    };
    let summary = ReviewLine(Line::Summary(SummaryLine {
        kind: "summary",
        game: game.info().id,
        bot: bot.to_owned(),
        over: review.outcome.is_some(),
        winner: winner(start, review.outcome),
        start: review.start,
        end: review.chances().last().flatten(),
        luck: review.luck(),
        unknown: review.steps.iter().filter(|step| !step.is_known()).count(),
        players: Seat::all(2).map(player).collect(),
    }));
    steps.chain([summary]).collect()
}

/// A review in the game's own unit: every move, and the summary.
#[must_use]
pub fn ledger_lines(
    game: &dyn GameEntry,
    start: &dyn Position,
    ledger: &Ledger,
) -> Vec<ReviewLine> {
    let moves = ledger.lines.iter().map(|line| {
        Line::Counted(CountedLine {
            step: line.step,
            kind: "move",
            seat: start.seat_name(line.seat).into_owned(),
            player: ledger.names[line.seat.index()].clone(),
            text: line.text.to_string(),
            reply: line.reply.to_string(),
            figures: fields(&line.figures),
            best: line.better.clone(),
            verdict: line.verdict.to_string(),
            note: line.note.clone(),
        })
    });
    let total = Line::Total(TotalLine {
        kind: "summary",
        game: game.info().id,
        unit: ledger.unit,
        over: ledger.outcome.is_some(),
        winner: winner(start, ledger.outcome),
        figures: fields(&ledger.figures),
    });
    moves.chain([total]).map(ReviewLine).collect()
}

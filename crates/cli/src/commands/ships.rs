//! `parlour ships`: what the game's document names and no common command
//! covers.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Result;
use parlour_ships::{Candidates, Rule, Tally, feedback as answer, initial_guess, read_fleet};
use serde::Serialize;

use crate::args::{PassRule, Ships};
use crate::output::{Invalid, print_json, stdout};

pub(crate) fn run(command: &Ships) -> Result<ExitCode> {
    match command {
        Ships::Feedback { target, guess } => feedback(target, guess),
        Ships::Pass { rule, json } => pass(*rule, json.json),
    }
}

fn feedback(target: &str, guess: &str) -> Result<ExitCode> {
    let [target, guess] = [("target", target), ("guess", guess)]
        .map(|(name, text)| read_fleet(text).map_err(|finding| Invalid::one(name, text, finding)));
    let mut out = stdout();
    writeln!(out, "{}", answer(target?, guess?))?;
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

#[derive(Serialize)]
struct PassLine<'a> {
    rule: &'a str,
    first: String,
    sum: usize,
    mean: f64,
    worst: usize,
    /// How many targets need one guess, two, and so on.
    distribution: &'a [usize],
}

fn pass(rule: PassRule, json: bool) -> Result<ExitCode> {
    let by = |rule: Rule| (rule.opening(), Tally::of(rule, &Candidates::all()));
    let (name, (first, tally)) = match rule {
        PassRule::Expected => ("expected", by(Rule::Expected)),
        PassRule::Entropy => ("entropy", by(Rule::Entropy)),
        PassRule::Best => ("best", (initial_guess().0, Tally::of_searcher())),
    };
    let line = PassLine {
        rule: name,
        first: first.to_string(),
        sum: tally.sum(),
        mean: tally.mean(),
        worst: tally.worst(),
        distribution: tally.distribution(),
    };
    let mut out = stdout();
    if json {
        print_json(&mut out, &line)?;
    } else {
        writeln!(out, "first guess   {}", line.first)?;
        writeln!(out, "sum           {}", line.sum)?;
        writeln!(out, "mean          {:.4}", line.mean)?;
        writeln!(out, "worst         {}", line.worst)?;
        for (guesses, count) in (1..).zip(line.distribution) {
            writeln!(out, "  {guesses:>2} guesses  {count:>4} targets")?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

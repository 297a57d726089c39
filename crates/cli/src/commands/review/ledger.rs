//! A review in the game's own unit, for people.

use parlour_core::review::{Ledger, LedgerLine, Verdict};
use parlour_core::{Drawing, Run, shortened};

use super::text::{HEADING, LONGEST_NAME, result, style_of};

/// The whole review.
pub(super) fn page(ledger: &Ledger, width: usize, rich: bool) -> String {
    let mut page = list(ledger, width).render(rich);
    page.push_str("\n\n");
    for (name, number) in &ledger.figures {
        let number = shown(*number, is_whole(*number));
        page.push_str(&format!("{:<15}  {number:>8}\n", words(name)));
    }
    page.push_str(&format!(
        "\n{}\n{}\n",
        result(ledger.outcome, &ledger.names),
        ledger.headline
    ));
    page
}

/// The moves, one per line, with a column for every figure.
fn list(ledger: &Ledger, width: usize) -> Drawing {
    let lines = &ledger.lines;
    let names: Vec<String> = ledger
        .names
        .iter()
        .map(|name| shortened(name, LONGEST_NAME))
        .collect();
    let length = |text: &str| text.chars().count();
    let widest = |head: &str, text: &dyn Fn(&LedgerLine) -> usize| {
        lines.iter().map(text).fold(head.len(), usize::max)
    };
    let name_width = widest("player", &|line| length(&names[line.seat.index()]));
    let move_width = widest("move", &|line| length(&line.text));
    let reply_width = widest("reply", &|line| length(&line.reply));
    let columns = columns(lines);

    let front = |step: &str, name: &str, chosen: &str, reply: &str| {
        format!("{step:>4}  {name:<name_width$}  {chosen:<move_width$}  {reply:<reply_width$}")
    };
    let mut heading = front("step", "player", "move", "reply");
    for column in &columns {
        heading.push_str(&format!("  {:>1$}", words(column.name), column.width));
    }
    let mut drawn = vec![vec![Run::styled(heading, HEADING)]];
    for line in lines {
        let name = &names[line.seat.index()];
        let mut text = front(&line.step.to_string(), name, &line.text, &line.reply);
        for column in &columns {
            text.push_str(&format!("  {:>1$}", column.text(line), column.width));
        }
        push_judged(&mut drawn, text, line, width);
    }
    Drawing { lines: drawn }
}

/// A line with its judgement, which goes below if there is no room for it.
fn push_judged(lines: &mut Vec<Vec<Run>>, front: String, line: &LedgerLine, width: usize) {
    let verdict = line.verdict;
    let mut words = format!("{verdict}");
    if let Some(better) = &line.better {
        words.push_str(&format!("; best: {better}"));
    }
    if let Some(note) = &line.note {
        words.push_str(&format!("; {note}"));
    }
    let style = style_of(verdict);
    let beside = format!("  {:2} {words}", verdict.sign());
    if front.chars().count() + beside.chars().count() <= width {
        lines.push(vec![Run::plain(front), Run::styled(beside, style)]);
        return;
    }
    lines.push(vec![Run::plain(front)]);
    let is_plain = matches!(verdict, Verdict::Forced | Verdict::Best);
    if !is_plain || line.note.is_some() {
        let below = format!("{:>4}  {words}", verdict.sign());
        lines.push(vec![Run::styled(below, style)]);
    }
}

/// A figure that some line has.
struct Column {
    name: &'static str,
    width: usize,
    whole: bool,
}

impl Column {
    fn text(&self, line: &LedgerLine) -> String {
        match number(line, self.name) {
            Some(number) => shown(number, self.whole),
            None => String::new(),
        }
    }
}

/// In the order of the line with the most of them.
fn columns(lines: &[LedgerLine]) -> Vec<Column> {
    let fullest = lines.iter().max_by_key(|line| line.figures.len());
    let names = fullest.into_iter().flat_map(|line| &line.figures);
    names
        .map(|(name, _)| {
            let numbers = || lines.iter().filter_map(|line| number(line, name));
            let whole = numbers().all(is_whole);
            let widths = numbers().map(|number| shown(number, whole).len());
            Column {
                name,
                width: widths.fold(name.len(), usize::max),
                whole,
            }
        })
        .collect()
}

fn number(line: &LedgerLine, name: &str) -> Option<f64> {
    let figure = line.figures.iter().find(|(other, _)| *other == name);
    figure.map(|(_, number)| *number)
}

fn words(name: &str) -> String {
    name.replace('_', " ")
}

fn is_whole(number: f64) -> bool {
    number.fract() == 0.0
}

fn shown(number: f64, whole: bool) -> String {
    match whole {
        true => format!("{number:.0}"),
        false => match format!("{number:.2}").as_str() {
            "-0.00" => "0.00".to_owned(),
            digits => digits.to_owned(),
        },
    }
}

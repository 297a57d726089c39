//! A review as people read it: the steps, the graph, the sums.

use anstyle::{AnsiColor, Style};
use parlour_core::review::{Choice, Glyphs, Review, ReviewedStep, Skill, Verdict, graph};
use parlour_core::{Drawing, Outcome, Run, Seat, shortened};

/// A name that is longer is cut in the list.
pub(super) const LONGEST_NAME: usize = 10;

const DIM: Style = Style::new().dimmed();
pub(super) const HEADING: Style = Style::new().bold();

/// The whole review. `rich` is with colours and blocks, else it is plain ASCII.
pub(super) fn page(review: &Review, width: usize, rich: bool) -> String {
    let glyphs = if rich { Glyphs::Blocks } else { Glyphs::Ascii };
    let mut page = list(review, width).render(rich);
    page.push_str(&format!(
        "\n\n{} chance to win\n",
        genitive(&review.names[0])
    ));
    page.push_str(&graph(review, width, glyphs).render(rich));
    page.push_str("\n\n");
    page.push_str(&sums(review));
    page
}

/// A line of the list: a move and the luck before it.
struct Row<'a> {
    step: usize,
    luck: Vec<&'a ReviewedStep>,
    /// None where the record stops after luck's turn.
    moved: Option<&'a ReviewedStep>,
}

impl Row<'_> {
    fn seat(&self) -> Option<Seat> {
        self.moved.and_then(|step| step.seat)
    }

    fn lot(&self) -> String {
        let lots: Vec<&str> = self.luck.iter().map(|step| &*step.text).collect();
        lots.join(", ")
    }

    /// In points, as the player of this row sees it.
    fn points_of_luck(&self) -> String {
        let luck: Option<f64> = self.luck.iter().map(|step| step.luck()).sum();
        match luck {
            Some(_) if self.luck.is_empty() => String::new(),
            Some(luck) if self.seat() == Some(Seat(1)) => signed(-luck),
            Some(luck) => signed(luck),
            None => "?".to_owned(),
        }
    }

    fn after(&self) -> Option<f64> {
        self.moved.or(self.luck.last().copied())?.after
    }
}

fn rows(review: &Review) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    let mut luck = Vec::new();
    for (index, step) in review.steps.iter().enumerate() {
        let moved = step.seat.map(|_| step);
        if moved.is_none() {
            luck.push(step);
        }
        if moved.is_some() || index + 1 == review.steps.len() {
            rows.push(Row {
                step: index + 1,
                luck: std::mem::take(&mut luck),
                moved,
            });
        }
    }
    rows
}

/// The steps, one line a move.
fn list(review: &Review, width: usize) -> Drawing {
    let rows = rows(review);
    let names: Vec<String> = review
        .names
        .iter()
        .map(|name| shortened(name, LONGEST_NAME))
        .collect();
    let name_of = |row: &Row<'_>| row.seat().map_or("", |seat| &*names[seat.index()]);
    let widest =
        |head: &str, texts: &mut dyn Iterator<Item = usize>| texts.fold(head.len(), usize::max);
    let length = |text: &str| text.chars().count();
    let name_width = widest("player", &mut names.iter().map(|name| length(name)));
    let lot_width = widest("luck", &mut rows.iter().map(|row| length(&row.lot())));
    let moves = rows.iter().filter_map(|row| row.moved);
    let move_width = widest("move", &mut moves.map(|step| length(&step.text)));
    let chance_width = length(&names[0]).max("100.0 %".len());
    let has_luck = review.has_luck();

    let line = |step: &str, name: &str, lot: &str, luck: &str, moved: &str, chance: &str| {
        let mut line = format!("{step:>4}  {name:<name_width$}  ");
        if has_luck {
            line.push_str(&format!("{lot:<lot_width$} {luck:>6}  "));
        }
        line.push_str(&format!("{moved:<move_width$}  {chance:>chance_width$}"));
        line
    };
    let mut heading = line("step", "player", "luck", "", "move", &names[0]);
    if length(&heading) + "   lost".len() <= width {
        heading.push_str("   lost");
    }
    let start = line("0", "", "", "", "", &percent(review.start));
    let mut lines = vec![vec![Run::styled(heading, HEADING)], vec![Run::plain(start)]];
    for row in &rows {
        let moved = row.moved.map_or("", |step| &*step.text);
        let front = line(
            &row.step.to_string(),
            name_of(row),
            &row.lot(),
            &row.points_of_luck(),
            moved,
            &percent(row.after()),
        );
        match row.moved.and_then(|step| step.choice.as_ref()) {
            None => lines.push(vec![Run::plain(front)]),
            Some(choice) => push_judged(&mut lines, front, choice, width),
        }
    }
    Drawing { lines }
}

/// A line with its judgement. Where there is no room for that, it goes below,
/// and only if there is something to tell.
fn push_judged(lines: &mut Vec<Vec<Run>>, front: String, choice: &Choice, width: usize) {
    let verdict = choice.verdict;
    let style = style_of(verdict);
    let is_best = matches!(verdict, Verdict::Forced | Verdict::Best);
    let lost = format!("{:.1}", 100.0 * choice.loss());
    let sign = verdict.sign();
    let beside = match is_best {
        true => format!("  {:5}  {sign:2} {verdict}", ""),
        false => format!("  {lost:>5}  {sign:2} {verdict}; best: {}", choice.best),
    };
    if front.chars().count() + beside.chars().count() <= width {
        lines.push(vec![Run::plain(front), Run::styled(beside, style)]);
        return;
    }
    lines.push(vec![Run::plain(front)]);
    if !is_best {
        let below = format!("{sign:>4}  {verdict}: {lost} lost; best: {}", choice.best);
        lines.push(vec![Run::styled(below, style)]);
    }
}

/// How a judgement looks.
pub(super) fn style_of(verdict: Verdict) -> Style {
    match verdict {
        Verdict::Forced | Verdict::Best | Verdict::Good => DIM,
        Verdict::Inaccuracy => AnsiColor::Yellow.on_default(),
        Verdict::Mistake => AnsiColor::Red.on_default(),
        Verdict::Blunder => AnsiColor::Red.on_default().bold(),
    }
}

/// What it comes to: both players side by side, and the chance as a sum.
fn sums(review: &Review) -> String {
    let mut sums = table(review);
    let unknown = review.steps.iter().filter(|step| !step.is_known()).count();
    let ends = review.start.zip(review.chances().last().flatten());
    match (unknown, ends) {
        (0, Some((start, end))) => sums.push_str(&account(review, start, end)),
        _ => sums.push_str(&format!(
            "\nThe bot does not know the chance to win at {unknown} of {} steps; they do not count.\n",
            review.steps.len()
        )),
    }
    sums.push_str(&format!(
        "\n{}\n{}\n",
        result(review.outcome, &review.names),
        review.headline()
    ));
    sums
}

/// The players' choices by how good they were.
fn table(review: &Review) -> String {
    let mut table = String::new();
    let mut line = |head: &str, cells: [String; 2]| {
        let [first, second] = cells;
        table.push_str(&format!(
            "{head:<15}  {first:>LONGEST_NAME$}  {second:>LONGEST_NAME$}\n"
        ));
    };
    let names = [0, 1].map(|seat| shortened(&review.names[seat], LONGEST_NAME));
    let skills = [Seat(0), Seat(1)].map(|seat| review.skill(seat));
    let each = |cell: &dyn Fn(&Skill) -> String| [cell(&skills[0]), cell(&skills[1])];
    line("", names);
    line("choices", each(&|skill| skill.choices().to_string()));
    for (verdict, head) in [
        (Verdict::Best, "   best"),
        (Verdict::Good, "   good"),
        (Verdict::Inaccuracy, "?! inaccuracies"),
        (Verdict::Mistake, "?  mistakes"),
        (Verdict::Blunder, "?? blunders"),
    ] {
        line(head, each(&|skill| skill.count(verdict).to_string()));
    }
    line(
        "points lost",
        each(&|skill| format!("{:.1}", 100.0 * skill.lost)),
    );
    line(
        "at stake",
        each(&|skill| format!("{:.1}", 100.0 * skill.at_stake)),
    );
    let accuracy = |skill: &Skill| match skill.accuracy() {
        Some(accuracy) => percent(Some(accuracy)),
        None => "-".to_owned(),
    };
    line("accuracy", each(&accuracy));
    table
}

/// How the first player's chance came from its start to its end.
fn account(review: &Review, start: f64, end: f64) -> String {
    let mut account = format!("\n{} chance to win:\n", genitive(&review.names[0]));
    let mut line = |points: String, words: &str| {
        account.push_str(&format!("  {points:>8}  {words}\n"));
    };
    line(percent(Some(start)), "at the start");
    if review.has_luck() {
        line(signed(review.luck()) + "  ", "luck");
    }
    for (seat, name) in Seat::all(2).zip(&review.names) {
        let lost = review.skill(seat).lost;
        let gained = if seat == Seat(0) { -lost } else { lost };
        line(signed(gained) + "  ", &format!("lost by {name}"));
    }
    line(percent(Some(end)), "at the end");
    account
}

pub(super) fn result(outcome: Option<Outcome>, names: &[String]) -> String {
    match outcome {
        Some(Outcome::Win(seat)) => format!("{} wins!", names[seat.index()]),
        Some(Outcome::Draw) => "A draw.".to_owned(),
        None => "The game is not over.".to_owned(),
    }
}

fn genitive(name: &str) -> String {
    format!("{name}'s")
}

fn percent(chance: Option<f64>) -> String {
    chance.map_or("?".to_owned(), |chance| format!("{:.1} %", 100.0 * chance))
}

/// Points with their sign; nothing has none.
fn signed(chance: f64) -> String {
    match format!("{:+.1}", 100.0 * chance).as_str() {
        "+0.0" | "-0.0" => "0.0".to_owned(),
        points => points.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn review(names: [&str; 2]) -> Review {
        let choice = |loss, verdict| Choice {
            best: "a better one".to_owned(),
            best_chance: 0.5,
            chance: 0.5 - loss,
            worst_chance: 0.0,
            only: false,
            verdict,
        };
        let step = |seat, choice| ReviewedStep {
            text: "a move".to_owned(),
            seat: Some(seat),
            before: Some(0.5),
            after: Some(0.375),
            choice: Some(choice),
        };
        Review {
            names: names.map(str::to_owned).to_vec(),
            start: Some(0.5),
            steps: vec![
                step(Seat(0), choice(0.125, Verdict::Blunder)),
                step(Seat(1), choice(0.0, Verdict::Best)),
            ],
            outcome: None,
        }
    }

    #[test]
    fn where_a_line_is_too_long_its_judgement_goes_below() {
        let review = review(["Amy", "Bill"]);
        let wide = list(&review, 80).to_plain();
        assert!(wide.ends_with(
            "\
   1  Amy     a move   37.5 %   12.5  ?? blunder; best: a better one
   2  Bill    a move   37.5 %            best"
        ));
        let narrow = list(&review, 46).to_plain();
        assert!(narrow.ends_with(
            "\
   1  Amy     a move   37.5 %
  ??  blunder: 12.5 lost; best: a better one
   2  Bill    a move   37.5 %            best"
        ));
        let narrowest = list(&review, 30).to_plain();
        assert!(narrowest.ends_with("\n   2  Bill    a move   37.5 %"));
        assert!(!narrowest.contains("best\n"));
    }

    #[test]
    fn long_names_are_cut_where_they_stand_in_columns() {
        let review = review(["Bartholomew Longname", "Bill"]);
        let list = list(&review, 80).to_plain();
        assert!(list.starts_with("step  player      move    Bartholom~   lost\n"));
        assert!(table(&review).starts_with("                 Bartholom~        Bill\n"));
    }
}

//! A review for people: the steps, the graph, the totals.

use anstyle::{AnsiColor, Style};
use parlour_core::review::{Choice, Glyphs, Review, ReviewedStep, Skill, Verdict, graph};
use parlour_core::{Drawing, Outcome, Run, Seat, shortened};

/// Longer names are cut in the list.
pub(super) const LONGEST_NAME: usize = 10;

const DIM: Style = Style::new().dimmed();
pub(super) const HEADING: Style = Style::new().bold();

/// A review as a page, which is printed as far as it is known: the list grows with every step that
/// is judged, and the graph and the totals come at the end.
pub(super) struct Page {
    columns: Columns,
    width: usize,
    /// With colours and block characters, otherwise plain ASCII.
    rich: bool,
    has_begun: bool,
    /// How many steps are in the list.
    listed: usize,
}

impl Page {
    /// The page of a review whose steps are not judged yet.
    pub(super) fn new(unjudged: &Review, width: usize, rich: bool) -> Page {
        Page {
            columns: Columns::of(unjudged),
            width,
            rich,
            has_begun: false,
            listed: 0,
        }
    }

    /// The lines of the list that have become known since the last call.
    pub(super) fn more(&mut self, review: &Review) -> String {
        let mut lines = Vec::new();
        if !self.has_begun {
            self.has_begun = true;
            lines.extend(self.columns.head(review.start, self.width));
        }
        let is_whole = review.steps.len() == self.columns.steps;
        for row in rows(review, self.listed) {
            // More luck may belong to the line.
            if row.moved.is_some() || is_whole {
                self.listed = row.step;
                self.columns.push(&mut lines, &row, self.width);
            }
        }
        let lines = lines.into_iter().map(|line| {
            let line = Drawing { lines: vec![line] };
            line.render(self.rich) + "\n"
        });
        lines.collect()
    }

    /// What is left to say about the whole review.
    pub(super) fn rest(mut self, review: &Review) -> String {
        let glyphs = if self.rich {
            Glyphs::Blocks
        } else {
            Glyphs::Ascii
        };
        let mut rest = self.more(review);
        rest.push_str(&format!("\n{} chance to win\n", genitive(&review.names[0])));
        rest.push_str(&graph(review, self.width, glyphs).render(self.rich));
        rest.push_str("\n\n");
        rest.push_str(&sums(review));
        rest
    }
}

/// A line of the list: a move and the luck before it.
struct Row<'a> {
    step: usize,
    luck: Vec<&'a ReviewedStep>,
    /// `None` if the record stops after a chance event.
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

    /// In percentage points, from the point of view of this row's player.
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

/// The lines after the first `listed` steps.
fn rows(review: &Review, listed: usize) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    let mut luck = Vec::new();
    for (index, step) in review.steps.iter().enumerate().skip(listed) {
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

/// How wide the columns of the list are, one line per move.
struct Columns {
    names: Vec<String>,
    name: usize,
    /// `None` if there is no luck.
    lot: Option<usize>,
    moved: usize,
    chance: usize,
    /// How many steps the record has.
    steps: usize,
}

impl Columns {
    /// By the texts of the steps, which are known before they are judged.
    fn of(review: &Review) -> Columns {
        let rows = rows(review, 0);
        let names: Vec<String> = review
            .names
            .iter()
            .map(|name| shortened(name, LONGEST_NAME))
            .collect();
        let widest =
            |head: &str, texts: &mut dyn Iterator<Item = usize>| texts.fold(head.len(), usize::max);
        let length = |text: &str| text.chars().count();
        let moves = rows.iter().filter_map(|row| row.moved);
        Columns {
            name: widest("player", &mut names.iter().map(|name| length(name))),
            lot: review
                .has_luck()
                .then(|| widest("luck", &mut rows.iter().map(|row| length(&row.lot())))),
            moved: widest("move", &mut moves.map(|step| length(&step.text))),
            chance: length(&names[0]).max("100.0 %".len()),
            names,
            steps: review.steps.len(),
        }
    }

    fn line(
        &self,
        step: &str,
        name: &str,
        (lot, luck): (&str, &str),
        moved: &str,
        chance: &str,
    ) -> String {
        let mut line = format!("{step:>4}  {name:<width$}  ", width = self.name);
        if let Some(width) = self.lot {
            line.push_str(&format!("{lot:<width$} {luck:>6}  "));
        }
        let (width, wide) = (self.moved, self.chance);
        line.push_str(&format!("{moved:<width$}  {chance:>wide$}"));
        line
    }

    /// The heading, and the chance at the start.
    fn head(&self, start: Option<f64>, width: usize) -> [Vec<Run>; 2] {
        let mut heading = self.line("step", "player", ("luck", ""), "move", &self.names[0]);
        if heading.chars().count() + "   lost".len() <= width {
            heading.push_str("   lost");
        }
        let start = self.line("0", "", ("", ""), "", &percent(start));
        [vec![Run::styled(heading, HEADING)], vec![Run::plain(start)]]
    }

    fn push(&self, lines: &mut Vec<Vec<Run>>, row: &Row<'_>, width: usize) {
        let name = row.seat().map_or("", |seat| &*self.names[seat.index()]);
        let front = self.line(
            &row.step.to_string(),
            name,
            (&row.lot(), &row.points_of_luck()),
            row.moved.map_or("", |step| &*step.text),
            &percent(row.after()),
        );
        match row.moved.and_then(|step| step.choice.as_ref()) {
            None => lines.push(vec![Run::plain(front)]),
            Some(choice) => push_judged(lines, front, choice, width),
        }
    }
}

/// A line with its judgement. If there is no room, the judgement goes below, if
/// there is anything to say.
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

/// The totals: both players side by side, and the chance as a sum.
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

/// How the first player's chance went from its start to its end.
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

/// Percentage points with their sign; zero has none.
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

    /// The whole list at once.
    fn list(review: &Review, width: usize) -> String {
        Page::new(review, width, false).more(review)
    }

    #[test]
    fn a_list_that_grows_with_the_review_is_the_same_in_the_end() {
        let mut whole = review(["Amy", "Bill"]);
        let throw = ReviewedStep {
            seat: None,
            choice: None,
            ..whole.steps[0].clone()
        };
        whole.steps.insert(1, throw.clone());
        whole.steps.push(throw);
        let mut page = Page::new(&whole, 80, false);
        let mut grown = Vec::new();
        for known in 1..=whole.steps.len() {
            let mut part = whole.clone();
            part.steps.truncate(known);
            grown.push(page.more(&part));
        }
        // A throw waits for the move after it, unless it is the last step.
        assert_eq!(grown[1], "");
        assert!(grown[2].starts_with("   3  Bill "), "{}", grown[2]);
        assert!(grown[3].starts_with("   4 "), "{}", grown[3]);
        assert_eq!(grown.concat(), list(&whole, 80));
    }

    #[test]
    fn where_a_line_is_too_long_its_judgement_goes_below() {
        let review = review(["Amy", "Bill"]);
        let wide = list(&review, 80);
        assert!(wide.ends_with(
            "\
   1  Amy     a move   37.5 %   12.5  ?? blunder; best: a better one
   2  Bill    a move   37.5 %            best\n"
        ));
        let narrow = list(&review, 46);
        assert!(narrow.ends_with(
            "\
   1  Amy     a move   37.5 %
  ??  blunder: 12.5 lost; best: a better one
   2  Bill    a move   37.5 %            best\n"
        ));
        let narrowest = list(&review, 30);
        assert!(narrowest.ends_with("\n   2  Bill    a move   37.5 %\n"));
        assert!(!narrowest.contains("best\n"));
    }

    #[test]
    fn long_names_are_cut_where_they_stand_in_columns() {
        let review = review(["Bartholomew Longname", "Bill"]);
        let list = list(&review, 80);
        assert!(list.starts_with("step  player      move    Bartholom~   lost\n"));
        assert!(table(&review).starts_with("                 Bartholom~        Bill\n"));
    }
}

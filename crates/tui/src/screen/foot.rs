//! The lines below a board: what happened, what to do, what can be chosen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Widget};

use super::{
    Key, cut, draw_keys, draw_vital_keys, draw_words, key_lines, short, vital_width, wrapped,
};
use crate::entry::Entry;
use crate::event::{Hit, Hits};
use crate::look::{CURSOR, FAINT, PLAIN, STRONG};

/// The line between the message and the keys.
pub(crate) enum Strip<'a> {
    Nothing,
    Choices {
        of: String,
        labels: Vec<String>,
        at: usize,
        words: String,
    },
    Entry {
        prompt: &'a str,
        entry: &'a Entry,
        help: &'a str,
    },
    Progress {
        /// For a bar, unless one is shown elsewhere.
        share: Option<f64>,
        text: String,
    },
}

/// What stands below a board.
pub(crate) struct Foot<'a> {
    /// How wide the first of three lines is.
    pub(crate) first: u16,
    /// What must be read now.
    pub(crate) message: Option<Line<'a>>,
    /// The message is shown in full, over other things if need be.
    pub(crate) is_whole: bool,
    /// What happened, each in a span of its own: the last ones matter most.
    pub(crate) news: Line<'a>,
    /// The news are also shown elsewhere.
    pub(crate) told: bool,
    /// What to do.
    pub(crate) prompt: Line<'a>,
    pub(crate) strip: Strip<'a>,
    pub(crate) keys: &'a [Key],
}

/// Draws the lines below a board: as many as there is room for, the most urgent first. The last one
/// is always for the keys.
pub(crate) fn draw_foot(area: Rect, screen: &mut Buffer, hits: &mut Hits, foot: Foot<'_>) {
    match area.height {
        0 => {}
        1 => draw_one(area, screen, hits, foot),
        2 | 3 => draw_lines(area, screen, hits, foot),
        _ => draw_beside(area, screen, hits, foot),
    }
}

fn row(area: Rect, row: u16) -> Rect {
    Rect {
        y: area.y + row,
        height: 1,
        ..area
    }
}

/// One line: what is most urgent, and help and the way out, which are never missing.
fn draw_one(area: Rect, screen: &mut Buffer, hits: &mut Hits, foot: Foot<'_>) {
    let vital = vital_width(foot.keys) as u16;
    let has_keys = area.width > vital + 20 && !is_entry(&foot.strip);
    let rest = Rect {
        width: area.width - if has_keys { vital } else { 0 },
        ..area
    };
    if has_keys {
        let at = Rect {
            x: rest.right(),
            width: vital,
            ..area
        };
        draw_vital_keys(at, screen, hits, foot.keys);
    }
    draw_urgent(rest, screen, hits, foot);
}

/// The line above the keys: a message, a choice, or what to do and what happened.
fn draw_urgent(area: Rect, screen: &mut Buffer, hits: &mut Hits, foot: Foot<'_>) {
    let width = usize::from(area.width);
    let message = match foot.is_whole {
        true => foot.message,
        false => foot.message.map(|message| cut(message, width)),
    };
    match (message, foot.strip) {
        // An error about a text takes the place of its keys.
        (Some(message), Strip::Entry { prompt, entry, .. }) => {
            let help = &message.to_string();
            let is_long = prompt.len() + entry.text().len() + help.len() + 4 > width;
            if is_long && area.y > 0 {
                let above = Rect {
                    y: area.y - 1,
                    ..area
                };
                draw_whole(above, screen, message);
            }
            let help = if is_long { "" } else { help };
            let entry = Strip::Entry {
                prompt,
                entry,
                help,
            };
            draw_strip(area, screen, hits, &entry);
        }
        // The next key removes it.
        (Some(message), strip) => {
            let prompt = without_tail(foot.prompt);
            let both = joined(message.clone(), prompt.clone());
            let above = Rect {
                y: area.y.saturating_sub(1),
                ..area
            };
            match strip {
                Strip::Nothing if both.width() <= width => draw_message(area, screen, both),
                // It does not hide what is to be done.
                Strip::Nothing if prompt.width() > 0 && area.y > 0 => {
                    Clear.render(above, screen);
                    draw_whole(above, screen, message);
                    draw_message(area, screen, prompt);
                }
                strip @ Strip::Choices { .. } if area.y > 0 => {
                    Clear.render(above, screen);
                    draw_whole(above, screen, message);
                    draw_strip(area, screen, hits, &strip);
                }
                _ => draw_whole(area, screen, message),
            }
        }
        (None, Strip::Nothing) => {
            let short = without_tail(foot.prompt.clone());
            let news = latest(foot.news, width.saturating_sub(short.width() + 2));
            let both = joined(foot.prompt.clone(), news.clone());
            let brief = joined(short, news.clone());
            let usual = if both.width() <= width {
                both
            } else if brief.width() <= width {
                brief
            } else if foot.told && foot.prompt.width() > 0 {
                foot.prompt
            } else {
                joined(news, foot.prompt)
            };
            draw_message(area, screen, usual);
        }
        (None, strip) => draw_strip(area, screen, hits, &told_behind(strip, &foot.news)),
    }
}

/// Choices that nothing is said about are followed by what happened.
fn told_behind<'a>(strip: Strip<'a>, news: &Line<'_>) -> Strip<'a> {
    match strip {
        Strip::Choices {
            of,
            labels,
            at,
            words,
        } if words.is_empty() => Strip::Choices {
            of,
            labels,
            at,
            words: news.to_string(),
        },
        strip => strip,
    }
}

/// Two or three lines.
fn draw_lines(area: Rect, screen: &mut Buffer, hits: &mut Hits, foot: Foot<'_>) {
    draw_keys(row(area, area.height - 1), screen, hits, foot.keys);
    if area.height < 3 {
        return draw_urgent(row(area, 0), screen, hits, foot);
    }
    let top = Rect {
        width: area.width.min(foot.first),
        ..row(area, 0)
    };
    let width = usize::from(top.width);
    let message = match foot.is_whole {
        true => foot.message,
        false => foot.message.map(|message| cut(message, width)),
    };
    // What a choice would do matters more than what happened.
    let (first, strip) = match foot.strip {
        Strip::Choices {
            of,
            labels,
            at,
            words,
        } if !words.is_empty() => {
            let words = String::new();
            let strip = Strip::Choices {
                of,
                labels,
                at,
                words,
            };
            (foot.prompt.clone(), strip)
        }
        strip => (latest(foot.news, width), strip),
    };
    match message {
        Some(message) => draw_whole(top, screen, message),
        None => draw_message(top, screen, first),
    }
    match strip {
        Strip::Nothing => draw_message(row(area, 1), screen, foot.prompt),
        strip => draw_strip(row(area, 1), screen, hits, &strip),
    }
}

/// The lines that keys have beside a board at most.
const KEY_LINES: usize = 3;

/// A narrow column beside a board as high as the window: texts are wrapped, and so are choices and
/// keys.
fn draw_beside(area: Rect, screen: &mut Buffer, hits: &mut Hits, foot: Foot<'_>) {
    let width = usize::from(area.width);
    let keys = key_lines(foot.keys, width, KEY_LINES);
    let top = area.bottom().saturating_sub(keys.len() as u16);
    for (line, y) in keys.iter().zip(top..) {
        let place = Rect {
            y,
            height: 1,
            ..area
        };
        draw_keys(place, screen, hits, line);
    }
    let mut rest = Rect {
        height: top - area.y,
        ..area
    };
    if let Some(message) = foot.message {
        let first = message.spans.first().map_or(PLAIN, |span| span.style);
        let style = message.style.patch(first);
        draw_words(rest, screen, &message.to_string(), style);
        return;
    }
    match &foot.strip {
        Strip::Choices { of, labels, at, .. } => {
            rest = draw_flowing(rest, screen, hits, (of, labels, *at));
            draw_words(rest, screen, &foot.prompt.to_string(), FAINT);
        }
        Strip::Nothing => {
            let style = foot.prompt.spans.first().map_or(PLAIN, |span| span.style);
            let rest = match foot.prompt.width() {
                0 => rest,
                _ => draw_words(rest, screen, &foot.prompt.to_string(), style),
            };
            if rest.height > 0 && !foot.told {
                draw_words(rest, screen, &foot.news.to_string(), PLAIN);
            }
        }
        Strip::Progress { text, .. } => {
            draw_words(rest, screen, text, PLAIN);
        }
        strip @ Strip::Entry { .. } => draw_strip(row(rest, 0), screen, hits, strip),
    }
}

/// Choices in as many lines as they need; returns what is below them.
fn draw_flowing(
    area: Rect,
    screen: &mut Buffer,
    hits: &mut Hits,
    (of, labels, at): (&str, &[String], usize),
) -> Rect {
    let (mut x, mut y) = (area.x, area.y);
    if !of.is_empty() {
        (x, _) = screen.set_stringn(x, y, of, usize::from(area.width), STRONG);
        x += 1;
    }
    for (index, label) in labels.iter().enumerate() {
        let (text, style) = match index == at {
            true => (format!("[{label}]"), CURSOR.patch(STRONG)),
            false => (format!(" {label} "), PLAIN),
        };
        let wide = text.chars().count() as u16;
        if x > area.x && x + wide > area.right() {
            (x, y) = (area.x, y + 1);
        }
        if y >= area.bottom() {
            break;
        }
        let from = x;
        (x, _) = screen.set_stringn(x, y, text, usize::from(area.right() - x), style);
        hits.push(Rect::new(from, y, x - from, 1), Hit::Choice(index));
    }
    let used = (y + 1 - area.y).min(area.height);
    Rect {
        y: area.y + used,
        height: area.height - used,
        ..area
    }
}

fn is_entry(strip: &Strip<'_>) -> bool {
    matches!(strip, Strip::Entry { .. })
}

/// As many of the last things that happened as there is room for.
fn latest(mut news: Line<'_>, width: usize) -> Line<'_> {
    while news.width() > width && news.spans.len() > 1 {
        news.spans.remove(0);
    }
    if let Some(first) = news.spans.first_mut() {
        first.content = first.content.trim_start().to_owned().into();
    }
    news
}

/// Two texts in one line.
fn joined<'a>(first: Line<'a>, second: Line<'a>) -> Line<'a> {
    let between = first.width() > 0 && second.width() > 0;
    let styled = |line: Line<'a>| {
        let style = line.style;
        line.spans
            .into_iter()
            .map(move |span| Span::styled(span.content, style.patch(span.style)))
    };
    let mut spans: Vec<Span<'a>> = styled(first).collect();
    if between {
        spans.push(Span::raw("  "));
    }
    spans.extend(styled(second));
    Line::from(spans)
}

/// A message that is never cut: a long one takes lines above its own, until the next key.
fn draw_whole(area: Rect, screen: &mut Buffer, message: Line<'_>) {
    let width = usize::from(area.width);
    if message.width() <= width {
        return draw_message(area, screen, message);
    }
    let first = message.spans.first().map_or(PLAIN, |span| span.style);
    let style = message.style.patch(first);
    let mut lines = wrapped(&message.to_string(), width);
    let above = (lines.len() as u16 - 1).min(area.y);
    if lines.len() > usize::from(above) + 1 {
        let rest = lines.split_off(above.into()).join(" ");
        lines.push(short(&rest, width));
    }
    let block = Rect {
        y: area.y - above,
        height: above + 1,
        ..area
    };
    Clear.render(block, screen);
    for (line, y) in lines.iter().zip(block.y..) {
        screen.set_stringn(block.x, y, line, width, style);
    }
}

/// A line without less important words at its end.
fn without_tail(mut line: Line<'_>) -> Line<'_> {
    while line.spans.len() > 1 && line.spans.last().is_some_and(|last| last.style == FAINT) {
        line.spans.pop();
    }
    line
}

/// A line; if it is too long, less important words at its end are left out.
fn draw_message(area: Rect, screen: &mut Buffer, mut message: Line<'_>) {
    let width = usize::from(area.width);
    while message.width() > width
        && message.spans.len() > 1
        && message.spans.last().is_some_and(|last| last.style == FAINT)
    {
        message.spans.pop();
    }
    let message = cut(message, width);
    screen.set_line(area.x, area.y, &message, area.width);
}

/// The first of the choices that are shown, so that the chosen one is.
fn first_shown(labels: &[String], at: usize, room: usize) -> usize {
    let widths = labels.iter().map(|label| label.chars().count() + 3);
    let widths: Vec<usize> = widths.collect();
    if widths.iter().sum::<usize>() <= room {
        return 0;
    }
    let fits = |from: &usize| widths[*from..=at].iter().sum::<usize>() + 2 <= room;
    (0..at).find(fits).unwrap_or(at)
}

/// The fewest characters of a description that say something.
const LEAST_WORDS: usize = 12;

fn draw_strip(area: Rect, screen: &mut Buffer, hits: &mut Hits, strip: &Strip<'_>) {
    let right = area.right();
    let mut x = area.x;
    let mut put = |screen: &mut Buffer, text: &str, style: Style| -> Rect {
        let from = x;
        let room = usize::from(right.saturating_sub(x));
        (x, _) = screen.set_stringn(x, area.y, text, room, style);
        Rect::new(from, area.y, x - from, 1)
    };
    match strip {
        Strip::Nothing => {}
        Strip::Choices {
            of,
            labels,
            at,
            words,
        } => {
            put(screen, of, STRONG);
            let room = usize::from(area.width).saturating_sub(of.chars().count());
            let first = first_shown(labels, *at, room);
            if first > 0 {
                put(screen, " ‹", FAINT);
            }
            let mut end = area.x;
            for (index, label) in labels.iter().enumerate().skip(first) {
                put(screen, " ", PLAIN);
                let (text, style) = match index == *at {
                    true => (format!("[{label}]"), CURSOR.patch(STRONG)),
                    false => (format!(" {label} "), PLAIN),
                };
                let place = put(screen, &text, style);
                end = place.right();
                hits.push(place, Hit::Choice(index));
            }
            let room = usize::from(right.saturating_sub(end + 2));
            if room >= LEAST_WORDS {
                put(screen, &format!("  {}", short(words, room)), FAINT);
            }
        }
        Strip::Entry {
            prompt,
            entry,
            help,
        } => {
            put(screen, prompt, STRONG);
            let room = usize::from(area.width).saturating_sub(prompt.chars().count() + 1);
            let help_width = help.chars().count() + 2;
            let has_help = room >= help_width + entry.text().chars().count();
            let room = if has_help { room - help_width } else { room };
            let (before, under, after) = entry.window(room);
            put(screen, &before, PLAIN);
            put(screen, &under, CURSOR);
            put(screen, &after, PLAIN);
            if has_help {
                put(screen, "  ", PLAIN);
                put(screen, help, FAINT);
            }
        }
        Strip::Progress { share, text } => {
            const BAR: usize = 20;
            if let Some(share) = share {
                let filled = (share.clamp(0.0, 1.0) * BAR as f64).round() as usize;
                put(screen, &"█".repeat(filled), PLAIN);
                put(screen, &"░".repeat(BAR - filled), FAINT);
                put(screen, " ", PLAIN);
            }
            put(screen, text, PLAIN);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_several_news_the_last_are_told() {
        let news = Line::from_iter(["Amy moves.", " Bill passes.", " Amy wins."]);
        let told = |width| latest(news.clone(), width).to_string();
        assert_eq!(told(80), "Amy moves. Bill passes. Amy wins.");
        assert_eq!(told(30), "Bill passes. Amy wins.");
        // Never nothing at all.
        assert_eq!(told(5), "Amy wins.");
    }

    #[test]
    fn a_long_message_is_shown_in_full_above_its_line() {
        let mut screen = Buffer::with_lines([
            "the board the board ",
            "the board the board ",
            "the board the board ",
            "                    ",
            "keys                ",
        ]);
        let line = Rect::new(0, 3, 20, 1);
        let message = "there is no such move: type one of a1, a2, b7";
        draw_whole(line, &mut screen, Line::raw(message));
        let expected = Buffer::with_lines([
            "the board the board ",
            "there is no such    ",
            "move: type one of   ",
            "a1, a2, b7          ",
            "keys                ",
        ]);
        assert_eq!(screen, expected);
        // What does not even fit into the window shows that there is more.
        let mut screen = Buffer::with_lines(["    ", "    "]);
        draw_whole(Rect::new(0, 1, 4, 1), &mut screen, Line::raw("ab cd ef gh"));
        assert_eq!(screen, Buffer::with_lines(["ab  ", "cd …"]));
    }
}

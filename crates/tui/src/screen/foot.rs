//! The lines below a board: what happened, what is to be done, what can be chosen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::{Key, cut, draw_keys};
use crate::entry::Entry;
use crate::event::{Hit, Hits};
use crate::look::{CURSOR, FAINT, PLAIN, STRONG};

/// What stands in the line between the message and the keys.
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
        share: f64,
        text: String,
    },
}

/// What stands below a board.
pub(crate) struct Foot<'a> {
    /// What must be read now.
    pub(crate) message: Option<Line<'a>>,
    /// What happened.
    pub(crate) news: Line<'a>,
    /// The news are told elsewhere too.
    pub(crate) told: bool,
    /// What is to be done.
    pub(crate) prompt: Line<'a>,
    pub(crate) strip: Strip<'a>,
    pub(crate) keys: &'a [Key],
}

/// Draws the lines below a board: as many as there is room for, the most
/// urgent ones first.
pub(crate) fn draw_foot(area: Rect, screen: &mut Buffer, hits: &mut Hits, foot: Foot<'_>) {
    let line = |row: u16| Rect {
        y: area.y + row,
        height: 1,
        ..area
    };
    let Foot {
        message,
        news,
        told,
        prompt,
        strip,
        keys,
    } = foot;
    let has_strip = !matches!(strip, Strip::Nothing);
    match area.height {
        0 => {}
        1 if has_strip => match (message, strip) {
            // What is wrong with a text stands where its keys else do.
            (Some(message), Strip::Entry { prompt, entry, .. }) => {
                let help = &message.to_string();
                let entry = Strip::Entry {
                    prompt,
                    entry,
                    help,
                };
                draw_strip(line(0), screen, hits, &entry);
            }
            // The next key takes it away.
            (Some(message), Strip::Choices { .. }) => draw_message(line(0), screen, message),
            (_, strip) => draw_strip(line(0), screen, hits, &strip),
        },
        1 => {
            let usual = if told { prompt } else { joined(prompt, news) };
            draw_message(line(0), screen, message.unwrap_or(usual));
        }
        2 => {
            let usual = match told && prompt.width() > 0 {
                true => prompt,
                false => joined(news, prompt),
            };
            draw_message(line(0), screen, message.unwrap_or(usual));
            match has_strip {
                true => draw_strip(line(1), screen, hits, &strip),
                false => draw_keys(line(1), screen, hits, keys),
            }
        }
        _ => {
            draw_message(line(0), screen, message.unwrap_or(news));
            match has_strip {
                true => draw_strip(line(1), screen, hits, &strip),
                false => draw_message(line(1), screen, prompt),
            }
            draw_keys(line(2), screen, hits, keys);
        }
    }
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

fn draw_message(area: Rect, screen: &mut Buffer, message: Line<'_>) {
    let message = cut(message, usize::from(area.width));
    screen.set_line(area.x, area.y, &message, area.width);
}

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
            for (index, label) in labels.iter().enumerate() {
                put(screen, " ", PLAIN);
                let (text, style) = match index == *at {
                    true => (format!("[{label}]"), CURSOR.patch(STRONG)),
                    false => (format!(" {label} "), PLAIN),
                };
                let place = put(screen, &text, style);
                hits.push(place, Hit::Choice(index));
            }
            put(screen, &format!("  {words}"), FAINT);
        }
        Strip::Entry {
            prompt,
            entry,
            help,
        } => {
            put(screen, prompt, STRONG);
            let room = usize::from(area.width).saturating_sub(prompt.chars().count() + 1);
            let help_width = help.chars().count() + 2;
            let room = if room > 20 + help_width {
                room - help_width
            } else {
                room
            };
            let (before, under, after) = entry.window(room);
            put(screen, &before, PLAIN);
            put(screen, &under, CURSOR);
            put(screen, &after, PLAIN);
            put(screen, "  ", PLAIN);
            put(screen, help, FAINT);
        }
        Strip::Progress { share, text } => {
            const BAR: usize = 20;
            let filled = (share.clamp(0.0, 1.0) * BAR as f64).round() as usize;
            put(screen, &"█".repeat(filled), PLAIN);
            put(screen, &"░".repeat(BAR - filled), FAINT);
            put(screen, " ", PLAIN);
            put(screen, text, PLAIN);
        }
    }
}

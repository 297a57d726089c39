//! A bot may need a file that takes long to compute: here it is made, if the
//! player wants to wait.

use parlour_core::{Computation, GameEntry};
use parlour_host::HUMAN;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;
use ratatui::text::Line;

use std::time::{Duration, Instant};

use crate::event::{Hits, Input, Ticket, Work};
use crate::look::{ALARM, FAINT, Look, PLAIN, STRONG};
use crate::page::{Context, Next, Page};
use crate::pages::table::{Sitting, TablePage};
use crate::screen::{Key, draw_keys, draw_title, draw_words, last_line};
use crate::work::Job;

/// The page that a game begins with: the table, or first what a bot needs.
pub(crate) fn opening(sitting: Sitting, cx: &mut Context<'_>) -> Box<dyn Page> {
    let seating = &sitting.seating;
    let position = seating.played.position();
    let lacking = |game: &dyn GameEntry| {
        let mut bots = seating.kinds.iter().filter(|kind| *kind != HUMAN);
        bots.find_map(|bot| {
            Some((
                bot.clone(),
                game.missing_file(bot, position, &cx.settings.world.tables)?,
            ))
        })
    };
    match lacking(seating.game) {
        None => Box::new(TablePage::new(sitting, cx)),
        Some((bot, missing)) => Box::new(Making {
            reason: match missing.optional {
                true => format!("{bot} is not at full strength: {}", missing.reason),
                false => format!("{bot} cannot play yet: {}", missing.reason),
            },
            optional: missing.optional,
            file: missing.file,
            compute: Some(missing.compute),
            sitting: Some(sitting),
            job: None,
            share: 0.0,
            made: None,
            failed: None,
        }),
    }
}

struct Making {
    reason: String,
    /// Whether the game can begin without it.
    optional: bool,
    /// The name of what is missing.
    file: String,
    compute: Option<Computation>,
    sitting: Option<Sitting>,
    job: Option<Job>,
    share: f64,
    made: Option<Vec<u8>>,
    failed: Option<String>,
}

/// Writes the result to the folder of the tables, or holds it in memory if
/// there is none.
fn keep(file: &str, content: Vec<u8>, cx: &Context<'_>) -> Result<(), String> {
    let Some(path) = cx.settings.world.tables.path(file) else {
        cx.settings.world.tables.hold(file, content);
        return Ok(());
    };
    parlour_files::prepare(&path).map_err(|error| error.to_string())?;
    (cx.settings.write)(&path, &content)
}

impl Page for Making {
    fn input(&mut self, input: Input, cx: &mut Context<'_>) -> Next {
        match input {
            Input::Key(key) => match key.code {
                KeyCode::Esc | KeyCode::Char('q') => return Next::Close,
                KeyCode::Enter => {
                    if let Some(compute) = self.compute.take() {
                        self.job = Some(cx.shop.compute(compute));
                    }
                }
                KeyCode::Char('w') if self.optional => {
                    if let Some(sitting) = self.sitting.take() {
                        return Next::Become(Box::new(TablePage::new(sitting, cx)));
                    }
                }
                _ => {}
            },
            Input::Tick => {
                let Some(content) = self.made.take() else {
                    return Next::Stay;
                };
                match (keep(&self.file, content, cx), self.sitting.take()) {
                    (Ok(()), Some(sitting)) => return Next::Become(opening(sitting, cx)),
                    (Err(why), sitting) => {
                        self.sitting = sitting;
                        self.failed = Some(why);
                    }
                    (Ok(()), None) => return Next::Close,
                }
            }
            _ => {}
        }
        Next::Stay
    }

    fn work(&mut self, ticket: Ticket, work: Work, _: &mut Context<'_>) -> Option<Work> {
        match &self.job {
            Some(job) if job.ticket == ticket => {}
            _ => return Some(work),
        }
        match work {
            Work::Progress(share) => self.share = share,
            Work::Made(content) => self.made = Some(content),
            Work::Failed(why) => self.failed = Some(why),
            _ => {}
        }
        None
    }

    fn wake(&self) -> Option<Instant> {
        let wait = match (&self.made, &self.job) {
            (Some(_), _) => Duration::ZERO,
            (None, Some(_)) => Duration::from_millis(200),
            (None, None) => return None,
        };
        Some(Instant::now() + wait)
    }

    fn keys(&self) -> Vec<Key> {
        let key = Key::plain;
        let mut keys = Vec::new();
        if self.compute.is_some() {
            keys.push(key(
                KeyCode::Enter,
                "Enter",
                "make it now; it may take a minute",
            ));
        }
        if self.optional {
            keys.push(key(KeyCode::Char('w'), "w", "play without it"));
        }
        keys.push(key(KeyCode::Esc, "Esc", "back"));
        keys
    }

    fn draw(&self, area: Rect, screen: &mut Buffer, _: Look, hits: &mut Hits) {
        draw_title(area, screen, "Something is missing", "");
        let below = Rect {
            y: area.y + 2,
            height: area.height.saturating_sub(3),
            ..area
        };
        let rest = draw_words(below, screen, &self.reason, PLAIN);
        if self.job.is_some() {
            let width = usize::from(area.width.saturating_sub(8)).min(60);
            let filled = (self.share * width as f64) as usize;
            let bar = Line::from(vec![
                ratatui::text::Span::styled("█".repeat(filled), STRONG),
                ratatui::text::Span::styled("░".repeat(width - filled.min(width)), FAINT),
                format!(" {:>3.0} %", 100.0 * self.share).into(),
            ]);
            screen.set_line(rest.x, rest.y, &bar, rest.width);
        }
        if let Some(why) = &self.failed {
            let place = Rect {
                y: rest.y + 2,
                height: rest.height.saturating_sub(2),
                ..rest
            };
            draw_words(place, screen, why, ALARM);
        }
        draw_keys(last_line(area), screen, hits, &self.keys());
    }
}

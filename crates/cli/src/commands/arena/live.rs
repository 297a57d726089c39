//! The live standing while the games are played: on a terminal only.

use std::io::Write;
use std::time::{Duration, Instant};

use anyhow::Result;
use indicatif::{ProgressBar, ProgressStyle};
use parlour_core::{harmless, harmless_lines};

use super::table::Summary;
use crate::output::stderr;

/// How often the table is redrawn.
const EVERY: Duration = Duration::from_millis(250);

/// A table with a bar below it.
pub(super) struct Live {
    bar: Option<ProgressBar>,
    shown: Option<Instant>,
}

impl Live {
    pub(super) fn new(is_wanted: bool, games: u64) -> Live {
        let bar = is_wanted.then(|| {
            let template = "{msg}\n{wide_bar} {pos} of {len} games, {eta} left";
            let style = ProgressStyle::with_template(template)
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            ProgressBar::new(games).with_style(style)
        });
        Live { bar, shown: None }
    }

    /// Prints something above the table.
    pub(super) fn tell(&self, text: Option<&str>) -> Result<()> {
        match (text, &self.bar) {
            (None, _) => {}
            (Some(text), Some(bar)) => bar.println(harmless(text)),
            (Some(text), None) => writeln!(stderr(), "{text}")?,
        }
        Ok(())
    }

    /// Shows the present standing, if it is time to.
    pub(super) fn show<'a>(&mut self, standing: impl FnOnce() -> Summary<'a>) {
        let Some(bar) = &self.bar else { return };
        if self.shown.is_some_and(|shown| shown.elapsed() < EVERY) {
            return;
        }
        let standing = standing();
        let mut text = Vec::new();
        // Writing into memory cannot fail.
        let _ = standing.write(&mut text);
        let text = String::from_utf8_lossy(&text);
        bar.set_message(harmless_lines(text.trim_end()).into_owned());
        bar.set_position(standing.played());
        self.shown = Some(Instant::now());
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

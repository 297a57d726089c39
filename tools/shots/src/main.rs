//! Takes pictures of the full-screen program: a script of keys goes in, PNG and GIF files of its
//! terminal come out.
//!
//! ```sh
//! cargo run -p parlour-shots -- docs/shots/*.keys
//! ```
//!
//! A script has one command a line; `---` begins anew:
//!
//! | command | does |
//! | --- | --- |
//! | `size 80x24` | sets the size of the window |
//! | `theme light` | sets the theme; `light` is on white paper |
//! | `paper white` | has a white background in any theme |
//! | `colours 16`, `256`, `all` or `none` | says what the terminal can show |
//! | `ascii` | only ASCII characters |
//! | `pictures` | the terminal shows pictures |
//! | `seed 7` | sets the seed of everything that is random |
//! | `menu`, `play GAME KIND... OPTION=VALUE...`, `open FILE` | starts the program |
//! | `keys <down><enter>q` | types: letters as they are, others by name |
//! | `settle` | waits until bots have answered and nothing moves |
//! | `pause SECONDS` | waits |
//! | `shot FILE.png` | takes a picture |
//! | `film FILE.gif` | films from here to the end of the script |
//!
//! Files are relative to the script.
#![forbid(unsafe_code)]

mod paper;
mod terminal;

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use parlour_film::{Gif, Image, Tally, png};
use parlour_tui::{Colours, Look, Theme};
use ratatui::crossterm::event::KeyCode;

use paper::{Paper, Studio};
use terminal::{Setting, Terminal};

/// How often a film is exposed.
const FRAME: Duration = Duration::from_millis(40);

/// How long a film shows what a key has done.
const HOLD: Duration = Duration::from_millis(320);

/// The longest that bots may take.
const PATIENCE: Duration = Duration::from_secs(60);

fn main() -> Result<()> {
    let scripts: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    if scripts.is_empty() {
        bail!("usage: shots SCRIPT...");
    }
    let studio = Studio::new()?;
    for script in scripts {
        let text = fs::read_to_string(&script)
            .with_context(|| format!("cannot read {}", script.display()))?;
        let folder = script.parent().unwrap_or(Path::new("."));
        for (number, part) in (1..).zip(text.split("\n---\n")) {
            Shooting::new(&studio, folder)?
                .follow(part)
                .with_context(|| format!("{}, part {number}", script.display()))?;
        }
    }
    Ok(())
}

/// A film being exposed.
struct Reel {
    file: PathBuf,
    frames: Vec<(Image, Duration)>,
}

/// One part of a script being followed.
struct Shooting<'a> {
    studio: &'a Studio,
    /// Where files go.
    folder: &'a Path,
    data: tempfile::TempDir,
    setting: Setting,
    terminal: Option<Terminal>,
    reel: Option<Reel>,
}

impl<'a> Shooting<'a> {
    fn new(studio: &'a Studio, folder: &'a Path) -> Result<Self> {
        Ok(Shooting {
            studio,
            folder,
            data: tempfile::tempdir()?,
            setting: Setting {
                size: (80, 24),
                look: Look {
                    colours: Colours::All,
                    ascii: false,
                    theme: Theme::Dark,
                    on_light: false,
                    cell: None,
                },
                seed: 7,
            },
            terminal: None,
            reel: None,
        })
    }

    fn follow(mut self, script: &str) -> Result<()> {
        for line in script.lines().map(str::trim) {
            if line.is_empty() || line.starts_with('#') {
                continue;
            }
            let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
            self.command(command, rest.trim(), line)
                .with_context(|| line.to_owned())?;
        }
        match self.reel.take() {
            Some(reel) => develop(reel),
            None => Ok(()),
        }
    }

    fn command(&mut self, command: &str, rest: &str, line: &str) -> Result<()> {
        match command {
            "size" => {
                let (width, height) = rest.split_once('x').context("a size is WxH")?;
                self.setting.size = (width.parse()?, height.parse()?);
            }
            "theme" => {
                let theme = Theme::named(rest).context("there is no such theme")?;
                self.setting.look.theme = theme;
                self.setting.look.on_light |= theme == Theme::Light;
            }
            "paper" => self.setting.look.on_light = rest == "white",
            "colours" => {
                self.setting.look.colours = match rest {
                    "all" => Colours::All,
                    "256" => Colours::Many,
                    "16" => Colours::Sixteen,
                    "none" => Colours::None,
                    _ => bail!("all, 256, 16 or none"),
                };
            }
            "ascii" => self.setting.look.ascii = true,
            "pictures" => self.setting.look.cell = Some(paper::CELL),
            "seed" => self.setting.seed = rest.parse()?,
            "menu" | "play" | "open" => {
                let terminal = Terminal::run(self.data.path(), line, &self.setting)?;
                self.terminal = Some(terminal);
            }
            "keys" => {
                for key in keys(rest)? {
                    self.terminal()?.types(key);
                    self.pass(if self.reel.is_some() { HOLD } else { FRAME })?;
                }
            }
            "settle" => self.terminal()?.settle(PATIENCE),
            "pause" => self.pass(Duration::from_secs_f64(rest.parse()?))?,
            "shot" => {
                let image = self.image()?;
                let file = self.folder.join(rest);
                fs::write(&file, png(&image))
                    .with_context(|| format!("cannot write {}", file.display()))?;
            }
            "film" => {
                self.reel = Some(Reel {
                    file: self.folder.join(rest),
                    frames: Vec::new(),
                });
            }
            other => bail!("there is no command {other}"),
        }
        Ok(())
    }

    fn terminal(&mut self) -> Result<&mut Terminal> {
        self.terminal.as_mut().context("nothing runs yet")
    }

    fn image(&mut self) -> Result<Image> {
        let studio = self.studio;
        let paper = match self.setting.look.on_light {
            true => Paper::Light,
            false => Paper::Dark,
        };
        let terminal = self.terminal()?;
        let image = studio.photograph(terminal.look()?, paper)?;
        Ok(match terminal.picture() {
            Some(shown) => paper::with_picture(image, shown),
            None => image,
        })
    }

    /// Lets time pass, and exposes the film.
    fn pass(&mut self, time: Duration) -> Result<()> {
        if self.reel.is_none() {
            self.terminal()?.pass(time);
            return Ok(());
        }
        let mut left = time;
        while !left.is_zero() {
            let image = self.image()?;
            let held = left.min(FRAME);
            if let Some(reel) = &mut self.reel {
                match reel.frames.last_mut() {
                    Some((last, shown)) if *last == image => *shown += held,
                    _ => reel.frames.push((image, held)),
                }
            }
            self.terminal()?.pass(held);
            left -= held;
        }
        Ok(())
    }
}

/// Writes a film.
fn develop(reel: Reel) -> Result<()> {
    let mut tally = Tally::default();
    reel.frames.iter().for_each(|(image, _)| tally.count(image));
    let (first, _) = reel.frames.first().context("the film is empty")?;
    let size = (first.width(), first.height());
    let mut gif = Gif::new(Vec::new(), size, tally.palette())?;
    for (image, held) in reel.frames {
        gif.show(&[(image, (0, 0))], held)?;
    }
    fs::write(&reel.file, gif.finish()?)
        .with_context(|| format!("cannot write {}", reel.file.display()))
}

/// Keys: letters as they are, others by name in angle brackets.
fn keys(text: &str) -> Result<Vec<KeyCode>> {
    let mut keys = Vec::new();
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        if letter == '<'
            && let Some((name, after)) = rest[1..].split_once('>')
        {
            keys.push(match name {
                "enter" => KeyCode::Enter,
                "esc" => KeyCode::Esc,
                "tab" => KeyCode::Tab,
                "backtab" => KeyCode::BackTab,
                "back" => KeyCode::Backspace,
                "space" => KeyCode::Char(' '),
                "up" => KeyCode::Up,
                "down" => KeyCode::Down,
                "right" => KeyCode::Right,
                "left" => KeyCode::Left,
                "pgdn" => KeyCode::PageDown,
                "pgup" => KeyCode::PageUp,
                "home" => KeyCode::Home,
                "end" => KeyCode::End,
                other => bail!("there is no key {other}"),
            });
            rest = after;
        } else {
            keys.push(KeyCode::Char(letter));
            rest = &rest[letter.len_utf8()..];
        }
    }
    Ok(keys)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_names() {
        let keys_of_text = keys("a<down><enter>?").expect("known keys");
        let expected = [
            KeyCode::Char('a'),
            KeyCode::Down,
            KeyCode::Enter,
            KeyCode::Char('?'),
        ];
        assert_eq!(keys_of_text, expected);
        assert!(keys("<nowhere>").is_err());
    }
}

//! `parlour rules` and `parlour learn`

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, Result};
use parlour_core::learn::{self, Block};
use parlour_core::picture::Look;
use parlour_core::{DrawOptions, GameEntry, Position, TooLarge, Viewer};
use parlour_host::{Guide, Heard};
use parlour_tui::wrapped;
use serde::Serialize;

use crate::args::{Learn, Rules};
use crate::console::Console;
use crate::files;
use crate::output::{self, Colour, print_json, stdout};
use crate::report;
use crate::screen;

#[derive(Serialize)]
struct BlockLine {
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    caption: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    svg: Option<String>,
}

pub(crate) fn rules(rules: &Rules, colour: Colour) -> Result<ExitCode> {
    let game = files::game(&rules.game.game)?;
    let mut out = stdout();
    if rules.json.json {
        for block in learn::rules(game) {
            print_json(&mut out, &in_json(&block)?)?;
        }
    } else {
        out.styled(&rules_text(game, rules.ascii, colour.on_stdout()))?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

fn in_json(block: &Block) -> Result<BlockLine, TooLarge> {
    let text = |kind, text: &String| BlockLine {
        kind,
        text: Some(text.clone()),
        position: None,
        caption: None,
        svg: None,
    };
    Ok(match block {
        Block::Heading(words) => text("heading", words),
        Block::Paragraph(words) => text("text", words),
        Block::Lines(words) => text("lines", words),
        Block::Board(diagram) => BlockLine {
            kind: "board",
            text: None,
            position: Some(diagram.position.text()),
            caption: Some(diagram.caption.clone()),
            svg: Some(diagram.paint(&Look::default())?.board.document()),
        },
    })
}

/// The rules with their diagrams drawn between the paragraphs.
pub(crate) fn rules_text(game: &dyn GameEntry, ascii: bool, colour: bool) -> String {
    let mut text = String::new();
    for block in learn::rules(game) {
        if !text.is_empty() {
            text.push('\n');
        }
        match block {
            Block::Heading(words) | Block::Lines(words) => {
                text.push_str(&words);
                text.push('\n');
            }
            Block::Paragraph(words) => push_wrapped(&mut text, &words),
            Block::Board(diagram) => {
                let options = DrawOptions {
                    coordinates: true,
                    ..DrawOptions::default()
                };
                // Boards in rules are small.
                if let Ok(drawing) = diagram.draw(options) {
                    let drawing = if ascii { drawing.in_ascii() } else { drawing };
                    text.push_str(&drawing.render(colour));
                    text.push('\n');
                }
                push_wrapped(&mut text, &diagram.caption);
            }
        }
    }
    text
}

fn push_wrapped(text: &mut String, words: &str) {
    for line in wrapped(words, output::width().min(80)) {
        text.push_str(&line);
        text.push('\n');
    }
}

const HELP: &str = "\
Type a move, or:
  Enter        go on, where nothing is asked
  hint         the move that is asked for
  back         the step before
  board        the board again
  rules        the rules of the game
  quit         leave";

pub(crate) fn learn(learn: &Learn, colour: Colour) -> Result<ExitCode> {
    let game = files::game(&learn.game.game)?;
    if !learn.plain && screen::is_there() {
        return screen::learn(game, learn.ascii, colour);
    }
    let guide = Guide::new(game).context("this game has no guided first game")??;
    Class {
        guide,
        console: Console::new(),
        colour,
        ascii: learn.ascii,
    }
    .run()?;
    Ok(ExitCode::SUCCESS)
}

/// A guided first game, line by line.
struct Class {
    guide: Guide,
    console: Console,
    colour: Colour,
    ascii: bool,
}

impl Class {
    fn run(&mut self) -> Result<()> {
        let title = self.guide.game().info().title;
        self.console.say(&format!("{title}: a first game"))?;
        self.tell()?;
        loop {
            let prompt = match (self.guide.is_over(), self.guide.is_asked()) {
                (true, _) => return Ok(()),
                (false, true) => "Your move > ",
                (false, false) => "Enter > ",
            };
            let Some(answer) = self.console.ask(prompt)? else {
                return Ok(());
            };
            match &*answer.to_lowercase() {
                "quit" | "exit" | "q" => return Ok(()),
                "help" | "h" | "?" => self.console.say(HELP)?,
                "board" => self.show_board()?,
                "rules" => {
                    let rules = rules_text(self.guide.game(), self.ascii, self.colour.on_stdout());
                    self.console.show(rules.trim_end())?;
                }
                "back" => match self.guide.back() {
                    true => self.tell()?,
                    false => self.console.say("This is the first step.")?,
                },
                "hint" => self.hint()?,
                "" if self.guide.go_on() => self.tell()?,
                "" => {}
                _ => self.answer(&answer)?,
            }
        }
    }

    fn answer(&mut self, text: &str) -> Result<()> {
        match self.guide.play(text) {
            Ok(Heard::Right) => self.tell()?,
            Ok(Heard::Other(words)) => self.console.say(&words)?,
            Err(finding) => {
                let told =
                    report::render("move", text.as_bytes(), &finding, self.colour.on_stdout());
                self.console.show(&told)?;
            }
        }
        Ok(())
    }

    fn hint(&mut self) -> Result<()> {
        let hint = self.guide.hint();
        let hint = hint.map(|step| self.guide.position().write(&step));
        match hint {
            Some(hint) => self.console.say(&format!("Type: {hint}"))?,
            None => self.console.say("Press Enter to go on.")?,
        }
        Ok(())
    }

    /// What happened, the board, and what to do now.
    fn tell(&mut self) -> Result<()> {
        self.console.say("")?;
        for said in self.guide.news() {
            self.console.say(&said.text)?;
        }
        self.show_board()?;
        let (step, of) = self.guide.progress();
        let says = match self.guide.is_over() {
            true => self.guide.says().to_owned(),
            false => format!("{step} of {of}. {}", self.guide.says()),
        };
        self.console.say(&says)?;
        Ok(())
    }

    fn show_board(&mut self) -> Result<()> {
        let last = self.guide.last();
        let options = DrawOptions {
            coordinates: true,
            last: &last,
            ..DrawOptions::default()
        };
        let picture = board(
            self.guide.position(),
            self.guide.viewer(),
            options,
            self.ascii,
            self.colour,
        )?;
        self.console.show(&picture)?;
        Ok(())
    }
}

/// A board as text for standard output.
pub(crate) fn board(
    position: &dyn Position,
    who: Viewer,
    options: DrawOptions<'_>,
    ascii: bool,
    colour: Colour,
) -> Result<String, TooLarge> {
    let drawing = position.draw(who, options)?;
    let drawing = if ascii { drawing.in_ascii() } else { drawing };
    Ok(drawing.render(colour.on_stdout()))
}

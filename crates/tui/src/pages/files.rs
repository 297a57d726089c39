//! A small file browser: the games that the program kept, and the records in
//! the folders.

use std::cell::RefCell;
use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use parlour_core::{AnyReading, GameEntry, Holds, Match, harmless};
use parlour_files::MOST_READ;
use parlour_host::{Dice, Kept, Seating, is_journal, usual_kinds};
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::Rect;

use crate::board::BoardView;
use crate::choices::last_kinds;
use crate::event::{Hits, Input, Ticket, Work};
use crate::fault;
use crate::list::{draw_list, draw_notice, walk};
use crate::look::Look;
use crate::page::{Context, Next, Page};
use crate::pages::explore::Explore;
use crate::pages::making;
use crate::pages::table::Sitting;
use crate::pages::text::Text;
use crate::sample;
use crate::screen::{Key, beside_or_below, body, draw_keys, draw_pane, draw_title, last_line};
use crate::store::{self, Unfinished};
use crate::work::Job;

/// How many of the kept records are listed, the last ones first.
const MOST_RECORDS: usize = 20;

/// Windows of this width have a pane beside the list; in others it is below, this high with the
/// title and the keys.
const WITH_PANE: u16 = 76;
const BELOW: u16 = 7;

enum Kind {
    Unfinished,
    File,
    Folder,
}

struct Item {
    path: PathBuf,
    name: String,
    kind: Kind,
}

pub(crate) struct Files {
    folder: PathBuf,
    items: Vec<Item>,
    summaries: HashMap<PathBuf, String>,
    job: Option<Job>,
    at: usize,
    /// The game to be deleted, if that is confirmed.
    deleting: Option<PathBuf>,
    message: Option<String>,
    /// The boards that were shown.
    boards: RefCell<HashMap<PathBuf, Option<BoardView>>>,
}

impl Files {
    pub(crate) fn new(cx: &Context<'_>) -> Self {
        let mut files = Files {
            folder: PathBuf::new(),
            items: Vec::new(),
            summaries: HashMap::new(),
            job: None,
            at: 0,
            deleting: None,
            message: None,
            boards: RefCell::default(),
        };
        files.go_to(cx.settings.folder.clone(), cx);
        files
    }

    /// Lists a folder; where the browser begins, kept games come first.
    fn go_to(&mut self, folder: PathBuf, cx: &Context<'_>) {
        let listed = match fs::read_dir(&folder) {
            Ok(listed) => listed,
            Err(error) => {
                self.message = Some(format!("{}: {error}", folder.display()));
                return;
            }
        };
        self.items.clear();
        let data = &cx.settings.data;
        if folder == cx.settings.folder {
            for game in store::unfinished(data) {
                self.add(game.path, Kind::Unfinished, cx);
            }
            let mut records: Vec<PathBuf> = fs::read_dir(store::records(data))
                .into_iter()
                .flatten()
                .flatten()
                .map(|entry| entry.path())
                .filter(|path| is_record(path))
                .collect();
            records.sort_unstable_by(|a, b| b.cmp(a));
            for path in records.into_iter().take(MOST_RECORDS) {
                self.add(path, Kind::File, cx);
            }
        }
        if let Some(parent) = folder.parent() {
            self.items.push(Item {
                path: parent.to_owned(),
                name: "..".to_owned(),
                kind: Kind::Folder,
            });
        }
        let mut paths: Vec<PathBuf> = listed.flatten().map(|entry| entry.path()).collect();
        paths.sort_unstable();
        let is_hidden = |path: &Path| {
            let name = path.file_name().map(|name| name.to_string_lossy());
            name.is_none_or(|name| name.starts_with('.'))
        };
        paths.retain(|path| !is_hidden(path));
        let (folders, files): (Vec<_>, Vec<_>) = paths.into_iter().partition(|path| path.is_dir());
        for path in files.into_iter().filter(|path| is_record(path)) {
            self.add(path, Kind::File, cx);
        }
        for path in folders {
            self.add(path, Kind::Folder, cx);
        }
        self.folder = folder;
        self.at = 0;
        let unknown = self.items.iter().filter(|item| {
            !matches!(item.kind, Kind::Folder) && !self.summaries.contains_key(&item.path)
        });
        let unknown: Vec<PathBuf> = unknown.map(|item| item.path.clone()).collect();
        self.job = Some(cx.shop.summarise(unknown));
    }

    fn add(&mut self, path: PathBuf, kind: Kind, cx: &Context<'_>) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let name = match kind {
            Kind::Folder => format!("{}/", harmless(&name)),
            // The rest of its name is for the program.
            Kind::Unfinished => {
                let state = match store::is_played(&path) {
                    true => "played elsewhere",
                    false => "not finished",
                };
                format!("{state}, {}", store::date(&name, &cx.settings.zone))
            }
            Kind::File => harmless(&name).into_owned(),
        };
        self.items.push(Item { path, name, kind });
    }

    /// Deletes a kept game, if asked twice.
    fn delete(&mut self, confirmed: Option<&Path>, cx: &Context<'_>) {
        let Some(item) = self.items.get(self.at) else {
            return;
        };
        let path = item.path.clone();
        if !store::is_ours(&cx.settings.data, &path) {
            self.message = Some("Only games kept by the program can be deleted here.".to_owned());
        } else if confirmed == Some(&path) {
            let at = self.at;
            self.message = store::delete(&path).err().map(|error| error.to_string());
            self.go_to(self.folder.clone(), cx);
            self.at = at.min(self.items.len().saturating_sub(1));
        } else {
            self.message = Some("Press d again to delete this game.".to_owned());
            self.deleting = Some(path);
        }
    }

    fn choose(&mut self, cx: &mut Context<'_>) -> Next {
        let Some(item) = self.items.get(self.at) else {
            return Next::Stay;
        };
        let path = item.path.clone();
        if matches!(item.kind, Kind::Folder) {
            self.go_to(path, cx);
            return Next::Stay;
        }
        match open(&path, None, cx) {
            Ok(page) => Next::Open(page),
            Err(why) => {
                self.message = Some(why);
                Next::Stay
            }
        }
    }
}

fn is_record(path: &Path) -> bool {
    let extension = path.extension().and_then(|extension| extension.to_str());
    extension.is_some_and(|extension| {
        let games = parlour_catalog::games();
        games.iter().any(|game| game.info().extension == extension)
    })
}

/// The page for a file: a game to be resumed, or a record to be explored.
pub(crate) fn open(
    path: &Path,
    game: Option<&'static dyn GameEntry>,
    cx: &mut Context<'_>,
) -> Result<Box<dyn Page>, String> {
    let named = |why: String| format!("{}: {why}", path.display());
    let bytes = parlour_files::read_ordinary(path, MOST_READ);
    let bytes = bytes.map_err(|error| named(error.to_string()))?;
    let game = game
        .or_else(|| store::game_of(path, &bytes))
        .ok_or_else(|| named("which game is this a record of?".to_owned()))?;
    show(path, &bytes, game, cx)
}

/// The page that shows the content of a file.
pub(crate) fn show(
    path: &Path,
    bytes: &[u8],
    game: &'static dyn GameEntry,
    cx: &mut Context<'_>,
) -> Result<Box<dyn Page>, String> {
    let named = |why: &str| format!("{}: {why}", path.display());
    let kept = Unfinished::at(&cx.settings.data, path);
    let seed = cx.settings.fresh_seed(cx.now);
    let seating = if let Some(unfinished) = &kept {
        let kept = unfinished.read().map_err(|why| named(&why))?;
        kept.seating(cx.settings.budget(), seed)
    } else if is_journal(bytes) {
        let text = String::from_utf8_lossy(bytes);
        let kept = Kept::read(&text, parlour_catalog::game);
        let kept = kept.map_err(|bad| named(&bad.to_string()))?;
        kept.seating(cx.settings.budget(), seed)
    } else {
        let reading = game.read_record(bytes);
        let sound = reading.is_valid() || reading.unfinished;
        if !(sound && game.holds(bytes) == Holds::Position) {
            return explored(path, bytes, game, reading, cx);
        }
        let record = reading
            .record
            .ok_or_else(|| named("the board is too large"))?;
        Seating {
            game,
            kinds: usual_kinds(game, &*record.start, &last_kinds(&cx.settings.data, game)),
            played: Match::resume(record).map_err(|illegal| named(&illegal.message))?,
            setup: None,
            budget: cx.settings.budget(),
            dice: Dice::Thrown,
            seed,
        }
    };
    let sitting = Sitting {
        seating,
        file: kept.is_none().then(|| path.to_owned()),
        kept: kept.map(|unfinished| unfinished.path),
    };
    Ok(making::opening(sitting, cx))
}

/// The page that explores a record, or says what is wrong with it.
fn explored(
    path: &Path,
    bytes: &[u8],
    game: &'static dyn GameEntry,
    mut reading: AnyReading,
    cx: &mut Context<'_>,
) -> Result<Box<dyn Page>, String> {
    let named = |why: &str| format!("{}: {why}", path.display());
    let faults = fault::told(bytes, &reading.diagnostics);
    match reading.record.take() {
        Some(record) => {
            let explore = Explore::of_file(game, path, record, &reading, faults, cx);
            Ok(Box::new(explore))
        }
        None if reading.unfinished => Err(named("the board is too large to look at")),
        None => Ok(Box::new(Text::new(named("what is wrong"), faults))),
    }
}

impl Page for Files {
    fn input(&mut self, input: Input, cx: &mut Context<'_>) -> Next {
        let mut deleting = None;
        if !matches!(input, Input::Tick) {
            deleting = self.deleting.take();
        }
        let code = walk(input, &mut self.at, self.items.len());
        if code.is_some() || deleting.is_some() {
            self.message = None;
        }
        match code {
            Some(KeyCode::Enter | KeyCode::Right) => return self.choose(cx),
            Some(KeyCode::Char('d') | KeyCode::Delete) => self.delete(deleting.as_deref(), cx),
            Some(KeyCode::Left | KeyCode::Backspace) => {
                if let Some(parent) = self.folder.parent() {
                    self.go_to(parent.to_owned(), cx);
                }
            }
            Some(KeyCode::Esc | KeyCode::Char('q')) => return Next::Close,
            _ => {}
        }
        Next::Stay
    }

    fn work(&mut self, ticket: Ticket, work: Work, _: &mut Context<'_>) -> Option<Work> {
        match (&self.job, work) {
            (Some(job), Work::Summary(path, summary)) if job.ticket == ticket => {
                self.summaries.insert(path, summary);
                None
            }
            (_, work) => Some(work),
        }
    }

    fn uncovered(&mut self, cx: &mut Context<'_>) {
        let at = self.at;
        self.summaries.clear();
        self.boards.borrow_mut().clear();
        self.go_to(self.folder.clone(), cx);
        self.at = at.min(self.items.len().saturating_sub(1));
    }

    fn keys(&self) -> Vec<Key> {
        let key = Key::plain;
        vec![
            key(KeyCode::Enter, "Enter", "open"),
            key(KeyCode::Down, "Down", "next"),
            key(KeyCode::Up, "Up", "previous"),
            key(KeyCode::Backspace, "Left", "folder above"),
            key(KeyCode::Char('?'), "?", "keys"),
            key(KeyCode::Esc, "Esc", "back"),
            key(KeyCode::Char('d'), "d", "delete").at_length("delete a game kept by the program"),
        ]
    }

    fn draw(&self, area: Rect, screen: &mut Buffer, look: Look, hits: &mut Hits) {
        draw_title(
            area,
            screen,
            "Open a file",
            &self.folder.display().to_string(),
        );
        let about = |item: &Item| self.summaries.get(&item.path).map_or("", |text| text);
        let wide = body(area).width >= WITH_PANE;
        let lines = self.items.iter().map(|item| {
            let about = if wide { "" } else { about(item) };
            (&*item.name, about)
        });
        let lines: Vec<(&str, &str)> = lines.collect();
        let width = match wide {
            true => area.width * 2 / 5,
            false => area.width,
        };
        let height = area.height.saturating_sub(BELOW);
        let (list, pane) = beside_or_below(body(area), width, height);
        let inner = draw_pane(list, screen, "Games and records");
        draw_list(inner, screen, hits, self.at, &lines);
        if let Some(item) = self.items.get(self.at) {
            let mut boards = self.boards.borrow_mut();
            let board = boards
                .entry(item.path.clone())
                .or_insert_with(|| match item.kind {
                    Kind::Folder => None,
                    Kind::File | Kind::Unfinished => sample::of_file(&item.path),
                });
            let words = match item.kind {
                Kind::Folder => "a folder",
                _ => about(item),
            };
            sample::draw_about(pane, &item.name, board.as_ref(), words, screen, look);
        }
        draw_notice(area, screen, self.message.as_deref());
        draw_keys(last_line(area), screen, hits, &self.keys());
    }
}

//! `parlour arena`: bots against bots.

mod json;
mod live;
mod table;

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::Write;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::{Context, Result, anyhow, bail};
use clap::ArgMatches;
use parlour_arena::{
    ARENA, Arena, BadJob, End, External, Finished, GameResult, Heading, HostError, Job, Scoreboard,
    Spec, Timeouts,
};
use parlour_core::{GameEntry, Noted};
use parlour_files::Journal;

use crate::args::{self, Arena as Wanted};
use crate::bots;
use crate::commands::pictures::Plotter;
use crate::commands::shards::{self, cannot_use as shown};
use crate::commands::verbs;
use crate::data;
use crate::files;
use crate::output::{Usage, print_json, stderr, stderr_is_terminal, stdout};
use json::MoveLine;
use live::Live;

/// The exit status after an interruption.
const INTERRUPTED: u8 = 130;

/// The files of a folder of results.
const RESULTS: &str = "results.jsonl";
const SUMMARY: &str = "results.json";
const TABLE: &str = "results.csv";
const PICTURE: &str = "ratings.svg";

pub(crate) fn run(wanted: &Wanted, options: &ArgMatches) -> Result<ExitCode> {
    let game = files::game(&wanted.game.game)?;
    let results_path = results_path(wanted)?;
    let earlier: Option<Heading> = match results_path.as_ref().or(wanted.merge.first()) {
        Some(path) => Journal::heading(path, ARENA).with_context(|| shown(path))?,
        None => None,
    };
    let seed = wanted.seed.seed.or(earlier.as_ref().map(|was| was.seed));
    let stop = Arc::new(AtomicBool::new(false));
    let job = job(game, wanted, seed, options)?;
    let arena = job.arena(data::tables().clone(), Arc::clone(&stop));
    let arena = arena.map_err(usage)?;
    let mut board = job.board(&arena).map_err(usage)?;
    let units = arena.plan.units();
    if let Some(count) = wanted.chunks {
        return shards::print_chunks(units, count);
    }
    let only = shards::only(units, wanted.only)?;
    if wanted.merge.is_empty() {
        check_players(&arena)?;
    }
    let outputs = Outputs::new(wanted)?;
    outputs.are_apart_from(results_path.iter().chain(&wanted.merge))?;
    let records = wanted.out.as_ref().map(|folder| Records::new(game, folder));
    let mut records = records.transpose()?;
    let is_kept = results_path.is_some() || !wanted.merge.is_empty();
    let heading = is_kept.then(|| job.heading(&arena));
    let mut results = match results_path.as_ref().zip(heading.as_ref()) {
        Some((path, heading)) => {
            Some(Journal::open(path, &heading.journal(), &mut board).with_context(|| shown(path))?)
        }
        None => None,
    };
    let is_missing =
        |board: &Scoreboard| !board.is_done() && only.clone().any(|game| !board.has(game));
    let played = match heading {
        Some(heading) if !wanted.merge.is_empty() => {
            let own = results_path.as_deref();
            let (into, heading) = (results.as_mut(), heading.part());
            Journal::merge(into, own, &wanted.merge, &heading, &mut board)
                .map_err(|(path, why)| anyhow!(why).context(shown(&path)))?;
            Ok(None)
        }
        _ if is_missing(&board) => play(
            &arena,
            wanted,
            &only,
            &mut board,
            &mut results,
            &mut records,
        ),
        _ => Ok(None),
    };
    let is_interrupted = stop.load(Ordering::Relaxed) && is_missing(&board);
    // The results are reported, whatever becomes of the files.
    let summary = table::Summary::new(&arena, wanted, &board);
    let mut out = stdout();
    if wanted.json.json {
        print_json(&mut out, &summary.json())?;
    } else {
        summary.write(&mut out)?;
    }
    out.flush()?;
    drop(out);
    let written = outputs.write(&board, &summary);
    let trouble = played?;
    written?;
    if !is_interrupted {
        return Ok(ExitCode::SUCCESS);
    }
    let how = match &results_path {
        Some(path) => format!("continue with --resume {}", files::shown_name(path)),
        None => "use --resume FILE next time to be able to continue".to_owned(),
    };
    if let Some(trouble) = trouble {
        bail!("{trouble}; the arena has stopped; {how}");
    }
    writeln!(stderr(), "interrupted; {how}")?;
    Ok(ExitCode::from(INTERRUPTED))
}

/// Where results are kept. A folder with results is not overwritten.
fn results_path(wanted: &Wanted) -> Result<Option<PathBuf>> {
    let Some(folder) = &wanted.out else {
        return Ok(wanted.resume.clone());
    };
    if let Some(path) = &wanted.resume {
        return Ok(Some(path.clone()));
    }
    let path = folder.join(RESULTS);
    if path.exists() {
        bail!(
            "{} already has results; continue with --resume {}, or choose another folder",
            files::shown_name(folder),
            files::shown_name(&path)
        );
    }
    Ok(Some(path))
}

/// What is wanted, as every front end says it.
fn job(
    game: &'static dyn GameEntry,
    wanted: &Wanted,
    seed: Option<u64>,
    options: &ArgMatches,
) -> Result<Job> {
    let out = wanted.out.as_ref();
    Ok(Job {
        setup: args::setup_values(options, game)?,
        games: wanted.games,
        gauntlet: wanted.gauntlet,
        fixed_seats: wanted.fixed_seats,
        time: wanted.time,
        nodes: wanted.nodes,
        sprt: match wanted.sprt.as_deref() {
            Some(&[elo0, elo1]) => Some([elo0, elo1]),
            _ => None,
        },
        opening: wanted.opening,
        most_steps: wanted.most_steps,
        patience: Timeouts {
            margin: wanted.margin,
            untimed: wanted.patience,
            ..Timeouts::default()
        },
        times: wanted.times,
        records: wanted.records,
        out: out.map(|folder| folder.display().to_string()),
        ..Job::new(
            game,
            wanted.specs.clone(),
            seed.unwrap_or_else(verbs::fresh_seed),
        )
    })
}

fn usage(bad: BadJob) -> Usage {
    match bad {
        BadJob::Setup(bad) => Usage(format!("--{bad}")),
        BadJob::Test(why) => Usage(format!("--sprt: {why}")),
        bad => Usage(bad.to_string()),
    }
}

/// Refuses players that could not make a single move.
fn check_players(arena: &Arena<'_>) -> Result<()> {
    let start = arena.start(0)?;
    for player in &arena.players {
        match player {
            Spec::Own(name) => {
                bots::to_ask(arena.game, Some(name), &*start)?;
            }
            Spec::Exec(command) => {
                External::start(arena.game, command, arena.patience)
                    .map_err(|trouble| anyhow!("{player}: {trouble}"))?;
            }
        }
    }
    Ok(())
}

/// Plays what has not been played yet, and stores every result as soon as it is known: the record
/// first, so that a stored result has one. Returns why this machine could not go on.
fn play(
    arena: &Arena<'_>,
    wanted: &Wanted,
    only: &Range<u64>,
    board: &mut Scoreboard,
    results: &mut Option<Journal>,
    records: &mut Option<Records>,
) -> Result<Option<HostError>> {
    let stop = Arc::clone(&arena.budget.stop);
    let told = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        // Told a second time, it does not wait.
        if told.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    })
    .context("cannot handle Ctrl-C")?;
    let played: HashSet<u64> = board.played().filter(|game| only.contains(game)).collect();
    let is_wanted = |game: u64| !played.contains(&game);
    let mut live = Live::new(stderr_is_terminal(), only.end - only.start);
    let mut failure = None;
    let played = arena.run(
        wanted.concurrency.concurrency.into(),
        only.clone(),
        &is_wanted,
        |finished| {
            let told = told_of_failure(arena, &finished.result);
            let kept = keep(finished, board, results, records);
            if let Err(error) = kept.and_then(|()| live.tell(told.as_deref())) {
                failure = Some(error);
                return ControlFlow::Break(());
            }
            live.show(|| table::Summary::new(arena, wanted, board));
            match board.is_done() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        },
    );
    drop(live);
    if let Some(results) = results {
        results.sync().context("cannot keep the results")?;
    }
    failure.map_or(Ok(played.err()), Err)
}

/// The message about a game in which somebody failed.
fn told_of_failure(arena: &Arena<'_>, result: &GameResult) -> Option<String> {
    let label = &arena.labels[result.failed?];
    let reason = result.reason.as_deref().unwrap_or_default();
    Some(format!("game {}: {label} fails: {reason}", result.game + 1))
}

fn keep(
    finished: Finished,
    board: &mut Scoreboard,
    results: &mut Option<Journal>,
    records: &mut Option<Records>,
) -> Result<()> {
    let Finished {
        result,
        record,
        moves,
    } = finished;
    if let (Some(records), Some(record)) = (records, record) {
        records.write(&result, &record)?;
        records.write_moves(&result, &moves)?;
    }
    if let Some(results) = results {
        results.add(&result).context("cannot keep a result")?;
    }
    board.add(result);
    Ok(())
}

/// The folder of records.
struct Records {
    folder: PathBuf,
    /// For games that were not played to their end.
    unfinished: PathBuf,
    /// For what bots said about their moves.
    moves: PathBuf,
    extension: &'static str,
}

impl Records {
    fn new(game: &dyn GameEntry, folder: &Path) -> Result<Records> {
        let records = Records {
            folder: folder.join("games"),
            unfinished: folder.join("unfinished"),
            moves: folder.join("moves"),
            extension: game.info().extension,
        };
        for folder in [&records.folder, &records.moves] {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot make {}", files::shown_name(folder)))?;
        }
        Ok(records)
    }

    fn write(&self, result: &GameResult, record: &str) -> Result<()> {
        let folder = match result.end {
            End::Forfeit | End::TooLong => {
                fs::create_dir_all(&self.unfinished)?;
                &self.unfinished
            }
            _ => &self.folder,
        };
        let path = folder.join(format!("{:06}.{}", result.game + 1, self.extension));
        files::write(&path, record.as_bytes())
    }

    /// One line per move.
    fn write_moves(&self, result: &GameResult, moves: &[Noted]) -> Result<()> {
        let mut lines = Vec::new();
        for noted in moves {
            print_json(&mut lines, &MoveLine::from(noted))?;
        }
        let path = self.moves.join(format!("{:06}.jsonl", result.game + 1));
        files::write(&path, &lines)
    }
}

/// The files written at the end.
struct Outputs {
    tables: Vec<PathBuf>,
    pictures: Vec<Plotter>,
    summary: Option<PathBuf>,
}

impl Outputs {
    /// All that are wanted, after checking that they can be written: not after hours of work.
    fn new(wanted: &Wanted) -> Result<Outputs> {
        if let Some(folder) = &wanted.out {
            fs::create_dir_all(folder)
                .with_context(|| format!("cannot make {}", files::shown_name(folder)))?;
        }
        let inside = |name: &str| wanted.out.as_ref().map(|folder| folder.join(name));
        let mut pictures: Vec<Plotter> = Plotter::into_file(&wanted.plot)?.into_iter().collect();
        if let Some(path) = inside(PICTURE) {
            pictures.push(Plotter::new([true, false], Some(&path), wanted.plot.theme)?);
        }
        let outputs = Outputs {
            tables: wanted.csv.iter().cloned().chain(inside(TABLE)).collect(),
            pictures,
            summary: inside(SUMMARY),
        };
        for path in outputs.tables.iter().chain(&outputs.summary) {
            files::prepare(path)?;
        }
        for plotter in &outputs.pictures {
            plotter.prepare()?;
        }
        Ok(outputs)
    }

    /// Makes sure that no file is to hold two things: what was written first would be lost.
    fn are_apart_from<'a>(&'a self, results: impl Iterator<Item = &'a PathBuf>) -> Result<()> {
        let results = results.map(|path| (&**path, "the results"));
        let tables = self.tables.iter().map(|path| (&**path, "the table"));
        let summary = self.summary.iter().map(|path| (&**path, "the summary"));
        let pictures = self.pictures.iter().filter_map(Plotter::output);
        let pictures = pictures.map(|path| (path, "the chart"));
        let mut held = HashMap::new();
        for (path, what) in results.chain(tables).chain(summary).chain(pictures) {
            let Some(place) = parlour_files::resolved(path) else {
                continue;
            };
            if let Some(other) = held.insert(place, what).filter(|other| *other != what) {
                let name = files::shown_name(path);
                let why = format!("{name} cannot hold both {other} and {what}: name another file");
                return Err(Usage(why).into());
            }
        }
        Ok(())
    }

    /// Writes all of them, whether the others can be written or not. Returns the first error.
    fn write(&self, board: &Scoreboard, summary: &table::Summary<'_>) -> Result<()> {
        let mut json = serde_json::to_vec(&summary.json())?;
        json.push(b'\n');
        // The table of millions of games takes much memory: it is made only if it is wanted.
        let table = match self.tables.is_empty() {
            true => String::new(),
            false => summary.csv(board),
        };
        let tables = self.tables.iter().map(|path| (path, table.as_bytes()));
        let texts = tables.chain(self.summary.iter().map(|path| (path, &*json)));
        let written = texts.map(|(path, content)| files::write(path, content));
        let pictures = self.pictures.iter();
        let drawn = pictures.map(|plotter| plotter.put(&summary.picture(&plotter.look())));
        written.chain(drawn).fold(Ok(()), Result::and)
    }
}

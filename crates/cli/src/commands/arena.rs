//! `parlour arena`: bots against bots.

mod json;
mod live;
mod table;

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use clap::ArgMatches;
use parlour_arena::statistics::Sprt;
use parlour_arena::{
    Arena, End, External, Finished, GameResult, Heading, HostTrouble, Patience, Plan, ResultsFile,
    Scoreboard, Seating, Shape, Spec, labels,
};
use parlour_core::{Budget, GameEntry, Noted, SetupValues, luck};

use crate::args::{self, Arena as Wanted};
use crate::bots;
use crate::commands::pictures::Plotter;
use crate::commands::verbs;
use crate::data;
use crate::files;
use crate::output::{Usage, print_json, stderr, stderr_is_terminal, stdout};
use json::MoveLine;
use live::Live;

/// Time for a move where nothing is said.
const USUAL_TIME: Duration = Duration::from_millis(100);
/// Games of a pairing where nothing is said, without a test and with one.
const USUAL_GAMES: [u64; 2] = [100, 40_000];
/// Moves of an opening where games would else be alike.
const USUAL_OPENING: u32 = 2;

/// The version of a file of results. Version 1 had other luck for the same seed.
const RESULTS_VERSION: u32 = 2;

/// The exit status of what was interrupted.
const INTERRUPTED: u8 = 130;

/// The files of a folder of results.
const RESULTS: &str = "results.jsonl";
const SUMMARY: &str = "results.json";
const TABLE: &str = "results.csv";
const PICTURE: &str = "ratings.svg";

pub(crate) fn run(wanted: &Wanted, options: &ArgMatches) -> Result<ExitCode> {
    let game = files::game(&wanted.game.game)?;
    let specs: Result<Vec<Spec>, _> = wanted
        .specs
        .iter()
        .map(|text| Spec::read(game, text))
        .collect();
    let specs = specs.map_err(|bad| Usage(bad.to_string()))?;
    let results_path = results_path(wanted)?;
    let earlier = match &results_path {
        Some(path) => ResultsFile::heading(path).with_context(|| shown(path))?,
        None => None,
    };
    let seed = wanted.seed.seed.or(earlier.as_ref().map(|was| was.seed));
    let stop = Arc::new(AtomicBool::new(false));
    let arena = prepare(game, wanted, specs, seed, options, &stop)?;
    check_players(&arena)?;
    let outputs = Outputs::new(wanted)?;
    let heading = heading(&arena, wanted);
    let mut board = Scoreboard::new(arena.plan.clone(), arena.players.len(), sprt(wanted)?);
    let records = wanted.out.as_ref().map(|folder| Records::new(game, folder));
    let mut records = records.transpose()?;
    let mut results = match &results_path {
        Some(path) => Some(
            ResultsFile::open(path, &heading, |result| board.add(result))
                .with_context(|| shown(path))?,
        ),
        None => None,
    };
    let played = play(&arena, wanted, &mut board, &mut results, &mut records);
    let is_interrupted = stop.load(Ordering::Relaxed) && !board.is_done();
    // What was played is told, whatever becomes of the files.
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
        Some(path) => format!("go on with --resume {}", files::shown_name(path)),
        None => "with --resume FILE it could go on later".to_owned(),
    };
    if let Some(trouble) = trouble {
        bail!("{trouble}; the arena has stopped; {how}");
    }
    writeln!(stderr(), "interrupted; {how}")?;
    Ok(ExitCode::from(INTERRUPTED))
}

fn shown(path: &Path) -> String {
    format!("cannot use {}", files::shown_name(path))
}

/// Where results are kept. A folder that has some is not written over.
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
            "{} has results already; go on with --resume {}, or choose another folder",
            files::shown_name(folder),
            files::shown_name(&path)
        );
    }
    Ok(Some(path))
}

fn sprt(wanted: &Wanted) -> Result<Option<Sprt>> {
    let Some(&[elo0, elo1]) = wanted.sprt.as_deref() else {
        return Ok(None);
    };
    if wanted.specs.len() != 2 {
        return Err(Usage("--sprt is a test between two players".to_owned()).into());
    }
    if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
        return Err(Usage("--sprt: ELO0 must be less than ELO1".to_owned()).into());
    }
    Ok(Some(Sprt::new(elo0, elo1)))
}

/// Everything that decides what is played.
fn prepare<'a>(
    game: &'a dyn GameEntry,
    wanted: &Wanted,
    players: Vec<Spec>,
    seed: Option<u64>,
    options: &ArgMatches,
    stop: &Arc<AtomicBool>,
) -> Result<Arena<'a>> {
    let setup = setup(game, options)?;
    let start = game
        .start(&setup, &mut luck::seeded(0))
        .map_err(|bad| Usage(format!("--{bad}")))?;
    let games = wanted
        .games
        .unwrap_or(USUAL_GAMES[usize::from(wanted.sprt.is_some())]);
    let shape = match wanted.gauntlet {
        true => Shape::Gauntlet,
        false => Shape::RoundRobin,
    };
    let seating = match wanted.fixed_seats {
        true => Seating::Fixed,
        false => Seating::Exchanged,
    };
    let seats = usize::from(start.seats());
    let plan = Plan::new(players.len(), seats, shape, seating, games)
        .map_err(|error| Usage(error.to_string()))?;
    let time = match (wanted.time, wanted.nodes) {
        (None, None) => Some(USUAL_TIME),
        (time, _) => time,
    };
    let patience = Patience {
        margin: wanted.margin,
        untimed: wanted.patience,
        ..Patience::default()
    };
    let mut arena = Arena {
        game,
        setup,
        tables: data::tables().clone(),
        labels: labels(&wanted.specs),
        players,
        plan,
        seed: seed.unwrap_or_else(verbs::fresh_seed),
        budget: Budget {
            time,
            nodes: wanted.nodes,
            depth: None,
            stop: Arc::clone(stop),
        },
        opening: wanted.opening.unwrap_or(0),
        most_steps: wanted.most_steps,
        patience,
        records: wanted.out.is_some(),
        times: wanted.times,
    };
    if wanted.opening.is_none() && arena.begins_alike()? {
        arena.opening = USUAL_OPENING;
    }
    Ok(arena)
}

/// The setup that was asked for; what was not, is what makes bots comparable.
fn setup(game: &dyn GameEntry, options: &ArgMatches) -> Result<SetupValues> {
    let mut setup = args::setup_values(options, game)?;
    for (name, value) in game.comparable() {
        if setup.get(name).is_none() {
            setup.set(name, *value);
        }
    }
    Ok(setup)
}

/// Refuses players who could not make a single move.
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

fn heading(arena: &Arena<'_>, wanted: &Wanted) -> Heading {
    let setup = arena.setup.names().map(|name| {
        let value = arena.setup.get(name).unwrap_or_default();
        (name.to_owned(), value.to_owned())
    });
    Heading {
        arena: RESULTS_VERSION,
        game: arena.game.info().id.to_owned(),
        players: wanted.specs.clone(),
        setup: setup.collect(),
        gauntlet: wanted.gauntlet,
        fixed_seats: wanted.fixed_seats,
        times: wanted.times,
        games: arena.plan.games(),
        seed: arena.seed,
        time: arena.budget.time.map(|time| time.as_millis() as u64),
        margin: arena.patience.margin.as_millis() as u64,
        nodes: arena.budget.nodes,
        opening: arena.opening,
        most_steps: arena.most_steps,
        sprt: match wanted.sprt.as_deref() {
            Some(&[elo0, elo1]) => Some([elo0, elo1]),
            _ => None,
        },
        out: wanted
            .out
            .as_ref()
            .map(|folder| folder.display().to_string()),
    }
}

/// Plays what is not played yet, and keeps every result as soon as it is there:
/// the record first, so that a result that is kept has one. Tells why this machine
/// could not go on.
fn play(
    arena: &Arena<'_>,
    wanted: &Wanted,
    board: &mut Scoreboard,
    results: &mut Option<ResultsFile>,
    records: &mut Option<Records>,
) -> Result<Option<HostTrouble>> {
    if board.is_done() {
        return Ok(None);
    }
    let stop = Arc::clone(&arena.budget.stop);
    let told = Arc::clone(&stop);
    ctrlc::set_handler(move || {
        // Who is told twice does not wait.
        if told.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED.into());
        }
    })
    .context("cannot listen to Ctrl-C")?;
    let played: HashSet<u64> = board.played().collect();
    let is_wanted = |game: u64| !played.contains(&game);
    let mut live = Live::new(stderr_is_terminal(), arena.plan.games());
    let mut failure = None;
    let played = arena.run(
        wanted.concurrency.concurrency.into(),
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

/// What to say of a game in which somebody failed.
fn told_of_failure(arena: &Arena<'_>, result: &GameResult) -> Option<String> {
    let label = &arena.labels[result.failed?];
    let reason = result.reason.as_deref().unwrap_or_default();
    Some(format!("game {}: {label} fails: {reason}", result.game + 1))
}

fn keep(
    finished: Finished,
    board: &mut Scoreboard,
    results: &mut Option<ResultsFile>,
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
    /// Of games that were not played to their end.
    unfinished: PathBuf,
    /// Of what bots said about their moves.
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

    /// A line a move.
    fn write_moves(&self, result: &GameResult, moves: &[Noted]) -> Result<()> {
        let mut lines = Vec::new();
        for noted in moves {
            print_json(&mut lines, &MoveLine::from(noted))?;
        }
        let path = self.moves.join(format!("{:06}.jsonl", result.game + 1));
        files::write(&path, &lines)
    }
}

/// The files that tell the results when all is over.
struct Outputs {
    tables: Vec<PathBuf>,
    pictures: Vec<Plotter>,
    summary: Option<PathBuf>,
}

impl Outputs {
    /// All that are wanted, once it is known that they can be written: not after hours
    /// of work.
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

    /// Writes all of them, whether the others can be written or not. The error is
    /// the first one.
    fn write(&self, board: &Scoreboard, summary: &table::Summary<'_>) -> Result<()> {
        let mut json = serde_json::to_vec(&summary.json())?;
        json.push(b'\n');
        let table = summary.csv(board);
        let tables = self.tables.iter().map(|path| (path, table.as_bytes()));
        let texts = tables.chain(self.summary.iter().map(|path| (path, &*json)));
        let written = texts.map(|(path, content)| files::write(path, content));
        let pictures = self.pictures.iter();
        let drawn = pictures.map(|plotter| plotter.put(&summary.picture(&plotter.look())));
        written.chain(drawn).fold(Ok(()), Result::and)
    }
}

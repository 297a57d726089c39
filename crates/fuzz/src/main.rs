//! Tries mutated inputs on the targets, on the stable toolchain and without coverage feedback:
//! `parlour-fuzz [TARGET | all] [INPUTS] [SEED]`.
#![forbid(unsafe_code)]

use std::panic;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use parlour_fuzz::{Mutator, TARGETS, Target};

/// An input that takes longer is as bad as one that breaks something.
const LONGEST: Duration = Duration::from_secs(5);

fn main() -> Result<ExitCode> {
    let mut args = std::env::args().skip(1);
    let name = args.next().unwrap_or_else(|| "all".to_owned());
    let mut number = |usual: u64| match args.next() {
        Some(text) => text
            .parse()
            .with_context(|| format!("{text} is not a number")),
        None => Ok(usual),
    };
    let (inputs, seed) = (number(100_000)?, number(1)?);
    let targets = match Target::named(&name) {
        Some(target) => vec![target],
        None if name == "all" => TARGETS.to_vec(),
        None => {
            let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            bail!("there is no target {name}; there are {}", names.join(", "));
        }
    };
    // Panics are reported once, below.
    panic::set_hook(Box::new(|_| {}));
    let mut is_sound = true;
    for target in targets {
        is_sound &= run(target, inputs, seed)?;
    }
    Ok(match is_sound {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    })
}

/// Tries this many inputs on all processors; returns whether none broke anything.
#[allow(clippy::print_stdout, reason = "this is what the program is for")]
fn run(target: Target, inputs: u64, seed: u64) -> Result<bool> {
    let seeds = target
        .seeds()
        .with_context(|| format!("cannot read the seeds of {}", target.name))?;
    let threads = thread::available_parallelism().map_or(1, |count| count.get() as u64);
    let (tried, slowest) = (AtomicU64::new(0), AtomicU64::new(0));
    let is_sound = AtomicBool::new(true);
    let begun = Instant::now();
    thread::scope(|scope| {
        for worker in 0..threads {
            let mut mutator = Mutator::new(seeds.clone(), seed.wrapping_mul(1 + worker) + worker);
            let (tried, slowest, is_sound) = (&tried, &slowest, &is_sound);
            scope.spawn(move || {
                while is_sound.load(Ordering::Relaxed)
                    && tried.fetch_add(1, Ordering::Relaxed) < inputs
                {
                    let input = mutator.next_input();
                    let begun = Instant::now();
                    let ended = panic::catch_unwind(|| (target.run)(&input));
                    let took = begun.elapsed();
                    slowest.fetch_max(took.as_micros() as u64, Ordering::Relaxed);
                    if let Err(why) = ended {
                        is_sound.store(false, Ordering::Relaxed);
                        let why = why
                            .downcast_ref::<String>()
                            .map(String::as_str)
                            .or_else(|| why.downcast_ref::<&str>().copied());
                        println!("{}: {}", target.name, why.unwrap_or("it broke down"));
                        println!("input: b\"{}\"", input.escape_ascii());
                    } else if took > LONGEST {
                        is_sound.store(false, Ordering::Relaxed);
                        println!("{}: it took {took:?}", target.name);
                        println!("input: b\"{}\"", input.escape_ascii());
                    }
                }
            });
        }
    });
    let tried = tried.into_inner().min(inputs);
    println!(
        "{:<17} {tried} inputs in {:.0} s, the slowest {:.1} ms",
        target.name,
        begun.elapsed().as_secs_f64(),
        slowest.into_inner() as f64 / 1000.0
    );
    Ok(is_sound.into_inner())
}

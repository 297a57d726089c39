//! How fast all targets are searched for, and a guess is found on larger
//! boards.
//!
//! `pass/plain` is the document's strategy as its hints describe it; the others
//! count the answers by rows of bytes and by bits. One thread makes the figures
//! comparable: `RAYON_NUM_THREADS=1 cargo bench -p parlour-ships`.

use criterion::{Criterion, criterion_group, criterion_main};
use parlour_ships::{Board, Candidates, Rule, Tally};

#[path = "../tests/plain/mod.rs"]
mod plain;

fn passes(c: &mut Criterion) {
    let mut group = c.benchmark_group("pass");
    group.sample_size(10);
    group.bench_function("plain", |b| b.iter(plain::pass));
    for (name, rule) in [("expected", Rule::Expected), ("entropy", Rule::Entropy)] {
        group.bench_function(name, |b| b.iter(|| Tally::of(rule, &Candidates::all())));
    }
    group.finish();
}

/// A guess for the start, and for what is left after the worst answer to it.
fn guesses(c: &mut Criterion) {
    let mut group = c.benchmark_group("guess");
    group.sample_size(10);
    for side in [8, 10] {
        let board = Board::new(side, side, 3).expect("within the limits");
        let targets: Vec<_> = board.fleets().collect();
        group.bench_function(format!("{board}/start"), |b| {
            b.iter(|| Rule::Entropy.guess(&Candidates::on(board, targets.clone())))
        });
        let all = Candidates::on(board, targets);
        let parts = all.split(Rule::Entropy.guess(&all)).into_iter();
        let (_, part) = parts.max_by_key(|(_, part)| part.len()).expect("an answer");
        group.bench_function(format!("{board}/{} left", part.len()), |b| {
            b.iter(|| Rule::Entropy.guess(&part))
        });
    }
    group.finish();
}

criterion_group!(benches, passes, guesses);
criterion_main!(benches);

//! Encoded moves per second of processor time: a random legal number is drawn and played in each of
//! 1024 games, chance events are resolved, and observations and masks are written.

use std::hint::black_box;
use std::time::Duration;

use criterion::measurement::{Measurement, ValueFormatter, WallTime};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use parlour_core::{Arrays, SetupValues};

const TABLES: usize = 1024;

/// The time that a processor spends on this process: what else the machine does counts little.
struct CpuTime;

#[cfg(unix)]
fn cpu_time() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

/// Elsewhere the clock has to do.
#[cfg(not(unix))]
fn cpu_time() -> Duration {
    use std::sync::LazyLock;
    use std::time::Instant;
    static BEGUN: LazyLock<Instant> = LazyLock::new(Instant::now);
    BEGUN.elapsed()
}

impl Measurement for CpuTime {
    type Intermediate = Duration;
    type Value = Duration;

    fn start(&self) -> Duration {
        cpu_time()
    }

    fn end(&self, begun: Duration) -> Duration {
        cpu_time() - begun
    }

    fn add(&self, some: &Duration, more: &Duration) -> Duration {
        *some + *more
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, time: &Duration) -> f64 {
        time.as_nanos() as f64
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        WallTime.formatter()
    }
}

fn encoded_moves(criterion: &mut Criterion<CpuTime>) {
    let setups: [(&str, &[(&str, &str)]); 5] = [
        ("ur", &[]),
        ("gridlock", &[("size", "5x5")]),
        ("labyrinth", &[]),
        ("ploy", &[]),
        ("ships", &[]),
    ];
    let mut group = criterion.benchmark_group("encoded moves");
    group.throughput(Throughput::Elements(TABLES as u64));
    for (id, options) in setups {
        let mut values = SetupValues::new();
        for (name, value) in options {
            values.set(name, *value);
        }
        let encoder = parlour_catalog::encoder(id).expect(id);
        let mut batch = encoder.batch(&values, 1, 0, TABLES).expect(id);
        let places: usize = batch.shape().iter().product();
        let mut observations = vec![0; TABLES * places];
        let mut masks = vec![0; TABLES * batch.actions()];
        let mut seats = vec![0; TABLES];
        let mut rewards = vec![0.0; TABLES * usize::from(batch.seats())];
        let mut ended = vec![false; TABLES];
        let mut chosen = vec![0; TABLES];
        group.bench_function(id, |bencher| {
            bencher.iter(|| {
                batch.sample(&mut chosen);
                let mut arrays = Arrays {
                    observations: &mut observations,
                    masks: &mut masks,
                    seats: &mut seats,
                    rewards: &mut rewards,
                    ended: &mut ended,
                };
                batch.step(&chosen, &mut arrays).expect("a legal move");
                black_box(&arrays.observations);
            });
        });
    }
    group.finish();
}

criterion_group! {
    name = benches;
    config = Criterion::default().with_measurement(CpuTime);
    targets = encoded_moves
}
criterion_main!(benches);

//! How long a picture takes: painted as SVG, and as a PNG file of 900 pixels.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use parlour_core::picture::{Frame, Look};
use parlour_core::{Position, SetupValues, Turn, Viewer, luck};
use parlour_film::{png, rasterise};

/// A position after some moves.
fn position(entry: &dyn parlour_core::GameEntry) -> Box<dyn Position> {
    let mut luck = luck::seeded(3);
    let start = entry.start(&SetupValues::new(), &mut luck);
    let mut position = start.expect("the usual setup");
    for index in 0..16 {
        let step = match position.turn() {
            Turn::Over(_) => break,
            Turn::Chance => position.draw_lot(&mut luck),
            Turn::Seat(_) => position.move_at(index * 37 % position.moves().len()),
        };
        position.take(&step.expect("a step")).expect("a legal step");
    }
    position
}

fn document(position: &dyn Position) -> String {
    let look = Look::default();
    let scene = position.paint(Viewer::All, &look).expect("a small board");
    scene.framed(&look, &Frame::default()).document()
}

fn pictures(criterion: &mut Criterion) {
    for entry in parlour_catalog::games() {
        let (id, position) = (entry.info().id, position(*entry));
        criterion.bench_function(&format!("svg/{id}"), |bencher| {
            bencher.iter(|| document(black_box(&*position)));
        });
        let svg = document(&*position);
        criterion.bench_function(&format!("png-900/{id}"), |bencher| {
            bencher.iter(|| png(&rasterise(black_box(&svg), 900).expect("a picture")));
        });
    }
}

criterion_group!(benches, pictures);
criterion_main!(benches);

//! The functions of the game's document, on its own examples and on cases from
//! independent implementations.

mod plain;

use parlour_ships::{
    BadFleet, Candidates, Feedback, Fleet, Location, Rule, Tally, Task, Tree, Width, feedback,
    from_location, initial_guess, lower_bound, next_guess, solve, to_location,
};

/// A fleet as the document writes it: `H1, B2, D3`, or with spaces only.
fn fleet(text: &str) -> Fleet {
    let locations: Vec<Location> = text
        .split([',', ' '])
        .filter(|name| !name.is_empty())
        .map(|name| to_location(name).expect(name))
        .collect();
    Fleet::new(&locations).expect(text)
}

fn rows(file: &str) -> Vec<Vec<&str>> {
    file.lines()
        .skip(1)
        .map(|row| row.split('\t').collect())
        .collect()
}

#[test]
fn the_examples_of_the_document() {
    for (target, guess, answer) in [
        ("H1, B2, D3", "B3, C3, H3", (0, 2, 1)),
        ("H1, B2, D3", "B1, A2, H3", (0, 2, 1)),
        ("H1, B2, D3", "B2, H2, H1", (2, 1, 0)),
        ("A1, D2, B3", "A3, D2, H1", (1, 1, 0)),
        ("A1, D2, B3", "H4, G3, H2", (0, 0, 0)),
        ("A1, D2, B3", "D2, B3, A1", (3, 0, 0)),
    ] {
        let answered = feedback(fleet(target), fleet(guess));
        assert_eq!(answered.counts(), answer, "{target} / {guess}");
    }
    assert_eq!(fleet("A3, D1, H1"), fleet("H1, A3, D1"));
}

#[test]
fn every_case_of_feedback() {
    let rows = rows(include_str!("cases/feedback_cases.tsv"));
    assert_eq!(rows.len(), 150);
    for row in rows {
        let [target, guess, answer] = row[..] else {
            panic!("three columns: {row:?}");
        };
        let answered = feedback(fleet(target), fleet(guess));
        assert_eq!(answered.to_string(), answer, "{row:?}");
    }
}

#[test]
fn every_case_of_to_location() {
    let rows = rows(include_str!("cases/location_cases.tsv"));
    assert_eq!(rows.len(), 32);
    for row in rows {
        let text = row[0].replace("\\t", "\t");
        let expected = row[1].strip_prefix("ok ").map(|place| {
            let (column, row) = place.split_once(',').expect("column, row");
            let [column, row] = [column, row].map(|number| number.parse().expect("a number"));
            Location::new(column, row).expect("on the board")
        });
        assert_eq!(to_location(&text), expected, "{row:?}");
    }
}

#[test]
fn locations_and_their_names_go_together() {
    let names: Vec<String> = Location::all().map(from_location).collect();
    assert_eq!(names.len(), 32);
    assert_eq!([&names[0], &names[1], &names[31]], ["A1", "A2", "H4"]);
    for location in Location::all() {
        assert_eq!(to_location(&from_location(location)), Some(location));
    }
}

/// The document's picture of distances from the square in the middle.
#[test]
fn distances_are_steps_of_a_king() {
    let at = |column, row| Location::new(column, row).expect("on the board");
    let rows: Vec<String> = (0..4)
        .map(|row| {
            let distance = |column| at(4, 2).distance(at(column, row)).to_string();
            (2..7).map(distance).collect()
        })
        .collect();
    assert_eq!(rows, ["22222", "21112", "21012", "21112"]);
}

#[test]
fn a_fleet_is_three_different_locations() {
    let [a, b, c, d] = ["A1", "B1", "C1", "D1"].map(|name| to_location(name).expect(name));
    assert_eq!(Fleet::new(&[]), Err(BadFleet::Count { ships: 3, given: 0 }));
    assert_eq!(
        Fleet::new(&[a, b]),
        Err(BadFleet::Count { ships: 3, given: 2 })
    );
    assert_eq!(
        Fleet::new(&[a, b, c, d]),
        Err(BadFleet::Count { ships: 3, given: 4 })
    );
    assert_eq!(Fleet::new(&[a, b, a]), Err(BadFleet::Repeated(a)));
    assert_eq!(Fleet::new(&[c, a, b]), Fleet::new(&[a, b, c]));
    assert_eq!(Fleet::all().len(), 4960);
    for (index, fleet) in Fleet::all().iter().enumerate() {
        assert_eq!(fleet.index(), index);
        let locations: Vec<Location> = fleet.locations().collect();
        assert_eq!(Fleet::new(&locations), Ok(*fleet));
    }
}

/// The example of the document: ten targets in parts of one, three and six
/// leave 4.6 on average.
#[test]
fn the_expected_size_is_the_documents() {
    let all = Candidates::all();
    let guess = fleet("A1, A2, A3");
    let expected: usize = all.sizes(guess).iter().map(|(_, size)| size * size).sum();
    let plain: usize = Fleet::all()
        .iter()
        .map(|target| all.after(guess, feedback(*target, guess)).len())
        .sum();
    assert_eq!(expected, plain);
}

/// An independent study found the same sums.
#[test]
fn rules_need_as_many_guesses_as_is_known() {
    let all = Candidates::all();
    for (rule, sum, worst) in [(Rule::Expected, 24_235, 10), (Rule::Entropy, 23_083, 7)] {
        let tally = Tally::of(rule, &all);
        let found: usize = tally.distribution().iter().sum();
        assert_eq!(found, Fleet::COUNT);
        assert_eq!((tally.sum(), tally.worst()), (sum, worst), "{tally:?}");
    }
}

/// The plain version needs as many guesses, target by target.
#[test]
fn the_fast_pass_is_the_plain_one() {
    let fast = Tally::of(Rule::Expected, &Candidates::all());
    assert_eq!(fast.distribution(), plain::pass());
}

/// Plays by the document's functions alone, with every target.
#[test]
fn initial_guess_and_next_guess_need_the_fewest_guesses_that_are_known() {
    let mut sum = 0;
    for target in Fleet::all() {
        let (mut turn, mut guesses) = (initial_guess(), 1);
        while turn.0 != *target {
            let answer = feedback(*target, turn.0);
            assert_ne!(answer, Feedback::FOUND);
            turn = next_guess(turn, answer).expect("true answers");
            guesses += 1;
        }
        assert!(guesses <= 7, "{target}: {guesses}");
        sum += guesses;
    }
    assert_eq!(sum, 22_856);
}

/// A search without the stored tree.
#[test]
fn a_quick_search_is_nearly_as_good() {
    let first = Tree::best().guess();
    let tree = solve(first, Task::fewest(Width::QUICK), &|_| ()).expect("without a limit");
    let tally = tree.tally();
    assert_eq!(tree.played().as_ref(), Some(&tally));
    assert!((22_856..=22_900).contains(&tally.sum()), "{}", tally.sum());
    assert!(lower_bound() as usize <= tally.sum());
}

#[test]
fn contradictory_answers_are_noticed() {
    let (guess, state) = initial_guess();
    // Nothing near in one guess, and everything found in the same guess.
    let nothing = Feedback::new(0, 0, 0).expect("sound");
    let (next, state) = next_guess((guess, state), nothing).expect("possible");
    // The same guess again gives no information, but is not a contradiction.
    let (other, _) = next_guess((guess, state.clone()), nothing).expect("the same again");
    assert_ne!(other, guess);
    let contradiction = next_guess((guess, state), Feedback::FOUND).expect_err("impossible");
    assert_eq!(
        (contradiction.guess, contradiction.answer),
        (guess, Feedback::FOUND)
    );
    assert_ne!(next, guess);
}

//! Positions from games in which one move wins something. `tactics.txt` was
//! made by the command in its first line, which verifies every position with
//! two other searches; as the engine changes, the command finds others.

use std::collections::HashSet;

use parlour_core::{Bots, Game, Limits, Notation, Tables};
use parlour_ploy::Ploy;

/// How many positions the engine may search in each.
const NODES: u64 = 20_000;

#[test]
fn the_engine_wins_what_can_be_won() {
    let mut positions = HashSet::new();
    let lines = include_str!("tactics.txt").lines();
    for line in lines.filter(|line| !line.starts_with('#')) {
        let mut fields = line.splitn(3, ' ');
        let mut field = || fields.next().expect("three fields");
        let (best, margin, text) = (field(), field(), field());
        assert!(margin.parse::<u32>().is_ok_and(|margin| margin >= 120));
        let ploy = Ploy::read_position(text).expect(text);
        let mut bot = Ploy::bot("full:memory=4", 1, &Tables::none()).expect("the engine");
        let limits = Limits::nodes(NODES);
        let advice = bot.advise(ploy.mover().seat(), &ploy, &ploy.moves(), &limits);
        assert_eq!(advice.best.to_string(), best, "{text}");
        positions.insert(text);
    }
    assert!(positions.len() >= 50, "{}", positions.len());
}

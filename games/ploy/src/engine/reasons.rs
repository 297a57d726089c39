//! Why a move is good, in words for a player: what it wins, saves or threatens.

use parlour_core::Sorting;

use super::attacks::{WORTH, kind_of, static_exchange};
use super::score::{Score, moves_to_the_end};
use crate::bits::Bits;
use crate::notation::kind_name;
use crate::rules::{Move, Piece, Player, Ploy, Pos};

/// What a score says about the game, in words.
pub(crate) fn in_words(score: Score) -> String {
    match moves_to_the_end(score) {
        Some(plies) if score > 0 => match plies.div_ceil(2) {
            1 => "wins at once".to_owned(),
            moves => format!("wins in {moves} moves"),
        },
        Some(plies) => match plies / 2 {
            1 => "loses at once".to_owned(),
            moves => format!("loses in {moves} moves at most"),
        },
        None => format!("{:+.2} Shields", f64::from(score) / 100.0),
    }
}

/// The case for the first move of a line, and what the line is worth.
pub(super) fn reason(ploy: &Ploy, line: &[Move], score: Score) -> String {
    let worth = in_words(score);
    let subject = match moves_to_the_end(score) {
        Some(_) if score < 0 => "every move ",
        Some(_) => "it ",
        None => "",
    };
    let mut merits = merits(ploy, line);
    // Nothing else matters next to the end of the game.
    if moves_to_the_end(score).is_some() {
        merits.clear();
    }
    merits.push(format!("{subject}{worth}"));
    merits.join("; ")
}

fn merits(ploy: &Ploy, line: &[Move]) -> Vec<String> {
    let Some(&chosen) = line.first() else {
        return Vec::new();
    };
    let mover = ploy.mover();
    let before = Bits::new(ploy);
    let mut after = before.clone();
    let _ = after.make(chosen);
    if after.is_over() {
        return Vec::new();
    }
    let mut merits = Vec::new();
    merits.extend(captured(&before, chosen));
    let saved = saved(&before, &after, chosen);
    if !saved.is_empty() {
        merits.push(format!("it saves {}", listed(&before, mover, &saved)));
    }
    let feared = hanging(&before, mover.opponent());
    let mut threatened = hanging(&after, mover.opponent());
    threatened.retain(|pos| !feared.contains(pos));
    if !threatened.is_empty() {
        let pieces = listed(&after, mover.opponent(), &threatened);
        merits.push(format!("it threatens {pieces}"));
    }
    if merits.is_empty() {
        merits.extend(prepared(ploy, line));
    }
    if merits.is_empty() {
        merits.push("it improves the position".to_owned());
    }
    merits
}

/// What a capture wins after all exchanges.
fn captured(before: &Bits, chosen: Move) -> Option<String> {
    let taken = before.lines(chosen.to());
    if chosen.from() == chosen.to() || taken == 0 {
        return None;
    }
    let gain = static_exchange(before, chosen);
    let words = match gain {
        gain if gain >= WORTH[kind_of(taken)] => "nothing can recapture",
        1.. => "it wins more than it loses",
        0 => "it is an even trade",
        _ => "it gains what it gives up",
    };
    Some(words.to_owned())
}

/// A player's hanging pieces: the opponent could gain by taking them.
fn hanging(bits: &Bits, player: Player) -> Vec<Pos> {
    let attacker = Bits::new(&Ploy::at(*bits.ploy().board(), player.opponent()));
    let mut hanging = Vec::new();
    attacker.for_each_move(|chosen| {
        let to = chosen.to();
        let is_capture = chosen.from() != to && attacker.lines(to) != 0;
        if is_capture && !hanging.contains(&to) && static_exchange(&attacker, chosen) > 0 {
            hanging.push(to);
        }
    });
    hanging.order_by_key(|pos| -WORTH[kind_of(bits.lines(*pos))]);
    hanging
}

/// The squares, before the move, of the mover's pieces that are safe now and
/// were not.
fn saved(before: &Bits, after: &Bits, chosen: Move) -> Vec<Pos> {
    let mover = before.mover();
    let still = hanging(after, mover);
    let mut saved = hanging(before, mover);
    saved.retain(|pos| {
        let now = match *pos == chosen.from() {
            true => chosen.to(),
            false => *pos,
        };
        !still.contains(&now)
    });
    saved
}

/// The mover's first capture in the line.
fn prepared(ploy: &Ploy, line: &[Move]) -> Option<String> {
    let mut bits = Bits::new(ploy);
    for (ply, chosen) in line.iter().enumerate() {
        let taken = bits.lines(chosen.to());
        let is_capture = chosen.from() != chosen.to() && taken != 0;
        if is_capture && ply % 2 == 1 {
            return None;
        }
        if is_capture && ply > 0 {
            let pieces = listed(&bits, ploy.mover().opponent(), &[chosen.to()]);
            return Some(format!("it prepares to take {pieces}"));
        }
        let _ = bits.make(*chosen);
    }
    None
}

/// `the Lance on e7 and the Shield on d5`.
fn listed(bits: &Bits, player: Player, squares: &[Pos]) -> String {
    let name = |pos: &Pos| {
        let piece = Piece::new(player, bits.lines(*pos));
        format!("the {} on {pos}", piece.map_or("piece", kind_name))
    };
    let names: Vec<String> = squares.iter().map(name).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use parlour_core::{Game, Notation};

    fn reason_of(position: &str, line: &[&str], score: Score) -> String {
        let ploy = Ploy::read_position(position).expect(position);
        let mut next = ploy;
        let line: Vec<Move> = line
            .iter()
            .map(|text| {
                let chosen = next.read_move(text).expect(text);
                next.play(&chosen).expect(text);
                chosen
            })
            .collect();
        reason(&ploy, &line, score)
    }

    /// Black's Lance on e5 can take an unguarded Shield on e7.
    const FREE_SHIELD: &str = "w170,,,,,,,,w16/,,,,,,,,/,,,,w16,,,,/,,,,,,,,/,,,,b131,,,,/\
                               ,,,,,,,,/,,,,,,,,/,,,,,,,,/b170,,,,,,,,b1 b";

    #[test]
    fn a_capture_says_whether_it_can_be_taken_back() {
        assert_eq!(
            reason_of(FREE_SHIELD, &["e5-e7-0"], 120),
            "nothing can recapture; +1.20 Shields"
        );
    }

    #[test]
    fn a_quiet_move_says_what_it_saves_threatens_or_prepares() {
        let to_white = FREE_SHIELD.replace(" b", " w");
        let to_white = to_white.trim_end();
        // The Shield steps aside, out of the Lance's lines.
        assert_eq!(
            reason_of(to_white, &["e7-e7-4"], -30).split("; ").next(),
            Some("it improves the position")
        );
        // A Lance that turns away gives up its threat, and one that turns to
        // the Shield makes it.
        let turned = FREE_SHIELD.replace("b131", "b56");
        assert_eq!(
            reason_of(&turned, &["e5-e5-4"], 50),
            "it threatens the Shield on e7; +0.50 Shields"
        );
        assert_eq!(
            reason_of(FREE_SHIELD, &["a1-a1-1", "a9-a9-1", "e5-e7-0"], 50),
            "it prepares to take the Shield on e7; +0.50 Shields"
        );
    }

    #[test]
    fn the_end_of_the_game_is_all_that_matters() {
        use super::super::score::won_at;
        assert_eq!(
            reason_of(FREE_SHIELD, &["e5-e7-0"], won_at(1)),
            "it wins at once"
        );
        assert_eq!(
            reason_of(FREE_SHIELD, &["e5-e7-0"], won_at(5)),
            "it wins in 3 moves"
        );
        assert_eq!(
            reason_of(FREE_SHIELD, &["a1-a1-1"], -won_at(2)),
            "every move loses at once"
        );
    }
}

//! What the grammar cannot say: whether a saved game can be played.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

use parlour_core::{Diagnostic, Seat};

use crate::rules::{
    Colour, Direction, Extra, Kind, Labyrinth, MOST_PLAYERS, Official, Pawn, Phase, Place, SQUARES,
    Shape, Square, TREASURES, Tabletop, Tile, Treasure, Word,
};

use super::dialect::{Dialect, Habit};
use super::lex::Number;
use super::parse::{Player, Printed, Save};

/// The most findings that are reported about one file.
const MOST_FINDINGS: usize = 20;

/// The position that a save describes, or everything that is wrong with it. A
/// save of another program is read in its dialect.
pub(super) fn check(save: &Save, dialect: Option<Dialect>) -> Result<Labyrinth, Vec<Diagnostic>> {
    let mut check = Check {
        dialect: dialect.unwrap_or_default(),
        is_foreign: dialect.is_some(),
        findings: Vec::new(),
    };
    let (pawns, hands) = check.players(&save.players, &save.extra);
    check.tile_count(save);
    let extra = check.extra(&save.extra);
    let tiles = check.tiles(&save.tiles);
    check.treasures(save);
    check.fixed(save, &tiles);
    check.kinds(save);
    check.cards_have_treasures(save);
    let official = save.official.as_ref().map(|last| Official {
        last: last
            .as_ref()
            .and_then(|(side, line)| check.place(*side, line)),
    });
    let Ok(tiles) = tiles.try_into() else {
        return Err(check.findings);
    };
    if !check.findings.is_empty() {
        return Err(check.findings);
    }
    let mut labyrinth = Labyrinth {
        hands,
        table: Tabletop {
            pawns,
            mover: Seat(0),
            phase: if save.walk {
                Phase::Walk
            } else {
                Phase::Insert
            },
            extra,
            tiles,
            official,
        },
    };
    labyrinth.number_seats();
    Ok(labyrinth)
}

struct Check {
    dialect: Dialect,
    /// Another program wrote this: treasure 0 may mean none.
    is_foreign: bool,
    findings: Vec<Diagnostic>,
}

impl Check {
    fn tell(&mut self, finding: Diagnostic) {
        if self.findings.len() < MOST_FINDINGS {
            self.findings.push(finding);
        }
    }

    fn players(&mut self, players: &[Player], extra: &Printed) -> (Vec<Pawn>, Vec<Vec<Treasure>>) {
        if players.is_empty() {
            let finding = Diagnostic::error("E_NO_PLAYER", extra.at.clone(), "nobody plays");
            self.tell(
                finding.help("a save begins with one to four players: `yellow human 1 1 7 12`"),
            );
        }
        let mut colours = Seen::default();
        for player in players {
            if let Some(first) = colours.again(player.colour, &player.at) {
                let message = format!("two players are {}", player.colour.word());
                let finding = Diagnostic::error("E_DUP_COLOR", player.at.clone(), message);
                self.tell(finding.also(first, "the first one"));
            }
        }
        let pawns = players.iter().filter_map(|player| {
            Some(Pawn {
                colour: player.colour,
                control: player.control,
                square: self.square(player)?,
            })
        });
        let pawns = pawns.collect();
        let hands = self.hands(players);
        (pawns, hands)
    }

    fn square(&mut self, player: &Player) -> Option<Square> {
        let shift = u8::from(self.dialect.has(Habit::ZeroBased));
        let mut words = [("row", &player.row), ("column", &player.column)];
        if self.dialect.has(Habit::ColumnFirst) {
            words = [("row", &player.column), ("column", &player.row)];
        }
        let counted = words.map(|(name, number)| {
            let value = number.value.and_then(|value| value.checked_add(shift));
            let value = value.filter(|value| (1..=7).contains(value));
            if value.is_none() {
                self.tell(no_such_line(name, number, 1 - shift));
            }
            value
        });
        let [row, column] = counted;
        Square::new(row?, column?)
    }

    fn hands(&mut self, players: &[Player]) -> Vec<Vec<Treasure>> {
        let most = usize::from(TREASURES) / players.len().clamp(1, MOST_PLAYERS);
        let mut dealt = Seen::default();
        let mut hands = Vec::new();
        for player in players {
            let mut hand = Vec::new();
            for card in &player.cards {
                let Some(treasure) = self.number(card, "E_CARD_RANGE", "card") else {
                    continue;
                };
                if let Some(first) = dealt.again(treasure, &card.span) {
                    let message = format!("card {treasure} is dealt twice");
                    let finding = Diagnostic::error("E_CARD_DUP", card.span.clone(), message);
                    self.tell(finding.also(first, "the first time"));
                }
                hand.push(treasure);
            }
            if let Some(surplus) = player.cards.get(most) {
                let message = format!(
                    "{} has {} cards, but each of {} players is dealt at most {most}",
                    player.colour.word(),
                    player.cards.len(),
                    players.len(),
                );
                self.tell(Diagnostic::error(
                    "E_CARD_COUNT",
                    surplus.span.clone(),
                    message,
                ));
            }
            hands.push(hand);
        }
        hands
    }

    /// The treasure with this number.
    fn treasure(&self, number: &Number) -> Option<Treasure> {
        let first = u8::from(self.dialect.has(Habit::TreasuresFrom0));
        Treasure::new(number.value?.checked_add(first)?)
    }

    /// Whether the number on a tile says that there is no treasure.
    fn is_none(&self, number: &Number) -> bool {
        self.is_foreign && !self.dialect.has(Habit::TreasuresFrom0) && number.value == Some(0)
    }

    /// A treasure by its number, which must be valid.
    fn number(&mut self, number: &Number, code: &'static str, what: &str) -> Option<Treasure> {
        let treasure = self.treasure(number);
        if treasure.is_none() {
            let message = format!("there is no such {what}");
            let finding = Diagnostic::error(code, number.span.clone(), message);
            let first = u8::from(!self.dialect.has(Habit::TreasuresFrom0));
            let last = TREASURES - 1 + first;
            self.tell(match (number.value, what) {
                (Some(0), "treasure") => finding.help(
                    "a tile without a treasure has no number; another program may write 0 for \
                     none, or count treasures from 0: `parlour labyrinth import` translates both",
                ),
                (Some(0), _) => finding.help(
                    "a 0 shows that this file counts treasures and cards from 0: \
                     `parlour labyrinth import --treasures-from-0` translates it",
                ),
                _ => finding.help(format!(
                    "treasures and their cards are numbered {first} to {last}"
                )),
            });
        }
        treasure
    }

    fn tile_count(&mut self, save: &Save) {
        let count = save.tiles.len();
        if count == SQUARES {
            return;
        }
        let surplus = save.tiles.get(SQUARES).map(|(tile, _)| tile.at.clone());
        let finding = Diagnostic::error(
            "E_TILE_COUNT",
            surplus.unwrap_or(save.end.clone()),
            format!("the board has {SQUARES} tiles, but there are {count} after the extra tile"),
        );
        self.tell(finding.help("the first tile is the extra one, and has no direction"));
    }

    fn printed(&mut self, tile: &Printed) -> Option<Treasure> {
        let number = tile.treasure.as_ref()?;
        if self.is_none(number) {
            return None;
        }
        self.number(number, "E_TRE_RANGE", "treasure")
    }

    fn extra(&mut self, extra: &Printed) -> Extra {
        Extra {
            kind: extra.kind,
            treasure: self.printed(extra),
        }
    }

    fn tiles(&mut self, tiles: &[(Printed, Direction)]) -> Vec<Tile> {
        let quarters = |kind| match kind {
            Kind::Tshape if self.dialect.has(Habit::ClosedSide) => 2,
            _ => 0,
        };
        let shapes: Vec<Shape> = tiles
            .iter()
            .map(|(tile, direction)| Shape {
                kind: tile.kind,
                direction: direction.turned(quarters(tile.kind)),
            })
            .collect();
        let laid = shapes
            .into_iter()
            .zip(tiles)
            .map(|(shape, (tile, _))| Tile {
                shape,
                treasure: self.printed(tile),
            });
        laid.collect()
    }

    /// Each treasure once, and none on a start.
    fn treasures(&mut self, save: &Save) {
        let mut found = Seen::default();
        for number in treasure_numbers(save) {
            let Some(treasure) = self.treasure(number) else {
                continue;
            };
            if let Some(first) = found.again(treasure, &number.span) {
                let message = format!("treasure {treasure} is on two tiles");
                let finding = Diagnostic::error("E_TRE_DUP", number.span.clone(), message);
                self.tell(finding.also(first, "the first one"));
            }
        }
        for (square, (tile, _)) in Square::all().zip(&save.tiles) {
            let number = tile.treasure.as_ref();
            let number = number.filter(|number| self.treasure(number).is_some());
            if let (Some(colour), Some(number)) = (Colour::at_home_on(square), number) {
                self.tell(Diagnostic::error(
                    "E_TRE_START",
                    number.span.clone(),
                    format!("a treasure is where {} starts", colour.word()),
                ));
            }
        }
    }

    /// The fixed tiles are where they were at the start.
    fn fixed(&mut self, save: &Save, tiles: &[Tile]) {
        if save.tiles.len() != SQUARES {
            return;
        }
        let wrong: Vec<(Square, Shape)> = Square::all()
            .filter_map(|square| Some((square, square.fixed()?)))
            .filter(|(square, fixed)| tiles[square.index()].shape != *fixed)
            .collect();
        let is_reversed = |(square, fixed): &(Square, Shape)| {
            let shape = tiles[square.index()].shape;
            fixed.kind == Kind::Tshape
                && shape.kind == fixed.kind
                && shape.direction == fixed.direction.opposite()
        };
        let forks = Square::all().filter_map(Square::fixed);
        let forks = forks.filter(|shape| shape.kind == Kind::Tshape).count();
        if !self.is_foreign && wrong.len() == forks && wrong.iter().all(is_reversed) {
            let at = save.tiles[wrong[0].0.index()].0.at.clone();
            let finding = Diagnostic::error("E_FIXED", at, "every fixed fork faces the wrong way");
            self.tell(finding.help(
                "a fork is named after the middle one of its open sides; this file names the closed \
                 side: `parlour labyrinth import --closed-side` translates it",
            ));
            return;
        }
        for (square, fixed) in wrong {
            let message = format!(
                "the tile at row {}, column {} never moves: it is a {} facing {}",
                square.row(),
                square.column(),
                fixed.kind.word(),
                fixed.direction.word()
            );
            let at = save.tiles[square.index()].0.at.clone();
            self.tell(Diagnostic::error("E_FIXED", at, message));
        }
    }

    /// The right number of tiles of each kind. If other tiles are wrong, this
    /// would only repeat it.
    fn kinds(&mut self, save: &Save) {
        if !self.findings.is_empty() {
            return;
        }
        let tiles = save.tiles.iter().map(|(tile, _)| tile.kind);
        let count = |kind| {
            let all = tiles.clone().chain([save.extra.kind]);
            all.filter(|other| *other == kind).count()
        };
        let counts = |count: &dyn Fn(Kind) -> usize| {
            let [corners, forks, lines] = [Kind::Corner, Kind::Tshape, Kind::Line].map(count);
            format!("{corners} corners, {forks} tshapes and {lines} lines")
        };
        if Kind::ALL.iter().any(|kind| count(*kind) != kind.count()) {
            let message = format!("there are {}", counts(&count));
            let finding = Diagnostic::error("E_KIND_COUNT", 0..0, message);
            self.tell(finding.help(format!(
                "with the extra tile a game has {}",
                counts(&Kind::count)
            )));
        }
    }

    /// Every card can still be played. A treasure may be missing because of
    /// another error, so this is checked last.
    fn cards_have_treasures(&mut self, save: &Save) {
        if !self.findings.is_empty() {
            return;
        }
        let printed: Vec<Option<u8>> = treasure_numbers(save).map(|number| number.value).collect();
        for card in save.players.iter().flat_map(|player| &player.cards) {
            if !printed.contains(&card.value) {
                self.tell(Diagnostic::error(
                    "E_CARD_NO_TREASURE",
                    card.span.clone(),
                    "the treasure of this card is on no tile",
                ));
            }
        }
    }

    fn place(&mut self, side: Direction, line: &Number) -> Option<Place> {
        let place = line.value.and_then(|line| Place::new(side, line));
        if place.is_none() {
            let message = "tiles are inserted at 2, 4 and 6 only";
            self.tell(Diagnostic::error("E_PLACE", line.span.clone(), message));
        }
        place
    }
}

/// A row or a column that does not exist; `first` is the number of the first
/// one.
fn no_such_line(name: &str, number: &Number, first: u8) -> Diagnostic {
    let message = format!("there is no such {name} on a board of 7 by 7");
    let finding = Diagnostic::error("E_POS_RANGE", number.span.clone(), message);
    if number.value == Some(0) {
        finding.help(
            "rows and columns count from 1; a 0 shows that this file counts from 0: \
             `parlour labyrinth import --zero-based` translates it",
        )
    } else {
        let last = first + 6;
        finding.help(format!(
            "rows and columns are numbers from {first} to {last}, from the top left"
        ))
    }
}

/// The numbers printed on tiles, in reading order.
fn treasure_numbers(save: &Save) -> impl Iterator<Item = &Number> {
    let tiles = save.tiles.iter().map(|(tile, _)| tile);
    let all = std::iter::once(&save.extra).chain(tiles);
    all.filter_map(|tile| tile.treasure.as_ref())
}

/// Where things were seen first.
struct Seen<T>(HashMap<T, Range<usize>>);

impl<T> Default for Seen<T> {
    fn default() -> Self {
        Seen(HashMap::new())
    }
}

impl<T: Eq + Hash> Seen<T> {
    /// Where this was seen before, if so.
    fn again(&mut self, thing: T, at: &Range<usize>) -> Option<Range<usize>> {
        let first = self.0.entry(thing).or_insert_with(|| at.clone());
        (first != at).then(|| first.clone())
    }
}

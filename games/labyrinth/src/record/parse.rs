//! The grammar of a saved game.

use std::ops::Range;

use parlour_core::Diagnostic;

use crate::rules::{Colour, Control, Direction, Kind};

use super::lex::{Number, Token, Tokens};

/// A saved game as it is written, right or wrong.
pub(super) struct Save {
    pub(super) players: Vec<Player>,
    pub(super) extra: Printed,
    pub(super) tiles: Vec<(Printed, Direction)>,
    /// Whether the published rules are played; the last insertion, if there was
    /// one.
    pub(super) official: Option<Option<(Direction, Number)>>,
    pub(super) walk: bool,
    /// Where the file ends.
    pub(super) end: Range<usize>,
}

pub(super) struct Player {
    pub(super) colour: Colour,
    /// Where the colour is.
    pub(super) at: Range<usize>,
    pub(super) control: Control,
    pub(super) row: Number,
    pub(super) column: Number,
    pub(super) cards: Vec<Number>,
}

/// A kind of tile, and what is printed on it.
pub(super) struct Printed {
    pub(super) kind: Kind,
    pub(super) treasure: Option<Number>,
    /// Where the kind is.
    pub(super) at: Range<usize>,
}

/// Parses a file by the grammar; stops at the first thing that does not fit.
pub(super) fn parse(tokens: &mut Tokens<'_>) -> Result<Save, Diagnostic> {
    let mut parser = Parser {
        next: tokens.next()?,
        tokens,
    };
    let mut players = Vec::new();
    while let Some((Token::Colour(colour), at)) = parser.next.clone() {
        parser.advance()?;
        players.push(parser.player(colour, at)?);
    }
    // After a player, another card could have followed, or another player.
    let extra = parser.printed(if players.is_empty() {
        "a player's colour, or the kind of the extra tile"
    } else {
        "a card, another player's colour, or the kind of the extra tile"
    })?;
    let mut tiles = Vec::new();
    while matches!(parser.next, Some((Token::Kind(_), _))) {
        let tile = parser.printed("the kind of a tile")?;
        let expected = match tile.treasure {
            Some(_) => "the tile's direction: north, east, south or west",
            None => "the tile's treasure, or its direction: north, east, south or west",
        };
        let direction = parser.direction(expected)?;
        tiles.push((tile, direction));
    }
    let mut official = None;
    if matches!(parser.next, Some((Token::Official, _))) {
        parser.advance()?;
        let mut last = None;
        if matches!(parser.next, Some((Token::Direction(_), _))) {
            let side = parser.direction("a side")?;
            last = Some((
                side,
                parser.number("the row or column of the last insertion")?,
            ));
        }
        official = Some(last);
    }
    let walk = matches!(parser.next, Some((Token::Walk, _)));
    if walk {
        parser.advance()?;
    }
    if parser.next.is_some() {
        let expected = match (tiles.len(), &extra.treasure) {
            (0, None) => "the extra tile's treasure, or the kind of the first tile",
            (0, Some(_)) => "the kind of the first tile",
            (49, _) => "the end of the file",
            _ => "the kind of another tile",
        };
        return Err(parser.unexpected(expected));
    }
    Ok(Save {
        players,
        extra,
        tiles,
        official,
        walk,
        end: parser.tokens.end(),
    })
}

struct Parser<'a, 'b> {
    tokens: &'a mut Tokens<'b>,
    next: Option<(Token, Range<usize>)>,
}

impl Parser<'_, '_> {
    fn advance(&mut self) -> Result<(), Diagnostic> {
        self.next = self.tokens.next()?;
        Ok(())
    }

    /// The finding that something else is here.
    fn unexpected(&self, expected: &str) -> Diagnostic {
        match &self.next {
            Some((token, span)) => Diagnostic::error(
                "E_EXPECT",
                span.clone(),
                format!("expected {expected}, found {}", token.named()),
            ),
            None => Diagnostic::error(
                "E_EOF",
                self.tokens.end(),
                format!("the file ends here; expected {expected}"),
            ),
        }
    }

    fn player(&mut self, colour: Colour, at: Range<usize>) -> Result<Player, Diagnostic> {
        let control = match self.next {
            Some((Token::Control(control), _)) => control,
            _ => return Err(self.unexpected("who plays: human or ai")),
        };
        self.advance()?;
        let row = self.number("the row of the pawn, 1 to 7")?;
        let column = self.number("the column of the pawn, 1 to 7")?;
        let mut cards = Vec::new();
        while matches!(self.next, Some((Token::Number(_), _))) {
            cards.push(self.number("a card")?);
        }
        Ok(Player {
            colour,
            at,
            control,
            row,
            column,
            cards,
        })
    }

    fn number(&mut self, expected: &str) -> Result<Number, Diagnostic> {
        let number = match &self.next {
            Some((Token::Number(value), span)) => Number {
                value: *value,
                span: span.clone(),
            },
            _ => return Err(self.unexpected(expected)),
        };
        self.advance()?;
        Ok(number)
    }

    /// A kind and a treasure, which may be missing.
    fn printed(&mut self, expected: &str) -> Result<Printed, Diagnostic> {
        let (kind, at) = match &self.next {
            Some((Token::Kind(kind), span)) => (*kind, span.clone()),
            _ => return Err(self.unexpected(expected)),
        };
        self.advance()?;
        let treasure = match self.next {
            Some((Token::Number(_), _)) => Some(self.number("a treasure")?),
            _ => None,
        };
        Ok(Printed { kind, treasure, at })
    }

    fn direction(&mut self, expected: &str) -> Result<Direction, Diagnostic> {
        let direction = match self.next {
            Some((Token::Direction(direction), _)) => direction,
            _ => return Err(self.unexpected(expected)),
        };
        self.advance()?;
        Ok(direction)
    }
}

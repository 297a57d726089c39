//! Locations, guesses and answers in texts, and what is wrong with them.

use parlour_core::{Diagnostic, Excerpt, quoted};

use crate::rules::{
    BadBoard, BadFleet, Board, Feedback, Fleet, Location, in_words, locations as so_many,
};

fn fleet_help(board: Board) -> String {
    let (different, each) = match board.ships() {
        1 => (so_many(1), ""),
        ships => (format!("{} different locations", in_words(ships)), " each"),
    };
    format!(
        "name {different}, {}{each}: `{}`",
        place_help(board),
        board.example()
    )
}

/// Where a location can be: `a column A to H and a row 1 to 4`.
fn place_help(board: Board) -> String {
    let last = char::from(b'A' + board.columns() - 1);
    format!("a column A to {last} and a row 1 to {}", board.rows())
}

fn answer_help(board: Board) -> String {
    let example = match board {
        Board::STANDARD => "0,2,1",
        _ => "0,1,0",
    };
    format!(
        "an answer is three numbers, together at most {}: how many are exact, one away, two away, \
         such as `{example}`",
        in_words(board.ships())
    )
}

/// The parts between separators, without spaces around them.
pub(super) fn split(whole: Excerpt<'_>, separator: char) -> impl Iterator<Item = Excerpt<'_>> {
    whole.split(move |c| c == separator).map(Excerpt::trim)
}

/// The elements of a list, separated by commas or, if there are none, by
/// spaces.
pub(super) fn elements(list: Excerpt<'_>, board: Board) -> Vec<Excerpt<'_>> {
    let separator = if list.text.contains(',') { ',' } else { ' ' };
    split(list, separator)
        .filter(|part| separator == ',' || !part.text.is_empty())
        // One more than too many is enough to say so; an answer has three.
        .take(usize::from(board.ships()).max(3) + 2)
        .collect()
}

/// The location of that name.
pub(crate) fn read_location(board: Board, part: Excerpt<'_>) -> Result<Location, Diagnostic> {
    board.named(part.text).ok_or_else(|| {
        let finding = part.error(
            "bad-location",
            format!("{} is not a location", quoted(part.text)),
        );
        let upper: String = part.text.to_ascii_uppercase().chars().take(4).collect();
        // A row before its column.
        let letter = upper.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(0);
        let turned = format!("{}{}", &upper[letter..], &upper[..letter]);
        match [upper, turned].iter().find_map(|name| board.named(name)) {
            Some(meant) => finding.help(format!("did you mean `{meant}`?")),
            None => {
                let example = match board {
                    Board::STANDARD => "B3",
                    _ => "A1",
                };
                let help = format!("a location is {}, such as `{example}`", place_help(board));
                finding.help(help)
            }
        }
    })
}

/// The fleet of these locations; `whole` is the span of all of them.
pub(crate) fn fleet_of(
    board: Board,
    locations: &[(Location, Excerpt<'_>)],
    whole: Excerpt<'_>,
) -> Result<Fleet, Diagnostic> {
    let named: Vec<Location> = locations.iter().map(|(location, _)| *location).collect();
    board.fleet(&named).map_err(|bad| match bad {
        BadFleet::Count { ships, given } => {
            let count = match given {
                0 => "no location".to_owned(),
                _ if given > usize::from(ships) => format!("more than {}", so_many(ships)),
                _ => so_many(given as u8),
            };
            // The name of this error has always been this with three ships.
            let code = match ships {
                3 => "not-three-locations",
                _ => "location-count",
            };
            let there_are = match ships {
                1 => "there is one ship".to_owned(),
                _ => format!("there are {} ships", in_words(ships)),
            };
            let message = format!("{count} here, but {there_are}");
            whole.error(code, message).help(fleet_help(board))
        }
        BadFleet::Outside(location) => whole
            .error("bad-location", format!("{location} is not on the board"))
            .help(fleet_help(board)),
        BadFleet::Repeated(twice) => {
            let mut places = locations.iter().filter(|(location, _)| *location == twice);
            let [first, second] =
                [places.next(), places.next()].map(|place| place.map_or(whole, |(_, part)| *part));
            second
                .error("repeated-location", format!("{twice} is named twice"))
                .also(
                    first.start..first.start + first.text.len(),
                    "the first time",
                )
                .help(format!(
                    "the {} locations must be different",
                    in_words(board.ships())
                ))
        }
    })
}

/// Reads three locations of the standard board in any order, in upper or lower case.
///
/// # Errors
///
/// The text is not three different locations of the standard board.
///
/// # Examples
///
/// ```
/// use parlour_ships::read_fleet;
/// let fleet = read_fleet("h1, b2, d3").expect("three locations");
/// assert_eq!(fleet.to_string(), "B2,D3,H1");
/// assert_eq!(read_fleet("H1,B2").map_err(|bad| bad.code), Err("not-three-locations"));
/// ```
pub fn read_fleet(text: &str) -> Result<Fleet, Diagnostic> {
    fleet(Board::STANDARD, Excerpt::whole(text).trim())
}

pub(super) fn fleet(board: Board, part: Excerpt<'_>) -> Result<Fleet, Diagnostic> {
    if part.text.is_empty() {
        return fleet_of(board, &[], part);
    }
    let mut locations = Vec::new();
    for element in elements(part, board) {
        let upper = element.text.to_ascii_uppercase();
        let location = board
            .named(&upper)
            .map_or_else(|| read_location(board, element), Ok)?;
        locations.push((location, element));
    }
    fleet_of(board, &locations, part)
}

/// The answer with these counts; `whole` is their span.
pub(crate) fn answer_of(
    board: Board,
    counts: &[Excerpt<'_>],
    whole: Excerpt<'_>,
) -> Result<Feedback, Diagnostic> {
    let bad = |message: String| {
        Err(whole
            .error("bad-feedback", message)
            .help(answer_help(board)))
    };
    let numbers: Option<Vec<u8>> = counts.iter().map(|part| read_count(part.text)).collect();
    match numbers.as_deref() {
        Some([exact, one_away, two_away]) => match board.answer(*exact, *one_away, *two_away) {
            Some(answer) => Ok(answer),
            None => {
                let were = if board.ships() == 1 { "was" } else { "were" };
                let guessed = so_many(board.ships());
                bad(format!("{guessed} {were} guessed, but more are counted"))
            }
        },
        _ => bad(format!("{} is not an answer", quoted(whole.text))),
    }
}

pub(super) fn answer(board: Board, part: Excerpt<'_>) -> Result<Feedback, Diagnostic> {
    answer_of(board, &elements(part, board), part)
}

/// The size of a board, such as `8x4`: columns and rows.
pub(crate) fn read_size(text: &str) -> Option<(u8, u8)> {
    let (columns, rows) = text.split_once(['x', 'X'])?;
    Some((read_count(columns)?, read_count(rows)?))
}

/// A small number of digits only; one too large to represent is too large in
/// any case.
pub(crate) fn read_count(text: &str) -> Option<u8> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u8::MAX))
}

/// Which boards exist, for an error message.
pub(crate) fn board_help(bad: BadBoard) -> String {
    match bad {
        BadBoard::Size | BadBoard::Ships | BadBoard::TooSmall { .. } => {
            "the standard is 8x4 with 3 ships".to_owned()
        }
        BadBoard::TooLarge(_) => "take a smaller board or fewer ships: 10x10 with 3 ships has \
                                  161700 targets"
            .to_owned(),
    }
}

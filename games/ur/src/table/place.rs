//! Where tables are.

use std::path::PathBuf;

use parlour_core::data_folder;

/// The file with the table of a game, among the program's data.
#[must_use]
pub fn table_path(pieces: u8, exact_home: bool) -> PathBuf {
    let rule = if exact_home { "-exact-home" } else { "" };
    data_folder().join(format!("ur-{pieces}{rule}.table"))
}

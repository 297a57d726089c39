//! Where tables are.

use std::path::PathBuf;

use etcetera::BaseStrategy;

/// The file with the table of a game: in the folder that the variable
/// `PARLOUR_DATA` names, else among the user's data, and in the current folder
/// where nobody knows where that is.
#[must_use]
pub fn table_path(pieces: u8, exact_home: bool) -> PathBuf {
    let named = std::env::var_os("PARLOUR_DATA").filter(|folder| !folder.is_empty());
    let folder = match named {
        Some(folder) => PathBuf::from(folder),
        None => etcetera::choose_base_strategy()
            .map(|places| places.data_dir().join("parlour"))
            .unwrap_or_default(),
    };
    let rule = if exact_home { "-exact-home" } else { "" };
    folder.join(format!("ur-{pieces}{rule}.table"))
}

//! Where the program keeps what it has computed or saved by itself.

use std::path::PathBuf;

use etcetera::BaseStrategy;

/// The folder for the program's data: the one that the variable `PARLOUR_DATA`
/// names, else among the user's data, and the current one where nobody knows
/// where that is.
#[must_use]
pub fn data_folder() -> PathBuf {
    match std::env::var_os("PARLOUR_DATA").filter(|folder| !folder.is_empty()) {
        Some(folder) => PathBuf::from(folder),
        None => etcetera::choose_base_strategy()
            .map(|places| places.data_dir().join("parlour"))
            .unwrap_or_default(),
    }
}

//! The user's data: only the program knows where that is; everybody else gets
//! it from here.

use std::path::PathBuf;
use std::sync::OnceLock;

use etcetera::BaseStrategy;
use parlour_core::Tables;

/// The folder for the program's data: the one that the variable `PARLOUR_DATA`
/// names, else the system's folder for user data, else the current one.
pub(crate) fn folder() -> PathBuf {
    match std::env::var_os("PARLOUR_DATA").filter(|folder| !folder.is_empty()) {
        Some(folder) => PathBuf::from(folder),
        None => etcetera::choose_base_strategy()
            .map(|places| places.data_dir().join("parlour"))
            .unwrap_or_default(),
    }
}

/// The computed files in that folder, each opened once for all users.
pub(crate) fn tables() -> &'static Tables {
    static TABLES: OnceLock<Tables> = OnceLock::new();
    TABLES.get_or_init(|| Tables::in_folder(folder()))
}

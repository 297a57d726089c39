//! The pages of the program.

pub(crate) mod explore;
pub(crate) mod files;
pub(crate) mod lesson;
pub(crate) mod making;
pub(crate) mod menu;
pub(crate) mod offer;
pub(crate) mod puzzle;
pub(crate) mod rules;
pub(crate) mod setup;
pub(crate) mod table;
pub(crate) mod text;

//! What the benches share.

use std::path::Path;
use std::time::Duration;

use parlour_core::Tables;
use parlour_host::World;
use parlour_tui::{Colours, Look, Settings, Theme};

/// A screen with all colours and without motion, whose files are in that folder.
pub(crate) fn settings(folder: &Path) -> Settings {
    Settings {
        look: Look {
            colours: Colours::Many,
            ascii: false,
            theme: Theme::Dark,
            on_light: false,
            cell: None,
        },
        time: Duration::from_secs(1),
        look_at_records: None,
        seed: Some(1),
        data: folder.join("data"),
        world: World::own(Tables::in_folder(folder.join("data"))),
        folder: folder.to_owned(),
        motion: false,
        offer_lessons: false,
        rasteriser: None,
        zone: jiff::tz::TimeZone::UTC,
        write: |_, _| Ok(()),
    }
}

//! The fonts of texts.
//!
//! A rasteriser that looks up a font by family silently drops the text if it finds none. So there
//! is no lookup here: every text is set in our own font, and only a letter that it lacks is taken
//! from the system.

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use resvg::usvg::FontResolver;
use resvg::usvg::fontdb::{Database, ID, Source};

use crate::sheet::Fonts;

static REGULAR: &[u8] = include_bytes!("../fonts/DejaVuSans.ttf");
static BOLD: &[u8] = include_bytes!("../fonts/DejaVuSans-Bold.ttf");

/// Texts of at least this weight are bold.
const SEMI_BOLD: u16 = 600;

struct Bundled {
    fonts: Arc<Database>,
    regular: Option<ID>,
    bold: Option<ID>,
}

fn bundled() -> &'static Bundled {
    static BUNDLED: OnceLock<Bundled> = OnceLock::new();
    BUNDLED.get_or_init(|| {
        let mut fonts = Database::new();
        let mut load = |font: &'static [u8]| {
            let ids = fonts.load_font_source(Source::Binary(Arc::new(font)));
            ids.first().copied()
        };
        let (regular, bold) = (load(REGULAR), load(BOLD));
        Bundled {
            fonts: Arc::new(fonts),
            regular,
            bold,
        }
    })
}

/// Our fonts, followed by all of the system's. Ours keep their ids.
fn with_those_of_the_system() -> &'static Arc<Database> {
    static ALL: OnceLock<Arc<Database>> = OnceLock::new();
    ALL.get_or_init(|| {
        let mut fonts = Database::clone(&bundled().fonts);
        fonts.load_system_fonts();
        Arc::new(fonts)
    })
}

pub(crate) fn database() -> Arc<Database> {
    bundled().fonts.clone()
}

/// Chooses the font of every text, and collects letters that no font has in `lost`.
pub(crate) fn resolver(fonts: Fonts, lost: &Mutex<BTreeSet<char>>) -> FontResolver<'_> {
    let elsewhere = FontResolver::default_fallback_selector();
    FontResolver {
        select_font: Box::new(|font, _| match font.weight() {
            SEMI_BOLD.. => bundled().bold,
            _ => bundled().regular,
        }),
        select_fallback: Box::new(move |letter, tried, database| {
            if fonts == Fonts::AlsoOfTheSystem {
                *database = with_those_of_the_system().clone();
            }
            let found = elsewhere(letter, tried, database);
            if found.is_none() {
                let mut lost = lost.lock().unwrap_or_else(PoisonError::into_inner);
                lost.insert(letter);
            }
            found
        }),
    }
}

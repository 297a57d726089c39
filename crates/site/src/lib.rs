//! The games as a site: static files that any host can serve.
//!
//! The files of `web/` are served as they are, except for two with gaps that are filled here: the
//! first page gets a card for every game, and the service worker the list of all files. The boards
//! on the cards, their colours, the puzzles and the module come from the games.
#![forbid(unsafe_code)]

mod cards;

use std::borrow::Cow;

use parlour_core::picture::stylesheet;

/// A file of the site.
#[derive(Clone, Debug)]
pub struct File {
    /// Where it is, from the root of the site: `js/app.js`.
    pub path: String,
    /// What it holds.
    pub content: Cow<'static, [u8]>,
}

impl File {
    fn new(path: impl Into<String>, content: String) -> Self {
        File {
            path: path.into(),
            content: Cow::Owned(content.into_bytes()),
        }
    }

    /// Its MIME type.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self.path.rsplit('.').next() {
            Some("html") => "text/html; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            Some("js") => "text/javascript; charset=utf-8",
            Some("svg") => "image/svg+xml",
            Some("wasm") => "application/wasm",
            Some("tsv") => "text/tab-separated-values; charset=utf-8",
            Some("webmanifest") => "application/manifest+json",
            _ => "application/octet-stream",
        }
    }
}

/// The content security policy: nothing but the site itself is loaded, and no other site can show
/// it in a frame.
pub const SECURITY_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; \
     style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; \
     manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'";

/// How to get the module if it was not built with the program.
pub const WITHOUT_MODULE: &str = "this program was built without the page in the browser: \
     rustup target add wasm32-unknown-unknown, then cargo build --release";

/// The files of `web/`.
static STATIC: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/files.rs"));

static MODULE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/parlour.wasm"));

/// The same for threads: it only thinks.
static THREADS: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/parlour-threads.wasm"));

/// Its name: what most visits do not need is loaded when a bot first thinks, not by the service worker.
const LAZY: &str = "parlour-threads.wasm";

/// The module with rules and bots that was built with this program, if one was.
#[must_use]
pub fn module() -> Option<&'static [u8]> {
    (!MODULE.is_empty()).then_some(MODULE)
}

/// All files of the site, with a module. The one that was built with this program has another beside
/// it, for pages that can have threads, if that was built, too.
#[must_use]
pub fn files(module: Cow<'static, [u8]>) -> Vec<File> {
    let threads = if *module == *MODULE { THREADS } else { &[] };
    files_with(module, Cow::Borrowed(threads))
}

/// All files of the site, with a module, and with one for threads unless that is empty.
#[must_use]
pub fn files_with(module: Cow<'static, [u8]>, threads: Cow<'static, [u8]>) -> Vec<File> {
    let games = parlour_catalog::games();
    let mut files: Vec<File> = STATIC
        .iter()
        .map(|(path, content)| File {
            path: (*path).to_owned(),
            content: Cow::Borrowed(*content),
        })
        .collect();
    let swatches: Vec<_> = games
        .iter()
        .map(|game| (game.info().id, game.swatches()))
        .collect();
    files.push(File::new("colours.css", stylesheet(&swatches)));
    let boards = games.iter().filter_map(|game| cards::board(*game));
    files.extend(boards.map(|(id, svg)| File::new(format!("boards/{id}.svg"), svg)));
    // A file each, so that the module stays small.
    let puzzles = games.iter().filter_map(|game| {
        Some(File {
            path: format!("puzzles/{}.tsv", game.info().id),
            content: Cow::Borrowed(game.puzzles()?.shipped().as_bytes()),
        })
    });
    files.extend(puzzles);
    files.push(File {
        path: "parlour.wasm".to_owned(),
        content: module,
    });
    if !threads.is_empty() {
        files.push(File {
            path: LAZY.to_owned(),
            content: threads,
        });
        fill(&mut files, "index.html", "<html ", "<html data-threads ");
    }
    fill(
        &mut files,
        "index.html",
        "<!-- games -->",
        &cards::all(games),
    );
    // Many hosts of static files let nobody set a header. What only a header can say, a page must
    // not repeat.
    let (policy, _) = SECURITY_POLICY
        .split_once("; frame-ancestors")
        .unwrap_or((SECURITY_POLICY, ""));
    let policy = format!("<meta http-equiv=\"Content-Security-Policy\" content=\"{policy}\">");
    fill(&mut files, "index.html", "<!-- policy -->", &policy);
    // The service worker caches all files except itself and what is lazy, under a name that changes
    // with them.
    files.sort_by(|a, b| a.path.cmp(&b.path));
    let paths = files.iter().map(|file| &file.path);
    let kept: Vec<String> = paths
        .filter(|path| !["sw.js", LAZY].contains(&&***path))
        .map(|path| format!("{:?}", if path == "index.html" { "./" } else { path }))
        .collect();
    let mut hash = blake3::Hasher::new();
    for file in &files {
        hash.update(file.path.as_bytes()).update(&file.content);
    }
    let version = hash.finalize().to_hex()[..16].to_owned();
    fill(&mut files, "sw.js", "/*files*/", &kept.join(", "));
    fill(&mut files, "sw.js", "/*version*/", &version);
    files
}

/// Fills a gap in a file.
fn fill(files: &mut [File], path: &str, gap: &str, text: &str) {
    if let Some(file) = files.iter_mut().find(|file| file.path == path) {
        let content = String::from_utf8_lossy(&file.content).replace(gap, text);
        file.content = Cow::Owned(content.into_bytes());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_that_a_page_names_is_there() {
        let files = files(Cow::Borrowed(b""));
        let text = |path: &str| {
            let file = files.iter().find(|file| file.path == path).expect(path);
            String::from_utf8_lossy(&file.content).into_owned()
        };
        let index = text("index.html");
        for part in index.split("src=\"").chain(index.split("href=\"")).skip(1) {
            let path = part.split('"').next().expect("an end");
            if !path.starts_with('#') && !path.starts_with('<') {
                text(path);
            }
        }
        let worker = text("sw.js");
        assert!(!worker.contains("/*files*/") && !worker.contains("/*version*/"));
        for file in files.iter().filter(|file| file.path != "sw.js") {
            let named = if file.path == "index.html" {
                "\"./\""
            } else {
                &file.path
            };
            assert!(worker.contains(named), "{named}");
        }
        assert!(!index.contains("<!--"), "every gap is filled");
    }

    #[test]
    fn a_module_for_threads_is_there_only_if_it_was_built_and_loaded_only_when_it_is_wanted() {
        let text = |files: &[File], path: &str| {
            let file = files.iter().find(|file| file.path == path)?;
            Some(String::from_utf8_lossy(&file.content).into_owned())
        };
        let with = files_with(Cow::Borrowed(b"one"), Cow::Borrowed(b"many"));
        assert_eq!(text(&with, LAZY).as_deref(), Some("many"));
        let page = text(&with, "index.html").expect("the page");
        assert!(page.contains("<html data-threads "));
        assert!(!text(&with, "sw.js").expect("there").contains(LAZY));
        let without = files(Cow::Borrowed(b"one"));
        assert_eq!(text(&without, LAZY), None);
        let page = text(&without, "index.html").expect("the page");
        assert!(!page.contains("data-threads"));
    }

    #[test]
    fn nothing_that_is_served_names_a_game() {
        for (path, content) in STATIC {
            let content = String::from_utf8_lossy(content).to_lowercase();
            for game in parlour_catalog::games() {
                let id = game.info().id;
                let mut words = content.split(|letter: char| !letter.is_alphanumeric());
                assert!(!words.any(|word| word == id), "{path} names {id}");
            }
        }
    }

    /// What only some pages load.
    const LATER: [&str; 10] = [
        "embed.css",
        "js/class.js",
        "js/embed.js",
        "js/film.js",
        "js/helper.js",
        "js/learn.js",
        "js/position.js",
        "js/records.js",
        "js/study.js",
        "js/threads.js",
    ];

    /// What is loaded before the first board appears, compressed with brotli.
    const MOST_BYTES: usize = 40_000;

    #[test]
    fn the_first_page_is_small() {
        let files = files(Cow::Borrowed(b""));
        let first = files.iter().filter(|file| {
            let path = &file.path;
            let is_later = LATER.contains(&&**path);
            !is_later
                && [".html", ".css", ".js"]
                    .iter()
                    .any(|end| path.ends_with(end))
        });
        let best = brotli::enc::BrotliEncoderParams::default();
        let compressed = first.map(|file| {
            let mut small = Vec::new();
            brotli::BrotliCompress(&mut &*file.content, &mut small, &best).expect("memory");
            small.len()
        });
        let bytes: usize = compressed.sum();
        assert!(bytes <= MOST_BYTES, "{bytes} bytes");
    }
}

//! The games, their bots and the host for a page in a browser.
//!
//! A page loads this as WebAssembly in a worker, writes a request as JSON and reads the
//! answer as JSON: see [`Session::ask`]. There are three C functions and two imports, and
//! nothing else passes between the two worlds.
//!
//! Where a page is isolated from others, memory can be shared between its workers. A second module,
//! built for `wasm32-wasip1-threads`, has bots and solvers that use them: see `threads`.
// Exporting C functions counts as unsafe, because other symbols may have the
// same names.
#![allow(unsafe_code)]

mod files;
mod film;
mod learning;
mod session;
mod study;
mod table;
mod text;
mod thinking;

use std::cell::RefCell;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicUsize, Ordering};

pub use session::Session;

thread_local! {
    static SESSION: RefCell<Option<Session>> = const { RefCell::new(None) };
    /// What the page writes.
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    /// What the page reads.
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

#[cfg(target_family = "wasm")]
mod page {
    #[link(wasm_import_module = "page")]
    unsafe extern "C" {
        /// Milliseconds since any fixed moment.
        #[cfg(target_os = "unknown")]
        pub(super) safe fn now() -> f64;
        /// Receives a text about the progress of long work.
        pub(super) safe fn tell(text: *const u8, length: usize);
    }
}

/// How many threads bots may use: one, unless the page has more.
static THREADS: AtomicUsize = AtomicUsize::new(1);

/// How many threads bots may use.
fn most_threads() -> Option<NonZeroUsize> {
    NonZeroUsize::new(THREADS.load(Ordering::Relaxed))
}

/// Tells the page about the progress of long work.
fn tell(text: &str) {
    #[cfg(target_family = "wasm")]
    page::tell(text.as_ptr(), text.len());
    #[cfg(not(target_family = "wasm"))]
    let _ = text;
}

/// Allocates room for a request of this many bytes, which the page fills before it calls [`ask`].
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request; returns the length of the answer, which is at
/// [`answer`].
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let request = REQUEST.with_borrow(|request| String::from_utf8_lossy(request).into_owned());
    let answer = SESSION.with_borrow_mut(|session| {
        let session = session.get_or_insert_with(|| {
            #[cfg(target_family = "wasm")]
            {
                #[cfg(target_os = "unknown")]
                parlour_core::clock::set(|| page::now());
                // The panic message is all that can be reported before the module traps.
                std::panic::set_hook(Box::new(|panic| tell(&panic.to_string())));
            }
            Session::new()
        });
        session.ask(&request, &tell)
    });
    ANSWER.with_borrow_mut(|last| {
        *last = answer;
        last.len()
    })
}

/// Lets bots use this many threads: the one that asks, and helpers for the others. The page calls it
/// once, before it asks anything.
#[cfg(target_os = "wasi")]
#[unsafe(no_mangle)]
pub extern "C" fn threads(count: usize) {
    THREADS.store(count, Ordering::Relaxed);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(count);
    // Only a second call fails.
    let _ = pool.use_current_thread().build_global();
}

/// Where the last answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

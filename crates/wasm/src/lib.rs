//! The games, their bots and the host for a page in a browser.
//!
//! A page loads this as WebAssembly in a worker, writes a request as JSON and reads the
//! answer as JSON: see [`Session::ask`]. There are four C functions and two imports, and
//! nothing else passes between the two worlds.
// The names of C functions are called unsafe, because others may have the same.
#![allow(unsafe_code)]

mod board;
mod catalogue;
mod files;
mod pictures;
mod request;
mod session;
mod study;
mod table;
mod thinking;

use std::cell::RefCell;

pub use request::Complaint;
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
        pub(super) safe fn now() -> f64;
        /// Takes a text that tells how far long work is.
        pub(super) safe fn tell(text: *const u8, length: usize);
    }
}

/// Tells the page how far long work is.
fn tell(text: &str) {
    #[cfg(target_family = "wasm")]
    page::tell(text.as_ptr(), text.len());
    #[cfg(not(target_family = "wasm"))]
    let _ = text;
}

/// Room for a request of so many bytes, which the page fills before it calls [`ask`].
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request; the length of the answer, which is at [`answer`].
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> usize {
    let request = REQUEST.with_borrow(|request| String::from_utf8_lossy(request).into_owned());
    let answer = SESSION.with_borrow_mut(|session| {
        let session = session.get_or_insert_with(|| {
            #[cfg(target_family = "wasm")]
            {
                parlour_core::clock::set(|| page::now());
                // What went wrong is all that is left to tell before the module traps.
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

/// Where the last answer is.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> *const u8 {
    ANSWER.with_borrow(|answer| answer.as_ptr())
}

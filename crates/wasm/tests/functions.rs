//! The C functions, called as a page calls them. Miri runs this test: see `.ci/run`.
#![allow(unsafe_code)]

use parlour_wasm::{answer, ask, room};

/// Writes a request where the module wants it, and reads the answer where it says.
fn asked(request: &str) -> String {
    let place = room(request.len());
    // SAFETY: `room` returns this many bytes, which stay there until it is called again.
    unsafe { std::ptr::copy_nonoverlapping(request.as_ptr(), place, request.len()) };
    let length = ask();
    // SAFETY: `answer` points to the bytes that `ask` has counted, which stay there until it is
    // called again.
    let bytes = unsafe { std::slice::from_raw_parts(answer(), length) };
    String::from_utf8(bytes.to_vec()).expect("answers are text")
}

#[test]
fn a_page_writes_a_request_and_reads_the_answer() {
    // Miri needs many minutes for the whole catalogue, and the functions are the same for any request.
    let (request, expected) = match cfg!(miri) {
        true => (r#"{"do":"nothing"}"#, "error"),
        false => (r#"{"do":"games"}"#, r#""games":["#),
    };
    let first = asked(request);
    assert!(first.contains(expected), "{first}");
    // A request may be longer or shorter than the last one, empty, or no text at all.
    let long = format!(r#"{{"do":"{}"}}"#, "x".repeat(10_000));
    for request in [&long, "", "{", "\u{1F6A2}"] {
        let answer = asked(request);
        assert!(answer.contains("error"), "{request}: {answer}");
    }
    assert_eq!(asked(request), first);
}

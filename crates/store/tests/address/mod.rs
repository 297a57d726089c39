//! Where tests find a database.

use std::io::Write;

/// The address of an empty database for tests. Where there is none, the tests that need it are skipped
/// and say so, except in CI, where they fail.
#[allow(
    clippy::disallowed_methods,
    reason = "what is printed here comes from nowhere else"
)]
pub(crate) fn of_postgres() -> Option<String> {
    let address = std::env::var("PARLOUR_TEST_POSTGRES").ok();
    if address.is_none() {
        let is_optional = std::env::var_os("CI").is_none();
        assert!(is_optional, "PARLOUR_TEST_POSTGRES is not set");
        // The harness shows nothing that a test which passes prints with `eprintln!`.
        let _ = writeln!(
            std::io::stderr(),
            "skipped: set PARLOUR_TEST_POSTGRES to the address of an empty database, such as \
             postgresql://postgres@127.0.0.1:5433/test"
        );
    }
    address
}

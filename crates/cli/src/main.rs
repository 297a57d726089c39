//! `parlour`, the program.
#![forbid(unsafe_code)]

use std::process::ExitCode;

fn main() -> ExitCode {
    parlour::main()
}

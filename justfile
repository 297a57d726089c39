# Common chores. `just` lists them; https://just.systems explains the format.
#
# Recipes are one or two commands each, so that they can be read and typed by hand. Whatever
# must pass before a change lands is in `.ci/run`, which needs no `just`.

# Lists the recipes.
default:
    @just --list --unsorted

# Formats, lints and tests one crate: `just check parlour-ploy`.
check crate:
    cargo fmt --all
    cargo clippy -p {{crate}} --all-targets -- -D warnings
    cargo test -p {{crate}}

# Everything that must pass before a change lands.
ci:
    .ci/run

# Runs the commands in the documentation and checks its links.
docs:
    cargo test -p parlour --test documents --test links --test words

# Builds the documentation as a site, in book/.
book:
    mdbook build

# Builds the reference of the crates, without warnings.
rustdoc:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps

# Checks spelling.
spelling:
    typos

# Renews stored files of a test: documents, screens, pictures, errors or notices.
renew what:
    {{ if what == "documents" { "TRYCMD=overwrite cargo test -p parlour --test documents" } \
    else if what == "screens" { "INSTA_UPDATE=always cargo test -p parlour-tui --test screens" } \
    else if what == "pictures" { "BLESS=1 cargo test -p parlour --test gallery" } \
    else if what == "errors" { "ERRORS=write cargo test -p parlour --test errors" } \
    else if what == "notices" { "NOTICES=write cargo test -p parlour --test notices" } \
    else { error("documents, screens, pictures, errors or notices") } }}

# Counts the instructions of the hot paths; fails above their limits. Needs Valgrind and
# `cargo install gungraun-runner --version 0.20.0`.
instructions:
    cd instructions && cargo bench --locked

# Tries N inputs on a fuzz target, or on all: `just fuzz position 1000000`.
fuzz target="all" inputs="100000":
    cargo run --release -p parlour-fuzz -- {{target}} {{inputs}}

# Licences, advisories, duplicates and sources of dependencies.
deny:
    cargo deny check

# Checks the oldest Rust that is supported.
msrv:
    cargo +1.89 check --workspace --locked

# Checks the program for Windows; C dependencies need mingw (gcc-mingw-w64-x86-64).
windows:
    rustup target add x86_64-pc-windows-gnu
    cargo check --workspace --locked --target x86_64-pc-windows-gnu

# Builds the package for Python and tests it.
python:
    .ci/python

# Packs every crate as it would be published.
package:
    cargo package --workspace --no-verify --allow-dirty

# Completions, manual pages, archive, .deb and checksums for this machine, in dist/.
dist:
    .ci/dist

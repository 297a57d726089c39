//! The games in a browser.

use std::net::IpAddr;
use std::path::PathBuf;

use clap::Args;

pub(super) const SERVE_HELP: &str = "\
The games run in the browser, bots and all: the server only hands out files.
Ctrl-C ends it.

Examples:
  parlour serve
  parlour serve --host 0.0.0.0 --port 8080    for everybody on the local network";

#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// The address to listen on; 0.0.0.0 is every one that this machine has
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) host: IpAddr,
    /// The port; 0 leaves it to the system
    #[arg(long, value_name = "N", default_value_t = 8000)]
    pub(crate) port: u16,
    #[command(flatten)]
    pub(crate) module: Module,
}

pub(super) const PAGE_HELP: &str = "\
The site needs no program on the server, and works offline once it was visited.
Beside every file lies a smaller one with the ending .br, for servers that send
those to browsers which understand them.

Examples:
  parlour page site
  parlour page site && python3 -m http.server --directory site";

#[derive(Debug, Args)]
pub(crate) struct Page {
    /// The folder to write into: a new one, an empty one, or an older site
    pub(crate) folder: PathBuf,
    #[command(flatten)]
    pub(crate) module: Module,
}

#[derive(Debug, Args)]
pub(crate) struct Module {
    /// A module of WebAssembly to use instead of the one in this program
    #[arg(long, value_name = "FILE")]
    pub(crate) module: Option<PathBuf>,
}

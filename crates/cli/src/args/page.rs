//! The games in a browser.

#[cfg(feature = "serve")]
use std::net::{SocketAddr, ToSocketAddrs};
use std::path::PathBuf;

use clap::Args;

#[cfg(feature = "serve")]
pub(super) const SERVE_HELP: &str = "\
People play in their browsers, against each other and against bots; programs use
the API that /api/openapi.json describes. Nobody needs an account. Every move is
saved before it is acknowledged. Ctrl-C stops the server; start it again to
continue where it left off.

Examples:
  parlour serve
  parlour serve --listen 0.0.0.0:8080    for everybody on the local network
  parlour serve --postgres postgresql://parlour@db/parlour
  parlour serve --backup matches.ndjson  write everything out, and end";

#[cfg(feature = "serve")]
#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// Where to listen; 0.0.0.0 is every address of this machine, port 0 any free one
    #[arg(long, value_name = "ADDRESS:PORT", default_value = "127.0.0.1:8080", value_parser = address)]
    pub(crate) listen: SocketAddr,
    /// The folder for the matches [default: among the user's data]
    #[arg(long, value_name = "DIR", conflicts_with = "postgres")]
    pub(crate) data: Option<PathBuf>,
    /// Keep the matches in PostgreSQL, which several servers can share
    #[arg(long, value_name = "URL")]
    pub(crate) postgres: Option<String>,
    /// A separate address for Prometheus metrics, at /metrics
    #[arg(long, value_name = "ADDRESS:PORT", value_parser = address)]
    pub(crate) metrics: Option<SocketAddr>,
    /// Requests a second for each player; 0 for as many as they like
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) limit: u32,
    /// Trust the X-Forwarded headers of a proxy in front
    #[arg(long)]
    pub(crate) behind_proxy: bool,
    /// What to log on standard error: problems in words, or problems and every request as lines
    /// of JSON
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = LogFormat::Text)]
    pub(crate) log: LogFormat,
    /// Encrypt connections with this certificate chain, in the PEM format
    #[arg(long, value_name = "FILE", requires = "key")]
    pub(crate) certificate: Option<PathBuf>,
    /// The private key of the certificate
    #[arg(long, value_name = "FILE", requires = "certificate")]
    pub(crate) key: Option<PathBuf>,
    /// Write all matches to a file, and end
    #[arg(long, value_name = "FILE", conflicts_with = "restore")]
    pub(crate) backup: Option<PathBuf>,
    /// Read the matches of a backup, then exit; existing matches are kept
    #[arg(long, value_name = "FILE")]
    pub(crate) restore: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) module: Module,
}

/// An address and a port; the address may be a name, such as localhost.
#[cfg(feature = "serve")]
fn address(text: &str) -> Result<SocketAddr, String> {
    let found: Vec<SocketAddr> = text
        .to_socket_addrs()
        .map_err(|_| "write an address and a port, such as 127.0.0.1:8080".to_owned())?
        .collect();
    let plain = found.iter().find(|address| address.is_ipv4());
    let first = plain.or(found.first());
    first.copied().ok_or_else(|| "it has no address".to_owned())
}

#[cfg(feature = "serve")]
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(crate) enum LogFormat {
    Text,
    Json,
}

pub(super) const PAGE_HELP: &str = "\
The site needs no program on the server, and works offline after the first
visit. Every file has a compressed copy with the extension .br beside it, for
servers that send those to browsers that accept them.

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

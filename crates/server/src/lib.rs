//! Serves the games: the site, matches between people and bots, and an API for programs.
//!
//! A request goes through `app` (who is asking, may they), to `matches` and its like
//! (what is asked), to the `registry` (the match, from memory or from the store), to the
//! `table` (what the rules say), and back by way of the store: what was answered is on the
//! disk.
//!
//! ```no_run
//! use std::borrow::Cow;
//!
//! use parlour_server::{Config, Log, serve};
//!
//! # fn main() -> Result<(), parlour_server::ServeError> {
//! let config = Config {
//!     listen: ([127, 0, 0, 1], 8080).into(),
//!     socket: None,
//!     metrics: None,
//!     // Without a module for the page, only the API works.
//!     module: Cow::Borrowed(&[]),
//!     store: parlour_store::Store::memory(),
//!     tables: parlour_core::Tables::none(),
//!     limit: 200,
//!     behind_proxy: false,
//!     log: Log::Text,
//!     tls: None,
//! };
//! serve(config, |address| println!("listening on http://{address}"))
//! # }
//! ```
#![forbid(unsafe_code)]

mod app;
mod audience;
mod bots;
mod clock;
mod embed;
mod forms;
mod jobs;
mod limits;
mod live;
mod lobby;
mod log;
mod making;
mod matches;
mod mine;
mod names;
mod openapi;
mod operations;
mod page;
mod people;
#[cfg(feature = "pictures")]
mod pictures;
mod problem;
pub mod qr;
mod registry;
mod site;
mod table;
#[cfg(test)]
mod tests;
pub mod tls;
mod tokens;
mod tournaments;
mod verbs;

use std::borrow::Cow;
use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware;
use axum::routing::{any, delete, get, post};
use parlour_core::Tables;
use parlour_store::Store;
use tokio::net::TcpListener;

use crate::app::{App, Peer};
use crate::limits::Limits;
pub use crate::log::Log;
use crate::registry::Registry;
use crate::tls::TlsListener;

/// Bodies are no larger than this.
const MOST_BYTES: usize = 64 * 1024;

/// Those that may hold a record: long games have long ones.
const MOST_WITH_RECORD: usize = 1024 * 1024;

/// Requests that are being answered may take this long after the server was told to end. With the
/// last word, it has ended within ten seconds.
const FAREWELL: Duration = Duration::from_secs(8);

/// The time for the note that the server was here until now.
const LAST_WORD: Duration = Duration::from_secs(1);

/// How to serve.
pub struct Config {
    /// Where to listen; port 0 leaves the port to the system.
    pub listen: SocketAddr,
    /// A socket that listens already, instead: see [`handed_over`].
    pub socket: Option<std::net::TcpListener>,
    /// Where to serve figures about the server.
    pub metrics: Option<SocketAddr>,
    /// The module for the page.
    pub module: Cow<'static, [u8]>,
    /// Where matches are kept.
    pub store: Store,
    /// Where bots find what was computed for them.
    pub tables: Tables,
    /// Requests a second for each player; 0 for as many as they like.
    pub limit: u32,
    /// Believe the headers by which a proxy tells who is asking.
    pub behind_proxy: bool,
    /// How to tell what happens.
    pub log: Log,
    /// What to encrypt connections with: see [`tls::read`].
    pub tls: Option<Arc<tokio_rustls::rustls::ServerConfig>>,
}

impl fmt::Debug for Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Config")
            .field("listen", &self.listen)
            .field("limit", &self.limit)
            .finish_non_exhaustive()
    }
}

/// The answers to all requests.
fn router(app: &Arc<App>, module: Cow<'static, [u8]>) -> Router {
    let with_record = DefaultBodyLimit::max(MOST_WITH_RECORD);
    let api = Router::new()
        .route("/api/games", get(operations::games))
        .route("/api/openapi.json", get(openapi::document))
        .route("/api/matches", get(lobby::mine).post(making::create))
        .route("/api/lobby", get(lobby::public))
        .route("/api/matches/{id}", get(matches::show))
        .route("/api/matches/{id}/moves", post(matches::play))
        .route("/api/matches/{id}/next", get(matches::next))
        .route("/api/matches/{id}/record", get(matches::record))
        .route("/api/matches/{id}/stream", get(live::stream))
        .route("/api/matches/{id}/board", post(page::board))
        .route("/api/matches/{id}/board.svg", get(page::picture))
        .route("/api/matches/{id}/sit", post(matches::sit))
        .route("/api/live", get(live::socket))
        .route("/api/{*rest}", any(operations::nothing))
        .route("/api/me", get(names::me).put(names::rename))
        .route("/api/me/stream", get(mine::stream))
        .route("/api/tokens", get(tokens::list).post(tokens::make))
        .route("/api/tokens/{id}", delete(tokens::delete))
        .route(
            "/api/jobs",
            get(jobs::list).post(jobs::create).layer(with_record),
        )
        .route("/api/jobs/{id}", get(jobs::show).delete(jobs::delete))
        .route("/api/jobs/{id}/stream", get(jobs::follow))
        .route("/api/tournaments", post(tournaments::create))
        .route("/api/tournaments/{id}", get(tournaments::show))
        .route("/api/tournaments/{id}/results.csv", get(tournaments::csv))
        .route(
            "/api/tournaments/{id}/statistics",
            get(tournaments::statistics),
        )
        .route("/api/tournaments/{id}/{what}", post(tournaments::act))
        .route("/t/{id}", get(tournaments::page))
        .route("/t/{id}/code.svg", get(tournaments::code))
        .route("/m/{id}", get(embed::preview))
        .route(
            "/m/{id}/join/{secret}",
            get(matches::follow).post(matches::join),
        )
        .route("/m/{id}/join/{secret}/code.svg", get(page::code))
        .route("/embed/m/{id}", get(embed::a_match))
        .route("/embed/p", get(embed::position))
        .route("/embed/puzzle", get(embed::puzzle))
        .route("/oembed", get(embed::oembed));
    #[cfg(feature = "pictures")]
    let api = api
        .route("/api/matches/{id}/board.png", get(pictures::png))
        .route("/api/matches/{id}/film.gif", get(pictures::gif))
        .route("/api/matches/{id}/film.svg", get(pictures::svg));
    let api = matches::ACTIONS.iter().fold(api, |api, action| {
        api.route(&format!("/api/matches/{{id}}/{action}"), post(matches::act))
    });
    let api = parlour_catalog::games().iter().fold(api, |api, game| {
        api.route(
            &format!("/api/{}/{{verb}}", game.info().id),
            post(verbs::answer).layer(with_record),
        )
    });
    let api = api.layer(middleware::from_fn_with_state(Arc::clone(app), app::known));
    Router::new()
        .merge(api)
        .route("/me/{secret}", get(names::recover).post(names::adopt))
        .route("/health/live", get(operations::live))
        .route("/health/ready", get(operations::ready))
        .with_state(Arc::clone(app))
        .merge(site::router(module))
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .layer(middleware::from_fn(site::guarded))
        .layer(middleware::from_fn(log::requests))
}

/// Why the server cannot serve.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The address of the server cannot be listened at.
    #[error("cannot listen at {0}")]
    Address(SocketAddr, #[source] io::Error),
    /// The address for the figures cannot be listened at.
    #[error("cannot listen at {0} for the figures")]
    Metrics(SocketAddr, #[source] io::Error),
    /// Connections cannot be served.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The socket that the program was handed as its standard input, as by systemd. It listens before
/// the program starts and after it ends, so that no connection is refused while one program takes
/// over from another.
#[must_use]
pub fn handed_over() -> Option<std::net::TcpListener> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let input = io::stdin();
        if !rustix::net::sockopt::socket_acceptconn(&input).ok()? {
            return None;
        }
        let socket = std::net::TcpListener::from(input.as_fd().try_clone_to_owned().ok()?);
        // Others than those of the internet have no such address.
        socket.local_addr().is_ok().then_some(socket)
    }
    #[cfg(not(unix))]
    None
}

/// Serves until the program is told to stop. `ready` hears the address.
///
/// # Errors
///
/// An address cannot be listened at, or connections cannot be served.
pub fn serve(config: Config, ready: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    log::set(config.log);
    allow_many_files();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    let served = runtime.block_on(async {
        let listener = match config.socket {
            Some(socket) => {
                socket.set_nonblocking(true)?;
                TcpListener::from_std(socket)?
            }
            None => TcpListener::bind(config.listen)
                .await
                .map_err(|error| ServeError::Address(config.listen, error))?,
        };
        let registry = Registry::new(config.store, config.tables);
        // Clocks stood still while no server was there: that is known before the first request.
        registry.arrive().await;
        registry.start();
        let app = Arc::new(App {
            registry: Arc::clone(&registry),
            limits: Limits::new(config.limit),
            behind_proxy: config.behind_proxy,
            is_encrypted: config.tls.is_some(),
            rating: tokio::sync::Mutex::default(),
            #[cfg(feature = "pictures")]
            drawing: tokio::sync::Mutex::default(),
        });
        if let Some(address) = config.metrics {
            let metrics = TcpListener::bind(address)
                .await
                .map_err(|error| ServeError::Metrics(address, error))?;
            let router = operations::metrics_router(&app);
            tokio::spawn(async move { axum::serve(metrics, router).await });
        }
        let service = router(&app, config.module);
        let service = service.into_make_service_with_connect_info::<Peer>();
        let address = listener.local_addr()?;
        ready(address);
        log::note(&format!("listening on {address}"));
        let drain = Arc::clone(&registry);
        let until = async move {
            stopped().await;
            log::note("told to end");
            drain.drain();
        };
        let server = async {
            match config.tls {
                Some(tls) => {
                    let listener = TlsListener::new(listener, tls)?;
                    let server = axum::serve(listener, service);
                    server.with_graceful_shutdown(until).await
                }
                None => {
                    let server = axum::serve(listener, service);
                    server.with_graceful_shutdown(until).await
                }
            }
        };
        let late = async {
            registry.drained().await;
            tokio::time::sleep(FAREWELL).await;
        };
        let served = tokio::select! {
            served = server => served,
            () = late => Ok(()),
        };
        // From now on the clocks stand still, unless another server is there.
        let _ = tokio::time::timeout(LAST_WORD, registry.leave()).await;
        served.map_err(ServeError::from)
    });
    // Bots may still be thinking; nothing waits for them.
    runtime.shutdown_background();
    served
}

/// Every connection is a file, and a program that does not ask for more has often a thousand.
fn allow_many_files() {
    #[cfg(unix)]
    {
        use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
        let Rlimit { maximum, .. } = getrlimit(Resource::Nofile);
        // Where that is refused, there are as many as before.
        let _ = setrlimit(
            Resource::Nofile,
            Rlimit {
                current: maximum,
                maximum,
            },
        );
    }
}

/// Ends when the program is told to stop.
async fn stopped() {
    // Where signals cannot be received, the program ends at once.
    let interrupted = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut terminated) => tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            },
            Err(_) => {
                let _ = interrupted.await;
            }
        }
    }
    #[cfg(not(unix))]
    let _ = interrupted.await;
}

//! Connections that are encrypted by this program, where no proxy does it.

use std::io;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use axum::serve::Listener;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::mpsc;
use tokio::time::{sleep, timeout};
use tokio_rustls::TlsAcceptor;
use tokio_rustls::rustls::ServerConfig;
use tokio_rustls::rustls::pki_types::pem::PemObject;
use tokio_rustls::rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio_rustls::server::TlsStream;

/// How long a client may take for the handshake.
const HANDSHAKE: Duration = Duration::from_secs(10);

/// Connections that are ready and have not been taken up.
const MOST_WAITING: usize = 64;

/// What to encrypt with, from files in the PEM format.
///
/// # Errors
///
/// A file cannot be read, or is not a certificate or key; the message names it.
pub fn read(certificate: &Path, key: &Path) -> io::Result<Arc<ServerConfig>> {
    let wrong = |path: &Path, why: &dyn std::fmt::Display| {
        io::Error::other(format!("{}: {why}", path.display()))
    };
    let chain = CertificateDer::pem_file_iter(certificate)
        .and_then(Iterator::collect::<Result<Vec<_>, _>>)
        .map_err(|error| wrong(certificate, &error))?;
    if chain.is_empty() {
        return Err(wrong(certificate, &"there is no certificate in it"));
    }
    let secret = PrivateKeyDer::from_pem_file(key).map_err(|error| wrong(key, &error))?;
    ServerConfig::builder()
        .with_no_client_auth()
        .with_single_cert(chain, secret)
        .map(Arc::new)
        .map_err(|error| wrong(key, &error))
}

type Ready = (TlsStream<TcpStream>, SocketAddr);

/// Accepts connections, and shakes hands with many at a time.
pub(crate) struct TlsListener {
    ready: mpsc::Receiver<Ready>,
    address: SocketAddr,
}

impl TlsListener {
    pub(crate) fn new(listener: TcpListener, config: Arc<ServerConfig>) -> io::Result<Self> {
        let (hand_over, ready) = mpsc::channel(MOST_WAITING);
        let address = listener.local_addr()?;
        tokio::spawn(accept_all(listener, TlsAcceptor::from(config), hand_over));
        Ok(TlsListener { ready, address })
    }
}

async fn accept_all(listener: TcpListener, acceptor: TlsAcceptor, hand_over: mpsc::Sender<Ready>) {
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            // The server has ended.
            () = hand_over.closed() => return,
        };
        let Ok((stream, address)) = accepted else {
            // Too many files are open; some will be closed.
            sleep(Duration::from_millis(100)).await;
            continue;
        };
        let (acceptor, hand_over) = (acceptor.clone(), hand_over.clone());
        tokio::spawn(async move {
            if let Ok(Ok(stream)) = timeout(HANDSHAKE, acceptor.accept(stream)).await {
                // Nobody takes it up any more if the server has ended.
                let _ = hand_over.send((stream, address)).await;
            }
        });
    }
}

impl Listener for TlsListener {
    type Io = TlsStream<TcpStream>;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> Ready {
        match self.ready.recv().await {
            Some(ready) => ready,
            None => std::future::pending().await,
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        Ok(self.address)
    }
}

//! `parlour serve`

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use parlour_server::{Config, Log, ServeError, qr};
use parlour_store::Store;

use crate::args::{LogFormat, Serve};
use crate::commands::page;
use crate::data;
use crate::files;
use crate::output::{stderr, stderr_is_terminal, stdout};

/// The file in the folder for the matches.
const FILE: &str = "parlour.db";

pub(crate) fn serve(args: &Serve) -> Result<ExitCode> {
    let store = store(args)?;
    if let Some(path) = &args.backup {
        return back_up(&store, path);
    }
    if let Some(path) = &args.restore {
        let name = files::shown_name(path);
        let file = File::open(path).with_context(|| format!("cannot read {name}"))?;
        let count = store.restore(BufReader::new(file))?;
        writeln!(stderr(), "{count} matches and documents restored")?;
        return Ok(ExitCode::SUCCESS);
    }
    let module = match page::module(args.module.module.as_deref()) {
        Ok(module) => module,
        Err(error) if args.module.module.is_some() => return Err(error),
        Err(error) => {
            writeln!(
                stderr(),
                "warning: only the API works, not the page: {error}"
            )?;
            std::borrow::Cow::Borrowed(&[][..])
        }
    };
    let config = Config {
        listen: args.listen,
        socket: parlour_server::handed_over(),
        metrics: args.metrics,
        module,
        store,
        tables: data::tables().clone(),
        limit: args.limit,
        behind_proxy: args.behind_proxy,
        log: match args.log {
            LogFormat::Text => Log::Text,
            LogFormat::Json => Log::Json,
        },
        tls: match (&args.certificate, &args.key) {
            (Some(certificate), Some(key)) => Some(
                parlour_server::tls::read(certificate, key)
                    .context("cannot encrypt; --certificate and --key take files in PEM format")?,
            ),
            _ => None,
        },
    };
    let scheme = if config.tls.is_some() {
        "https"
    } else {
        "http"
    };
    parlour_server::serve(config, |address| greet(scheme, address)).map_err(|error| {
        let message = error.to_string();
        let (advice, reason) = match error {
            ServeError::Address(address, reason) => {
                let ip = address.ip();
                let advice = format!(
                    "choose another address with --listen, or let --listen {ip}:0 take a free port"
                );
                (advice, reason)
            }
            ServeError::Metrics(_, reason) => {
                ("choose another address with --metrics".to_owned(), reason)
            }
            error => return anyhow::Error::new(error),
        };
        anyhow::Error::new(reason).context(format!("{message}; {advice}"))
    })?;
    Ok(ExitCode::SUCCESS)
}

fn store(args: &Serve) -> Result<Store> {
    if let Some(address) = &args.postgres {
        return postgres(address);
    }
    let folder = args
        .data
        .clone()
        .unwrap_or_else(|| data::folder().join("server"));
    let name = files::shown_name(&folder);
    parlour_files::folder(&folder)
        .with_context(|| format!("cannot make {name}; choose another folder with --data"))?;
    Store::sqlite(&folder.join(FILE)).with_context(|| {
        format!("cannot keep matches in {name}; choose another folder with --data")
    })
}

#[cfg(feature = "postgres")]
fn postgres(address: &str) -> Result<Store> {
    Store::postgres(address).with_context(
        || "cannot reach PostgreSQL; the address looks like postgresql://user:password@host/name",
    )
}

#[cfg(not(feature = "postgres"))]
fn postgres(_: &str) -> Result<Store> {
    bail!("this program was built without PostgreSQL; build it with --features postgres")
}

fn back_up(store: &Store, path: &std::path::Path) -> Result<ExitCode> {
    let name = files::shown_name(path);
    if path.exists() {
        bail!("{name} already exists; choose another name");
    }
    let mut bytes = BufWriter::new(Vec::new());
    let count = store.back_up(&mut bytes)?;
    parlour_files::write_private(path, &bytes.into_inner().context("no memory")?)
        .with_context(|| format!("cannot write {name}"))?;
    writeln!(stderr(), "{count} matches and documents in {name}")?;
    Ok(ExitCode::SUCCESS)
}

/// Tells where the server is. Scripts read the first line.
fn greet(scheme: &str, address: SocketAddr) {
    // The program that started it may not read its output.
    let _ = writeln!(stdout(), "listening on {scheme}://{address}");
    let _ = stdout().flush();
    let (line, link) = invitation(scheme, address, own_address);
    let mut out = stderr();
    let _ = writeln!(out, "{line}");
    let code = link.filter(|_| stderr_is_terminal());
    if let Some(code) = code.and_then(|link| qr::text(&link)) {
        let _ = writeln!(out, "{code}");
    }
}

/// What to tell others, and the link for their cameras.
fn invitation(
    scheme: &str,
    address: SocketAddr,
    own_address: impl FnOnce() -> Option<IpAddr>,
) -> (String, Option<String>) {
    let (ip, port) = (address.ip(), address.port());
    let reached = match ip {
        ip if ip.is_loopback() => {
            let line = "Only this machine can reach it. For everybody on the network: --listen \
                        0.0.0.0:";
            return (format!("{line}{port}"), None);
        }
        ip if ip.is_unspecified() => own_address(),
        ip => Some(ip),
    };
    let Some(ip) = reached else {
        let line = "Others on the network find it at the address of this machine, port";
        return (format!("{line} {port}"), None);
    };
    let link = format!("{scheme}://{}/", SocketAddr::new(ip, port));
    (
        format!("Others on the network find it at {link}"),
        Some(link),
    )
}

/// The address by which other machines reach this one. Nothing is sent to find it out.
fn own_address() -> Option<IpAddr> {
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect((Ipv4Addr::new(192, 0, 2, 1), 9)).ok()?;
    Some(socket.local_addr().ok()?.ip())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn others_are_told_an_address_that_reaches_this_machine() {
        let told = |address: &str, own: Option<&str>| {
            let address = address.parse().expect("an address");
            let own = own.map(|own| own.parse().expect("an address"));
            invitation("http", address, || own)
        };
        let (line, link) = told("127.0.0.1:8080", None);
        assert!(line.ends_with("--listen 0.0.0.0:8080"), "{line}");
        assert_eq!(link, None);
        for (address, own, wanted) in [
            (
                "0.0.0.0:8080",
                Some("192.168.0.2"),
                "http://192.168.0.2:8080/",
            ),
            ("192.168.0.3:80", None, "http://192.168.0.3:80/"),
            ("[2001:db8::1]:80", None, "http://[2001:db8::1]:80/"),
        ] {
            let (line, link) = told(address, own);
            assert_eq!(link.as_deref(), Some(wanted));
            assert!(line.ends_with(wanted), "{line}");
        }
        // Without a route to elsewhere, the machine does not know.
        let (line, link) = told("0.0.0.0:8080", None);
        assert!(line.ends_with("port 8080") && link.is_none(), "{line}");
    }
}

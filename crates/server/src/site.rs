//! The site with the games: every file, compressed where the browser wants it, with the
//! headers that keep a page to itself.

use std::borrow::Cow;
use std::collections::HashMap;
use std::io::Write as _;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_SECURITY_POLICY, CONTENT_TYPE,
    REFERRER_POLICY, VARY, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::{HeaderName, Method, Response, StatusCode};
use axum::middleware::Next;
use flate2::Compression;
use flate2::write::GzEncoder;

/// Files smaller than this are not worth compressing.
const SMALL: usize = 512;

struct Page {
    kind: &'static str,
    content: Bytes,
    gzipped: Option<Bytes>,
}

type Pages = Arc<HashMap<String, Page>>;

/// All files, with a module for the page.
pub(crate) fn router(module: Cow<'static, [u8]>) -> Router {
    let pages = parlour_site::files(module).into_iter().map(|file| {
        let kind = file.kind();
        let mut content = file.content.into_owned();
        if file.path == "index.html" {
            // Pages that any other server hands out do not look for matches.
            let text = String::from_utf8_lossy(&content);
            content = text
                .replacen("<html ", "<html data-server ", 1)
                .into_bytes();
        }
        let content = Bytes::from(content);
        let gzipped = (content.len() > SMALL).then(|| gzip(&content)).flatten();
        let page = Page {
            kind,
            content,
            gzipped,
        };
        (file.path, page)
    });
    let pages: Pages = Arc::new(pages.collect());
    Router::new().fallback(file).with_state(pages)
}

fn gzip(content: &[u8]) -> Option<Bytes> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content).ok()?;
    Some(Bytes::from(encoder.finish().ok()?))
}

/// A file of the site.
async fn file(State(pages): State<Pages>, request: Request) -> Response<Body> {
    let path = request.uri().path().trim_start_matches('/');
    let path = if path.is_empty() { "index.html" } else { path };
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return plain(StatusCode::METHOD_NOT_ALLOWED, "files can only be read\n");
    }
    let Some(page) = pages.get(path) else {
        return plain(StatusCode::NOT_FOUND, "there is no such file\n");
    };
    let wanted = request.headers().get(ACCEPT_ENCODING);
    let wants_gzip = wanted
        .and_then(|wanted| wanted.to_str().ok())
        .is_some_and(|wanted| wanted.contains("gzip"));
    let answer = Response::builder()
        .header(CONTENT_TYPE, page.kind)
        .header(VARY, "accept-encoding")
        // The service worker decides what is old; asking for it is cheap.
        .header(CACHE_CONTROL, "no-cache");
    let answer = match &page.gzipped {
        Some(gzipped) if wants_gzip => answer
            .header(CONTENT_ENCODING, "gzip")
            .body(Body::from(gzipped.clone())),
        _ => answer.body(Body::from(page.content.clone())),
    };
    answer.unwrap_or_else(|_| plain(StatusCode::INTERNAL_SERVER_ERROR, "no answer\n"))
}

fn plain(status: StatusCode, text: &'static str) -> Response<Body> {
    let mut answer = Response::new(Body::from(text));
    *answer.status_mut() = status;
    answer
}

/// Adds what keeps a page to itself. Isolated pages may share memory between threads.
pub(crate) async fn guarded(request: Request, next: Next) -> Response<Body> {
    const HEADERS: [(HeaderName, &str); 5] = [
        (CONTENT_SECURITY_POLICY, parlour_site::SECURITY_POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (
            HeaderName::from_static("cross-origin-opener-policy"),
            "same-origin",
        ),
        (
            HeaderName::from_static("cross-origin-embedder-policy"),
            "require-corp",
        ),
    ];
    let mut answer = next.run(request).await;
    for (name, value) in HEADERS {
        let value = axum::http::HeaderValue::from_static(value);
        // What may be framed says so itself.
        answer.headers_mut().entry(name).or_insert(value);
    }
    answer
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::Request;
    use tower::ServiceExt;

    fn get(method: &str, path: &str, encoding: &str) -> Response<Body> {
        let request = Request::builder()
            .method(method)
            .uri(path)
            .header(ACCEPT_ENCODING, encoding)
            .body(Body::empty())
            .expect("a request");
        let runtime = tokio::runtime::Builder::new_current_thread()
            .build()
            .expect("a runtime");
        let site = router(Cow::Borrowed(b"\0asm")).layer(axum::middleware::from_fn(guarded));
        let answer = site.oneshot(request);
        runtime.block_on(answer).expect("an answer")
    }

    #[test]
    fn files_have_their_kind_and_every_answer_is_guarded() {
        for (path, status, kind) in [
            ("/", 200, "text/html; charset=utf-8"),
            ("/js/app.js", 200, "text/javascript; charset=utf-8"),
            ("/parlour.wasm", 200, "application/wasm"),
            ("/nothing", 404, ""),
            ("/../Cargo.toml", 404, ""),
            ("/%2e%2e/Cargo.toml", 404, ""),
        ] {
            let answer = get("GET", path, "");
            assert_eq!(answer.status(), status, "{path}");
            let header = |name: HeaderName| {
                let value = answer.headers().get(name);
                value.map_or("", |value| value.to_str().expect("text"))
            };
            assert_eq!(header(CONTENT_TYPE), kind, "{path}");
            assert_eq!(
                header(CONTENT_SECURITY_POLICY),
                parlour_site::SECURITY_POLICY
            );
        }
        assert_eq!(get("POST", "/", "").status(), 405);
    }

    #[test]
    fn what_is_worth_it_is_compressed_where_that_is_wanted() {
        let encoding = |wanted| {
            get("GET", "/style.css", wanted)
                .headers()
                .get(CONTENT_ENCODING)
                .cloned()
        };
        assert_eq!(encoding("gzip, br").expect("gzip"), "gzip");
        assert_eq!(encoding("identity"), None);
    }
}

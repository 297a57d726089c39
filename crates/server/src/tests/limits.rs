//! What is refused: too much, from elsewhere, and what makes no sense.

use super::*;

#[test]
fn an_address_is_limited_whoever_asks_from_it() {
    let server = Server::behind_proxy(1);
    let refused = (0..300).find_map(|_| {
        // A new player every time.
        let mut somebody = server.somebody();
        let from = [("x-forwarded-for", "198.51.100.7, 192.0.2.1")];
        let answer = somebody.send("GET", "/api/games", "", &from);
        (answer.status != StatusCode::OK).then_some(answer)
    });
    let refused = refused.expect("a limit");
    assert_eq!(refused.status, StatusCode::TOO_MANY_REQUESTS);
    assert!(refused.headers.contains_key("retry-after"));
    // Nor can anybody guess at tokens without end.
    let guess = [
        ("x-forwarded-for", "203.0.113.5"),
        ("authorization", "Bearer plr_guess"),
    ];
    let mut eve = server.somebody();
    let guessed = (0..300).map(|_| eve.send("GET", "/api/matches", "", &guess).status);
    let guessed: Vec<StatusCode> = guessed.collect();
    assert_eq!(guessed[0], StatusCode::UNAUTHORIZED);
    assert_eq!(guessed[299], StatusCode::TOO_MANY_REQUESTS);
    // Only our own proxy is believed: the same client elsewhere is another one.
    let from = [("x-forwarded-for", "192.0.2.1, 198.51.100.7")];
    let other = server.somebody().send("GET", "/api/games", "", &from);
    assert_eq!(other.status, StatusCode::OK);
}

#[test]
fn sockets_are_for_pages_of_this_server() {
    let server = Server::memory();
    let mut amy = server.somebody();
    let (id, _) = amy.make(json!({ "game": "gridlock" }));
    let path = format!("/api/live?topics=m:{id}@0");
    let mut open = |origin: &str| {
        let more = [("host", "parlour.example"), ("origin", origin)];
        amy.send("GET", &path, "", &more)
    };
    let foreign = open("http://elsewhere.example");
    assert_eq!(foreign.status, StatusCode::FORBIDDEN);
    assert_eq!(foreign.json()["code"], "other-site");
    // Without a connection to upgrade, this is as far as it gets.
    let own = open("http://parlour.example");
    assert_eq!(own.json()["code"], "socket", "{}", own.text);
}

#[test]
fn what_means_the_same_is_taken() {
    let server = Server::memory();
    let mut amy = server.somebody();
    for body in [
        r#"{"game":"ur","setup":{"pieces":1.0}}"#,
        r#"{"game":"ur","setup":null,"seats":null,"clock":null,"public":null}"#,
    ] {
        let made = amy.send("POST", "/api/matches", body, &[]);
        assert_eq!(made.status, StatusCode::CREATED, "{body}: {}", made.text);
    }
    let half = amy.send(
        "POST",
        "/api/matches",
        r#"{"game":"ur","setup":{"pieces":1.5}}"#,
        &[],
    );
    assert_eq!(half.status, StatusCode::UNPROCESSABLE_ENTITY);
    let made = amy.send(
        "POST",
        "/api/tournaments",
        r#"{"game":"ur","setup":null}"#,
        &[],
    );
    assert_eq!(made.status, StatusCode::CREATED, "{}", made.text);
}

#[test]
fn cookies_of_recovery_links_are_as_safe_as_the_connection() {
    let server = Server::behind_proxy(0);
    let secret = "x".repeat(32);
    for (scheme, is_secure) in [("https", true), ("http", false)] {
        let mut phone = server.somebody();
        let more = [("x-forwarded-proto", scheme)];
        let answer = phone.send("GET", &format!("/me/{secret}"), "", &more);
        assert_eq!(answer.status, StatusCode::SEE_OTHER);
        let cookie = answer.headers["set-cookie"].to_str().expect("text");
        assert_eq!(cookie.contains("; Secure"), is_secure, "{cookie}");
    }
    let wrong = server.somebody().get("/me/x%3B%20Domain=example.org");
    assert_eq!(wrong.status, StatusCode::NOT_FOUND);
}

/// Whoever follows such a link is somebody already, perhaps, and would lose all matches.
#[test]
fn a_browser_is_asked_before_it_becomes_another_player() {
    let server = Server::memory();
    let (mut amy, mut bill) = (server.somebody(), server.somebody());
    let link = |of: &mut Client<'_>| {
        let me = of.get("/api/me").json();
        let link = me["recovery"].as_str().expect("a link").to_owned();
        link[link.find("/me/").expect("a path")..].to_owned()
    };
    let (own, other) = (link(&mut bill), link(&mut amy));
    let asked = bill.get(&other);
    assert_eq!(asked.status, StatusCode::OK);
    assert!(
        asked.text.contains("<form method=\"post\">"),
        "{}",
        asked.text
    );
    assert!(!asked.headers.contains_key("set-cookie"));
    let foreign = [("sec-fetch-site", "cross-site")];
    let refused = bill.send("POST", &other, "", &foreign);
    assert_eq!(refused.status, StatusCode::FORBIDDEN);
    for (method, path) in [("GET", &own), ("POST", &other)] {
        let answer = bill.send(method, path, "", &[]);
        assert_eq!(answer.status, StatusCode::SEE_OTHER);
        let cookie = answer.headers["set-cookie"].to_str().expect("text");
        assert!(cookie.contains(path.trim_start_matches("/me/")), "{cookie}");
    }
}

/// Texts that no id, code or secret can be lead nowhere, whatever is behind it.
#[test]
fn addresses_that_nobody_made_are_not_found() {
    let server = Server::memory();
    let mut eve = server.somebody();
    let page = [("accept", "text/html")];
    for path in [
        "/t/%00",
        "/t/%0d%0a",
        "/t/%C3%A9/code.svg",
        "/m/%00/join/x",
        "/m/abcdefgh/join/%0d%0a",
        "/api/tournaments/%00",
        "/api/matches/%00aaaaaa",
        "/me/%00",
    ] {
        let answer = eve.send("GET", path, "", &page);
        assert_eq!(answer.status, StatusCode::NOT_FOUND, "{path}");
    }
}

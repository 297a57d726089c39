//! Authentication: a player is known by a secret, in a cookie or as a token.

use std::time::{SystemTime, UNIX_EPOCH};

use axum::http::HeaderMap;
use axum::http::header::{AUTHORIZATION, COOKIE};
use serde::{Deserialize, Serialize};

use crate::problem::Problem;

/// The cookie that holds a player's secret.
pub(crate) const COOKIE_NAME: &str = "parlour_player";

/// How tokens begin, so that they are recognised where they should not be.
const TOKEN_PREFIX: &str = "plr_";

/// What a token lets a program do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Scope {
    /// See what the player sees.
    Read,
    /// Make matches, take seats and move.
    Play,
}

/// The sender of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Caller {
    /// What the player is known by: a hash of the secret, which leads to nothing.
    pub(crate) player: String,
    /// A secret that was made for this request, to be sent as a cookie.
    pub(crate) fresh: Option<String>,
    /// What a token allows; a player with a cookie may do everything.
    pub(crate) scopes: Option<Vec<Scope>>,
}

impl Caller {
    /// Refuses a token that allows only reading.
    pub(crate) fn check_may_play(&self) -> Result<(), Problem> {
        match &self.scopes {
            Some(scopes) if !scopes.contains(&Scope::Play) => {
                let message = "this token only allows reading";
                Err(Problem::forbidden("scope", message))
            }
            _ => Ok(()),
        }
    }
}

/// Numbers that nobody can guess, as letters and digits that nobody mistakes for others.
pub(crate) fn random_word(letters: usize) -> String {
    word_of(letters, |bytes| {
        getrandom::fill(bytes).expect("the system has random numbers");
    })
}

/// A word that follows from texts that nobody knows: the same one for the same texts.
pub(crate) fn derived_word(letters: usize, what: &str, from: &str) -> String {
    let mut hasher = blake3::Hasher::new_derive_key(what);
    let mut digits = hasher.update(from.as_bytes()).finalize_xof();
    word_of(letters, |bytes| digits.fill(bytes))
}

fn word_of(letters: usize, mut fill: impl FnMut(&mut [u8])) -> String {
    const LETTERS: &[u8; 58] = b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
    let mut word = String::with_capacity(letters);
    while word.len() < letters {
        let mut bytes = [0; 64];
        fill(&mut bytes);
        // Bytes beyond the last whole round would make some letters likelier.
        let fair = bytes.iter().filter(|byte| **byte < 232);
        let drawn = fair.map(|byte| char::from(LETTERS[usize::from(*byte) % LETTERS.len()]));
        word.extend(drawn.take(letters - word.len()));
    }
    word
}

/// A code that people type: capital letters and digits that nobody mistakes for others.
pub(crate) fn random_code() -> String {
    let code = random_word(64).to_ascii_uppercase();
    let clear = code
        .chars()
        .filter(|letter| !matches!(letter, '1' | '5' | 'S' | 'I' | 'L' | 'O'));
    clear.take(8).collect()
}

/// A key that nobody can guess, in hexadecimal digits.
pub(crate) fn random_key() -> String {
    let mut key = [0; 32];
    getrandom::fill(&mut key).expect("the system has random numbers");
    blake3::Hash::from(key).to_hex().to_string()
}

pub(crate) fn random_token() -> String {
    format!("{TOKEN_PREFIX}{}", random_word(40))
}

/// What is stored in place of a secret.
pub(crate) fn hashed(secret: &str) -> String {
    let hash = blake3::derive_key("Parlour secret", secret.as_bytes());
    blake3::Hash::from(hash).to_hex()[..32].to_owned()
}

/// Milliseconds since 1970.
pub(crate) fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as i64)
}

/// The secret in the cookie of a request.
pub(crate) fn cookie(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(COOKIE).iter();
    let cookies = cookies.filter_map(|cookies| cookies.to_str().ok());
    let mut cookies = cookies.flat_map(|cookies| cookies.split(';'));
    let secret = cookies.find_map(|cookie| {
        let (name, value) = cookie.trim().split_once('=')?;
        (name == COOKIE_NAME).then_some(value)
    })?;
    // Anything else was not made here.
    is_secret(secret).then_some(secret)
}

/// Whether a text looks like the ids, codes and secrets that are made here.
pub(crate) fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Whether a text looks like the secret of a player.
pub(crate) fn is_secret(text: &str) -> bool {
    text.len() == 32 && is_word(text)
}

/// The token of a request.
pub(crate) fn bearer(headers: &HeaderMap) -> Option<&str> {
    let header = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = header.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

/// A name for somebody who has not chosen one, always the same for the same player.
pub(crate) fn generated_name(player: &str) -> String {
    const FIRST: [&str; 32] = [
        "Amber", "Azure", "Brave", "Bright", "Calm", "Clever", "Copper", "Coral", "Crimson",
        "Gentle", "Golden", "Green", "Happy", "Indigo", "Ivory", "Jade", "Keen", "Lively", "Lucky",
        "Merry", "Mighty", "Nimble", "Noble", "Pearl", "Quick", "Quiet", "Ruby", "Silver", "Sunny",
        "Swift", "Violet", "Wise",
    ];
    const SECOND: [&str; 32] = [
        "Badger", "Beaver", "Bison", "Crane", "Dolphin", "Eagle", "Falcon", "Finch", "Fox",
        "Gecko", "Heron", "Ibis", "Jackdaw", "Koala", "Lark", "Lynx", "Marten", "Newt", "Otter",
        "Owl", "Panda", "Puffin", "Quail", "Raven", "Robin", "Salmon", "Seal", "Stork", "Swan",
        "Tiger", "Walrus", "Wren",
    ];
    let hash = blake3::hash(player.as_bytes());
    let [first, second, ..] = hash.as_bytes();
    let pick = |list: &[&'static str; 32], byte: &u8| list[usize::from(*byte) % 32];
    format!("{} {}", pick(&FIRST, first), pick(&SECOND, second))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn words_are_random() {
        let words: std::collections::HashSet<String> = (0..1000).map(|_| random_word(12)).collect();
        assert_eq!(words.len(), 1000);
        assert!(words.iter().all(|word| word.len() == 12));
    }

    #[test]
    fn only_our_cookies_count() {
        let secret = random_word(32);
        for (header, found) in [
            (format!("{COOKIE_NAME}={secret}"), true),
            (format!("a=b; {COOKIE_NAME}={secret}; c=d"), true),
            (format!("{COOKIE_NAME}=short"), false),
            (format!("x{COOKIE_NAME}={secret}"), false),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(COOKIE, HeaderValue::from_str(&header).expect("text"));
            assert_eq!(cookie(&headers), found.then_some(&*secret), "{header}");
        }
    }
}

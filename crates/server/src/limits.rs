//! How much one player, or one address, may ask for.

use std::collections::HashMap;
use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::problem::Problem;

/// When there are more than this, those that have long been idle are forgotten.
const MOST_KNOWN: usize = 50_000;

/// Requests that come at once, as a multiple of what is allowed a second.
const BURST: f64 = 10.0;

/// A class may share one address: it has as much as this many players who never rest.
const PLAYERS_AT_ADDRESS: f64 = 10.0;

/// Streams that one player may have open.
const MOST_STREAMS: u32 = 30;

/// Streams that one address may have open.
const MOST_STREAMS_AT_ADDRESS: u32 = 1000;

/// Matches made from one address that go on.
const MOST_MATCHES_AT_ADDRESS: usize = 5000;

/// Addresses whose matches are counted. Those that have made few are forgotten first.
const MOST_ADDRESSES: usize = 10_000;

/// Token buckets: each fills at a steady rate, and each request takes one token.
struct Buckets<K> {
    rate: f64,
    known: Mutex<HashMap<K, (f64, Instant)>>,
}

impl<K: Hash + Eq + Clone> Buckets<K> {
    fn new(rate: f64) -> Self {
        Buckets {
            rate,
            known: Mutex::default(),
        }
    }

    /// Takes a token; else the seconds until there is one.
    fn take(&self, key: &K, now: Instant) -> Result<(), f64> {
        let most = self.rate * BURST;
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if known.len() > MOST_KNOWN {
            // A full bucket need not be stored.
            let filled = |left: f64, then: Instant| {
                left + now.saturating_duration_since(then).as_secs_f64() * self.rate >= most
            };
            known.retain(|_, (left, then)| !filled(*left, *then));
        }
        let (left, then) = known.entry(key.clone()).or_insert((most, now));
        let passed = now.saturating_duration_since(*then).as_secs_f64();
        *left = (*left + passed * self.rate).min(most);
        *then = now;
        if *left < 1.0 {
            return Err((1.0 - *left) / self.rate);
        }
        *left -= 1.0;
        Ok(())
    }
}

/// What is allowed to whom. An address on this machine is one like any other.
pub(crate) struct Limits {
    players: Option<Buckets<String>>,
    addresses: Option<Buckets<IpAddr>>,
    streams: Mutex<HashMap<String, u32>>,
    streams_at: Mutex<HashMap<IpAddr, u32>>,
    matches_at: Mutex<HashMap<IpAddr, Vec<String>>>,
}

/// What is counted as one address: anyone with an address of version 6 has 2^64 of them.
fn counted(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(long) => IpAddr::V6(Ipv6Addr::from_bits(long.to_bits() >> 64 << 64)),
        short @ IpAddr::V4(_) => short,
    }
}

fn locked<T>(counts: &Mutex<T>) -> MutexGuard<'_, T> {
    counts.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Counts one more, unless there are too many.
fn count<K: Hash + Eq>(counts: &Mutex<HashMap<K, u32>>, key: K, most: u32) -> Result<(), Problem> {
    let mut counts = locked(counts);
    let count = counts.entry(key).or_default();
    if *count >= most {
        return Err(Problem::too_many("too many open streams", 10));
    }
    *count += 1;
    Ok(())
}

fn discount<K: Hash + Eq>(counts: &Mutex<HashMap<K, u32>>, key: &K) {
    let mut counts = locked(counts);
    if let Some(count) = counts.get_mut(key) {
        *count -= 1;
        if *count == 0 {
            counts.remove(key);
        }
    }
}

fn check<K: Hash + Eq + Clone>(
    buckets: Option<&Buckets<K>>,
    key: Option<K>,
    what: &str,
) -> Result<(), Problem> {
    let (Some(buckets), Some(key)) = (buckets, key) else {
        return Ok(());
    };
    buckets.take(&key, Instant::now()).map_err(|wait| {
        let message = format!("too many requests from this {what}");
        Problem::too_many(message, wait.ceil().max(1.0) as u32)
    })
}

impl Limits {
    /// This many requests a second for each player; 0 for as many as they like.
    pub(crate) fn new(rate: u32) -> Self {
        let rate = f64::from(rate);
        Limits {
            players: (rate > 0.0).then(|| Buckets::new(rate)),
            addresses: (rate > 0.0).then(|| Buckets::new(rate * PLAYERS_AT_ADDRESS)),
            streams: Mutex::default(),
            streams_at: Mutex::default(),
            matches_at: Mutex::default(),
        }
    }

    /// Whether anything is limited at all.
    pub(crate) fn are_set(&self) -> bool {
        self.players.is_some()
    }

    /// Refuses a request that is one too many from its address.
    pub(crate) fn check_address(&self, address: Option<IpAddr>) -> Result<(), Problem> {
        check(self.addresses.as_ref(), address.map(counted), "address")
    }

    /// Refuses a request that is one too many of its player.
    pub(crate) fn check_player(&self, player: &str) -> Result<(), Problem> {
        check(self.players.as_ref(), Some(player.to_owned()), "player")
    }

    /// Counts a stream of a player, and of an address.
    pub(crate) fn open_stream(&self, player: &str, address: Option<IpAddr>) -> Result<(), Problem> {
        let most = |most| if self.are_set() { most } else { u32::MAX };
        count(&self.streams, player.to_owned(), most(MOST_STREAMS))?;
        if let Some(address) = address.map(counted) {
            let counted = count(&self.streams_at, address, most(MOST_STREAMS_AT_ADDRESS));
            if counted.is_err() {
                discount(&self.streams, &player.to_owned());
            }
            counted?;
        }
        Ok(())
    }

    /// A stream has ended.
    pub(crate) fn close_stream(&self, player: &str, address: Option<IpAddr>) {
        discount(&self.streams, &player.to_owned());
        if let Some(address) = address {
            discount(&self.streams_at, &counted(address));
        }
    }

    /// A match was made from an address.
    pub(crate) fn made(&self, address: Option<IpAddr>, id: &str) {
        let Some(address) = address.filter(|_| self.are_set()) else {
            return;
        };
        let mut matches = locked(&self.matches_at);
        if matches.len() > MOST_ADDRESSES {
            matches.retain(|_, ids| ids.len() > MOST_MATCHES_AT_ADDRESS / 10);
        }
        let ids = matches.entry(counted(address)).or_default();
        ids.push(id.to_owned());
    }

    /// The matches of an address, if they may be too many: those that are over do not count.
    pub(crate) fn too_many_matches(&self, address: Option<IpAddr>) -> Option<Vec<String>> {
        let matches = locked(&self.matches_at);
        let ids = matches.get(&counted(address?))?;
        (ids.len() >= MOST_MATCHES_AT_ADDRESS).then(|| ids.clone())
    }

    /// Forgets all matches of an address but these, and refuses another one if there is no room.
    pub(crate) fn keep_matches(
        &self,
        address: Option<IpAddr>,
        going_on: Vec<String>,
    ) -> Result<(), Problem> {
        let is_full = going_on.len() >= MOST_MATCHES_AT_ADDRESS;
        if let Some(address) = address {
            locked(&self.matches_at).insert(counted(address), going_on);
        }
        match is_full {
            false => Ok(()),
            true => Err(Problem::too_many(
                "too many unfinished matches from this address",
                60,
            )),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    #[test]
    fn a_bucket_is_emptied_and_fills_again() {
        let buckets = Buckets::new(10.0);
        let begin = Instant::now();
        let taken = (0..200).filter(|_| buckets.take(&1, begin).is_ok()).count();
        assert_eq!(taken, 100);
        let wait = buckets.take(&1, begin).expect_err("nothing is left");
        assert!((wait - 0.1).abs() < 1e-6);
        assert!(buckets.take(&2, begin).is_ok(), "others have their own");
        let later = begin + Duration::from_secs(1);
        let taken = (0..100).filter(|_| buckets.take(&1, later).is_ok()).count();
        assert_eq!(taken, 10);
    }

    #[test]
    fn addresses_have_limits_of_their_own() {
        let limits = Limits::new(1);
        let home: IpAddr = "192.0.2.1".parse().expect("an address");
        let other: IpAddr = "2001:db8::1".parse().expect("an address");
        let near: IpAddr = "2001:db8::2".parse().expect("an address");
        // Requests of ever new players.
        let asked = (0..1000).filter(|_| limits.check_address(Some(home)).is_ok());
        assert_eq!(asked.count(), 100);
        assert!(limits.check_address(Some(other)).is_ok());
        // Streams.
        for player in 0..MOST_STREAMS_AT_ADDRESS {
            let opened = limits.open_stream(&player.to_string(), Some(other));
            assert!(opened.is_ok(), "{player}");
        }
        assert!(
            limits.open_stream("more", Some(near)).is_err(),
            "one network"
        );
        assert!(limits.open_stream("more", Some(home)).is_ok());
        limits.close_stream("0", Some(other));
        assert!(limits.open_stream("more", Some(near)).is_ok());
        // Matches: those that are over make room.
        for number in 0..MOST_MATCHES_AT_ADDRESS {
            assert_eq!(limits.too_many_matches(Some(home)), None);
            limits.made(Some(home), &number.to_string());
        }
        let known = limits.too_many_matches(Some(home)).expect("too many");
        assert!(limits.keep_matches(Some(home), known.clone()).is_err());
        assert!(limits.keep_matches(Some(home), known[1..].to_vec()).is_ok());
        assert_eq!(limits.too_many_matches(Some(home)), None);
        // Without limits nothing is counted.
        let free = Limits::new(0);
        assert!((0..2000).all(|_| free.open_stream("one", Some(home)).is_ok()));
    }
}

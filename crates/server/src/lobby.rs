//! Lists of matches: one's own, those with free seats, and those to watch.

use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;
use std::time::Duration;

use axum::extract::{Query, State};
use axum::{Extension, Json};
use parlour_store::MatchRow;
use serde::Serialize;
use serde_json::json;
use tokio::sync::watch;

use crate::app::Shared;
use crate::forms::ListedView;
use crate::people::{Caller, generated_name};
use crate::problem::Problem;
use crate::registry::Registry;
use crate::table::Head;

/// Matches in a list.
const MOST_LISTED: u32 = 100;

/// Pages are told of changes at most this often.
const CALM: Duration = Duration::from_secs(1);

fn listed(row: MatchRow, is_own: bool) -> Option<ListedView> {
    let head: Head = serde_json::from_str(&row.head).ok()?;
    let may_know = parlour_catalog::game(&row.game)?.is_open()
        || (row.ended.is_some() && head.twins.is_empty());
    let is_among_friends = is_own && !row.public && !head.strangers;
    Some(ListedView {
        id: row.id,
        game: row.game,
        setup: if may_know {
            head.setup
        } else {
            BTreeMap::new()
        },
        created: row.created,
        over: row.ended.is_some(),
        name: match is_among_friends || head.name.is_empty() {
            true => head.name,
            false => generated_name(&head.creator),
        },
        clock: head.clock,
    })
}

fn all(rows: Vec<MatchRow>, are_own: bool) -> Vec<ListedView> {
    let listed = rows.into_iter().filter_map(|row| listed(row, are_own));
    listed.collect()
}

/// The caller's matches, the newest first.
pub(crate) async fn mine(
    State(app): Shared,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Vec<ListedView>>, Problem> {
    let read = app
        .registry
        .read(move |database| database.of_player(&caller.player, MOST_LISTED));
    Ok(Json(all(read.await?, true)))
}

/// Public matches with a free seat, or those to watch.
pub(crate) async fn public(
    State(app): Shared,
    Query(query): Query<HashMap<String, String>>,
) -> Result<Json<Vec<ListedView>>, Problem> {
    let open = !query.contains_key("watch");
    let read = app
        .registry
        .read(move |database| database.public(open, MOST_LISTED));
    Ok(Json(all(read.await?, false)))
}

/// All lists, as a page shows them.
#[derive(Serialize)]
struct Lists {
    mine: Vec<ListedView>,
    open: Vec<ListedView>,
    watch: Vec<ListedView>,
}

impl Lists {
    async fn read(registry: &Arc<Registry>, player: &str) -> Result<Lists, Problem> {
        let player = player.to_owned();
        let read = registry.read(move |database| {
            let mine = database.of_player(&player, MOST_LISTED)?;
            let open = database.public(true, MOST_LISTED)?;
            let watch = database.public(false, MOST_LISTED)?;
            Ok((mine, open, watch))
        });
        let (mine, open, watch) = read.await?;
        Ok(Lists {
            mine: all(mine, true),
            open: all(open, false),
            watch: all(watch, false),
        })
    }
}

/// The lobby on somebody's screen.
pub(crate) struct Lobby {
    news: [watch::Receiver<u64>; 2],
    /// Something may have changed since the last message.
    is_stale: bool,
    told: String,
}

impl Lobby {
    pub(crate) fn new(registry: &Registry, player: &str) -> Self {
        Lobby {
            news: registry.watch_player(player),
            is_stale: true,
            told: String::new(),
        }
    }

    /// All lists, if something in them has changed.
    pub(crate) async fn message(
        &mut self,
        registry: &Arc<Registry>,
        player: &str,
    ) -> Result<Option<String>, Problem> {
        if !self.is_stale {
            return Ok(None);
        }
        for news in &mut self.news {
            news.borrow_and_update();
        }
        self.is_stale = false;
        let lists = Lists::read(registry, player).await?;
        let message = json!({ "lobby": lists }).to_string();
        if message == self.told {
            return Ok(None);
        }
        self.told.clone_from(&message);
        Ok(Some(message))
    }

    /// Waits until something may have changed. A wait that was given up can be started again.
    pub(crate) async fn wait(&mut self) {
        let [here, elsewhere] = &mut self.news;
        // The senders live as long as somebody listens.
        tokio::select! {
            _ = here.changed() => {}
            _ = elsewhere.changed() => {}
        }
        here.mark_changed();
        tokio::time::sleep(CALM).await;
        self.is_stale = true;
    }
}

//! Tokens, by which programs act for a player. Their hashes alone are kept.

use std::sync::Arc;

use axum::Extension;
use axum::Json;
use axum::body::Bytes;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use parlour_store::{Document, Write, Written};
use serde::{Deserialize, Serialize};

use crate::app::{Shared, form};
use crate::forms::{TokenForm, TokenView};
use crate::names::one_line;
use crate::people::{Caller, Scope, hashed, now, random_token};
use crate::problem::Problem;
use crate::registry::Registry;

const KIND: &str = "token";
const MOST_TOKENS: usize = 50;
const LONGEST_LABEL: usize = 80;

#[derive(Serialize, Deserialize)]
struct Kept {
    label: String,
    scopes: Vec<Scope>,
    created: i64,
}

/// The player that a token stands for.
pub(crate) async fn owner(registry: &Arc<Registry>, token: &str) -> Result<Caller, Problem> {
    let id = hashed(token);
    let found = registry
        .read(move |database| database.get(KIND, &id))
        .await?;
    let kept = found.and_then(|found| {
        let kept: Kept = serde_json::from_str(&found.body).ok()?;
        Some((found.owner, kept))
    });
    let (player, kept) = kept.ok_or_else(|| {
        Problem::new(StatusCode::UNAUTHORIZED, "token", "there is no such token")
            .help("make one with POST /api/tokens")
    })?;
    Ok(Caller {
        player,
        fresh: None,
        scopes: Some(kept.scopes),
    })
}

/// Tokens are made by the player, not by programs.
fn own(caller: &Caller) -> Result<(), Problem> {
    match caller.scopes {
        None => Ok(()),
        Some(_) => Err(Problem::forbidden("scope", "a token cannot manage tokens")),
    }
}

async fn all(registry: &Arc<Registry>, player: &str) -> Result<Vec<(Document, Kept)>, Problem> {
    let owner = player.to_owned();
    let found = registry
        .read(move |database| database.owned(KIND, &owner))
        .await?;
    let kept = found.into_iter().filter_map(|document| {
        let kept = serde_json::from_str(&document.body).ok()?;
        Some((document, kept))
    });
    Ok(kept.collect())
}

fn view(id: &str, kept: Kept, token: Option<String>) -> TokenView {
    TokenView {
        id: id[..12].to_owned(),
        token,
        label: kept.label,
        scopes: kept.scopes,
        created: kept.created,
    }
}

pub(crate) async fn list(
    State(app): Shared,
    Extension(caller): Extension<Caller>,
) -> Result<Json<Vec<TokenView>>, Problem> {
    own(&caller)?;
    let kept = all(&app.registry, &caller.player).await?;
    let views = kept
        .into_iter()
        .map(|(document, kept)| view(&document.id, kept, None));
    Ok(Json(views.collect()))
}

pub(crate) async fn make(
    State(app): Shared,
    Extension(caller): Extension<Caller>,
    body: Bytes,
) -> Result<(StatusCode, Json<TokenView>), Problem> {
    own(&caller)?;
    let TokenForm { label, scopes } = form(&body)?;
    if label.chars().count() > LONGEST_LABEL {
        let message = format!("a label has at most {LONGEST_LABEL} letters");
        return Err(Problem::invalid("label", message));
    }
    if all(&app.registry, &caller.player).await?.len() >= MOST_TOKENS {
        return Err(Problem::invalid("too-many", "you have too many tokens").help("delete one"));
    }
    let token = random_token();
    let kept = Kept {
        label: one_line(&label),
        scopes: scopes.unwrap_or_else(|| vec![Scope::Read, Scope::Play]),
        created: now(),
    };
    let document = Document {
        kind: KIND.to_owned(),
        id: hashed(&token),
        owner: caller.player,
        seq: 1,
        body: serde_json::to_string(&kept).unwrap_or_default(),
        due: None,
    };
    let id = document.id.clone();
    app.registry.store.write(Write::Put(document)).await?;
    Ok((StatusCode::CREATED, Json(view(&id, kept, Some(token)))))
}

pub(crate) async fn delete(
    State(app): Shared,
    Extension(caller): Extension<Caller>,
    Path(id): Path<String>,
) -> Result<StatusCode, Problem> {
    own(&caller)?;
    let kept = all(&app.registry, &caller.player).await?;
    let mut documents = kept.into_iter().map(|(document, _)| document);
    let found = documents.find(|document| document.id[..12] == id);
    let mut document = found.ok_or_else(|| Problem::missing("you have no such token"))?;
    document.seq += 1;
    document.body.clear();
    document.owner.clear();
    match app.registry.store.write(Write::Put(document)).await? {
        Written::Done => Ok(StatusCode::NO_CONTENT),
        Written::Conflict => Err(Problem::missing("you have no such token")),
    }
}

//! One request to the Places API, and the storage of its response. Contract "reviews-widget", section 2.

use std::time::Duration;

use compat::reviews::retrieval::{Retrieval, RetrievalSort, due, wanted};
use compat::reviews::review_order::{Direction, ReviewOrder};
use compat::reviews::{option, store};
use compat::wordpress::db::DbError;
use compat::wordpress::options::Options;
use compat::wordpress::php::Value;
use compat::wordpress::php::json::json_decode_assoc;

use crate::app::App;
use crate::http_client::{self, HttpError};

use super::settings::ReviewsSettings;

/// Why nothing is stored.
#[derive(Debug, thiserror::Error)]
pub enum RetrieveError {
    /// The HTTP request failed.
    #[error("the place service cannot be reached: {0}")]
    Http(#[from] HttpError),
    /// The response is not a JSON object with a status.
    #[error("the place service answers with {status} and no JSON")]
    NoJson {
        /// Its status.
        status: u16,
    },
    /// The database failed.
    #[error(transparent)]
    Database(#[from] DbError),
}

/// The result of a run.
#[derive(Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Not due, or disabled.
    NotDue {
        /// Whether a response is stored.
        has_result: bool,
    },
    /// The response was stored.
    Stored {
        /// Number of reviews in it.
        reviews: usize,
    },
    /// The service returned an error status, which was stored; reviews are unchanged.
    Refused {
        /// The API's status.
        status: String,
    },
}

/// Runs the retrieval if it is due.
///
/// # Errors
/// When the service or the database fails.
pub async fn when_due(app: &App) -> Result<Outcome, RetrieveError> {
    let state = app.state();
    let options = &state.site.options;
    match due(options, app.clock.now()) {
        Some(retrieval) => retrieve(app, options, &retrieval).await,
        None => {
            let has_key = wanted(options).is_some();
            let has_result = !has_key || !options.value(option::RESULT).is_empty();
            Ok(Outcome::NotDue { has_result })
        }
    }
}

async fn retrieve(
    app: &App,
    options: &Options,
    retrieval: &Retrieval,
) -> Result<Outcome, RetrieveError> {
    let settings = app.settings.section::<ReviewsSettings>();
    let response = ask(&settings.places_url, retrieval, settings.retrieve_timeout).await?;
    let is_display_order = is_display_order(options, retrieval.sort);
    let locale = options.text("WPLANG").into_owned();
    let locale = if locale.is_empty() { "en_US" } else { &locale };
    let context = (app.clock.now(), locale, is_display_order);
    store::store_response(&app.db, retrieval, &response, context).await?;
    app.changed(&["options"]).await?;
    if !store::is_ok(&response) {
        let status = response.at("status").to_string_lossy().into_owned();
        return Ok(Outcome::Refused { status });
    }
    let reviews = response.at("result").at("reviews").values().count();
    Ok(Outcome::Stored { reviews })
}

/// Whether the reviews were requested in the order in which the site shows them.
fn is_display_order(options: &Options, sort: RetrievalSort) -> bool {
    let shown = ReviewOrder::of(&options.text(option::REVIEW_SORT));
    match sort {
        RetrievalSort::Newest => shown == ReviewOrder::Date(Direction::Desc),
        RetrievalSort::MostRelevant => shown == ReviewOrder::Relevance,
    }
}

fn address(url: &str, retrieval: &Retrieval) -> String {
    let mut query = form_urlencoded::Serializer::new(String::new());
    query.extend_pairs(&retrieval.query);
    let separator = if url.contains('?') { '&' } else { '?' };
    format!("{url}{separator}{}", query.finish())
}

/// The service's response; an error unless it is a JSON object with a status.
async fn ask(url: &str, retrieval: &Retrieval, timeout: u64) -> Result<Value, RetrieveError> {
    let url = address(url, retrieval);
    let timeout = Duration::from_secs(timeout.max(1));
    let response = http_client::get(&url, timeout).await?;
    let value = json_decode_assoc(&response.body).ok();
    let value = value.filter(|value| !value.at("status").is_empty());
    value.ok_or(RetrieveError::NoJson {
        status: response.status,
    })
}

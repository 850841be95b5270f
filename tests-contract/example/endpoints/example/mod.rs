//! Example Notes on requests: an ajax action, a REST route, a command, a scheduled job.

mod command;
mod settings;

use std::time::Duration;

use compat::wordpress::php::Value;
use endpoints::app::App;
use endpoints::column::{Column, Registry};
use endpoints::config::section::Section;
use endpoints::request_error::RequestError;
use endpoints::scheduled::{JobScope, Scheduled};
use endpoints::server::Response;
use endpoints::wordpress::request_context::RequestContext;
use endpoints::wordpress::rest::request::RestRequest;
use endpoints::wordpress::rest::rest_response::{Body, RestResponse};
use endpoints::wordpress::rest::route::{Endpoint, READABLE, Rest, RouteFuture};

use crate::compat::example::notes::{self, NoteSettings, Notes};
use crate::compat::example::register::COLUMN as MEANING;
use settings::ExampleSettings;

/// The column's manifest on this floor.
pub const COLUMN: Column = Column {
    register,
    settings: Some(Section::of::<ExampleSettings>()),
    configure: |settings, _, configured| {
        let own = settings.section::<ExampleSettings>();
        configured.insert(NoteSettings {
            heading: own.heading.clone(),
            limit: i64::try_from(own.limit).unwrap_or(i64::MAX),
        });
    },
    commands: &[command::COMMAND],
    personal_cookies: &["example_visitor"],
    robots_disallow: &["/example-private/"],
    ..Column::new("example", MEANING.is_active)
};

/// The namespace of the route.
const NAMESPACE: &str = "example/v1";
/// Maximum number of notes kept by the job.
const KEPT: i64 = 1000;
/// Time between two runs of the job.
const DAILY: Duration = Duration::from_secs(24 * 3600);

fn register(registry: &mut Registry) {
    registry
        .ajax
        .for_all("example_add_note", |context| Box::pin(add_note(context)));
    registry.rest.add(NAMESPACE, |routes, _, _| {
        let endpoint = Endpoint {
            methods: READABLE,
            args: Some(Vec::new()),
            permission: None,
            callback: get_notes,
            subject: "".into(),
            allow_batch: false,
        };
        routes.register(NAMESPACE, "/notes", vec![endpoint]);
    });
    registry.scheduled.push(Scheduled {
        name: "example_prune",
        scope: JobScope::Site,
        run: |app| Box::pin(prune(app)),
    });
}

/// `example_add_note`: stores the field `note`.
async fn add_note(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    let note = context.input.post_text("note");
    if note.trim().is_empty() {
        return Ok(Response::json(r#"{"success":false}"#));
    }
    notes::add(&context.app.db, note.trim()).await?;
    context.app.changed(&["example_notes"]).await?;
    Ok(Response::json(r#"{"success":true}"#))
}

/// `GET /wp-json/example/v1/notes`.
fn get_notes<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> RouteFuture<'a> {
    Box::pin(async move {
        let limit = rest.state.site_data.get::<NoteSettings>().limit;
        let Notes(notes) = notes::newest(&rest.app.db, limit).await?;
        let notes: Value = notes.iter().map(String::as_str).collect();
        Ok(RestResponse::new(Body::Value(notes)))
    })
}

async fn prune(app: &App) -> Duration {
    if let Err(error) = notes::prune(&app.db, KEPT).await {
        tracing::warn!(%error, "old notes stay");
    }
    DAILY
}

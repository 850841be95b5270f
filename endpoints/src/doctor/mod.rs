//! Diagnoses a set-up: configuration, database, clock, folders, mail, proxies, cache, files that pages name.
//!
//! It asks the running server where only that one knows; it sends one mail and makes one visit only when it is told to.

mod cache;
mod database;
pub mod finding;
mod folders;
mod mail;
mod page;
mod page_files;
mod proxy;
mod questions;
mod running;
mod settings;
mod store;
mod submission;

use std::sync::Arc;

use crate::app::App;
use crate::column::Columns;
use crate::server::ServerConfig;

use finding::Finding;
use running::Running;

pub use questions::Questions;

/// Looks at the set-up of an application.
pub async fn diagnose(
    app: &Arc<App>,
    columns: Columns,
    server: &ServerConfig,
    questions: &Questions,
) -> Vec<Finding> {
    let mut found = Vec::new();
    settings::check(app, &mut found);
    database::check(app, &mut found).await;
    folders::check(app, &mut found);
    store::check(app, &mut found).await;
    mail::check(app, questions.send_test_to.as_deref(), &mut found).await;
    let running = Running::find(app, server, questions, &mut found).await;
    proxy::check(app, server, running.as_ref(), &mut found).await;
    if let Some(running) = &running {
        cache::check(running, &mut found).await;
        page_files::check(app, running, &mut found).await;
    }
    if let Some(id) = questions.submission {
        submission::explain(app, id, &mut found).await;
    }
    if let Some(page) = &questions.page {
        page::explain(app, columns, page, &mut found).await;
    }
    found
}

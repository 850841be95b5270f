//! Languages on requests: where a page stands in each of them, and the site's address where each language has its own.
//!
//! Contract "wordpress-core", section 19. Which language a request speaks says [`App::state_for`](crate::app::App).

mod page_languages;
mod site_language;

use compat::multilingual::Negotiation;
use http::StatusCode;

use crate::app::App;
use crate::columns::{Column, Registry};
use crate::server::Answer;
use crate::wordpress::input::Input;
use crate::wordpress::page::no_cache;

pub use page_languages::page_languages;

/// The column.
pub const COLUMN: Column = Column {
    name: "multilingual",
    is_active: |_| true,
    register,
};

fn register(registry: &mut Registry) {
    registry
        .init
        .push(|app, input| Box::pin(async { Ok(root(app, input)) }));
}

/// The site's own address, where the default language has a directory, too: it leads to that directory.
fn root(app: &App, input: &Input) -> Option<Answer> {
    let state = app.state();
    let languages = state.languages.as_ref()?;
    let has_directory = matches!(
        languages.negotiation,
        Negotiation::Directory {
            default_has_one: true,
            ..
        }
    );
    let home = state.site.home();
    let directory = home.splitn(4, '/').nth(3).unwrap_or_default();
    let is_root = input.request.path().trim_matches('/') == directory.trim_matches('/');
    let is_plain = input.request.is_read() && input.request.query().is_none();
    if !has_directory || !is_root || !is_plain || languages.root_page > 0 {
        return None;
    }
    let location = format!("{}/", languages.home(&home, &languages.default));
    let mut answer = Answer::redirect(StatusCode::FOUND, &location);
    no_cache(&mut answer);
    Some(answer)
}

//! Languages on requests: where a page stands in each of them, and the site's address where each language has its own.
//!
//! Contract "wordpress-core", section 19. Which language a request speaks says [`App::state_for`](crate::app::App).

mod cookie;
mod home;
mod page_languages;
mod site_language;

use crate::columns::{Column, Registry};

pub use page_languages::page_languages;

/// The column.
pub const COLUMN: Column = Column {
    register,
    configure: |settings, _, configured| configured.insert(settings.multilingual.clone()),
    ..Column::new("multilingual", |_| true)
};

fn register(registry: &mut Registry) {
    registry
        .init
        .push(|app, input| Box::pin(async { Ok(home::requested(app, input)) }));
    registry.page_variants.push(home::page_variant);
    registry.send_headers.push(cookie::send_headers);
}

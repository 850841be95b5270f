//! WPML and Polylang on requests: the translations of a page, and the home URL of each language.
//!
//! Contract "wordpress-core", section 19. `site_language` detects the language of a request.

mod cookie;
mod home;
mod page_languages;
mod send_headers;
mod settings;
mod site_language;
mod visit;

use compat::multilingual::settings::MultilingualSettings;

use crate::column::{Column, Registry};
use crate::config::section::Section;

/// The column's manifest on this floor.
pub const COLUMN: Column = Column {
    register,
    settings: Some(Section::of::<MultilingualSettings>()),
    configure: |settings, _, configured| {
        configured.insert(settings.section::<MultilingualSettings>().clone());
    },
    configure_demo_site: |settings, demo_site| {
        let of_demo_site = demo_site.section::<MultilingualSettings>();
        if settings
            .section::<MultilingualSettings>()
            .prefixes
            .is_empty()
        {
            settings.columns.set(of_demo_site.clone());
        }
    },
    ..Column::new("multilingual", |_| true)
};

fn register(registry: &mut Registry) {
    registry
        .init
        .push(|site, input| Box::pin(async { Ok(home::requested(site, input)) }));
    registry.request_language = Some(&site_language::Languages);
    registry.page_data.push(|source, data| {
        Box::pin(async {
            data.insert(page_languages::page_languages(source).await?);
            Ok(())
        })
    });
    registry.page_variants.push(home::page_variant);
    registry.send_headers.push(send_headers::send_headers);
}

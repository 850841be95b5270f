//! What Contact Form 7 registers on this floor.

use crate::type_map_entry;
use crate::wordpress::column::{Column, SiteData, SiteSource, is_plugin_active};
use crate::wordpress::db::DbError;
use crate::wordpress::file_header::FileHeader;
use crate::wordpress::l10n::Translations;
use crate::wordpress::options::Options;
use crate::wordpress::post::PostType;
use crate::wordpress::site::{PageTree, Registry};

pub use super::audit::PLUGIN;
use super::constants::Constants;
use super::contact_form::POST_TYPE;
use super::contact_forms::ContactForms;
use super::messages::TEXT_DOMAIN;

/// The column.
pub const COLUMN: Column = Column {
    option_names: &[
        "wpcf7",
        "secret_key",
        "disallowed_keys",
        "wordpress_api_key",
    ],
    register,
    translations,
    load_site: Some(|source, data| Box::pin(load_site(source, data))),
    audit: super::audit::AUDIT,
    inventory: Some(|_, _, data, items| {
        super::audit::inventory(data.get(), items);
        Box::pin(async { Ok(()) })
    }),
    ..Column::new("contact_form_7", |options| {
        is_plugin_active(options, PLUGIN)
    })
};

type_map_entry!(ContactForms);

/// Contract "contact-form-7" section 1.1: neither public nor with URLs.
fn register(_options: &Options, _pages: &PageTree, registry: &mut Registry) {
    let post_type = PostType {
        public: false,
        publicly_queryable: false,
        exclude_from_search: true,
        supports_comments: false,
        ..PostType::public(POST_TYPE, "Contact Forms", "Contact Form")
    };
    registry.post_types.insert(POST_TYPE, post_type);
    registry.headers.plugins.push(plugin_header());
}

async fn load_site(source: &SiteSource<'_>, data: &mut SiteData) -> Result<(), DbError> {
    let forms = ContactForms::load(source.db, &source.site.options).await?;
    data.insert(match source.wp_config {
        Some(config) => forms.under(Constants::of(config)),
        None => forms,
    });
    Ok(())
}

fn translations(translations: &mut Translations) {
    translations.register_plugin(TEXT_DOMAIN, "contact-form-7");
}

/// The header of the plugin's file, for sites without it. Contract "wordpress-rest", section 16.
fn plugin_header() -> FileHeader {
    FileHeader {
        file: "contact-form-7/wp-contact-form-7.php".to_owned(),
        name: "Contact Form 7".to_owned(),
        uri: "https://contactform7.com/".to_owned(),
        version: "6.1.6".to_owned(),
        description: "Just another contact form plugin. Simple but flexible.".to_owned(),
        author: "Rock Lobster Inc.".to_owned(),
        author_uri: "https://github.com/rocklobster-in/".to_owned(),
        text_domain: "contact-form-7".to_owned(),
        requires_wp: "6.7".to_owned(),
        requires_php: "7.4".to_owned(),
        ..FileHeader::default()
    }
}

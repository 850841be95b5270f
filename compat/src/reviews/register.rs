//! What the reviews register on this floor.

use crate::type_map_entry;
use crate::wordpress::audit::part::{ColumnAudit, InventoryItem, Software};
use crate::wordpress::column::{Column, SiteData, SiteSource, is_plugin_active};
use crate::wordpress::db::DbError;
use crate::wordpress::l10n::Translations;

use super::option;
use super::site_reviews::{Configured, SiteReviews};

/// The plugin's file as in the option `active_plugins`.
pub const PLUGIN: &str = "g-business-reviews-rating/g-business-reviews-rating.php";

/// The text domain of the plugin's words.
pub const TEXT_DOMAIN: &str = "g-business-reviews-rating";

/// The column.
pub const COLUMN: Column = Column {
    option_names: option::ALL,
    audit: ColumnAudit {
        software: &[Software::plugin(
            PLUGIN,
            "Reviews and Rating – Google Reviews",
            &["5.10"],
        )],
        own_options: &[
            "google_business_reviews_rating_*",
            "widget_google_business_reviews_rating",
        ],
        read_options: &["widget_google_business_reviews_rating"],
        content_types: &[],
    },
    inventory: Some(|_, _, data, items| {
        let reviews = data.get::<SiteReviews>();
        let detail = format!("{} stored reviews", reviews.reviews.len());
        items.push(InventoryItem::new("reviews", None, "Reviews", detail));
        Box::pin(async { Ok(()) })
    }),
    translations,
    load_site: Some(|source, data| Box::pin(load_site(source, data))),
    ..Column::new("reviews", |options| is_plugin_active(options, PLUGIN))
};

type_map_entry!(Configured, SiteReviews);

async fn load_site(source: &SiteSource<'_>, data: &mut SiteData) -> Result<(), DbError> {
    let mut reviews = SiteReviews::of(&source.site.options);
    reviews.configured = source.configured.get::<Configured>().clone();
    data.add_attachments(reviews.attachments());
    data.insert(reviews);
    Ok(())
}

fn translations(translations: &mut Translations) {
    translations.register_plugin(TEXT_DOMAIN, "g-business-reviews-rating");
}

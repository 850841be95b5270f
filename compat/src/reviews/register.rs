//! What the reviews register on this floor.

use crate::type_map_entry;
use crate::wordpress::audit::part::{ColumnAudit, InventoryItem, Software};
use crate::wordpress::column::{Column, SiteData, SiteSource, is_plugin_active};
use crate::wordpress::db::DbError;
use crate::wordpress::file_header::FileHeader;
use crate::wordpress::l10n::Translations;
use crate::wordpress::widgets::{FieldKind, WidgetField, WidgetKind};

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
    register: |_, _, registry| {
        registry.headers.plugins.push(plugin_header());
        registry.widget_kinds.push(WIDGET);
    },
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

/// The header of the plugin's file, for sites without it. Contract "wordpress-rest", section 16.
fn plugin_header() -> FileHeader {
    FileHeader {
        file: "g-business-reviews-rating/g-business-reviews-rating.php".to_owned(),
        name: "Reviews and Rating - Google Reviews".to_owned(),
        version: "5.10".to_owned(),
        text_domain: "g-business-reviews-rating".to_owned(),
        ..FileHeader::default()
    }
}

/// The plugin's kind of widget with the settings that it prints.
const WIDGET: WidgetKind = WidgetKind {
    id_base: "google_business_reviews_rating",
    name: "Reviews and Rating - Google Reviews",
    name_context: "",
    description: "",
    class: "google-business-reviews-rating-widget",
    domain: TEXT_DOMAIN,
    fields: Some(&FIELDS),
    shows_instance: false,
};

const fn text(name: &'static str, label: &'static str) -> WidgetField {
    WidgetField {
        name,
        label,
        kind: FieldKind::Text,
        default: "",
    }
}

const fn checkbox(name: &'static str, label: &'static str) -> WidgetField {
    WidgetField {
        name,
        label,
        kind: FieldKind::Checkbox,
        default: "1",
    }
}

const FIELDS: [WidgetField; 21] = [
    text("title", "Title"),
    text("theme", "Theme"),
    text("language", "Language"),
    text("limit", "Limit"),
    text("offset", "Offset"),
    text("rating_min", "Rating Minimum"),
    text("rating_max", "Rating Maximum"),
    text("sort", "Sort"),
    text("review_text_min", "Review Text Minimum"),
    text("review_text_max", "Review Text Maximum"),
    text("excerpt_length", "Excerpt Length"),
    text("more", "More"),
    checkbox("display_icon", "Icon"),
    checkbox("display_name", "Name"),
    checkbox("display_vicinity", "Vicinity"),
    checkbox("display_rating", "Rating"),
    checkbox("display_rating_stars", "Stars"),
    checkbox("display_review_count", "Review Count"),
    checkbox("display_review_text", "Review Text"),
    checkbox("display_avatar", "Avatar"),
    checkbox("display_attribution", "Attribution"),
];

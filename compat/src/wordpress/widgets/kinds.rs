//! The kinds of widgets: names, classes, and the fields of those whose settings are declared.
//!
//! Contract "wordpress-rest", section 15 (widget types). Texts are the sources of translations.

use crate::wordpress::l10n::DEFAULT_DOMAIN;

/// A kind of widget, of core or of a plugin that the site replaces.
#[derive(Debug, Clone, Copy)]
pub struct WidgetKind {
    /// What its widgets' ids begin with.
    pub id_base: &'static str,
    /// Its name.
    pub name: &'static str,
    /// The context of the name's translation; empty for none.
    pub name_context: &'static str,
    /// What it does.
    pub description: &'static str,
    /// The class of its widgets.
    pub class: &'static str,
    /// The text domain of its texts.
    pub domain: &'static str,
    /// Its declared fields; `None` for core's, whose rules are in [`super::updated_settings`].
    pub fields: Option<&'static [WidgetField]>,
    /// Whether its settings are readable by REST (`show_instance_in_rest`).
    pub shows_instance: bool,
}

/// A declared field of the settings.
#[derive(Debug, Clone, Copy)]
pub struct WidgetField {
    /// Its key.
    pub name: &'static str,
    /// Its label.
    pub label: &'static str,
    /// What it takes.
    pub kind: FieldKind,
    /// Its value where none is stored.
    pub default: &'static str,
}

/// What a field takes.
#[derive(Debug, Clone, Copy)]
pub enum FieldKind {
    /// A line of text.
    Text,
    /// A number: smallest, largest (empty for none), step.
    Number(i64, Option<i64>, i64),
    /// One of these values, each with its label.
    Select(&'static [(&'static str, &'static str)]),
    /// 1 or 0.
    Checkbox,
}

impl WidgetKind {
    /// A kind of core's.
    const fn core(
        id_base: &'static str,
        name: &'static str,
        description: &'static str,
        class: &'static str,
    ) -> Self {
        Self {
            id_base,
            name,
            name_context: "",
            description,
            class,
            domain: DEFAULT_DOMAIN,
            fields: None,
            shows_instance: true,
        }
    }
}

/// Core's kinds in the order of their registration.
#[must_use]
pub fn core_kinds() -> Vec<WidgetKind> {
    CORE.to_vec()
}

const CORE: [WidgetKind; 18] = [
    WidgetKind::core(
        "pages",
        "Pages",
        "A list of your site&#8217;s Pages.",
        "widget_pages",
    ),
    WidgetKind::core(
        "calendar",
        "Calendar",
        "A calendar of your site&#8217;s posts.",
        "widget_calendar",
    ),
    WidgetKind::core(
        "archives",
        "Archives",
        "A monthly archive of your site&#8217;s Posts.",
        "widget_archive",
    ),
    WidgetKind::core(
        "media_audio",
        "Audio",
        "Displays an audio player.",
        "widget_media_audio",
    ),
    WidgetKind::core(
        "media_image",
        "Image",
        "Displays an image.",
        "widget_media_image",
    ),
    WidgetKind::core(
        "media_gallery",
        "Gallery",
        "Displays an image gallery.",
        "widget_media_gallery",
    ),
    WidgetKind::core(
        "media_video",
        "Video",
        "Displays a video from the media library or from YouTube, Vimeo, or another provider.",
        "widget_media_video",
    ),
    WidgetKind::core(
        "meta",
        "Meta",
        "Login, RSS, &amp; WordPress.org links.",
        "widget_meta",
    ),
    WidgetKind {
        name_context: "Search widget",
        ..WidgetKind::core(
            "search",
            "Search",
            "A search form for your site.",
            "widget_search",
        )
    },
    WidgetKind::core("text", "Text", "Arbitrary text.", "widget_text"),
    WidgetKind::core(
        "categories",
        "Categories",
        "A list or dropdown of categories.",
        "widget_categories",
    ),
    WidgetKind::core(
        "recent-posts",
        "Recent Posts",
        "Your site&#8217;s most recent Posts.",
        "widget_recent_entries",
    ),
    WidgetKind::core(
        "recent-comments",
        "Recent Comments",
        "Your site&#8217;s most recent comments.",
        "widget_recent_comments",
    ),
    WidgetKind::core(
        "rss",
        "RSS",
        "Entries from any RSS or Atom feed.",
        "widget_rss",
    ),
    WidgetKind::core(
        "tag_cloud",
        "Tag Cloud",
        "A cloud of your most used tags.",
        "widget_tag_cloud",
    ),
    WidgetKind::core(
        "nav_menu",
        "Navigation Menu",
        "Add a navigation menu to your sidebar.",
        "widget_nav_menu",
    ),
    WidgetKind::core(
        "custom_html",
        "Custom HTML",
        "Arbitrary HTML code.",
        "widget_custom_html",
    ),
    WidgetKind::core(
        "block",
        "Block",
        "A widget containing a block.",
        "widget_block",
    ),
];

//! Schemas of areas, widgets, themes and plugins.

use compat::wordpress::php::Value;

use super::property::{ALL, EDIT, EMBED_FIRST, Properties, Property};
use crate::wordpress::rest::route::Rest;

/// A property that is only read.
pub(super) fn read(rest: &Rest<'_>, kind: &str, source: &str, contexts: &[&str]) -> Property {
    Property::new(rest, kind, source).shown(contexts).readonly()
}

/// `raw` and `rendered` of a read-only text.
fn pair(rest: &Rest<'_>, (raw, rendered): (&str, &str), raw_kind: &str) -> Properties {
    let of = |kind: &str, source: &str| Property::new(rest, kind, source);
    Properties::default()
        .and("raw", of(raw_kind, raw))
        .and("rendered", of("string", rendered))
}

/// A widget area.
pub fn sidebar(rest: &Rest<'_>, _: &str) -> Value {
    let text = |source: &str| read(rest, "string", source, EMBED_FIRST);
    let before = "HTML content to prepend to each widget's HTML output when assigned to this sidebar. Default is an opening list item element.";
    let after = "HTML content to append to each widget's HTML output when assigned to this sidebar. Default is a closing list item element.";
    let status = text("Status of sidebar.").one_of(&["active", "inactive"]);
    let widgets = Property::new(rest, "array", "Nested widgets.");
    Properties::default()
        .and("id", text("ID of sidebar."))
        .and("name", text("Unique name identifying the sidebar."))
        .and("description", text("Description of sidebar."))
        .and("class", text("Extra CSS class to assign to the sidebar in the Widgets interface."))
        .and("before_widget", text(before).default(""))
        .and("after_widget", text(after).default(""))
        .and("before_title", text("HTML content to prepend to the sidebar title when displayed. Default is an opening h2 element.").default(""))
        .and("after_title", text("HTML content to append to the sidebar title when displayed. Default is a closing h2 element.").default(""))
        .and("status", status)
        .and("widgets", widgets.items("string").default(Value::array()).shown(EMBED_FIRST))
        .schema("sidebar")
}

/// A widget.
pub fn widget(rest: &Rest<'_>, _: &str) -> Value {
    let part = |kind: &str, source: &str| Property::new(rest, kind, source).shown(EDIT);
    let instance = Properties::default()
        .and(
            "encoded",
            part(
                "string",
                "Base64 encoded representation of the instance settings.",
            ),
        )
        .and(
            "hash",
            part("string", "Cryptographic hash of the instance settings."),
        )
        .and(
            "raw",
            part("object", "Unencoded instance settings, if supported."),
        );
    let text = |source: &str| Property::new(rest, "string", source).shown(ALL);
    let base = "The type of the widget. Corresponds to ID in widget-types endpoint.";
    let form = "URL-encoded form data from the widget admin form. Used to update a widget that does not support instance. Write only.";
    Properties::default()
        .and("id", text("Unique identifier for the widget."))
        .and("id_base", text(base))
        .and(
            "sidebar",
            text("The sidebar the widget belongs to.")
                .default("wp_inactive_widgets")
                .required(),
        )
        .and(
            "rendered",
            read(rest, "string", "HTML representation of the widget.", ALL),
        )
        .and(
            "rendered_form",
            read(
                rest,
                "string",
                "HTML representation of the widget admin form.",
                EDIT,
            ),
        )
        .and(
            "instance",
            part("object", "Instance settings of the widget, if supported.").properties(instance),
        )
        .and("form_data", Property::new(rest, "string", form).shown(&[]))
        .schema("widget")
}

/// A kind of widget.
pub fn widget_type(rest: &Rest<'_>, _: &str) -> Value {
    let of = |kind: &str, source: &str| read(rest, kind, source, EMBED_FIRST);
    Properties::default()
        .and(
            "id",
            of("string", "Unique slug identifying the widget type."),
        )
        .and(
            "name",
            of("string", "Human-readable name identifying the widget type."),
        )
        .and("description", of("string", "Description of the widget."))
        .and(
            "is_multi",
            of("boolean", "Whether the widget supports multiple instances"),
        )
        .and(
            "classname",
            Property::new(rest, "string", "Class name")
                .shown(EMBED_FIRST)
                .readonly()
                .default(""),
        )
        .schema("widget-type")
}

/// A plugin.
pub fn plugin(rest: &Rest<'_>, _: &str) -> Value {
    let of = |kind: &str, source: &str| read(rest, kind, source, &["view", "edit"]);
    let everywhere = |kind: &str, source: &str| Property::new(rest, kind, source).shown(ALL);
    let texts = pair(
        rest,
        (
            "The raw plugin description.",
            "The plugin description formatted for display.",
        ),
        "string",
    );
    Properties::default()
        .and(
            "plugin",
            everywhere("string", "The plugin file.").readonly(),
        )
        .and(
            "status",
            everywhere("string", "The plugin activation status.").one_of(&["inactive", "active"]),
        )
        .and("name", everywhere("string", "The plugin name.").readonly())
        .and(
            "plugin_uri",
            of("string", "The plugin's website address.").format("uri"),
        )
        .and("author", of("object", "The plugin author."))
        .and(
            "author_uri",
            of("string", "Plugin author's website address.").format("uri"),
        )
        .and(
            "description",
            of("object", "The plugin description.").properties(texts),
        )
        .and("version", of("string", "The plugin version number."))
        .and(
            "network_only",
            everywhere(
                "boolean",
                "Whether the plugin can only be activated network-wide.",
            )
            .readonly(),
        )
        .and(
            "requires_wp",
            everywhere("string", "Minimum required version of WordPress.").readonly(),
        )
        .and(
            "requires_php",
            everywhere("string", "Minimum required version of PHP.").readonly(),
        )
        .and("textdomain", of("string", "The plugin's text domain."))
        .schema("plugin")
}

/// A theme.
pub fn theme(rest: &Rest<'_>, _: &str) -> Value {
    let of = |kind: &str, source: &str| Property::new(rest, kind, source).readonly();
    let texts = |source: &str, raw: &str, rendered: &str| {
        of("object", source).properties(pair(rest, (raw, rendered), "string"))
    };
    let tags = pair(
        rest,
        (
            "The theme tags, as found in the theme header.",
            "The theme tags, transformed for display.",
        ),
        "array",
    );
    let uri = |source: &str, raw: &str, rendered: &str| {
        let of = |source: &str| Property::new(rest, "string", source).format("uri");
        let parts = Properties::default()
            .and("raw", of(raw))
            .and("rendered", of(rendered));
        Property::new(rest, "object", source)
            .readonly()
            .properties(parts)
    };
    Properties::default()
        .and("stylesheet", of("string", "The theme's stylesheet. This uniquely identifies the theme."))
        .and("template", of("string", "The theme's template. If this is a child theme, this refers to the parent theme, otherwise this is the same as the theme's stylesheet."))
        .and("author", texts("The theme author.", "The theme author's name, as found in the theme header.", "HTML for the theme author, transformed for display."))
        .and("author_uri", uri("The website of the theme author.", "The website of the theme author, as found in the theme header.", "The website of the theme author, transformed for display."))
        .and("description", texts("A description of the theme.", "The theme description, as found in the theme header.", "The theme description, transformed for display."))
        .and("is_block_theme", of("boolean", "Whether the theme is a block-based theme."))
        .and("name", texts("The name of the theme.", "The theme name, as found in the theme header.", "The theme name, transformed for display."))
        .and("requires_php", of("string", "The minimum PHP version required for the theme to work."))
        .and("requires_wp", of("string", "The minimum WordPress version required for the theme to work."))
        .and("screenshot", of("string", "The theme's screenshot URL.").format("uri"))
        .and("tags", of("object", "Tags indicating styles and features of the theme.").properties(tags))
        .and("textdomain", of("string", "The theme's text domain."))
        .and("theme_supports", of("object", "Features supported by this theme."))
        .and("theme_uri", uri("The URI of the theme's webpage.", "The URI of the theme's webpage, as found in the theme header.", "The URI of the theme's webpage, transformed for display."))
        .and("version", of("string", "The theme's current version."))
        .and("status", Property::new(rest, "string", "A named status for the theme.").one_of(&["inactive", "active"]))
        .and("default_template_types", of("array", "A list of default template types."))
        .and("default_template_part_areas", of("array", "A list of allowed area values for template parts."))
        .and("stylesheet_uri", of("string", "The uri for the theme's stylesheet directory.").format("uri"))
        .and("template_uri", of("string", "The uri for the theme's template directory. If this is a child theme, this refers to the parent theme, otherwise this is the same as the theme's stylesheet directory.").format("uri"))
        .schema("theme")
}

/// A test of the site's health.
pub fn site_health_test(rest: &Rest<'_>, _: &str) -> Value {
    let of = |kind: &str, source: &str| Property::new(rest, kind, source).readonly();
    let badge = Properties::default()
        .and("label", Property::of(String::new(), "string".into()))
        .and(
            "color",
            Property::of(String::new(), "string".into())
                .default("blue")
                .one_of(&["blue", "orange", "red", "green", "purple", "gray"]),
        );
    Properties::default()
        .and("test", of("string", "The name of the test being run."))
        .and("label", of("string", "A label describing the test."))
        .and("status", of("string", "The status of the test.").one_of(&["good", "recommended", "critical"]).default("good"))
        .and("badge", of("object", "The category this test is grouped in.").properties(badge))
        .and("description", of("string", "A more descriptive explanation of what the test looks for, and why it is important for the user."))
        .and("actions", of("string", "HTML containing an action to direct the user to where they can resolve the issue."))
        .schema("wp-site-health-test")
}

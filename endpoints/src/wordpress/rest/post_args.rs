//! Parameters of a posts collection, with core's order and texts.

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::Value;
use compat::wordpress::post_type_capability::post_type_capability;
use compat::wordpress::site::Registry;

use super::arg::{Arg, StatusCapabilities};
use super::collection::collection_args;
use super::columns;
use super::own_status::OwnStatus;
use super::statuses::{INTERNAL, STATUSES};
use super::term_args::term_args;

/// The parameters, in core's order; `own` are the statuses of columns.
pub fn args(registry: &Registry, name: &str, own: &[OwnStatus], locale: &Locale) -> Vec<Arg> {
    let text = |source: &str| locale.translate(source).to_owned();
    let mut args = collection_args(locale);
    args.extend(time_and_author_args(registry, name, locale));
    args.push(ids(
        locale,
        "exclude",
        "Ensure result set excludes specific IDs.",
    ));
    args.push(ids(locale, "include", "Limit result set to specific IDs."));
    if columns::supports_menu_order(name) {
        let source = "Limit result set to posts with a specific menu_order value.";
        args.push(Arg::new("menu_order", &text(source)).integer());
    }
    args.push(
        Arg::new(
            "search_semantics",
            &text("How to interpret the search input."),
        )
        .string()
        .one_of(&["exact"]),
    );
    args.push(
        Arg::new(
            "offset",
            &text("Offset the result set by a specific number of items."),
        )
        .integer(),
    );
    args.extend(order_args(registry, name, locale));
    let post_type = registry.post_types.get(name);
    let hierarchical = post_type.is_some_and(|t| t.hierarchical);
    if hierarchical || name == "attachment" {
        args.push(ids(
            locale,
            "parent",
            "Limit result set to items with particular parent IDs.",
        ));
        args.push(ids(
            locale,
            "parent_exclude",
            "Limit result set to all items except those of a particular parent ID.",
        ));
    }
    args.extend(state_args(registry, name, own, locale));
    args.extend(term_args(registry, name, locale));
    args.extend(type_args(name, locale));
    args
}

/// `after`, `before`, `modified_after`, `modified_before`, `author`, `author_exclude`.
fn time_and_author_args(registry: &Registry, name: &str, locale: &Locale) -> Vec<Arg> {
    let mut args = Vec::new();
    args.push(date(
        locale,
        "after",
        "Limit response to posts published after a given ISO8601 compliant date.",
    ));
    args.push(date(
        locale,
        "modified_after",
        "Limit response to posts modified after a given ISO8601 compliant date.",
    ));
    if columns::supports_author(registry, name) {
        args.push(ids(
            locale,
            "author",
            "Limit result set to posts assigned to specific authors.",
        ));
        args.push(ids(
            locale,
            "author_exclude",
            "Ensure result set excludes posts assigned to specific authors.",
        ));
    }
    args.push(date(
        locale,
        "before",
        "Limit response to posts published before a given ISO8601 compliant date.",
    ));
    args.push(date(
        locale,
        "modified_before",
        "Limit response to posts modified before a given ISO8601 compliant date.",
    ));
    args
}

/// A date parameter.
fn date(locale: &Locale, name: &str, source: &str) -> Arg {
    Arg::new(name, locale.translate(source))
        .string()
        .with("format", "date-time")
}

/// A list of ids as parameter.
fn ids(locale: &Locale, name: &str, source: &str) -> Arg {
    Arg::new(name, locale.translate(source))
        .list_of("integer")
        .default(Value::array())
}

fn order_args(registry: &Registry, name: &str, locale: &Locale) -> [Arg; 2] {
    let mut orders = vec![
        "author",
        "date",
        "id",
        "include",
        "modified",
        "parent",
        "relevance",
        "slug",
        "include_slugs",
        "title",
    ];
    let post_type = registry.post_types.get(name);
    let hierarchical = post_type.is_some_and(|t| t.hierarchical);
    if hierarchical || columns::supports_menu_order(name) {
        orders.push("menu_order");
    }
    [
        Arg::new(
            "order",
            locale.translate("Order sort attribute ascending or descending."),
        )
        .string()
        .default("desc")
        .one_of(&["asc", "desc"]),
        Arg::new(
            "orderby",
            locale.translate("Sort collection by post attribute."),
        )
        .string()
        .default("date")
        .one_of(&orders),
    ]
}

fn state_args(registry: &Registry, name: &str, own: &[OwnStatus], locale: &Locale) -> [Arg; 3] {
    let text = |source: &str| locale.translate(source).to_owned();
    let columns = Value::array()
        .with(
            "enum",
            ["post_title", "post_content", "post_excerpt"]
                .into_iter()
                .collect::<Value>(),
        )
        .with("type", "string");
    let statuses = if name == "attachment" {
        vec!["inherit", "private", "trash"]
    } else {
        let shown = STATUSES.iter().map(|(slug, ..)| *slug);
        let own = own.iter().map(|status| status.slug);
        shown.chain(INTERNAL).chain(own).chain(["any"]).collect()
    };
    let items = Value::array()
        .with("enum", statuses.into_iter().collect::<Value>())
        .with("type", "string");
    let capability = |act: &str| post_type_capability(registry, name, act);
    let capabilities = StatusCapabilities {
        edit: capability("edit"),
        read_private: capability("read_private"),
    };
    let default = if name == "attachment" {
        "inherit"
    } else {
        "publish"
    };
    [
        Arg::new(
            "search_columns",
            &text("Array of column names to be searched."),
        )
        .default(Value::array())
        .with("type", "array")
        .with("items", columns),
        Arg::new(
            "slug",
            &text("Limit result set to posts with one or more specific slugs."),
        )
        .list_of("string"),
        Arg::new(
            "status",
            &text("Limit result set to posts assigned one or more statuses."),
        )
        .default(default)
        .with("type", "array")
        .with("items", items)
        .statuses(capabilities),
    ]
}

/// `get_post_format_slugs()`.
pub const POST_FORMATS: [&str; 10] = [
    "standard", "aside", "chat", "gallery", "link", "image", "quote", "status", "video", "audio",
];

fn formats() -> Value {
    Value::array()
        .with("enum", POST_FORMATS.into_iter().collect::<Value>())
        .with("type", "string")
}

fn type_args(name: &str, locale: &Locale) -> Vec<Arg> {
    let text = |source: &str| locale.translate(source).to_owned();
    match name {
        "post" => vec![
            Arg::new(
                "sticky",
                &text("Limit result set to items that are sticky."),
            )
            .boolean(),
            Arg::new(
                "ignore_sticky",
                &text("Whether to ignore sticky posts or not."),
            )
            .boolean()
            .default(true),
            Arg::new(
                "format",
                &text("Limit result set to items assigned one or more given formats."),
            )
            .with("type", "array")
            .with("uniqueItems", true)
            .with("items", formats()),
        ],
        "attachment" => {
            let kinds = ["image", "video", "text", "application", "audio"];
            vec![
                Arg::new(
                    "media_type",
                    &text("Limit result set to attachments of a particular media type."),
                )
                .default(Value::Null)
                .string()
                .one_of(&kinds),
                Arg::new(
                    "mime_type",
                    &text("Limit result set to attachments of a particular MIME type."),
                )
                .string(),
            ]
        }
        _ => Vec::new(),
    }
}

//! Parameters of write routes for posts, terms, users and comments (`get_endpoint_args_for_item_schema`).
//!
//! Parameters are validated before the permission is checked, as in WordPress.

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::Value;
use compat::wordpress::site::Registry;

use super::arg::Arg;
use super::columns;
use super::own_status::OwnStatus;
use super::post_args::POST_FORMATS;
use super::post_fields::post_taxonomies;

/// `force`, with its description.
pub fn force(locale: &Locale, source: &str) -> Arg {
    Arg::new("force", locale.translate(source))
        .boolean()
        .default(false)
}

/// Deleting a post: `force` skips the trash.
pub fn delete_post_args(id: Arg, locale: &Locale) -> Vec<Arg> {
    let source = "Whether to bypass Trash and force deletion.";
    vec![id, force(locale, source)]
}

fn text(locale: &Locale, name: &str, source: &str) -> Arg {
    Arg::new(name, locale.translate(source)).string().early()
}

fn number(locale: &Locale, name: &str, source: &str) -> Arg {
    Arg::new(name, locale.translate(source)).integer().early()
}

/// An object with `raw` and `rendered`, validated by its controller.
fn raw(locale: &Locale, name: &str, source: &str) -> Arg {
    Arg::new(name, locale.translate(source))
        .with("type", "object")
        .unchecked()
}

fn date(locale: &Locale, name: &str, source: &str) -> Arg {
    Arg::new(name, locale.translate(source))
        .with("type", ["string", "null"].into_iter().collect::<Value>())
        .with("format", "date-time")
        .early()
}

const OPEN: [&str; 2] = ["open", "closed"];

/// The fields of a post of a type.
pub fn post_args(registry: &Registry, name: &str, own: &[OwnStatus], locale: &Locale) -> Vec<Arg> {
    let registered = registry.post_types.get(name);
    let mut statuses = vec!["publish", "future", "draft", "pending", "private"];
    statuses.extend(own.iter().map(|status| status.slug));
    if name == "attachment" {
        statuses.push("inherit");
    }
    let mut args = vec![
        date(
            locale,
            "date",
            "The date the post was published, in the site's timezone.",
        ),
        date(
            locale,
            "date_gmt",
            "The date the post was published, as GMT.",
        ),
        text(
            locale,
            "slug",
            "An alphanumeric identifier for the post unique to its type.",
        ),
        text(locale, "status", "A named status for the post.").one_of(&statuses),
    ];
    if name != "attachment" {
        args.push(text(
            locale,
            "password",
            "A password to protect access to the content and excerpt.",
        ));
    }
    if registered.is_some_and(|t| t.hierarchical) {
        args.push(number(
            locale,
            "parent",
            "The ID for the parent of the post.",
        ));
    }
    args.push(raw(locale, "title", "The title for the post."));
    if name != "attachment" {
        args.push(raw(locale, "content", "The content for the post."));
    }
    if columns::supports_author(registry, name) && registered.is_some() {
        let source = "The ID for the author of the post.";
        args.push(number(locale, "author", source));
    }
    if registered.is_some() {
        args.extend(shown_post_args(registry, name, locale));
    }
    if name == "wp_block" {
        args.push(raw(locale, "excerpt", "The excerpt for the post."));
        args.push(Arg::meta(locale));
    }
    args.push(text(
        locale,
        "template",
        "The theme file to use to display the post.",
    ));
    args.extend(assigned_terms(registry, name, locale));
    args
}

/// The fields of post types with pages.
fn shown_post_args(registry: &Registry, name: &str, locale: &Locale) -> Vec<Arg> {
    let registered = registry.post_types.get(name);
    let mut args = Vec::new();
    if name != "attachment" {
        args.push(raw(locale, "excerpt", "The excerpt for the post."));
    }
    args.push(number(
        locale,
        "featured_media",
        "The ID of the featured media for the post.",
    ));
    args.push(
        text(
            locale,
            "comment_status",
            "Whether or not comments are open on the post.",
        )
        .one_of(&OPEN),
    );
    args.push(
        text(
            locale,
            "ping_status",
            "Whether or not the post can be pinged.",
        )
        .one_of(&OPEN),
    );
    if columns::supports_menu_order(name) {
        let source = "The order of the post in relation to other posts.";
        args.push(number(locale, "menu_order", source));
    }
    if registered.is_some_and(|t| t.supports_post_formats) {
        args.push(text(locale, "format", "The format for the post.").one_of(&POST_FORMATS));
    }
    args.push(Arg::meta(locale));
    if name == "post" {
        let source = "Whether or not the post should be treated as sticky.";
        let sticky = Arg::new("sticky", locale.translate(source));
        args.push(sticky.boolean().early());
    }
    if name == "attachment" {
        let source = "Alternative text to display when attachment is not displayed.";
        args.push(text(locale, "alt_text", source));
        args.push(raw(locale, "caption", "The attachment caption."));
        args.push(raw(locale, "description", "The attachment description."));
        let source = "The ID for the associated post of the attachment.";
        args.push(number(locale, "post", source));
    }
    args
}

fn assigned_terms(registry: &Registry, name: &str, locale: &Locale) -> Vec<Arg> {
    let source = "The terms assigned to the post in the %s taxonomy.";
    let found = post_taxonomies(registry, name).into_iter().map(|taxonomy| {
        let description = locale.translate(source).replace("%s", taxonomy.name);
        Arg::new(taxonomy.base, &description)
            .list_of("integer")
            .early()
    });
    found.collect()
}

/// The fields of a term; `name` is required for a new one.
pub fn term_args(hierarchical: bool, is_new: bool, locale: &Locale) -> Vec<Arg> {
    let name = text(locale, "name", "HTML title for the term.");
    let mut args = vec![
        text(locale, "description", "HTML description of the term."),
        if is_new { name.required() } else { name },
        text(
            locale,
            "slug",
            "An alphanumeric identifier for the term unique to its type.",
        ),
    ];
    if hierarchical {
        args.push(number(locale, "parent", "The parent term ID."));
    }
    args.push(Arg::meta(locale));
    args
}

/// The fields of a comment.
pub fn comment_args(is_new: bool, locale: &Locale) -> Vec<Arg> {
    let zero = |arg: Arg| if is_new { arg.default(0) } else { arg };
    vec![
        number(
            locale,
            "author",
            "The ID of the user object, if author was a user.",
        ),
        text(
            locale,
            "author_email",
            "Email address for the comment author.",
        )
        .with("format", "email"),
        text(locale, "author_ip", "IP address for the comment author.").with("format", "ip"),
        text(
            locale,
            "author_name",
            "Display name for the comment author.",
        ),
        text(locale, "author_url", "URL for the comment author.").with("format", "uri"),
        text(
            locale,
            "author_user_agent",
            "User agent for the comment author.",
        ),
        raw(locale, "content", "The content for the comment."),
        text(
            locale,
            "date",
            "The date the comment was published, in the site's timezone.",
        )
        .with("format", "date-time"),
        text(
            locale,
            "date_gmt",
            "The date the comment was published, as GMT.",
        )
        .with("format", "date-time"),
        zero(number(
            locale,
            "parent",
            "The ID for the parent of the comment.",
        )),
        zero(number(
            locale,
            "post",
            "The ID of the associated post object.",
        )),
        text(locale, "status", "State of the comment."),
        Arg::meta(locale),
    ]
}

//! Parameters of templates and template parts.

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::Value;

use super::arg::Arg;
use super::collection::context_arg;

fn arg(locale: &Locale, name: &str, source: &str) -> Arg {
    Arg::new(name, locale.translate(source))
}

fn id(locale: &Locale) -> Arg {
    arg(locale, "id", "The id of a template").string()
}

/// `context`.
pub fn context(locale: &Locale) -> Vec<Arg> {
    vec![context_arg(locale, &["view", "embed", "edit"])]
}

/// Reading one.
pub fn one(locale: &Locale) -> Vec<Arg> {
    let mut args = vec![id(locale)];
    args.extend(context(locale));
    args
}

/// The filters of a list.
pub fn list(locale: &Locale) -> Vec<Arg> {
    let mut args = context(locale);
    args.extend([
        arg(locale, "wp_id", "Limit to the specified post id.").integer(),
        arg(locale, "area", "Limit to the specified template part area.").string(),
        arg(locale, "post_type", "Post type to get the templates for.").string(),
    ]);
    args
}

/// The fallback of a template.
pub fn lookup(locale: &Locale) -> Vec<Arg> {
    let slug = "The slug of the template to get the fallback for";
    let custom = "Indicates if a template is custom or part of the template hierarchy";
    let prefix = "The template prefix for the created template. This is used to extract the main template type, e.g. in `taxonomy-books` extracts the `taxonomy`";
    vec![
        arg(locale, "slug", slug).string().required(),
        arg(locale, "is_custom", custom).boolean(),
        arg(locale, "template_prefix", prefix).string(),
    ]
}

/// Making and changing one.
pub fn write(locale: &Locale, is_new: bool) -> Vec<Arg> {
    let part = |name: &str, source: &str| {
        let kind = Value::array()
            .with("description", locale.translate(source))
            .with("type", "string");
        Value::array().with(name, kind)
    };
    let texts = |kinds: [&str; 2]| kinds.into_iter().collect::<Value>();
    let slug = arg(locale, "slug", "Unique slug identifying the template.")
        .string()
        .with("minLength", 1)
        .with("pattern", "[a-zA-Z0-9_\\%-]+");
    let slug = if is_new {
        slug.required().early()
    } else {
        slug
    };
    let content = part(
        "raw",
        "Content for the template, as it exists in the database.",
    );
    let title = part(
        "raw",
        "Title for the template, as it exists in the database.",
    );
    let status = arg(locale, "status", "Status of template.").string();
    let status = status.one_of(&["publish", "future", "draft", "pending", "private"]);
    let mut args = if is_new { Vec::new() } else { vec![id(locale)] };
    args.extend([
        slug,
        arg(locale, "theme", "Theme identifier for the template.").string(),
        arg(locale, "type", "Type of template.").string(),
        arg(locale, "content", "Content of template.")
            .with("type", texts(["object", "string"]))
            .with("properties", content),
        arg(locale, "title", "Title of template.")
            .with("type", texts(["object", "string"]))
            .with("properties", title),
        arg(locale, "description", "Description of template.").string(),
        if is_new {
            status.default("publish")
        } else {
            status
        },
        arg(locale, "author", "The ID for the author of the template.").integer(),
    ]);
    args
}

/// Deleting one.
pub fn delete(locale: &Locale) -> Vec<Arg> {
    let source = "Whether to bypass Trash and force deletion.";
    let force = arg(locale, "force", source).boolean().default(false);
    vec![id(locale), force]
}

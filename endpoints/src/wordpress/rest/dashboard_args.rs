//! Parameters of the routes of the dashboard: those that must be sent, and those that every reading route has.

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::Value;

use super::arg::Arg;
use super::collection::{collection_args, context_arg};

/// No parameters.
pub fn none(_: &Locale) -> Vec<Arg> {
    Vec::new()
}

/// The context alone.
pub fn context(locale: &Locale) -> Vec<Arg> {
    vec![context_arg(locale, &["view", "embed", "edit"])]
}

/// What all collections share.
pub fn collection(locale: &Locale) -> Vec<Arg> {
    collection_args(locale)
}

/// The name of a template.
pub fn template_id(locale: &Locale) -> Vec<Arg> {
    vec![Arg::new("id", locale.translate("The id of a template")).string()]
}

/// A template, and its context.
pub fn template(locale: &Locale) -> Vec<Arg> {
    let mut args = template_id(locale);
    args.extend(context(locale));
    args
}

/// Which templates.
pub fn template_list(locale: &Locale) -> Vec<Arg> {
    let arg = |name: &str, source: &str| Arg::new(name, locale.translate(source));
    let mut args = context(locale);
    args.extend([
        arg("wp_id", "Limit to the specified post id.").integer(),
        arg("area", "Limit to the specified template part area.").string(),
        arg("post_type", "Post type to get the templates for.").string(),
    ]);
    args
}

/// What a template stands in for.
pub fn template_lookup(locale: &Locale) -> Vec<Arg> {
    let arg = |name: &str, source: &str| Arg::new(name, locale.translate(source));
    let slug = "The slug of the template to get the fallback for";
    let prefix = "The template prefix for the created template. This is used to extract the main template type, e.g. in `taxonomy-books` extracts the `taxonomy`";
    vec![
        arg("slug", slug).string().required(),
        arg(
            "is_custom",
            "Indicates if a template is custom or part of the template hierarchy",
        )
        .boolean(),
        arg("template_prefix", prefix).string(),
    ]
}

/// A template needs a slug.
pub fn new_template(locale: &Locale) -> Vec<Arg> {
    let slug = Arg::new(
        "slug",
        locale.translate("Unique slug identifying the template."),
    );
    let slug = slug.string().with("minLength", 1);
    vec![slug.required().early()]
}

/// A family needs its declaration.
pub fn new_font_family(locale: &Locale) -> Vec<Arg> {
    let source = "font-family declaration in theme.json format, encoded as a string.";
    let settings = Arg::new("font_family_settings", locale.translate(source));
    vec![settings.string().required()]
}

/// A face needs its declaration.
pub fn new_font_face(locale: &Locale) -> Vec<Arg> {
    let source = "font-face declaration in theme.json format, encoded as a string.";
    let settings = Arg::new("font_face_settings", locale.translate(source));
    vec![settings.string().required()]
}

/// What is done with a picture after it came.
pub fn post_process(locale: &Locale) -> Vec<Arg> {
    let id = Arg::new(
        "id",
        locale.translate("Unique identifier for the attachment."),
    );
    vec![
        id.integer(),
        Arg::bare("action")
            .string()
            .one_of(&["create-image-subsizes"])
            .required(),
    ]
}

/// Which picture is edited.
pub fn edit_media(locale: &Locale) -> Vec<Arg> {
    let src = Arg::new("src", locale.translate("URL to the edited image file."));
    vec![src.string().with("format", "uri").required()]
}

/// A password needs a name.
pub fn new_application_password(locale: &Locale) -> Vec<Arg> {
    let source = "The name of the application password.";
    let name = Arg::new("name", locale.translate(source)).string();
    vec![name.with("minLength", 1).required().early()]
}

/// The block that is rendered.
pub fn block_renderer(locale: &Locale) -> Vec<Arg> {
    let arg = |name: &str, source: &str| Arg::new(name, locale.translate(source));
    vec![
        arg("name", "Unique registered name for the block.").string(),
        context_arg(locale, &["edit"]),
        arg("attributes", "Attributes for the block.")
            .with("type", "object")
            .default(Value::array())
            .unchecked(),
        arg("post_id", "ID of the post context.").integer(),
    ]
}

/// Which plugin.
pub fn new_plugin(locale: &Locale) -> Vec<Arg> {
    let source = "WordPress.org plugin directory slug.";
    let slug = Arg::new("slug", locale.translate(source)).string();
    vec![slug.required()]
}

/// What is searched in the directory of blocks.
pub fn block_directory(locale: &Locale) -> Vec<Arg> {
    let source = "Limit result set to blocks matching the search term.";
    let term = Arg::new("term", locale.translate(source)).string();
    let mut args = collection_args(locale);
    args.retain(|a| a.name != "search");
    args.push(term.with("minLength", 1).required());
    args
}

/// What is searched in the directory of patterns.
pub fn pattern_directory(locale: &Locale) -> Vec<Arg> {
    let source = "Limit results to those matching a category ID.";
    let mut args = collection_args(locale);
    args.push(
        Arg::new("category", locale.translate(source))
            .integer()
            .with("minimum", 1),
    );
    args
}

/// Which page of the collections.
pub fn font_collections(locale: &Locale) -> Vec<Arg> {
    let mut args = collection_args(locale);
    args.retain(|a| a.name != "search");
    args
}

/// Which address.
pub fn url_details(locale: &Locale) -> Vec<Arg> {
    let url = Arg::new("url", locale.translate("The URL to process.")).string();
    vec![url.with("format", "uri").required()]
}

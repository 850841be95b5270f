//! Parameters of the dashboard's routes: required ones, and those common to reading routes.

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::Value;

use super::arg::Arg;
use super::collection::{collection_args, context_arg};

/// No parameters.
pub fn none(_: &Locale) -> Vec<Arg> {
    Vec::new()
}

/// `context`.
pub fn context(locale: &Locale) -> Vec<Arg> {
    vec![context_arg(locale, &["view", "embed", "edit"])]
}

/// The parameters common to all collections.
pub fn collection(locale: &Locale) -> Vec<Arg> {
    collection_args(locale)
}

/// The id of a template.
pub fn template_id(locale: &Locale) -> Vec<Arg> {
    vec![Arg::new("id", locale.translate("The id of a template")).string()]
}

/// The id of a template and `context`.
pub fn template(locale: &Locale) -> Vec<Arg> {
    let mut args = template_id(locale);
    args.extend(context(locale));
    args
}

/// The filters of a template list.
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

/// The parameters of the fallback template lookup.
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

/// Creating a template: `slug` is required.
pub fn new_template(locale: &Locale) -> Vec<Arg> {
    let slug = Arg::new(
        "slug",
        locale.translate("Unique slug identifying the template."),
    );
    let slug = slug.string().with("minLength", 1);
    vec![slug.required().early()]
}

/// Creating a font family: its settings are required.
pub fn new_font_family(locale: &Locale) -> Vec<Arg> {
    let source = "font-family declaration in theme.json format, encoded as a string.";
    let settings = Arg::new("font_family_settings", locale.translate(source));
    vec![settings.string().required()]
}

/// Creating a font face: its settings are required.
pub fn new_font_face(locale: &Locale) -> Vec<Arg> {
    let source = "font-face declaration in theme.json format, encoded as a string.";
    let settings = Arg::new("font_face_settings", locale.translate(source));
    vec![settings.string().required()]
}

/// The parameters of image post-processing.
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

/// Editing an image: `src` is required.
pub fn edit_media(locale: &Locale) -> Vec<Arg> {
    let src = Arg::new("src", locale.translate("URL to the edited image file."));
    vec![src.string().with("format", "uri").required()]
}

/// The parameters of the block renderer.
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

/// Installing a plugin: `slug` is required.
pub fn new_plugin(locale: &Locale) -> Vec<Arg> {
    let source = "WordPress.org plugin directory slug.";
    let slug = Arg::new("slug", locale.translate(source)).string();
    vec![slug.required()]
}

/// Searching the block directory.
pub fn block_directory(locale: &Locale) -> Vec<Arg> {
    let source = "Limit result set to blocks matching the search term.";
    let term = Arg::new("term", locale.translate(source)).string();
    let mut args = collection_args(locale);
    args.retain(|a| a.name != "search");
    args.push(term.with("minLength", 1).required());
    args
}

/// Searching the pattern directory.
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

/// Paging of font collections.
pub fn font_collections(locale: &Locale) -> Vec<Arg> {
    let mut args = collection_args(locale);
    args.retain(|a| a.name != "search");
    args
}

/// The URL to inspect.
pub fn url_details(locale: &Locale) -> Vec<Arg> {
    let url = Arg::new("url", locale.translate("The URL to process.")).string();
    vec![url.with("format", "uri").required()]
}

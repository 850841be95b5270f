//! `wp/v2/block-patterns` and the vendor's directories of patterns and blocks.
//!
//! Contract "wordpress-rest", section 14; recording owner/block-patterns-categories. Patterns are registered by PHP of
//! core and themes, which this server does not run: a classic theme without any has none. The directories are on the
//! vendor's server, which this one does not ask.

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::Value;
use themes::wordpress::rest_messages::DIRECTORY_FAILED;

use super::arg::Arg;
use super::collection::{collection_args, context_arg};
use super::guarded::{Refusal, callback, edits_some_posts, endpoint, has, when};
use super::item_schema;
use super::request::RestRequest;
use super::rest_response::{Body, RestResponse};
use super::route::{Permitting, READABLE, Rest, Routes};
use super::route_error::RouteError;

/// Core's categories, one a line: name, label, description.
const CATEGORIES: &str = include_str!("pattern_categories.txt");

/// Registers the vendor's directory of blocks.
pub fn register_block_directory(routes: &mut Routes, locale: &Locale) {
    let source = "Limit result set to blocks matching the search term.";
    let term = Arg::new("term", locale.translate(source)).string();
    let mut args = collection_args(locale);
    args.retain(|arg| arg.name != "search");
    args.push(term.with("minLength", 1).required());
    let search = endpoint(READABLE, args, install_blocks, callback!(block_directory));
    routes.register("wp/v2", "/block-directory/search", vec![search]);
    routes.schema(item_schema::block_directory_item);
}

/// Registers the vendor's directory of patterns.
pub fn register_pattern_directory(routes: &mut Routes, locale: &Locale) {
    let arg = |name: &str, source: &str| Arg::new(name, locale.translate(source));
    let orders = [
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
        "favorite_count",
    ];
    let mut args = collection_args(locale);
    args.retain(|arg| arg.name != "context");
    args.insert(0, context_arg(locale, &["view", "embed", "edit"]));
    if let Some(number) = args.iter_mut().find(|arg| arg.name == "per_page") {
        number.schema.insert("default", 100);
    }
    args.extend([
        arg("category", "Limit results to those matching a category ID.")
            .integer()
            .with("minimum", 1),
        arg("keyword", "Limit results to those matching a keyword ID.")
            .integer()
            .with("minimum", 1),
        arg("slug", "Limit results to those matching a pattern (slug).").with("type", "array"),
        arg(
            "offset",
            "Offset the result set by a specific number of items.",
        )
        .integer(),
        arg("order", "Order sort attribute ascending or descending.")
            .string()
            .default("desc")
            .one_of(&["asc", "desc"]),
        arg("orderby", "Sort collection by post attribute.")
            .string()
            .default("date")
            .one_of(&orders),
    ]);
    let list = endpoint(
        READABLE,
        args,
        browse_patterns,
        callback!(pattern_directory),
    );
    routes.register("wp/v2", "/pattern-directory/patterns", vec![list]);
    routes.schema(item_schema::pattern_directory_item);
}

/// Registers patterns and their categories.
pub fn register(routes: &mut Routes, _: &Locale) {
    let list = endpoint(READABLE, Vec::new(), view_patterns, callback!(patterns));
    routes.register("wp/v2", "/block-patterns/patterns", vec![list]);
    routes.schema(item_schema::block_pattern);
    let list = endpoint(READABLE, Vec::new(), view_categories, callback!(categories));
    routes.register("wp/v2", "/block-patterns/categories", vec![list]);
    routes.schema(item_schema::block_pattern_category);
}

fn editors<'a>(rest: &Rest<'_>, refusal: Refusal) -> Permitting<'a> {
    when(rest, edits_some_posts(rest), refusal)
}

fn view_patterns<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to view the registered block patterns.";
    editors(rest, ("rest_cannot_view", source))
}

fn view_categories<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to view the registered block pattern categories.";
    editors(rest, ("rest_cannot_view", source))
}

fn browse_patterns<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    let source = "Sorry, you are not allowed to browse the local block pattern directory.";
    editors(rest, ("rest_pattern_directory_cannot_view", source))
}

fn install_blocks<'a>(rest: &'a Rest<'a>, _: &'a RestRequest) -> Permitting<'a> {
    let may = has(rest, "install_plugins") && has(rest, "activate_plugins");
    let source = "Sorry, you are not allowed to browse the block directory.";
    when(rest, may, ("rest_block_directory_cannot_view", source))
}

async fn patterns(_: &Rest<'_>, _: &RestRequest) -> Result<RestResponse, RouteError> {
    Ok(RestResponse::new(Body::Value(Value::array())))
}

async fn categories(rest: &Rest<'_>, _: &RestRequest) -> Result<RestResponse, RouteError> {
    let core = CATEGORIES.lines().map(|line| {
        let mut fields = line.splitn(3, '|').chain(["", "", ""]);
        let [name, label, description] = [(); 3].map(|()| fields.next().unwrap_or_default());
        let context = "Block pattern category";
        let label = rest.locale.translate_with_context(label, context);
        let category = Value::array().with("name", name).with("label", label);
        match description {
            "" => category,
            text => category.with("description", rest.text(text)),
        }
    });
    let own = rest.state.site.registry.pattern_categories.iter();
    let own = own.map(|category| {
        let label = rest
            .locale
            .domain(category.domain)
            .translate(category.label)
            .to_owned();
        Value::array()
            .with("name", category.name)
            .with("label", label)
    });
    let all: Value = core.chain(own).collect();
    Ok(RestResponse::new(Body::Value(all)))
}

/// What WordPress says when requests to other servers are blocked.
async fn pattern_directory(rest: &Rest<'_>, _: &RestRequest) -> Result<RestResponse, RouteError> {
    let source = "User has blocked requests through HTTP.";
    Err(rest.error("http_request_not_executed", source, 500).into())
}

async fn block_directory(rest: &Rest<'_>, _: &RestRequest) -> Result<RestResponse, RouteError> {
    let source = DIRECTORY_FAILED;
    let forums = rest.text("https://wordpress.org/support/forums/");
    let mut error = rest.error("plugins_api_failed", source, 500);
    error.message = error.message.replace("%s", &forums);
    Err(error.into())
}

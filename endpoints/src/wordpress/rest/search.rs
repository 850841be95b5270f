//! `wp/v2/search`: full-text search over posts and terms.

use std::sync::Arc;

use compat::wordpress::db::unicode_ci::{compare, fold};
use compat::wordpress::l10n::Locale;
use compat::wordpress::php::Value;
use compat::wordpress::post::Post;
use compat::wordpress::rest::{PostList, PostOrder};
use compat::wordpress::site::Registry;
use compat::wordpress::taxonomy::Term;
use themes::wordpress::view::{Page, View};

use super::arg::Arg;
use super::collection::{Paging, collection_args, keep_context, paged};
use super::default_templates::FORMATS;
use super::item_schema;
use super::request::RestRequest;
use super::rest_response::{Item, RestResponse};
use super::route::Rest;
use super::route::{Endpoint, READABLE, RouteFuture, Routes};
use super::route_error::RouteError;
use super::subtypes::{post_subtypes, term_subtypes};

const EMBED: [&str; 5] = ["id", "title", "url", "type", "subtype"];

/// Registers the route.
pub fn register(routes: &mut Routes, registry: &Registry, locale: &Locale) {
    let arg = |name: &str, source: &str| Arg::new(name, locale.translate(source));
    let mut args = collection_args(locale);
    if let Some(context) = args.first_mut() {
        *context = super::collection::context_arg(locale, &["view", "embed"]);
    }
    let names = post_subtypes(registry).chain(term_subtypes(registry));
    let names: Value = names.chain(["any"]).collect();
    let subtypes = Value::array().with("enum", names).with("type", "string");
    args.extend([
        arg("type", "Limit results to items of an object type.")
            .default("post")
            .string()
            .one_of(&["post", "term", "post-format"]),
        arg(
            "subtype",
            "Limit results to items of one or more object subtypes.",
        )
        .default("any")
        .with("type", "array")
        .with("items", subtypes),
        arg("exclude", "Ensure result set excludes specific IDs.")
            .list_of("integer")
            .default(Value::array()),
        arg("include", "Limit result set to specific IDs.")
            .list_of("integer")
            .default(Value::array()),
    ]);
    let endpoint = Endpoint {
        methods: READABLE,
        args: Some(args),
        permission: None,
        callback: |rest, request| -> RouteFuture<'_> { Box::pin(get_items(rest, request)) },
        subject: "".into(),
        allow_batch: false,
    };
    routes.register("wp/v2", "/search", vec![endpoint]);
    routes.schema(item_schema::search_result);
}

/// The requested subtypes that exist; all when none is requested.
fn subtypes(request: &RestRequest, all: Vec<&str>) -> Vec<String> {
    let asked = request.texts("subtype");
    let any = asked.is_empty() || asked.iter().any(|s| s == "any");
    let chosen = all
        .into_iter()
        .filter(|name| any || asked.iter().any(|s| s == name));
    chosen.map(str::to_owned).collect()
}

async fn get_items(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let (items, total) = match request.text("type").as_str() {
        "term" => terms(rest, request),
        "post-format" => formats(rest, request),
        _ => posts(rest, request).await?,
    };
    Ok(paged(rest, request, items, total, "/wp/v2/search"))
}

async fn posts(rest: &Rest<'_>, request: &RestRequest) -> Result<(Vec<Item>, i64), RouteError> {
    let paging = Paging::of(request);
    let search = request.text("search").trim().to_owned();
    let list = PostList {
        post_types: subtypes(request, post_subtypes(&rest.state.site.registry).collect()),
        statuses: vec!["publish".to_owned()],
        include: request.ids("include"),
        exclude: request.ids("exclude"),
        orderby: if search.is_empty() {
            PostOrder::Date
        } else {
            PostOrder::Relevance
        },
        search,
        search_hides_protected: rest.visitor.user.is_none(),
        limit: paging.per_page,
        offset: paging.offset,
        posts_where: rest.state.site.posts_where.clone(),
        ..PostList::default()
    };
    let slice = list.load(&rest.app.db).await?;
    let posts: Vec<Arc<Post>> = slice.items.into_iter().map(Arc::new).collect();
    let view = Arc::new(rest.view(posts.clone()).await?);
    let shown = posts.clone();
    let titles = move |page: &mut Page| {
        let titles = shown.iter().map(|post| page.the_title(&post.title));
        Ok(titles.collect::<Vec<String>>())
    };
    let (titles, page) = rest.app.render_pool.render(view, titles).await?;
    let items = posts.iter().zip(titles);
    let items = items.map(|(post, title)| post_item(rest, request, &page.view, (post, title)));
    Ok((items.collect(), slice.total))
}

fn post_item(
    rest: &Rest<'_>,
    request: &RestRequest,
    view: &View,
    (post, title): (&Post, String),
) -> Item {
    let mut item = Item::default();
    item.set("id", post.id.0);
    item.set("title", title);
    item.set("url", view.links().get_permalink(post));
    item.set("type", "post");
    item.set("subtype", post.post_type.as_str());
    keep_context(&mut item, request, &EMBED);
    let registry = &rest.state.site.registry;
    let post_type = registry.post_types.get(post.post_type.as_str());
    if let Some(base) = post_type.and_then(|t| t.rest_base) {
        item.embeddable("self", rest.rest_url(&format!("/wp/v2/{base}/{}", post.id)));
    }
    let about = format!("/wp/v2/types/{}", post.post_type);
    item.link("about", rest.rest_url(&about));
    item.link("collection", rest.rest_url("/wp/v2/search"));
    item
}

fn terms(rest: &Rest<'_>, request: &RestRequest) -> (Vec<Item>, i64) {
    let site = &rest.state.site;
    let names = subtypes(request, term_subtypes(&site.registry).collect());
    let wanted = fold(&request.text("search"));
    let contains = |text: &str| fold(text).contains(&wanted);
    let (include, exclude) = (request.ids("include"), request.ids("exclude"));
    let mut found: Vec<&Arc<Term>> = names
        .iter()
        .flat_map(|n| site.terms.of(n))
        .filter(|t| contains(&t.name) || contains(&t.slug))
        .filter(|t| include.is_empty() || include.contains(&t.term_id.0))
        .filter(|t| !exclude.contains(&t.term_id.0))
        .collect();
    found.sort_by(|a, b| compare(&a.name, &b.name));
    let total = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let paging = Paging::of(request);
    let skip = usize::try_from(paging.offset).unwrap_or(usize::MAX);
    let take = usize::try_from(paging.per_page).unwrap_or(10);
    let shown = found.into_iter().skip(skip).take(take);
    (shown.map(|t| term_item(rest, request, t)).collect(), total)
}

/// The formats in use, by slug; their `id` is the slug.
fn formats(rest: &Rest<'_>, request: &RestRequest) -> (Vec<Item>, i64) {
    let wanted = fold(&request.text("search"));
    let mut used = rest
        .state
        .site
        .terms
        .of("post_format")
        .iter()
        .collect::<Vec<_>>();
    used.retain(|term| term.count > 0);
    used.sort_by(|a, b| compare(&a.slug, &b.slug));
    let named = used.into_iter().filter_map(|term| {
        let slug = term.slug.strip_prefix("post-format-")?;
        let (_, name) = FORMATS.iter().find(|(known, _)| *known == slug)?;
        let title = rest
            .locale
            .translate_with_context(name, "Post format")
            .to_owned();
        let is_found = fold(&title).contains(&wanted) || fold(slug).contains(&wanted);
        is_found.then_some((term, slug.to_owned(), title))
    });
    let found: Vec<_> = named.collect();
    let total = i64::try_from(found.len()).unwrap_or(i64::MAX);
    let paging = Paging::of(request);
    let skip = usize::try_from(paging.offset).unwrap_or(usize::MAX);
    let take = usize::try_from(paging.per_page).unwrap_or(10);
    let objects = compat::wordpress::object_cache::ObjectCache::default();
    let links = compat::wordpress::link::Links {
        site: &rest.state.site,
        rewrite: &rest.state.rewrite,
        cache: &objects,
        hooks: &[],
        reads_private: false,
    };
    let items = found
        .into_iter()
        .skip(skip)
        .take(take)
        .map(|(term, slug, title)| {
            let mut item = Item::default();
            item.set("id", slug);
            item.set("title", title);
            item.set("url", links.get_term_link(term).unwrap_or_default());
            item.set("type", "post-format");
            keep_context(&mut item, request, &EMBED);
            item.link("collection", rest.rest_url("/wp/v2/search"));
            item
        });
    (items.collect(), total)
}

fn term_item(rest: &Rest<'_>, request: &RestRequest, term: &Arc<Term>) -> Item {
    let mut item = Item::default();
    let site = &rest.state.site;
    let objects = compat::wordpress::object_cache::ObjectCache::default();
    let links = compat::wordpress::link::Links {
        site,
        rewrite: &rest.state.rewrite,
        cache: &objects,
        hooks: &[],
        reads_private: false,
    };
    item.set("id", term.term_id.0);
    item.set("title", term.name.as_str());
    item.set("url", links.get_term_link(term).unwrap_or_default());
    item.set("type", term.taxonomy.as_str());
    keep_context(&mut item, request, &EMBED);
    let taxonomy = site.registry.taxonomies.get(term.taxonomy.as_str());
    if let Some(base) = taxonomy.and_then(|t| t.rest_base) {
        let own = format!("/wp/v2/{base}/{}", term.term_id.0);
        item.embeddable("self", rest.rest_url(&own));
    }
    let about = format!("/wp/v2/taxonomies/{}", term.taxonomy);
    item.link("about", rest.rest_url(&about));
    item.link("collection", rest.rest_url("/wp/v2/search"));
    item
}

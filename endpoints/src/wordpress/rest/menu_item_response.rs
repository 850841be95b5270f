//! The response for a menu item (`wp_setup_nav_menu_item`, `prepare_item_for_response`).
//!
//! Contract "wordpress-rest", sections 5 and 13; recordings owner/menu-item-*, owner/menu-items-*.

use std::sync::Arc;

use compat::wordpress::formatting::sanitize::sanitize_html_class;
use compat::wordpress::formatting::trim_words::{WordCountType, wp_trim_words};
use compat::wordpress::nav_menu::NAV_MENU;
use compat::wordpress::nav_menu_item::NAV_MENU_ITEM;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::Value;
use compat::wordpress::post::{Meta, Post, PostId};
use compat::wordpress::taxonomy::TermId;
use themes::wordpress::view::Page;

use super::collection::keep_context;
use super::columns;
use super::hidden_types::{post_type_base, taxonomy_base};
use super::request::RestRequest;
use super::rest_response::Item;
use super::route::Rest;
use super::route_error::RouteError;

/// Words of a description at most.
const WORDS: i64 = 200;

/// An item with what it leads to (`wp_setup_nav_menu_item`).
#[derive(Debug, Clone, Default)]
pub struct SetUp {
    /// Its own title, else that of what it leads to.
    pub title: String,
    /// Where it leads.
    pub url: String,
    /// What kind of thing it leads to, in words.
    pub type_label: String,
    /// Whether that is missing or in the trash.
    pub invalid: bool,
}

/// The texts of one item after the filters of titles.
struct Rendered {
    set_up: SetUp,
    title: String,
}

/// The items with their links, in order.
///
/// # Errors
/// When the database or the rendering fails.
pub async fn prepare_all(
    rest: &Rest<'_>,
    request: &RestRequest,
    items: Vec<Arc<Post>>,
) -> Result<Vec<Item>, RouteError> {
    let (rendered, page) = render(rest, items.clone()).await?;
    let items = items.iter().zip(rendered);
    let items = items.map(|(post, rendered)| prepare(rest, request, &page, (post, rendered)));
    Ok(items.collect())
}

/// An item as it stands, for a write that keeps what is not sent.
///
/// # Errors
/// When the database or the rendering fails.
pub async fn set_up(rest: &Rest<'_>, item: Arc<Post>) -> Result<(SetUp, Meta), RouteError> {
    let id = item.id;
    let (rendered, page) = render(rest, vec![item]).await?;
    let set_up = rendered.into_iter().next().map(|r| r.set_up);
    let meta = page.view.objects.post_meta(id).clone();
    Ok((set_up.unwrap_or_default(), meta))
}

/// Loads what the items lead to and renders the titles.
async fn render(
    rest: &Rest<'_>,
    items: Vec<Arc<Post>>,
) -> Result<(Vec<Rendered>, Page), RouteError> {
    let db = &rest.app.db;
    let mut objects = ObjectCache::default();
    let ids: Vec<PostId> = items.iter().map(|item| item.id).collect();
    objects.prime_post_meta(db, &ids).await?;
    let linked = ids.iter().map(|id| objects.post_meta(*id));
    let linked = linked.filter(|meta| meta.text("_menu_item_type") == "post_type");
    let linked: Vec<PostId> = linked
        .map(|meta| PostId(number(meta, "object_id")))
        .collect();
    objects.prime_posts(db, &linked).await?;
    let linked = linked.iter().filter_map(|id| objects.post(*id)).cloned();
    let all: Vec<Arc<Post>> = items.iter().cloned().chain(linked).collect();
    let view = Arc::new(rest.view(all).await?);
    let labels = Labels::of(rest);
    let work = move |page: &mut Page| {
        let rendered = items.iter().map(|item| {
            let set_up = wp_setup_nav_menu_item(&labels, page, item);
            let title = page.the_title(&set_up.title);
            Rendered { set_up, title }
        });
        Ok(rendered.collect::<Vec<_>>())
    };
    Ok(rest.app.render_pool.render(view, work).await?)
}

fn number(meta: &Meta, key: &str) -> i64 {
    let text = meta.text(&format!("_menu_item_{key}"));
    text.trim().parse().unwrap_or(0)
}

/// The texts that the set-up needs, in the request's language.
struct Labels {
    custom: String,
    archive: String,
    no_title: String,
    /// Singular labels of post types and taxonomies by name.
    types: Vec<(String, String)>,
    taxonomies: Vec<(String, String)>,
    /// Titles of archives by post type.
    archives: Vec<(String, String)>,
}

impl Labels {
    fn of(rest: &Rest<'_>) -> Self {
        let registry = &rest.state.site.registry;
        let types = registry.post_types.values().map(|known| {
            let context = "post type singular name";
            let label = columns::label(rest, known.singular_label, context);
            (known.name.to_owned(), label)
        });
        let taxonomies = registry.taxonomies.values().map(|known| {
            let context = "taxonomy singular name";
            let label = columns::label(rest, &known.singular_label, context);
            (known.name.clone().into_owned(), label)
        });
        let archives = registry.post_types.values();
        let archives = archives.map(|known| {
            let label = super::labels::archives(rest, known);
            (known.name.to_owned(), label)
        });
        Self {
            custom: rest.text("Custom Link"),
            archive: rest.text("Post Type Archive"),
            no_title: rest.text("#%d (no title)"),
            types: types.collect(),
            taxonomies: taxonomies.collect(),
            archives: archives.collect(),
        }
    }
}

fn find<'l>(labels: &'l [(String, String)], name: &str) -> Option<&'l str> {
    let found = labels.iter().find(|(known, _)| known == name);
    found.map(|(_, label)| label.as_str())
}

fn wp_setup_nav_menu_item(labels: &Labels, page: &mut Page, item: &Post) -> SetUp {
    let view = page.view.clone();
    let meta = view.objects.post_meta(item.id);
    let object = meta.text("_menu_item_object").into_owned();
    let id = number(meta, "object_id");
    let (label, original, url) = match &*meta.text("_menu_item_type") {
        "post_type" => {
            let post = view.objects.post(PostId(id));
            let title = post.map(|post| page.the_title(&post.title));
            let url = post.map(|post| view.links().get_permalink(post));
            let is_trashed = post.is_some_and(|post| post.status == "trash");
            let label = find(&labels.types, &object);
            (label.filter(|_| !is_trashed), title, url)
        }
        "taxonomy" => {
            let term = view.site.terms.by_id(&object, TermId(id));
            let url = term.and_then(|term| view.links().get_term_link(term));
            let title = term.map(|term| term.name.clone());
            (find(&labels.taxonomies, &object), title, url)
        }
        "post_type_archive" => {
            let title = find(&labels.archives, &object).map(str::to_owned);
            let url = view.links().get_post_type_archive_link(&object);
            let label = title.as_ref().map(|_| labels.archive.as_str());
            return SetUp {
                title: own_title(item).or(title).unwrap_or_default(),
                url: url.unwrap_or_default(),
                type_label: label.unwrap_or(&object).to_owned(),
                invalid: label.is_none(),
            };
        }
        _ => {
            return SetUp {
                title: item.title.clone(),
                url: meta.text("_menu_item_url").into_owned(),
                type_label: labels.custom.clone(),
                invalid: false,
            };
        }
    };
    let known = find(&labels.types, &object).or_else(|| find(&labels.taxonomies, &object));
    let invalid = label.is_none() || original.is_none();
    let untitled = || labels.no_title.replace("%d", &id.to_string());
    let original = original.filter(|title| !title.is_empty());
    SetUp {
        title: own_title(item).or(original).unwrap_or_else(untitled),
        url: url.unwrap_or_default(),
        type_label: label.or(known).unwrap_or(&object).to_owned(),
        invalid,
    }
}

fn own_title(item: &Post) -> Option<String> {
    (!item.title.is_empty()).then(|| item.title.clone())
}

/// `nav_menu_description`: the first words.
pub fn description(item: &Post) -> String {
    wp_trim_words(&item.content, WORDS, "&hellip;", WordCountType::Words)
}

/// The stored class names.
pub fn classes(meta: &Meta) -> Vec<String> {
    let value = meta.value("_menu_item_classes");
    let names = value
        .values()
        .map(|name| name.to_string_lossy().into_owned());
    names.collect()
}

/// The stored link relations.
pub fn xfn(meta: &Meta) -> Vec<String> {
    let stored = meta.text("_menu_item_xfn");
    let names = stored.split(' ');
    names.map(|name| sanitize_html_class(name, "")).collect()
}

/// The menu of an item, 0 for none.
pub fn menu_of(rest: &Rest<'_>, page_objects: &ObjectCache, item: PostId) -> i64 {
    let state = rest.state_now();
    let own = page_objects.relationships(item).iter();
    let mut own = own.filter_map(|row| state.site.terms.get(*row));
    own.find(|term| term.taxonomy == NAV_MENU)
        .map_or(0, |term| term.term_id.0)
}

fn prepare(
    rest: &Rest<'_>,
    request: &RestRequest,
    page: &Page,
    (post, rendered): (&Post, Rendered),
) -> Item {
    let meta = page.view.objects.post_meta(post.id);
    let Rendered { set_up, title } = rendered;
    let mut titles = Value::array();
    if request.text("context") == "edit" {
        titles = titles.with("raw", set_up.title.as_str());
    }
    let names = |names: Vec<String>| names.iter().map(String::as_str).collect::<Value>();
    let mut item = Item::default();
    item.set("id", post.id.0);
    item.set("title", titles.with("rendered", title));
    item.set("status", post.status.as_str());
    item.set("url", set_up.url);
    item.set("attr_title", post.excerpt.as_str());
    item.set("description", description(post));
    item.set("type", &*meta.text("_menu_item_type"));
    item.set("type_label", set_up.type_label);
    item.set("object", &*meta.text("_menu_item_object"));
    item.set("object_id", number(meta, "object_id").saturating_abs());
    item.set("parent", number(meta, "menu_item_parent"));
    item.set("menu_order", post.menu_order);
    item.set("target", &*meta.text("_menu_item_target"));
    item.set("classes", names(classes(meta)));
    item.set("xfn", names(xfn(meta)));
    item.set("invalid", set_up.invalid);
    if request.text("context") != "embed" {
        item.set("meta", columns::post_meta(rest, NAV_MENU_ITEM, meta));
        let menu = menu_of(rest, &page.view.objects, post.id);
        if menu > 0 {
            item.set("menus", menu);
        }
    }
    keep_context(&mut item, request, &EMBED);
    links(rest, request, &mut item, (post, meta));
    item
}

/// The fields of the context `embed`.
const EMBED: [&str; 16] = [
    "id",
    "title",
    "status",
    "url",
    "attr_title",
    "description",
    "type",
    "type_label",
    "object",
    "object_id",
    "parent",
    "menu_order",
    "target",
    "classes",
    "xfn",
    "invalid",
];

fn links(rest: &Rest<'_>, request: &RestRequest, item: &mut Item, (post, meta): (&Post, &Meta)) {
    let collection = rest.rest_url("/wp/v2/menu-items");
    let own = format!("{collection}/{}", post.id);
    item.link("self", own.clone());
    item.link("collection", collection);
    item.link("about", rest.rest_url("/wp/v2/types/nav_menu_item"));
    let embeddable = ("embeddable", Value::Bool(true));
    let menus = rest.rest_url(&format!("/wp/v2/menus?post={}", post.id));
    item.link_with(
        "wp:term",
        menus,
        &[("taxonomy", NAV_MENU.into()), embeddable.clone()],
    );
    if let Some((kind, name, href)) = object_link(rest, meta, item) {
        let attributes = [(kind, name.as_str().into()), embeddable];
        item.link_with("wp:menu-item-object", href, &attributes);
    }
    if request.text("context") != "edit" {
        return;
    }
    let can_assign = rest.meta_cap().assign_term(NAV_MENU);
    for (action, is_allowed) in [
        ("publish", rest.can_type(NAV_MENU_ITEM, "publish")),
        ("unfiltered-html", rest.can("unfiltered_html")),
        ("create-menus", can_assign),
        ("assign-menus", can_assign),
    ] {
        if is_allowed {
            item.link(&format!("wp:action-{action}"), own.clone());
        }
    }
}

/// The address of what the item leads to, if the API shows it.
fn object_link(
    rest: &Rest<'_>,
    meta: &Meta,
    item: &Item,
) -> Option<(&'static str, String, String)> {
    let object = meta.text("_menu_item_object").into_owned();
    let id = number(meta, "object_id");
    let is_missing = item.data.get("invalid").is_some_and(Value::to_bool);
    let site = &rest.state.site;
    let (kind, base) = match &*meta.text("_menu_item_type") {
        "post_type" if !is_missing => ("post_type", post_type_base(site, &object)),
        "taxonomy" if !is_missing => ("taxonomy", taxonomy_base(site, &object)),
        _ => return None,
    };
    let href = rest.rest_url(&format!("/wp/v2/{base}/{id}"));
    (id > 0 && !base.is_empty()).then_some((kind, object, href))
}

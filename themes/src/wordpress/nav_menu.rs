//! Menus: `wp_nav_menu` and the classes that say where the visitor is.
//!
//! Contract "wordpress-core", section 10.2.

use std::borrow::Cow;
use std::collections::HashSet;

use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::formatting::sanitize::sanitize_html_class;
use compat::wordpress::kses::bad_protocol::WP_ALLOWED_PROTOCOLS;
use compat::wordpress::link::untrailingslashit;
use compat::wordpress::menu::{MenuItem, MenuItemTarget, NavMenu};
use compat::wordpress::post::PostId;
use compat::wordpress::query::QueriedObject;
use compat::wordpress::taxonomy::TermId;
use compat::wordpress::url::esc_url;

use super::view::{Page, View};

/// How a menu is printed: the arguments of the theme's call.
#[derive(Debug, Clone, Copy)]
pub struct MenuArgs<'a> {
    /// Id of the list; `None`: `menu-SLUG`.
    pub menu_id: Option<&'a str>,
    /// Class of the list.
    pub menu_class: &'a str,
    /// Whether a `div.menu-SLUG-container` stands around the list.
    pub has_container: bool,
    /// Levels printed, 0 for all.
    pub depth: usize,
}

/// The menu at a location of the theme, if one is assigned.
pub fn menu_at<'a>(view: &'a View, location: &str) -> Option<&'a NavMenu> {
    let stylesheet = view.site.options.text("stylesheet");
    let mods = view.site.options.value(&format!("theme_mods_{stylesheet}"));
    let id = mods.at("nav_menu_locations").at(location).to_int();
    view.site
        .menus
        .get(&TermId(id))
        .filter(|m| !m.items.is_empty())
}

/// Prints a menu.
pub fn wp_nav_menu(view: &View, page: &mut Page, menu: &NavMenu, args: MenuArgs<'_>) -> String {
    let menu = &*view.theme.hooks.apply_wp_get_nav_menu_items(view, menu);
    let active = Active::of(view, menu);
    let mut items = String::new();
    level(
        view,
        page,
        menu,
        &active,
        PostId(0),
        0,
        args.depth,
        &mut items,
    );
    view.theme
        .hooks
        .apply_wp_nav_menu_items(page, menu, args.depth, &mut items);
    let slug = &menu.term.slug;
    let id = args
        .menu_id
        .map_or_else(|| unique_id(page, &format!("menu-{slug}")), str::to_owned);
    let class = esc_attr(args.menu_class);
    let list = format!(
        "<ul id=\"{}\" class=\"{class}\">{items}</ul>",
        esc_attr(&id)
    );
    if args.has_container {
        format!("<div class=\"menu-{slug}-container\">{list}</div>")
    } else {
        list
    }
}

fn unique_id(page: &mut Page, wanted: &str) -> String {
    let used = page.menu_ids.iter().filter(|id| *id == wanted).count();
    page.menu_ids.push(wanted.to_owned());
    if used == 0 {
        wanted.to_owned()
    } else {
        format!("{wanted}-{used}")
    }
}

#[expect(
    clippy::too_many_arguments,
    reason = "one walker; its state has no meaning elsewhere"
)]
fn level(
    view: &View,
    page: &mut Page,
    menu: &NavMenu,
    active: &Active,
    parent: PostId,
    depth: usize,
    max_depth: usize,
    out: &mut String,
) {
    let indent = "\t".repeat(depth);
    for item in menu.children(parent) {
        // What stands below a stored item stands below the first of those in its place.
        let html_id = item.html_id();
        let has_children = !item.is_below_its_own()
            && is_first(menu, item)
            && menu.children(item.id).next().is_some();
        let says_children = has_children && item.copy.is_none();
        let id = if page.menu_item_ids.contains(&html_id) {
            String::new()
        } else {
            let id = format!(" id=\"menu-item-{html_id}\"");
            page.menu_item_ids.push(html_id);
            id
        };
        let classes = classes(view, item, active, says_children);
        out.push_str(&format!(
            "{indent}<li{id} class=\"{}\">",
            esc_attr(&classes.join(" "))
        ));
        out.push_str(&link(view, page, item, active));
        if has_children && (max_depth == 0 || depth + 1 < max_depth) {
            out.push_str(&format!("\n{indent}<ul class=\"sub-menu\">\n"));
            level(view, page, menu, active, item.id, depth + 1, max_depth, out);
            out.push_str(&format!("{indent}</ul>\n"));
        }
        out.push_str("</li>\n");
    }
}

/// Whether no other item with the same stored one stands before this one.
fn is_first(menu: &NavMenu, item: &MenuItem) -> bool {
    let of_stored = menu.items.iter().find(|other| other.id == item.id);
    of_stored.is_none_or(|first| first.copy == item.copy)
}

/// The URL that an item leads to, not escaped.
pub fn item_url<'a>(view: &View, item: &'a MenuItem) -> Cow<'a, str> {
    match &item.target_object {
        MenuItemTarget::Custom => Cow::Borrowed(&item.url),
        MenuItemTarget::Post(post) => Cow::Owned(view.links().get_permalink(post)),
        MenuItemTarget::Term(term) => {
            Cow::Owned(view.links().get_term_link(term).unwrap_or_default())
        }
        MenuItemTarget::PostTypeArchive(name) => Cow::Owned(
            view.links()
                .get_post_type_archive_link(name)
                .unwrap_or_default(),
        ),
    }
}

fn is_privacy_policy(view: &View, item: &MenuItem) -> bool {
    let id = view.site.options.int("wp_page_for_privacy_policy");
    item.item_type == "post_type" && item.object == "page" && id > 0 && item.object_id == id
}

fn link(view: &View, page: &mut Page, item: &MenuItem, active: &Active) -> String {
    let mut attributes = String::new();
    let mut attribute = |name: &str, value: &str| {
        if !value.is_empty() {
            attributes.push_str(&format!(" {name}=\"{value}\""));
        }
    };
    let rel = match (item.xfn.as_str(), item.target.as_str()) {
        ("", "_blank") => "noopener".to_owned(),
        (xfn, _) => xfn.to_owned(),
    };
    let rel = if is_privacy_policy(view, item) {
        format!("{rel} privacy-policy").trim_start().to_owned()
    } else {
        rel
    };
    attribute("title", &esc_attr(&item.attr_title));
    attribute("target", &esc_attr(&item.target));
    attribute("rel", &esc_attr(&rel));
    attribute(
        "href",
        &esc_url(&item_url(view, item), &WP_ALLOWED_PROTOCOLS),
    );
    attribute(
        "aria-current",
        if active.is_current(item) && item.may_be_current() {
            "page"
        } else {
            ""
        },
    );
    for (name, value) in item.copy.iter().flat_map(|copy| &copy.link_attributes) {
        attribute(name, &esc_attr(value));
    }
    format!("<a{attributes}>{}</a>", page.the_title(&item.title))
}

fn classes(view: &View, item: &MenuItem, active: &Active, has_children: bool) -> Vec<String> {
    let mut classes: Vec<String> = item
        .classes
        .iter()
        .map(|c| sanitize_html_class(c, ""))
        .collect();
    classes.retain(|c| !c.is_empty());
    classes.extend([
        "menu-item".to_owned(),
        format!("menu-item-type-{}", item.item_type),
        format!("menu-item-object-{}", item.object),
    ]);
    let mut add = |class: &str| classes.push(class.to_owned());
    let is_page = item.item_type == "post_type" && item.object == "page";
    if is_page
        && view
            .site
            .page_on_front()
            .is_some_and(|id| id.0 == item.object_id)
    {
        add("menu-item-home");
    }
    if is_privacy_policy(view, item) {
        add("menu-item-privacy-policy");
    }
    if active.is_current(item) {
        if item.may_be_current() {
            add("current-menu-item");
        }
        if is_page {
            add("page_item");
            add(&format!("page-item-{}", item.object_id));
            add("current_page_item");
        } else if item.item_type == "custom" && view.query.is.is_front_page {
            add("current_page_item");
        }
    }
    if is_page
        && !view.query.is.is_page
        && view
            .site
            .page_for_posts()
            .is_some_and(|id| id.0 == item.object_id)
    {
        add("current_page_parent");
    }
    if item.item_type == "custom" && untrailingslashit(&item.url) == view.site.home() {
        add("menu-item-home");
    }
    active.add_relations(item, is_page, &mut classes);
    if has_children {
        classes.push("menu-item-has-children".to_owned());
    }
    classes.push(format!("menu-item-{}", item.html_id()));
    classes
}

/// Where the visitor is, seen from one menu.
#[derive(Default)]
struct Active {
    /// By [`MenuItem::html_id`].
    current: HashSet<String>,
    ancestors: HashSet<PostId>,
    parents: HashSet<PostId>,
    parent_objects: HashSet<i64>,
    object: String,
    /// Objects above the one that is shown, and the word for their class.
    object_ancestors: HashSet<(String, i64)>,
    ancestor_kind: String,
}

impl Active {
    fn of(view: &View, menu: &NavMenu) -> Self {
        let mut active = Self::default();
        active.note_object_ancestors(view);
        for item in &menu.items {
            if is_current(view, item) {
                active.current.insert(item.html_id());
                active.object.clone_from(&item.object);
                if item.may_be_current() || item.is_below_its_own() {
                    active.parents.insert(item.parent);
                }
                if let MenuItemTarget::Post(post) = &item.target_object {
                    active.parent_objects.insert(post.parent.0);
                }
                if item.may_be_current() {
                    active.note_ancestors(menu, item.parent);
                }
            } else if active.is_term_of_shown_post(view, item) {
                active.parent_objects.insert(item.object_id);
                active.parents.insert(item.id);
                active.object = view
                    .query
                    .queried_post()
                    .map(|p| p.post_type.clone())
                    .unwrap_or_default();
                active.note_ancestors(menu, item.id);
            }
        }
        active.parents.remove(&PostId(0));
        active.parent_objects.remove(&0);
        active
    }

    fn is_current(&self, item: &MenuItem) -> bool {
        self.current.contains(&item.html_id())
    }

    fn note_ancestors(&mut self, menu: &NavMenu, mut id: PostId) {
        while let Some(item) = menu.items.iter().find(|i| i.id == id) {
            if !self.ancestors.insert(item.id) {
                break;
            }
            id = item.parent;
        }
    }

    fn is_term_of_shown_post(&self, view: &View, item: &MenuItem) -> bool {
        let MenuItemTarget::Term(term) = &item.target_object else {
            return false;
        };
        let Some(post) = view
            .query
            .queried_post()
            .filter(|_| view.query.is.is_singular)
        else {
            return false;
        };
        let is_hierarchical = view
            .site
            .registry
            .taxonomies
            .get(term.taxonomy.as_str())
            .is_some_and(|t| t.hierarchical);
        is_hierarchical
            && view
                .objects
                .relationships(post.id)
                .contains(&term.term_taxonomy_id)
    }

    fn note_object_ancestors(&mut self, view: &View) {
        match &view.query.queried_object {
            Some(QueriedObject::Post(_)) if view.query.is.is_singular => {
                let Some(post) = view.queried_post() else {
                    return;
                };
                let pages = view.site.pages.ancestors(post.id);
                self.object_ancestors
                    .extend(pages.iter().map(|n| (n.post_type.clone(), n.id.0)));
                for id in view.objects.relationships(post.id) {
                    let Some(term) = view.site.terms.get(*id) else {
                        continue;
                    };
                    let chain = view.site.terms.with_ancestors(term);
                    self.object_ancestors
                        .extend(chain.iter().map(|t| (t.taxonomy.clone(), t.term_id.0)));
                }
                self.ancestor_kind.clone_from(&post.post_type);
            }
            Some(QueriedObject::Term(term)) => {
                let chain = view.site.terms.with_ancestors(term);
                self.object_ancestors.extend(
                    chain
                        .iter()
                        .skip(1)
                        .map(|t| (t.taxonomy.clone(), t.term_id.0)),
                );
                self.ancestor_kind.clone_from(&term.taxonomy);
            }
            _ => {}
        }
    }

    fn add_relations(&self, item: &MenuItem, is_page: bool, classes: &mut Vec<String>) {
        let is_above = matches!(
            item.target_object,
            MenuItemTarget::Post(_) | MenuItemTarget::Term(_)
        ) && self
            .object_ancestors
            .contains(&(item.object.clone(), item.object_id));
        if is_above && !self.is_current(item) {
            classes.push(format!("current-{}-ancestor", self.ancestor_kind));
        }
        // What stands below a stored item is not that item, though it has its id.
        let is_itself = !item.is_below_its_own();
        let (is_ancestor, is_parent) = (
            is_itself && self.ancestors.contains(&item.id),
            is_itself && self.parents.contains(&item.id),
        );
        if is_ancestor {
            classes.push("current-menu-ancestor".to_owned());
        }
        if is_parent {
            classes.push("current-menu-parent".to_owned());
        }
        if item.item_type != "custom" && self.parent_objects.contains(&item.object_id) {
            classes.push(format!("current-{}-parent", self.object));
        }
        if is_page && is_parent {
            classes.push("current_page_parent".to_owned());
        }
        if is_page && is_ancestor {
            classes.push("current_page_ancestor".to_owned());
        }
    }
}

/// Whether an item leads to the page that is shown.
fn is_current(view: &View, item: &MenuItem) -> bool {
    let is = &view.query.is;
    match &item.target_object {
        MenuItemTarget::Post(post) => {
            view.query.queried_post_id() == Some(post.id)
                && (is.is_singular || is.is_posts_page || is.is_home)
        }
        MenuItemTarget::Term(term) => match &view.query.queried_object {
            Some(QueriedObject::Term(shown)) => shown.term_taxonomy_id == term.term_taxonomy_id,
            _ => false,
        },
        MenuItemTarget::PostTypeArchive(name) => match &view.query.queried_object {
            Some(QueriedObject::PostType(shown)) => is.is_post_type_archive && *shown == name,
            _ => false,
        },
        MenuItemTarget::Custom => is_current_url(view, &item.url),
    }
}

fn is_current_url(view: &View, url: &str) -> bool {
    let cut = match url.find('#') {
        Some(at) if at > 0 => &url[..at],
        _ => url,
    };
    if cut.is_empty() {
        return false;
    }
    let item_url = untrailingslashit(cut);
    let relative = untrailingslashit(&view.visitor.request_uri);
    let home = view.site.home();
    let host = home
        .find("//")
        .and_then(|at| home[at + 2..].find('/').map(|end| &home[..at + 2 + end]))
        .unwrap_or(&home);
    if item_url == relative && !relative.is_empty() || item_url == format!("{host}{relative}") {
        return true;
    }
    item_url == home && view.query.is.is_front_page
}

//! The current items of a menu and their ancestors.
//!
//! Contract "wordpress-core", section 10.2 (`_wp_menu_item_classes_by_context`).

use std::collections::HashSet;

use compat::wordpress::link::untrailingslashit;
use compat::wordpress::menu::{MenuItem, MenuItemTarget, NavMenu};
use compat::wordpress::post::PostId;
use compat::wordpress::query::QueriedObject;

use super::view::View;

/// The current items and ancestors of one menu.
#[derive(Default)]
pub(super) struct Active {
    /// By [`MenuItem::html_id`].
    current: HashSet<String>,
    ancestors: HashSet<PostId>,
    parents: HashSet<PostId>,
    parent_objects: HashSet<i64>,
    object: String,
    /// Ancestors of the queried object: type and id.
    object_ancestors: HashSet<(String, i64)>,
    ancestor_kind: String,
}

impl Active {
    pub(super) fn of(view: &View, menu: &NavMenu) -> Self {
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

    pub(super) fn is_current(&self, item: &MenuItem) -> bool {
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

    pub(super) fn add_relations(&self, item: &MenuItem, is_page: bool, classes: &mut Vec<String>) {
        let is_above = matches!(
            item.target_object,
            MenuItemTarget::Post(_) | MenuItemTarget::Term(_)
        ) && self
            .object_ancestors
            .contains(&(item.object.clone(), item.object_id));
        if is_above && !self.is_current(item) {
            classes.push(format!("current-{}-ancestor", self.ancestor_kind));
        }
        // A generated child item has its stored parent's id but is not that item.
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

/// Whether an item links to the current page.
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
    let relative = untrailingslashit(view.visitor.page_url.as_str());
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

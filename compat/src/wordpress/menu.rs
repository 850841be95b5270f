//! Navigation menus: terms of `nav_menu`, items that are posts with meta.
//!
//! Contract "wordpress-core", section 10.1. Part of the site's snapshot.

use std::sync::Arc;

use super::post::{Meta, Post, PostId};
use super::taxonomy::{Term, TermId};

/// A place of the theme that shows a menu (`register_nav_menu`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NavMenuLocation {
    /// Its name: `primary-menu`.
    pub location: &'static str,
    /// Its description, untranslated.
    pub description: &'static str,
    /// The text domain of the description.
    pub text_domain: &'static str,
}

/// What an item points to.
#[derive(Debug, Clone)]
pub enum MenuItemTarget {
    /// `_menu_item_type` = post_type: a page, post or other object that exists and is published. Only what links show of it
    /// is up to date ([`Tag::PostHead`](super::db::tag::Tag::PostHead)).
    Post(Arc<Post>),
    /// taxonomy: a term.
    Term(Arc<Term>),
    /// post_type_archive: the archive of the named type.
    PostTypeArchive(String),
    /// custom: the stored URL.
    Custom,
}

/// One of several items that replace a stored one (`wp_get_nav_menu_items`).
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct MenuItemCopy {
    /// The suffix that makes its id unique, appended to the stored id.
    pub suffix: String,
    /// More attributes of its link (`nav_menu_link_attributes`).
    pub link_attributes: Vec<(&'static str, String)>,
    /// Whether it is not marked when the visitor is where it leads.
    pub is_never_current: bool,
    /// Whether it is a child of the stored item; it then has no children.
    pub is_below: bool,
}

/// An item of a menu whose object exists and is published.
#[derive(Debug, Clone)]
pub struct MenuItem {
    /// The item's post id.
    pub id: PostId,
    /// The item above, 0 at the top.
    pub parent: PostId,
    /// Own title, else the object's.
    pub title: String,
    /// Attribute title (`post_excerpt`).
    pub attr_title: String,
    /// Description (`post_content`).
    pub description: String,
    /// `_menu_item_type`.
    pub item_type: String,
    /// `_menu_item_object`: page, category, custom, …
    pub object: String,
    /// `_menu_item_object_id`.
    pub object_id: i64,
    /// What it points to.
    pub target_object: MenuItemTarget,
    /// `_menu_item_url`, for custom items.
    pub url: String,
    /// `_menu_item_target`.
    pub target: String,
    /// `_menu_item_classes`.
    pub classes: Vec<String>,
    /// `_menu_item_xfn`.
    pub xfn: String,
    /// All meta of the item.
    pub meta: Arc<Meta>,
    /// Set for an item that replaces a stored one.
    pub copy: Option<MenuItemCopy>,
}

impl MenuItem {
    /// The part of its id and class after `menu-item-`.
    pub fn html_id(&self) -> String {
        match &self.copy {
            Some(copy) => format!("{}-{}", self.id, copy.suffix),
            None => self.id.to_string(),
        }
    }

    /// Whether it is marked when the visitor is where it leads.
    pub fn may_be_current(&self) -> bool {
        self.copy.as_ref().is_none_or(|copy| !copy.is_never_current)
    }

    /// Whether it is a child of the stored item it was copied from.
    pub fn is_below_its_own(&self) -> bool {
        self.copy.as_ref().is_some_and(|copy| copy.is_below)
    }
}

/// A menu: its term and its items in menu order.
#[derive(Debug, Clone)]
pub struct NavMenu {
    /// The `nav_menu` term.
    pub term: Arc<Term>,
    /// Items by `menu_order`.
    pub items: Vec<MenuItem>,
}

impl NavMenu {
    /// The menu's id.
    pub fn id(&self) -> TermId {
        self.term.term_id
    }

    /// Items directly below `parent` (0 for the top), in order.
    pub fn children(&self, parent: PostId) -> impl Iterator<Item = &MenuItem> {
        self.items.iter().filter(move |i| i.parent == parent)
    }
}

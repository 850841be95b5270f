//! Where the columns meet on this floor: under WordPress's own names for the places, each with its priority.

use std::borrow::Cow;

use compat::wordpress::menu::{MenuItem, NavMenu};

use crate::wordpress::view::{Page, View};

/// Prints something into the page.
pub type Action = fn(&mut Page) -> String;
/// Enqueues style sheets and scripts.
pub type Enqueue = fn(&mut Page);
/// Changes a list of classes.
pub type ClassFilter = fn(&View, &mut Vec<String>);

/// The items of a menu as they stand on a page; none where the stored ones do.
pub type MenuFilter = fn(&View, &NavMenu) -> Option<Vec<MenuItem>>;
/// Changes the printed items of a menu of so many levels (0 for all).
pub type MenuItemsFilter = fn(&mut Page, &NavMenu, usize, &mut String);
/// Changes the parts of the document's title.
pub type TitleFilter = fn(&View, &mut TitleParts);

/// The parts of the document's title (`document_title_parts`), in the order in which they are printed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TitleParts {
    /// What the page is about.
    pub title: String,
    /// The number of the page, in words; empty for the first.
    pub page: String,
    /// The site's name, or on the front page its tagline.
    pub site: String,
}

/// Functions by place, each list in the order of priority.
#[derive(Debug, Default, Clone)]
pub struct Hooks {
    /// `wp_head`: what stands in the head.
    wp_head: Vec<(i32, Action)>,
    /// `wp_footer`: what stands at the end of the body.
    wp_footer: Vec<(i32, Action)>,
    /// `wp_body_open`: what stands right after the body opens.
    wp_body_open: Vec<(i32, Action)>,
    /// `wp_enqueue_scripts`: which files the page links.
    wp_enqueue_scripts: Vec<(i32, Enqueue)>,
    /// `body_class`.
    body_class: Vec<(i32, ClassFilter)>,
    /// `wp_get_nav_menu_items`.
    wp_get_nav_menu_items: Vec<(i32, MenuFilter)>,
    /// `wp_nav_menu_items`.
    wp_nav_menu_items: Vec<(i32, MenuItemsFilter)>,
    /// `document_title_parts`.
    document_title_parts: Vec<(i32, TitleFilter)>,
}

/// Adds a function behind those of the same or a lower priority.
fn add<F>(list: &mut Vec<(i32, F)>, priority: i32, function: F) {
    let at = list.partition_point(|(p, _)| *p <= priority);
    list.insert(at, (priority, function));
}

impl Hooks {
    /// Prints in the head.
    pub fn wp_head(&mut self, priority: i32, action: Action) {
        add(&mut self.wp_head, priority, action);
    }

    /// Prints at the end of the body.
    pub fn wp_footer(&mut self, priority: i32, action: Action) {
        add(&mut self.wp_footer, priority, action);
    }

    /// Prints at the beginning of the body.
    pub fn wp_body_open(&mut self, priority: i32, action: Action) {
        add(&mut self.wp_body_open, priority, action);
    }

    /// Enqueues files.
    pub fn wp_enqueue_scripts(&mut self, priority: i32, enqueue: Enqueue) {
        add(&mut self.wp_enqueue_scripts, priority, enqueue);
    }

    /// Changes the classes of the body.
    pub fn body_class(&mut self, priority: i32, filter: ClassFilter) {
        add(&mut self.body_class, priority, filter);
    }

    /// Changes the items of menus before they are printed.
    pub fn wp_get_nav_menu_items(&mut self, priority: i32, filter: MenuFilter) {
        add(&mut self.wp_get_nav_menu_items, priority, filter);
    }

    /// Changes the printed items of menus.
    pub fn wp_nav_menu_items(&mut self, priority: i32, filter: MenuItemsFilter) {
        add(&mut self.wp_nav_menu_items, priority, filter);
    }

    /// Changes the parts of the document's title.
    pub fn document_title_parts(&mut self, priority: i32, filter: TitleFilter) {
        add(&mut self.document_title_parts, priority, filter);
    }

    /// Runs `wp_head`: what stands in the head up to a priority, and what stands behind it.
    pub fn do_wp_head(&self, page: &mut Page, priority: i32) -> [String; 2] {
        let split = self.wp_head.partition_point(|(p, _)| *p <= priority);
        let (before, behind) = self.wp_head.split_at(split);
        [before, behind].map(|actions| actions.iter().map(|(_, action)| action(page)).collect())
    }

    /// Runs `wp_footer`.
    pub fn do_wp_footer(&self, page: &mut Page) -> String {
        self.wp_footer
            .iter()
            .map(|(_, action)| action(page))
            .collect()
    }

    /// Runs `wp_body_open`.
    pub fn do_wp_body_open(&self, page: &mut Page) -> String {
        self.wp_body_open
            .iter()
            .map(|(_, action)| action(page))
            .collect()
    }

    /// Runs `wp_enqueue_scripts`.
    pub fn do_wp_enqueue_scripts(&self, page: &mut Page) {
        self.wp_enqueue_scripts
            .iter()
            .for_each(|(_, enqueue)| enqueue(page));
    }

    /// Runs `body_class`.
    pub fn apply_body_class(&self, view: &View, classes: &mut Vec<String>) {
        self.body_class
            .iter()
            .for_each(|(_, filter)| filter(view, classes));
    }

    /// Runs `wp_get_nav_menu_items`.
    pub fn apply_wp_get_nav_menu_items<'m>(
        &self,
        view: &View,
        menu: &'m NavMenu,
    ) -> Cow<'m, NavMenu> {
        let mut menu = Cow::Borrowed(menu);
        for (_, filter) in &self.wp_get_nav_menu_items {
            if let Some(items) = filter(view, &menu) {
                let term = menu.term.clone();
                menu = Cow::Owned(NavMenu { term, items });
            }
        }
        menu
    }

    /// Runs `wp_nav_menu_items`.
    pub fn apply_wp_nav_menu_items(
        &self,
        page: &mut Page,
        menu: &NavMenu,
        depth: usize,
        items: &mut String,
    ) {
        self.wp_nav_menu_items
            .iter()
            .for_each(|(_, filter)| filter(page, menu, depth, items));
    }

    /// Runs `document_title_parts`.
    pub fn apply_document_title_parts(&self, view: &View, parts: &mut TitleParts) {
        self.document_title_parts
            .iter()
            .for_each(|(_, filter)| filter(view, parts));
    }
}

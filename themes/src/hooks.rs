//! WordPress's actions and filters on this floor, under their names and with priorities.
//!
//! The types take what a page is rendered from (`V`) and one rendering of it (`P`) as parameters: see
//! [`crate::wordpress::view`].

use std::borrow::Cow;

use compat::wordpress::menu::{MenuItem, NavMenu};
use compat::wordpress::post::{Post, PostId};

/// An action that prints.
pub type Action<P> = fn(&mut P) -> String;
/// An action that enqueues style sheets and scripts.
pub type Enqueue<P> = fn(&mut P);
/// A filter of classes.
pub type ClassFilter<V> = fn(&V, &mut Vec<String>);

/// Whether something holds for a page.
pub type PageTest<V> = fn(&V) -> bool;
/// A filter of a menu's items; `None` leaves them unchanged.
pub type MenuFilter<V> = fn(&V, &NavMenu) -> Option<Vec<MenuItem>>;
/// A filter of the classes of a menu's item.
pub type MenuClassFilter<V> = fn(&V, &MenuItem, &mut Vec<String>);
/// A filter of a menu's rendered items; the number is the menu's depth (0: all levels).
pub type MenuItemsFilter<P> = fn(&mut P, &NavMenu, usize, &mut String);
/// A filter of the document title's parts.
pub type TitleFilter<V> = fn(&V, &mut TitleParts);
/// Changes the shown title of the page that was asked for; `None`: it stays.
pub type PageTitleFilter<V> = fn(&V, PostId) -> Option<String>;
/// The text whose first words are the excerpt of a post, made of the given part of its content; `None`: what content
/// is made of.
pub type ExcerptTextFilter<V> = fn(&V, &Post, &str) -> Option<String>;
/// Changes the title of a post type's archive.
pub type ArchiveTitleFilter<V> = fn(&V, &str, &mut String);

/// The parts of the document title (`document_title_parts`), in printed order.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TitleParts {
    /// What the page shows.
    pub title: String,
    /// The page number as text; empty for the first page.
    pub page: String,
    /// The site's name, or on the front page its tagline.
    pub site: String,
}

/// The registered functions, each list in order of priority.
pub struct Hooks<V, P> {
    /// `wp_head`.
    wp_head: Vec<(i32, Action<P>)>,
    /// `wp_footer`.
    wp_footer: Vec<(i32, Action<P>)>,
    /// `wp_body_open`.
    wp_body_open: Vec<(i32, Action<P>)>,
    /// `wp_enqueue_scripts`.
    wp_enqueue_scripts: Vec<(i32, Enqueue<P>)>,
    /// `body_class`.
    body_class: Vec<(i32, ClassFilter<V>)>,
    /// `wp_get_nav_menu_items`.
    wp_get_nav_menu_items: Vec<(i32, MenuFilter<V>)>,
    /// `wp_nav_menu_objects`, as far as it changes classes.
    menu_item_class: Vec<(i32, MenuClassFilter<V>)>,
    /// `wp_nav_menu_items`.
    wp_nav_menu_items: Vec<(i32, MenuItemsFilter<P>)>,
    /// `document_title_parts`.
    document_title_parts: Vec<(i32, TitleFilter<V>)>,
    /// `post_type_archive_title`.
    post_type_archive_title: Vec<(i32, ArchiveTitleFilter<V>)>,
    /// `woocommerce_login_form` and other login forms on pages.
    login_form: Vec<(i32, Action<P>)>,
    /// `the_title`, of the page that was asked for.
    the_title: Vec<(i32, PageTitleFilter<V>)>,
    /// `get_the_excerpt`, before the content is read.
    excerpt_text: Vec<(i32, ExcerptTextFilter<V>)>,
    /// `wp_robots`: pages that search engines are to leave out.
    wp_robots: Vec<(i32, PageTest<V>)>,
}

/// Adds a function after those of the same or a lower priority number.
fn add<F>(list: &mut Vec<(i32, F)>, priority: i32, function: F) {
    let at = list.partition_point(|(p, _)| *p <= priority);
    list.insert(at, (priority, function));
}

impl<V, P> Default for Hooks<V, P> {
    fn default() -> Self {
        Self {
            wp_head: Vec::new(),
            wp_footer: Vec::new(),
            wp_body_open: Vec::new(),
            wp_enqueue_scripts: Vec::new(),
            body_class: Vec::new(),
            wp_get_nav_menu_items: Vec::new(),
            menu_item_class: Vec::new(),
            wp_nav_menu_items: Vec::new(),
            document_title_parts: Vec::new(),
            post_type_archive_title: Vec::new(),
            login_form: Vec::new(),
            the_title: Vec::new(),
            excerpt_text: Vec::new(),
            wp_robots: Vec::new(),
        }
    }
}

impl<V, P> Hooks<V, P> {
    /// Changes the titles of the archives of post types.
    pub fn post_type_archive_title(&mut self, priority: i32, filter: ArchiveTitleFilter<V>) {
        add(&mut self.post_type_archive_title, priority, filter);
    }

    /// Adds a function that says of which pages search engines are told to leave them out (`wp_robots_no_robots`).
    pub fn wp_robots(&mut self, priority: i32, is_left_out: fn(&V) -> bool) {
        add(&mut self.wp_robots, priority, is_left_out);
    }

    /// Whether search engines are to leave a page out.
    pub fn is_left_out_by_robots(&self, view: &V) -> bool {
        self.wp_robots.iter().any(|(_, f)| f(view))
    }

    /// Adds a function that says what the excerpts of posts are made of.
    pub fn excerpt_text(&mut self, priority: i32, filter: ExcerptTextFilter<V>) {
        add(&mut self.excerpt_text, priority, filter);
    }

    /// What the excerpt of a post is made of; `None`: its filtered content.
    pub fn apply_excerpt_text(&self, view: &V, post: &Post, content: &str) -> Option<String> {
        let mut filters = self.excerpt_text.iter();
        filters.find_map(|(_, f)| f(view, post, content))
    }

    /// Adds a filter of the shown title of the page that was asked for.
    pub fn the_title(&mut self, priority: i32, filter: PageTitleFilter<V>) {
        add(&mut self.the_title, priority, filter);
    }

    /// The shown title of the page that was asked for; `None`: its own.
    pub fn apply_the_title(&self, view: &V, post: PostId) -> Option<String> {
        self.the_title.iter().find_map(|(_, f)| f(view, post))
    }

    /// Adds a function to the login forms on pages, before their button.
    pub fn login_form(&mut self, priority: i32, action: Action<P>) {
        add(&mut self.login_form, priority, action);
    }

    /// What functions print in a login form on a page.
    pub fn do_login_form(&self, page: &mut P) -> String {
        self.login_form.iter().map(|(_, f)| f(page)).collect()
    }

    /// Adds an action to `wp_head`.
    pub fn wp_head(&mut self, priority: i32, action: Action<P>) {
        add(&mut self.wp_head, priority, action);
    }

    /// Adds an action to `wp_footer`.
    pub fn wp_footer(&mut self, priority: i32, action: Action<P>) {
        add(&mut self.wp_footer, priority, action);
    }

    /// Adds an action to `wp_body_open`.
    pub fn wp_body_open(&mut self, priority: i32, action: Action<P>) {
        add(&mut self.wp_body_open, priority, action);
    }

    /// Adds an action to `wp_enqueue_scripts`.
    pub fn wp_enqueue_scripts(&mut self, priority: i32, enqueue: Enqueue<P>) {
        add(&mut self.wp_enqueue_scripts, priority, enqueue);
    }

    /// Adds a filter to `body_class`.
    pub fn body_class(&mut self, priority: i32, filter: ClassFilter<V>) {
        add(&mut self.body_class, priority, filter);
    }

    /// Adds a filter to `wp_get_nav_menu_items`.
    pub fn wp_get_nav_menu_items(&mut self, priority: i32, filter: MenuFilter<V>) {
        add(&mut self.wp_get_nav_menu_items, priority, filter);
    }

    /// Adds a filter to the classes of menu items.
    pub fn menu_item_class(&mut self, priority: i32, filter: MenuClassFilter<V>) {
        add(&mut self.menu_item_class, priority, filter);
    }

    /// Adds a filter to `wp_nav_menu_items`.
    pub fn wp_nav_menu_items(&mut self, priority: i32, filter: MenuItemsFilter<P>) {
        add(&mut self.wp_nav_menu_items, priority, filter);
    }

    /// Adds a filter to `document_title_parts`.
    pub fn document_title_parts(&mut self, priority: i32, filter: TitleFilter<V>) {
        add(&mut self.document_title_parts, priority, filter);
    }

    /// Runs `post_type_archive_title`.
    pub fn apply_post_type_archive_title(&self, view: &V, post_type: &str, title: &mut String) {
        self.post_type_archive_title
            .iter()
            .for_each(|(_, filter)| filter(view, post_type, title));
    }

    /// Runs `wp_head`: the output up to a priority, and that of the rest.
    pub fn do_wp_head(&self, page: &mut P, priority: i32) -> [String; 2] {
        let split = self.wp_head.partition_point(|(p, _)| *p <= priority);
        let (before, behind) = self.wp_head.split_at(split);
        [before, behind].map(|actions| actions.iter().map(|(_, action)| action(page)).collect())
    }

    /// Runs `wp_footer`.
    pub fn do_wp_footer(&self, page: &mut P) -> String {
        self.wp_footer
            .iter()
            .map(|(_, action)| action(page))
            .collect()
    }

    /// Runs `wp_body_open`.
    pub fn do_wp_body_open(&self, page: &mut P) -> String {
        self.wp_body_open
            .iter()
            .map(|(_, action)| action(page))
            .collect()
    }

    /// Runs `wp_enqueue_scripts`.
    pub fn do_wp_enqueue_scripts(&self, page: &mut P) {
        self.wp_enqueue_scripts
            .iter()
            .for_each(|(_, enqueue)| enqueue(page));
    }

    /// Runs `body_class`.
    pub fn apply_body_class(&self, view: &V, classes: &mut Vec<String>) {
        self.body_class
            .iter()
            .for_each(|(_, filter)| filter(view, classes));
    }

    /// Runs `wp_get_nav_menu_items`.
    pub fn apply_wp_get_nav_menu_items<'m>(&self, view: &V, menu: &'m NavMenu) -> Cow<'m, NavMenu> {
        let mut menu = Cow::Borrowed(menu);
        for (_, filter) in &self.wp_get_nav_menu_items {
            if let Some(items) = filter(view, &menu) {
                let term = menu.term.clone();
                menu = Cow::Owned(NavMenu { term, items });
            }
        }
        menu
    }

    /// Runs the filters of the classes of a menu item.
    pub fn apply_menu_item_class(&self, view: &V, item: &MenuItem, classes: &mut Vec<String>) {
        self.menu_item_class
            .iter()
            .for_each(|(_, filter)| filter(view, item, classes));
    }

    /// Runs `wp_nav_menu_items`.
    pub fn apply_wp_nav_menu_items(
        &self,
        page: &mut P,
        menu: &NavMenu,
        depth: usize,
        items: &mut String,
    ) {
        self.wp_nav_menu_items
            .iter()
            .for_each(|(_, filter)| filter(page, menu, depth, items));
    }

    /// Runs `document_title_parts`.
    pub fn apply_document_title_parts(&self, view: &V, parts: &mut TitleParts) {
        self.document_title_parts
            .iter()
            .for_each(|(_, filter)| filter(view, parts));
    }
}

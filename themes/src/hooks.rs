//! Where the columns meet on this floor: under WordPress's own names for the places, each with its priority.

use crate::wordpress::view::{Page, View};

/// Prints something into the page.
pub type Action = fn(&mut Page) -> String;
/// Enqueues style sheets and scripts.
pub type Enqueue = fn(&mut Page);
/// Changes a list of classes.
pub type ClassFilter = fn(&View, &mut Vec<String>);

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

    /// Runs `wp_head`.
    pub fn do_wp_head(&self, page: &mut Page) -> String {
        self.wp_head
            .iter()
            .map(|(_, action)| action(page))
            .collect()
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
}

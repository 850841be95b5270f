//! Shortcodes: the registered tags of a site and what each prints.
//!
//! Contract "wordpress-core" section 8.4. Columns register their tags in a [`Shortcodes`] list, generic over the context
//! `C` of the handlers (`themes` uses its page), so that this floor finds, parses, nests and replaces shortcodes without
//! markup.
//!
//! It does not print anything itself, and it does not decide where in a page shortcodes run: that is
//! [`crate::wordpress::content`].

mod attribute_kses;
mod atts;
pub(crate) mod do_shortcode;
mod entities;
mod html_tags;
mod scanner;

pub use atts::{AttKey, Atts, shortcode_atts, shortcode_parse_atts, shortcode_parse_atts_bytes};
pub use do_shortcode::Level;
pub use entities::unescape_invalid_shortcodes;
pub use scanner::{ShortcodeMatch, ShortcodeMatches};

use super::name_hash::NameMap;

/// One use of a shortcode, as its handler sees it.
pub struct ShortcodeCall<'a, C> {
    /// The tag as registered, or as written for a foreign tag.
    pub tag: &'a str,
    /// The parsed attributes; empty when there are none.
    pub atts: Atts,
    /// The text between the opening and the closing tag, not yet expanded; empty without a closing tag.
    pub content: &'a str,
    /// The list in which this shortcode was found, for the shortcodes inside `content`.
    pub shortcodes: &'a Shortcodes<C>,
}

/// What a tag prints.
pub type Handler<C> = Box<dyn Fn(&ShortcodeCall<'_, C>, &mut C) -> String + Send + Sync>;

/// Renders a whole text instead of the sequential pass; `None` uses the pass.
pub type TreeRenderer<C> = Box<dyn Fn(&str, &mut C) -> Option<String> + Send + Sync>;

/// The shortcodes of a site.
pub struct Shortcodes<C> {
    handlers: Vec<(String, Handler<C>)>,
    positions: NameMap<String, usize>,
    foreign_tags: NameMap<String, ()>,
    foreign_prefixes: Vec<String>,
    tree_renderer: Option<TreeRenderer<C>>,
    is_stopped: fn(&C) -> bool,
}

impl<C> Default for Shortcodes<C> {
    fn default() -> Self {
        Self {
            handlers: Vec::new(),
            positions: NameMap::default(),
            foreign_tags: NameMap::default(),
            foreign_prefixes: Vec::new(),
            tree_renderer: None,
            is_stopped: |_| false,
        }
    }
}

/// The meaning of a name after a bracket.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Known {
    /// A tag with a handler, by its position of registration.
    Registered(usize),
    /// A tag of software that is absent: its inner content is shown.
    Foreign,
}

impl<C> Shortcodes<C> {
    /// An empty list.
    pub fn new() -> Self {
        Self::default()
    }

    /// `add_shortcode`: a second registration replaces the first and keeps its position.
    ///
    /// A name that WordPress refuses (empty, or with one of `<>&/[]=`, white space or control characters) is
    /// left out and answered with `false`.
    pub fn register(
        &mut self,
        tag: &str,
        handler: impl Fn(&ShortcodeCall<'_, C>, &mut C) -> String + Send + Sync + 'static,
    ) -> bool {
        if tag.is_empty() || !tag.bytes().all(scanner::is_name_byte) {
            return false;
        }
        if let Some(entry) = self
            .positions
            .get(tag)
            .and_then(|&at| self.handlers.get_mut(at))
        {
            entry.1 = Box::new(handler);
        } else {
            self.positions.insert(tag.to_owned(), self.handlers.len());
            self.handlers.push((tag.to_owned(), Box::new(handler)));
        }
        true
    }

    /// Sets the check whether a page's rendering was stopped; shortcodes then print nothing.
    pub fn stop_when(&mut self, is_stopped: fn(&C) -> bool) {
        self.is_stopped = is_stopped;
    }

    /// Names a tag of software that is absent: instead of the raw shortcode its inner content is shown.
    pub fn foreign_tag(&mut self, tag: &str) {
        self.foreign_tags.insert(tag.to_owned(), ());
    }

    /// Names the beginning of tags of software that is absent, for example `et_pb_`.
    pub fn foreign_prefix(&mut self, prefix: &str) {
        if !prefix.is_empty() {
            self.foreign_prefixes.push(prefix.to_owned());
        }
    }

    /// Sets the renderer for texts with builder elements. It must print the same as the sequential pass, and returns `None`
    /// for texts that need the pass.
    pub fn set_tree_renderer(
        &mut self,
        render: impl Fn(&str, &mut C) -> Option<String> + Send + Sync + 'static,
    ) {
        self.tree_renderer = Some(Box::new(render));
    }

    /// Whether `tag` has a handler.
    pub fn shortcode_exists(&self, tag: &str) -> bool {
        self.positions.contains_key(tag)
    }

    /// The tags with a handler, in the order of their registration.
    pub fn tagnames(&self) -> impl Iterator<Item = &str> {
        self.handlers.iter().map(|(tag, _)| tag.as_str())
    }

    /// The known tags (foreign ones included) that `content` names after a bracket: handled ones in the order of
    /// their registration, then foreign ones in the order of their appearance.
    ///
    /// Texturizing and paragraph repair look at these names only.
    pub fn tagnames_in<'a>(&'a self, content: &'a str) -> Vec<&'a str> {
        let mut registered = Vec::new();
        let mut foreign: Vec<&str> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for name in scanner::names(content) {
            match self.known(name) {
                Some(Known::Registered(at)) => registered.push(at),
                Some(Known::Foreign) if seen.insert(name) => foreign.push(name),
                _ => {}
            }
        }
        registered.sort_unstable();
        registered.dedup();
        registered
            .into_iter()
            .filter_map(|at| self.handlers.get(at).map(|(tag, _)| tag.as_str()))
            .chain(foreign)
            .collect()
    }

    /// Whether `name` has a handler or is a foreign tag; what texturizing and paragraph repair ask.
    pub fn is_known(&self, name: &str) -> bool {
        self.known(name).is_some()
    }

    /// The shortcodes of `content`, from left to right; what lies inside one is not looked at.
    pub fn matches<'a>(
        &'a self,
        content: &'a str,
    ) -> ShortcodeMatches<'a, impl Fn(&'a str) -> Option<usize>> {
        ShortcodeMatches::new(content, |name| {
            scanner::resolve_name(name, |tag| self.rank(tag))
        })
    }

    /// The place of a name among those that could be meant.
    fn rank(&self, tag: &str) -> Option<usize> {
        match self.known(tag)? {
            Known::Registered(at) => Some(at),
            Known::Foreign => Some(usize::MAX),
        }
    }

    pub(crate) fn known(&self, name: &str) -> Option<Known> {
        if let Some(&at) = self.positions.get(name) {
            return Some(Known::Registered(at));
        }
        let foreign = self.foreign_tags.contains_key(name)
            || self
                .foreign_prefixes
                .iter()
                .any(|p| name.starts_with(p.as_str()));
        (foreign && name.bytes().all(scanner::is_word_byte)).then_some(Known::Foreign)
    }

    fn handler(&self, at: usize) -> Option<(&str, &Handler<C>)> {
        self.handlers.get(at).map(|(tag, h)| (tag.as_str(), h))
    }
}

//! Runs, strips and looks for shortcodes.
//!
//! Contract "wordpress-core" section 8.4. In WordPress's order: shortcodes inside HTML tags, shortcodes in text, then
//! unescaping of brackets.

use std::borrow::Cow;
use std::cell::{Cell, OnceCell};

use super::entities::unescape_invalid_shortcodes;
use super::html_tags::do_shortcodes_in_html_tags;
use super::scanner::{ShortcodeMatch, ShortcodeMatches, names, resolve_name};
use super::{Known, ShortcodeCall, Shortcodes, shortcode_parse_atts};
use crate::wordpress::name_hash::NameSet;

/// Maximum nesting depth of shortcodes, against stack overflow; deeper ones are left as text.
pub const MOST_DEPTH: usize = 40;

thread_local! {
    /// How deep this thread's stack is in shortcodes.
    static DEPTH: Cell<usize> = const { Cell::new(0) };
}

/// One level of shortcodes inside of others, until it is dropped.
#[derive(Debug)]
pub struct Level(());

impl Level {
    /// Enters a nesting level; `None` when [`MOST_DEPTH`] is reached.
    pub fn enter() -> Option<Self> {
        let depth = DEPTH.get();
        (depth < MOST_DEPTH).then(|| {
            DEPTH.set(depth + 1);
            Self(())
        })
    }

    /// Does something at the outermost level, as for a page that this thread renders in the middle of another one.
    pub fn outermost<T>(work: impl FnOnce() -> T) -> T {
        let before = DEPTH.replace(0);
        let done = work();
        DEPTH.set(before);
        done
    }

    /// How many more levels this thread may enter.
    pub fn left() -> usize {
        MOST_DEPTH.saturating_sub(DEPTH.get())
    }
}

impl Drop for Level {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get().saturating_sub(1));
    }
}

/// A step of the pipeline that leaves text that needs no change where it is.
pub(crate) fn and_then<'a>(
    text: Cow<'a, str>,
    step: impl FnOnce(&str) -> Cow<'_, str>,
) -> Cow<'a, str> {
    match text {
        Cow::Borrowed(t) => Cow::Owned(match step(t) {
            Cow::Borrowed(b) if b.len() == t.len() => return Cow::Borrowed(t),
            other => other.into_owned(),
        }),
        Cow::Owned(t) => match step(&t) {
            Cow::Borrowed(b) if b.len() == t.len() => Cow::Owned(t),
            other => Cow::Owned(other.into_owned()),
        },
    }
}

/// The tags of one call: only names that the whole text holds directly after a bracket are looked for.
pub(super) struct Present<'a> {
    content: &'a str,
    names: OnceCell<NameSet<&'a str>>,
}

impl<'a> Present<'a> {
    fn in_content<C>(content: &'a str, shortcodes: &Shortcodes<C>) -> Option<Self> {
        let is_any = names(content).any(|name| shortcodes.known(name).is_some());
        is_any.then_some(Self {
            content,
            names: OnceCell::new(),
        })
    }

    fn has(&self, tag: &str) -> bool {
        let names = self.names.get_or_init(|| names(self.content).collect());
        names.contains(tag)
    }

    /// How many bytes of a name in `text` are the tag. A plain name of the whole text needs no list: it stands there.
    fn len_of_tag<C>(&self, name: &str, text: &str, shortcodes: &Shortcodes<C>) -> Option<usize> {
        let is_whole = std::ptr::eq(text, self.content);
        resolve_name(name, |tag| {
            let is_there = (is_whole && tag.len() == name.len()) || self.has(tag);
            is_there.then(|| shortcodes.rank(tag)).flatten()
        })
    }

    /// Replaces each shortcode of `text` by what `with` adds to the output; counts them.
    pub(super) fn replace<'t, C>(
        &self,
        text: &'t str,
        shortcodes: &Shortcodes<C>,
        mut with: impl FnMut(&ShortcodeMatch<'t>, &mut String),
    ) -> (Cow<'t, str>, usize) {
        let mut out = String::new();
        let (mut copied, mut count) = (0, 0);
        let len_of_tag = |name: &str| self.len_of_tag(name, text, shortcodes);
        for found in ShortcodeMatches::new(text, len_of_tag) {
            if count == 0 {
                // What a shortcode prints is mostly longer than the shortcode.
                out.reserve(2 * text.len());
            }
            out.push_str(text.get(copied..found.start).unwrap_or_default());
            copied = found.end;
            count += 1;
            if found.is_escaped() {
                out.push_str(text.get(found.start + 1..found.end - 1).unwrap_or_default());
                continue;
            }
            if found.open_escape {
                out.push('[');
            }
            with(&found, &mut out);
            if found.close_escape {
                out.push(']');
            }
        }
        if count == 0 {
            return (Cow::Borrowed(text), 0);
        }
        out.push_str(text.get(copied..).unwrap_or_default());
        (Cow::Owned(out), count)
    }
}

impl<C> Shortcodes<C> {
    /// Runs the shortcodes of `content`, those inside HTML tags included.
    pub fn do_shortcode<'a>(&self, content: &'a str, context: &mut C) -> Cow<'a, str> {
        self.run(content, false, context)
    }

    /// Runs the shortcodes of `content`, except those inside HTML tags.
    pub fn do_shortcode_ignoring_html<'a>(
        &self,
        content: &'a str,
        context: &mut C,
    ) -> Cow<'a, str> {
        self.run(content, true, context)
    }

    fn run<'a>(&self, content: &'a str, ignore_html: bool, context: &mut C) -> Cow<'a, str> {
        let Some(present) = Present::in_content(content, self) else {
            return Cow::Borrowed(content);
        };
        let Some(_level) = Level::enter() else {
            return Cow::Borrowed(content);
        };
        if !ignore_html && let Some(rendered) = self.render_as_tree(content, context) {
            return Cow::Owned(rendered);
        }
        let content = do_shortcodes_in_html_tags(content, ignore_html, |text| {
            present.replace(text, self, |m, out| self.call(m, context, out))
        });
        let content = and_then(content, |text| {
            present
                .replace(text, self, |m, out| self.call(m, context, out))
                .0
        });
        and_then(content, unescape_invalid_shortcodes)
    }

    /// What the tree renderer of a column makes of a text ([`Shortcodes::set_tree_renderer`]).
    fn render_as_tree(&self, content: &str, context: &mut C) -> Option<String> {
        self.tree_renderer
            .as_ref()
            .and_then(|render| render(content, context))
    }

    /// The shortcodes that one run over `text` replaces; `None` when the text names no tag, so that the run leaves it as
    /// it is. HTML tags are not looked at: the caller hides their brackets.
    pub(crate) fn matches_of_run<'t>(&self, text: &'t str) -> Option<Vec<ShortcodeMatch<'t>>> {
        let present = Present::in_content(text, self)?;
        let len_of_tag = |name: &str| present.len_of_tag(name, text, self);
        Some(ShortcodeMatches::new(text, len_of_tag).collect())
    }

    /// Runs one shortcode with a handler, as [`Self::do_shortcode`] does where it finds it.
    pub fn do_shortcode_tag(
        &self,
        tag: &str,
        attrs: &str,
        content: &str,
        context: &mut C,
    ) -> String {
        let Some((tag, handler)) = self.positions.get(tag).and_then(|&at| self.handler(at)) else {
            return String::new();
        };
        let call = ShortcodeCall {
            tag,
            atts: shortcode_parse_atts(attrs),
            content,
            shortcodes: self,
        };
        handler(&call, context)
    }

    fn call(&self, found: &ShortcodeMatch<'_>, context: &mut C, out: &mut String) {
        if (self.is_stopped)(context) {
            return;
        }
        let content = found.content.unwrap_or_default();
        match self.known(found.tag) {
            Some(Known::Registered(_)) => {
                out.push_str(&self.do_shortcode_tag(found.tag, found.attrs, content, context));
            }
            _ => out.push_str(&self.do_shortcode(content, context)),
        }
    }

    /// Removes the shortcodes of `content` together with what they enclose.
    pub fn strip_shortcodes<'a>(&self, content: &'a str) -> Cow<'a, str> {
        let Some(present) = Present::in_content(content, self) else {
            return Cow::Borrowed(content);
        };
        let content = do_shortcodes_in_html_tags(content, true, |text| (Cow::Borrowed(text), 0));
        let content = and_then(content, |text| present.replace(text, self, |_, _| {}).0);
        and_then(content, unescape_invalid_shortcodes)
    }

    /// Whether `content` uses `tag`, at any depth.
    pub fn has_shortcode(&self, content: &str, tag: &str) -> bool {
        if !self.shortcode_exists(tag) {
            return false;
        }
        // Content of a tag holds no closing tag of that name, so this stack stays as flat as the list is long.
        let mut texts = vec![content];
        while let Some(text) = texts.pop() {
            for found in self.matches(text) {
                if found.tag == tag {
                    return true;
                }
                texts.extend(found.content.filter(|c| c.contains('[')));
            }
        }
        false
    }
}

impl<C> ShortcodeCall<'_, C> {
    /// The content with its shortcodes run.
    pub fn do_content(&self, context: &mut C) -> Cow<'_, str> {
        self.shortcodes.do_shortcode(self.content, context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nesting_without_end_stays_text() {
        let mut shortcodes: Shortcodes<()> = Shortcodes::new();
        shortcodes.foreign_prefix("x_");
        let open = |n: usize| format!("[x_{n}]");
        let close = |n: usize| format!("[/x_{n}]");
        let nested = |depth: usize| {
            let before: String = (0..depth).map(open).collect();
            let behind: String = (0..depth).rev().map(close).collect();
            format!("{before}dentro{behind}")
        };
        assert_eq!(
            shortcodes.do_shortcode(&nested(MOST_DEPTH), &mut ()),
            "dentro"
        );
        let deep = nested(10_000);
        let out = shortcodes.do_shortcode(&deep, &mut ());
        assert!(out.starts_with("[x_40]") && out.len() < deep.len());
        // What comes behind is not affected.
        assert_eq!(shortcodes.do_shortcode("[x_1]a[/x_1]", &mut ()), "a");
    }
}

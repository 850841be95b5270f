//! The filters that Divi adds to a post's content.
//!
//! Contract "divi-server" section 2, points 1 to 3; order and priorities: vector family wordpress-content. Texts
//! that are not made with the builder pass unchanged, except posts of the format `quote`.
//!
//! Layouts of the Theme Builder go through a chain of their own ([`et_builder_render_layout`]). Not here: the removal of a
//! `gallery` post's gallery.

use std::borrow::Cow;

use super::code_module::prep_code_module_for_wpautop;
use super::shortcode_breaks::fix_shortcodes;
use crate::wordpress::content::{
    ContentContext, ContentFilters, Filters, add_capital_p_dangit, add_content_tags,
    add_convert_smilies,
};

/// The wrapper of a post made with the builder.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuilderLayout {
    /// Gutter width of the page, 1 to 4.
    pub gutter_width: u8,
    /// Additional classes of the inner wrapper, each with a leading space.
    pub inner_classes: String,
}

/// The input of these filters from the page.
pub trait ContentHost: ContentContext {
    /// The wrapper; present for the page's own content where it is made with the builder.
    fn builder_layout(&self) -> Option<BuilderLayout>;

    /// Whether the post has the format `quote` and the page shows the quotation on its own.
    fn shows_quote(&self) -> bool {
        false
    }
}

/// The hook of the filters of layouts.
pub const ET_BUILDER_RENDER_LAYOUT: &str = "et_builder_render_layout";

/// The filters of layouts, which stand in for a part of the page: core's steps without blocks and embeds, and Divi's own.
pub fn et_builder_render_layout<C: ContentHost>(core: &ContentFilters<C>) -> Filters<C> {
    let mut layout = Filters::of_content();
    add_capital_p_dangit(10, &mut layout);
    core.add_texturize(&mut layout);
    add_convert_smilies(10, &mut layout);
    core.add_autop(&mut layout);
    core.add_shortcodes(&mut layout);
    add_content_tags(ET_BUILDER_RENDER_LAYOUT, &mut layout);
    add_code_guard(&mut layout);
    layout.add(10, "et_fix_builder_shortcodes", |text, _| {
        fix_shortcodes(text)
    });
    layout
}

/// Hides the markup of code modules from `wpautop`; rendering the module restores it.
fn add_code_guard<C: ContentHost>(filters: &mut Filters<C>) {
    filters.add(0, "et_pb_prep_code_module_for_wpautop", |text, _| {
        prep_code_module_for_wpautop(text)
    });
}

/// Adds Divi's filters to `the_content`.
pub fn register<C: ContentHost>(the_content: &mut Filters<C>) {
    add_code_guard(the_content);
    the_content.add(
        10,
        "et_builder_add_builder_content_wrapper",
        |text, pass| match pass.context.builder_layout() {
            Some(layout) if !text.is_empty() => Cow::Owned(wrapped(text, &layout)),
            _ => Cow::Borrowed(text),
        },
    );
    the_content.add(10, "et_fix_builder_shortcodes", |text, pass| {
        if pass.context.builder_layout().is_some() {
            fix_shortcodes(text)
        } else {
            Cow::Borrowed(text)
        }
    });
    the_content.add(10, "et_remove_blockquote_from_content", |text, pass| {
        if pass.context.shows_quote() {
            without_blockquote(text)
        } else {
            Cow::Borrowed(text)
        }
    });
}

/// The content of a post made with the builder in its wrapper, with the white space of the recorded pages.
pub fn wrapped(text: &str, layout: &BuilderLayout) -> String {
    let BuilderLayout {
        gutter_width,
        inner_classes,
    } = layout;
    wrap_layout(
        "div",
        "post",
        &format!("{gutter_width}{inner_classes}"),
        text,
    )
}

/// A layout in its wrapper: `tag` is the outer element, `kind` the area of the page.
pub fn wrap_layout(tag: &str, kind: &str, gutters: &str, text: &str) -> String {
    let head = format!(
        "<{tag} class=\"et-l et-l--{kind}\">\n\t\t\t<div class=\"et_builder_inner_content \
         et_pb_gutters{gutters}\">"
    );
    let end = format!("\t\t</div>\n\t</{tag}>\n\t");
    [&head, text, &end].concat()
}

/// The content without its first `blockquote`, which the page prints in its header.
fn without_blockquote(text: &str) -> Cow<'_, str> {
    const OPEN: &str = "<blockquote>";
    const CLOSE: &str = "</blockquote>";
    let lower = text.to_ascii_lowercase();
    let span = lower.find(OPEN).and_then(|start| {
        // At least one character stands between the two.
        let inner = start + OPEN.len();
        let first = lower.get(inner..)?.chars().next()?.len_utf8();
        let close = lower.get(inner + first..)?.find(CLOSE)?;
        Some((start, inner + first + close + CLOSE.len()))
    });
    let Some((start, end)) = span else {
        return Cow::Borrowed(text);
    };
    let before = text.get(..start).unwrap_or_default();
    let behind = text.get(end..).unwrap_or_default();
    Cow::Owned(format!("{before}{behind}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn first_quotation() {
        assert_eq!(without_blockquote("a<BLOCKQUOTE>b</blockquote>c"), "ac");
        assert_eq!(without_blockquote("a<blockquote>b"), "a<blockquote>b");
    }
}

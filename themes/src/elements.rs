//! Reads which modules, shortcodes, blocks and widgets texts hold, and which of them the theme's columns print.
//!
//! The names are those of the registry that pages are rendered with; nothing is rendered.

use compat::wordpress::audit::elements::{ElementKind, PostElements, Support};
use compat::wordpress::audit::unknown_shortcodes::unknown_shortcodes;
use compat::wordpress::blocks::{Block, has_blocks, parse_blocks};
use compat::wordpress::column::SiteData;
use compat::wordpress::php::{Key, Value};
use compat::wordpress::site::Site;
use compat::wordpress::widget::widgets_of;

use crate::wordpress::view::Theme;

/// Shortcodes inside of shortcodes are read up to this depth.
const DEPTH: usize = 30;

/// The elements of a text.
pub fn elements(theme: &Theme, site_data: &SiteData, text: &str) -> PostElements {
    let mut found = PostElements::default();
    if has_blocks(text) {
        parse_blocks(text)
            .iter()
            .for_each(|block| add_block(theme, block, &mut found));
    }
    let mut readers = theme.element_readers.iter();
    if !readers.any(|read| read(theme, site_data, text, &mut found)) {
        add_shortcodes(theme, text, &mut found, DEPTH);
    }
    let is_known = |name: &str| theme.shortcodes.is_known(name);
    for name in unknown_shortcodes(text, is_known) {
        found.add(ElementKind::Shortcode, name, Support::Unknown);
    }
    found
}

/// Adds the registered shortcodes of a text, and those inside of them.
pub fn add_shortcodes(theme: &Theme, text: &str, found: &mut PostElements, depth: usize) {
    for shortcode in theme.shortcodes.matches(text) {
        if shortcode.is_escaped() {
            continue;
        }
        let support = match theme.shortcodes.shortcode_exists(shortcode.tag) {
            true => Support::Native,
            false => Support::Unknown,
        };
        found.add(ElementKind::Shortcode, shortcode.tag, support);
        if let Some(content) = shortcode.content.filter(|_| depth > 0) {
            add_shortcodes(theme, content, found, depth - 1);
        }
    }
}

/// A block without a handler prints the HTML that is stored with it; one that stores none prints nothing.
fn add_block(theme: &Theme, block: &Block<'_>, found: &mut PostElements) {
    if let Some(name) = &block.name {
        let is_empty = block.inner_blocks.is_empty() && block.inner_html().trim().is_empty();
        let support = match theme.blocks.is_registered(name) {
            true => Support::Native,
            false if is_empty => Support::Unknown,
            false => Support::Stored,
        };
        found.add(ElementKind::Block, name, support);
    }
    for inner in &block.inner_blocks {
        add_block(theme, inner, found);
    }
}

/// The widgets of each sidebar, with the elements of their texts.
pub fn widgets(theme: &Theme, site_data: &SiteData, site: &Site) -> Vec<(String, PostElements)> {
    const INACTIVE: &str = "wp_inactive_widgets";
    let sidebars = site.options.value("sidebars_widgets").iter();
    let names = sidebars.filter_map(|(name, _)| match name {
        Key::Str(name) => Some(String::from_utf8_lossy(name).into_owned()),
        Key::Int(_) => None,
    });
    let names = names.filter(|name| name != INACTIVE && name != "array_version");
    let of = |name: String| {
        let mut found = PostElements::default();
        for widget in widgets_of(site, &name) {
            let support = match theme.widgets.is_registered(&widget.id_base) {
                true => Support::Native,
                false => Support::Unknown,
            };
            found.add(ElementKind::Widget, &widget.id_base, support);
            let texts = ["text", "content"].map(|key| widget.settings.get(key));
            for text in texts.into_iter().flatten().filter_map(Value::as_str_lossy) {
                found.extend(elements(theme, site_data, &text));
            }
        }
        (name, found)
    };
    names.take(200).map(of).collect()
}

//! The modules and shortcodes of a builder text by name, and its contact forms.

use compat::divi::layout::{Content, Kind, Layout, Node};
use compat::wordpress::audit::elements::{ElementKind, PostElements, Support};
use compat::wordpress::audit::part::InventoryItem;
use compat::wordpress::column::SiteData;
use compat::wordpress::shortcode::Level;

use super::layout::SiteModules;
use crate::elements::add_shortcodes;
use crate::wordpress::view::Theme;

/// Shortcodes inside of other plugins' shortcodes are read up to this depth.
const DEPTH: usize = 30;

/// Reads the tree of a text with elements; `false` for other texts.
pub fn read(theme: &Theme, site_data: &SiteData, text: &str, found: &mut PostElements) -> bool {
    if memchr::memmem::find(text.as_bytes(), b"[et_pb_").is_none() {
        return false;
    }
    let modules = SiteModules {
        modules: theme.column_data.get(),
        settings: site_data.get(),
    };
    let layout = Layout::parse(text, &theme.shortcodes, &modules, Level::left() + 1);
    add(theme, &layout, layout.nodes(), found);
    true
}

fn add(theme: &Theme, layout: &Layout<'_>, nodes: &[Node], found: &mut PostElements) {
    for node in nodes {
        let Node::Element(element) = node else {
            continue;
        };
        let tag = layout.source(&element.tag);
        let (kind, support) = match element.kind {
            Kind::Module(..) => (ElementKind::Module, Support::Native),
            Kind::Absent => (ElementKind::Module, Support::Unknown),
            Kind::Shortcode => (ElementKind::Shortcode, Support::Native),
        };
        found.add(kind, tag, support);
        match &element.content {
            Content::Text => {
                add_shortcodes(theme, layout.source(&element.inner), found, DEPTH);
            }
            Content::Nodes(nodes) => add(theme, layout, nodes, found),
        }
        if tag == "et_pb_contact_form" {
            let is_field = |node: &&Node| match node {
                Node::Element(field) => layout.source(&field.tag) == "et_pb_contact_field",
                Node::Text(_) => false,
            };
            let fields = element.children().iter().filter(is_field).count();
            let title = element.attributes.get("title").unwrap_or_default();
            let detail = format!("Divi contact form: {fields} fields");
            found
                .items
                .push(InventoryItem::new("forms", None, title, detail));
        }
    }
}

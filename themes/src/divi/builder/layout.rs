//! Renders layouts: nodes in document order, sections of long layouts in parallel.
//!
//! A section whose elements do not need the page ([`needs_page`]) is rendered with its own `Page` and the order numbers
//! of the tree; its output is appended in document order. Other sections are rendered sequentially with the page.

use std::sync::Arc;

use compat::divi::attributes::Attributes;
use compat::divi::builder_settings::BuilderSettings;
use compat::divi::layout::{ContentModel, Element, Kind, Layout, ModuleTable, Node};
use compat::wordpress::formatting::is_long;
use compat::wordpress::shortcode::Level;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::wordpress::view::{Page, View};

use super::module::Render;
use super::module_list::ModuleList;
use super::on_page::from_page;
use super::render_element::{node, nodes, unescaped};
use super::render_state::{Counts, RenderState};
use super::rendered::Rendered;
use super::scope::Scope;

/// Attributes that make elements need the page: global modules, dynamic content, display conditions.
const PAGE_ATTRIBUTES: [&str; 3] = [
    "global_module",
    "_dynamic_attributes",
    compat::divi::display_condition::ATTRIBUTE,
];

/// The modules with a site's settings.
pub(super) struct SiteModules<'s> {
    /// The modules.
    pub(super) modules: &'s ModuleList,
    /// The settings.
    pub(super) settings: &'s BuilderSettings,
}

impl<'s> SiteModules<'s> {
    fn of(view: &'s View) -> Self {
        Self {
            modules: ModuleList::of(view),
            settings: view.site_data.get(),
        }
    }
}

impl ModuleTable for SiteModules<'_> {
    fn kind(&self, tag: &str) -> Option<usize> {
        self.modules.kind(tag)
    }

    fn content_model(&self, kind: usize) -> ContentModel {
        let module = self.modules.get(kind);
        module.map_or(ContentModel::Ignored, |module| {
            module.render.content_model()
        })
    }

    fn is_disabled(&self, tag: &str, attributes: &Attributes) -> bool {
        self.settings.is_disabled(tag, attributes)
    }
}

/// Renders a text with elements; `None` when it has no static tree.
pub fn render_text(text: &str, page: &mut Page) -> Option<String> {
    memchr::memmem::find(text.as_bytes(), b"[et_pb_")?;
    let view = Arc::clone(&page.view);
    let modules = SiteModules::of(&view);
    // The shortcode pass over the text counts as the first nesting level.
    let levels = Level::left() + 1;
    let mut layout = Layout::parse(text, &view.theme.shortcodes, &modules, levels);
    if !layout.is_static() {
        return None;
    }
    let pieces = layout.take_nodes();
    Some(from_page(page, |scope, page| {
        if scope.parent.is_none() && is_long(text) {
            sections(&layout, pieces, scope, page)
        } else {
            nodes(&layout, pieces, 1, scope, page)
        }
    }))
}

/// A node rendered with its own `Page`.
struct Part {
    node: Node,
    /// Order numbers of the elements before it.
    counts: Counts,
}

/// Renders the nodes of a long layout, runs of sections in parallel.
fn sections(layout: &Layout<'_>, nodes: Vec<Node>, scope: &mut Scope, page: &mut Page) -> Rendered {
    let view = Arc::clone(&page.view);
    let modules = SiteModules::of(&view);
    let has_page_presets = modules.settings.presets.has_any(&PAGE_ATTRIBUTES);
    let mut parts = Vec::with_capacity(nodes.len());
    let mut nodes = nodes.into_iter().peekable();
    let is_alone = |node: &Node| match node {
        Node::Text(_) => true,
        Node::Element(element) => {
            !has_page_presets
                && layout.source(&element.tag) == "et_pb_section"
                && !needs_page(layout, element, &modules, &mut Vec::new())
        }
    };
    while let Some(first) = nodes.next() {
        if !is_alone(&first) {
            parts.push(node(layout, first, 1, scope, page));
            continue;
        }
        let mut run = vec![first];
        while let Some(next) = nodes.next_if(is_alone) {
            run.push(next);
        }
        at_once(layout, run, page, &mut parts);
    }
    unescaped(Rendered::concat(parts))
}

/// Renders nodes that do not need the page in parallel.
fn at_once(layout: &Layout<'_>, run: Vec<Node>, page: &mut Page, rendered: &mut Vec<Rendered>) {
    let mut counts = RenderState::of(page).counts.clone();
    let area = RenderState::of(page).area();
    let parts = run.into_iter().map(|node| {
        let before = counts.clone();
        count(&node, area, &mut counts);
        if let Node::Element(section) = &node
            && !section.is_disabled
        {
            counts.dividers.note(&section.attributes);
        }
        let counts = before;
        Part { node, counts }
    });
    let parts: Vec<Part> = parts.collect();
    RenderState::accent(page);
    let pages = parts.iter().map(|_| page.for_part()).collect::<Vec<_>>();
    let builder = RenderState::of(page).for_part();
    let parts: Vec<(Part, Page)> = parts.into_iter().zip(pages).collect();
    let done: Vec<(Rendered, Page)> = parts
        .into_par_iter()
        .map(|(part, mut page)| {
            *RenderState::of(&mut page) = builder.clone();
            RenderState::of(&mut page).counts = part.counts;
            let mut scope = Scope::default();
            let rendered = node(layout, part.node, 1, &mut scope, &mut page);
            (rendered, page)
        })
        .collect();
    RenderState::of(page).counts = counts;
    for (part, part_page) in done {
        rendered.push(part);
        page.assets.append(part_page.assets);
    }
}

/// Counts the elements of a node.
fn count(node: &Node, area: &'static str, counts: &mut Counts) {
    let Node::Element(element) = node else {
        return;
    };
    if let Kind::Module(kind, Some(_)) = element.kind {
        counts.next(kind, area);
    }
    for child in element.children() {
        count(child, area, counts);
    }
}

/// Whether an element or a descendant depends on what was rendered before it. `parents` are its ancestors' tags.
fn needs_page<'t>(
    layout: &Layout<'t>,
    element: &Element,
    modules: &SiteModules<'_>,
    parents: &mut Vec<&'t str>,
) -> bool {
    let tag = layout.source(&element.tag);
    match element.kind {
        Kind::Shortcode => return true,
        Kind::Absent => {}
        Kind::Module(..) if element.is_disabled => return false,
        Kind::Module(kind, _) => {
            let content = layout.source(&element.inner);
            let is_on_page = match modules.modules.get(kind).map(|module| module.render) {
                Some(Render::OnPage(on_page)) => {
                    let presets = &modules.settings.presets;
                    let attributes = presets.apply(tag, element.attributes.clone());
                    (on_page.needs_page)(&attributes, content)
                }
                _ => false,
            };
            let has_page_attribute = PAGE_ATTRIBUTES
                .iter()
                .any(|name| element.attributes.get(name).is_some());
            if is_on_page || has_page_attribute || is_astray(tag, parents) {
                return true;
            }
        }
    }
    parents.push(tag);
    let mut children = element.children().iter();
    let needs_page = children.any(|child| match child {
        Node::Element(child) => needs_page(layout, child, modules, parents),
        Node::Text(_) => false,
    });
    parents.pop();
    needs_page
}

/// Whether an element is outside the module that counts elements of its type.
fn is_astray(tag: &str, parents: &[&str]) -> bool {
    let wanted: &[&str] = match tag {
        "et_pb_tab" => &["et_pb_tabs"],
        "et_pb_contact_field" | "et_pb_signup_custom_field" => {
            &["et_pb_contact_form", "et_pb_signup"]
        }
        _ => return false,
    };
    !parents.iter().any(|parent| wanted.contains(parent))
}

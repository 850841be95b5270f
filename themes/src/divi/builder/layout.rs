//! Renders layouts: nodes in document order, sections of long layouts in parallel.
//!
//! A section whose elements do not need the page ([`needs_page`]) is rendered with its own `Page` and the order numbers
//! of the tree; its output is appended in document order. Other sections are rendered sequentially with the page.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, LazyLock};

use compat::divi::attributes::Attributes;
use compat::divi::builder_settings::BuilderSettings;
use compat::divi::layout::{Content, ContentModel, Element, Kind, Layout, ModuleTable, Node};
use compat::divi::preset::Presets;
use compat::wordpress::name_hash::NameMap;
use compat::wordpress::shortcode::{Level, unescape_invalid_shortcodes};
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use crate::wordpress::view::Page;

use super::super::modules::MODULES;
use super::element::{self, Body, Source};
use super::module::Render;
use super::render_state::{Counts, RenderState};
use super::rendered::Rendered;
use super::scope::Scope;

/// Minimum size of a run of sections for parallel rendering.
const MIN_BYTES: usize = 24_000;

/// Attributes that make elements need the page: global modules, dynamic content, display conditions.
const PAGE_ATTRIBUTES: [&str; 3] = [
    "global_module",
    "_dynamic_attributes",
    compat::divi::display_condition::ATTRIBUTE,
];

/// The index of each module in the registry, by slug.
static KINDS: LazyLock<NameMap<&str, usize>> = LazyLock::new(|| {
    let modules = MODULES.iter().enumerate();
    modules.map(|(kind, module)| (module.slug, kind)).collect()
});

/// The modules with a site's settings.
struct SiteModules<'s>(&'s BuilderSettings);

impl ModuleTable for SiteModules<'_> {
    fn kind(&self, tag: &str) -> Option<usize> {
        KINDS.get(tag).copied()
    }

    fn content_model(&self, kind: usize) -> ContentModel {
        let module = MODULES.get(kind);
        module.map_or(ContentModel::Ignored, |module| {
            module.render.content_model()
        })
    }

    fn is_disabled(&self, tag: &str, attributes: &Attributes) -> bool {
        self.0.is_disabled(tag, attributes)
    }
}

/// Renders a text with elements; `None` when it has no static tree.
pub fn render_text(text: &str, page: &mut Page) -> Option<String> {
    memchr::memmem::find(text.as_bytes(), b"[et_pb_")?;
    let view = Arc::clone(&page.view);
    let modules = SiteModules(view.site_data.get::<BuilderSettings>());
    // The shortcode pass over the text counts as the first nesting level.
    let levels = Level::left() + 1;
    let mut layout = Layout::parse(text, &view.theme.shortcodes, &modules, levels);
    if !layout.is_static() {
        return None;
    }
    let nodes = layout.take_nodes();
    Some(element::from_page(page, |scope, page| {
        if scope.parent.is_none() && text.len() >= MIN_BYTES {
            sections(&layout, nodes, scope, page)
        } else {
            self::nodes(&layout, nodes, 1, scope, page)
        }
    }))
}

/// Renders nodes sequentially; `runs` is the number of shortcode passes applied to them.
pub fn nodes(
    layout: &Layout<'_>,
    nodes: Vec<Node>,
    runs: usize,
    scope: &mut Scope,
    page: &mut Page,
) -> Rendered {
    let _level = (runs > 1).then(Level::enter);
    let mut rendered = Rendered::default();
    for node in nodes {
        rendered.append(self::node(layout, node, runs, scope, page));
    }
    unescaped(rendered)
}

/// Restores brackets escaped by a shortcode pass.
fn unescaped(mut rendered: Rendered) -> Rendered {
    if let Cow::Owned(html) = unescape_invalid_shortcodes(&rendered.html) {
        rendered.html = html;
    }
    rendered
}

fn node(
    layout: &Layout<'_>,
    node: Node,
    runs: usize,
    scope: &mut Scope,
    page: &mut Page,
) -> Rendered {
    let text = |range: &Range<usize>| Rendered::from(layout.text_after(range, runs).into_owned());
    let element = match node {
        Node::Text(piece) => return text(&piece.printed),
        Node::Element(element) => *element,
    };
    if page.view.render_status.is_stopped() {
        return Rendered::default();
    }
    match element.kind {
        Kind::Module(kind, _) => {
            let inner = layout.text_after(&element.inner, runs);
            let source = Source {
                kind,
                written: element.attributes,
                is_disabled: element.is_disabled,
                content: &inner,
                body: match element.content {
                    Content::Nodes(nodes) => Body::Nodes(layout, nodes, runs + 1),
                    Content::Text => Body::Plain,
                },
            };
            element::render(source, scope, page)
        }
        Kind::Absent => match element.content {
            Content::Nodes(nodes) => self::nodes(layout, nodes, runs + 1, scope, page),
            Content::Text => text(&element.inner),
        },
        Kind::Shortcode => {
            let tag = layout.source(&element.tag);
            let attrs = layout.text_after(&element.attrs, runs);
            let content = layout.text_after(&element.inner, runs);
            element::on_page(scope, page, |page| {
                let theme = Arc::clone(&page.view.theme);
                let shortcodes = &theme.shortcodes;
                shortcodes.do_shortcode_tag(tag, &attrs, &content, page)
            })
        }
    }
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
    let presets = &view.site_data.get::<BuilderSettings>().presets;
    let has_page_presets = presets.has_any(&PAGE_ATTRIBUTES);
    let mut rendered = Rendered::default();
    let mut nodes = nodes.into_iter().peekable();
    let is_alone = |node: &Node| match node {
        Node::Text(_) => true,
        Node::Element(element) => {
            !has_page_presets
                && layout.source(&element.tag) == "et_pb_section"
                && !needs_page(layout, element, presets, &mut Vec::new())
        }
    };
    while let Some(first) = nodes.next() {
        if !is_alone(&first) {
            rendered.append(node(layout, first, 1, scope, page));
            continue;
        }
        let mut run = vec![first];
        while let Some(next) = nodes.next_if(is_alone) {
            run.push(next);
        }
        rendered.append(at_once(layout, run, page));
    }
    unescaped(rendered)
}

/// Renders nodes that do not need the page in parallel.
fn at_once(layout: &Layout<'_>, run: Vec<Node>, page: &mut Page) -> Rendered {
    let mut counts = RenderState::of(page).counts.clone();
    let area = RenderState::of(page).area();
    let parts = run.into_iter().map(|node| {
        let before = counts.clone();
        count(&node, area, &mut counts);
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
    let mut rendered = Rendered::default();
    for (part, part_page) in done {
        rendered.append(part);
        page.assets.append(part_page.assets);
    }
    rendered
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
    presets: &Presets,
    parents: &mut Vec<&'t str>,
) -> bool {
    let tag = layout.source(&element.tag);
    match element.kind {
        Kind::Shortcode => return true,
        Kind::Absent => {}
        Kind::Module(..) if element.is_disabled => return false,
        Kind::Module(kind, _) => {
            let content = layout.source(&element.inner);
            let is_on_page = match MODULES.get(kind).map(|module| module.render) {
                Some(Render::OnPage(on_page)) => {
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
        Node::Element(child) => needs_page(layout, child, presets, parents),
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

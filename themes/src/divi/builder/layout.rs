//! Renders layouts: elements in their order, sections of long ones at the same time.
//!
//! A section whose elements all render without the page ([`needs_page`]) is rendered on a page of its own, with the order
//! numbers that its elements have in the tree; what it makes is put behind what stands before it. Other sections are
//! rendered one after the other on the page itself.

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

/// Shorter runs of sections are rendered sooner than another thread begins.
const MIN_BYTES: usize = 24_000;

/// Attributes with which elements need the page: content of the library, values of the post, conditions that set cookies.
const PAGE_ATTRIBUTES: [&str; 3] = [
    "global_module",
    "_dynamic_attributes",
    compat::divi::display_condition::ATTRIBUTE,
];

/// The places of all modules in their list, by slug.
static KINDS: LazyLock<NameMap<&str, usize>> = LazyLock::new(|| {
    let modules = MODULES.iter().enumerate();
    modules.map(|(kind, module)| (module.slug, kind)).collect()
});

/// The modules with the settings of a site.
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

/// Renders a text that holds elements; `None` when it has no static tree.
pub fn render_text(text: &str, page: &mut Page) -> Option<String> {
    memchr::memmem::find(text.as_bytes(), b"[et_pb_")?;
    let view = Arc::clone(&page.view);
    let modules = SiteModules(view.site_data.get::<BuilderSettings>());
    // The run over the text has entered the first level.
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

/// Renders pieces of a layout one after the other; `runs` is how many shortcode runs they have been through.
pub fn nodes(
    layout: &Layout<'_>,
    nodes: Vec<Node>,
    runs: usize,
    scope: &mut Scope,
    page: &mut Page,
) -> Rendered {
    let _level = (runs > 1).then(Level::enter);
    let parts = nodes.into_iter();
    let parts = parts.map(|node| self::node(layout, node, runs, scope, page));
    unescaped(Rendered::concat(parts.collect()))
}

/// Brackets that a run has hidden come back behind it.
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

/// A piece of a layout that renders on a page of its own.
struct Part {
    node: Node,
    /// The elements that stand before it.
    counts: Counts,
}

/// Renders the pieces of a long layout, sections that stand one behind the other at the same time.
fn sections(layout: &Layout<'_>, nodes: Vec<Node>, scope: &mut Scope, page: &mut Page) -> Rendered {
    let view = Arc::clone(&page.view);
    let presets = &view.site_data.get::<BuilderSettings>().presets;
    let has_page_presets = presets.has_any(&PAGE_ATTRIBUTES);
    let mut parts = Vec::with_capacity(nodes.len());
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

/// Renders pieces that need no page at the same time.
fn at_once(layout: &Layout<'_>, run: Vec<Node>, page: &mut Page, rendered: &mut Vec<Rendered>) {
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
    for (part, part_page) in done {
        rendered.push(part);
        page.assets.append(part_page.assets);
    }
}

/// Counts the elements of a piece.
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

/// Whether an element or one inside it depends on what was rendered before it on the page. `parents` are the tags of the
/// elements around it.
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

/// Whether an element stands outside of the module that counts elements of its kind.
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

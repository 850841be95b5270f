//! Renders elements and the layout nodes that contain them.
//!
//! Contract "divi-server", section 2.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use compat::divi::BuilderSettings;
use compat::divi::attributes::Attributes;
use compat::divi::layout::{Content, ContentModel, Kind, Layout, Node};
use compat::divi::migration::migrate;
use compat::divi::shortcode_breaks::fix_shortcodes;
use compat::wordpress::shortcode::{Level, ShortcodeCall, unescape_invalid_shortcodes};

use crate::wordpress::mediaelement::wp_enqueue_mediaelement;
use crate::wordpress::view::Page;

use super::super::display_conditions;
use super::background::Background;
use super::css::fonts_used::note;
use super::css::{is_structure, styles_of};
use super::dividers::Dividers;
use super::element::Element;
use super::element_attributes::{add_column_attributes, attributes};
use super::element_scripts;
use super::global_module::GlobalModule;
use super::inherited;
use super::module::Render;
use super::module_list::ModuleList;
use super::on_page::{do_shortcode, from_page, on_page};
use super::render_state::RenderState;
use super::rendered::Rendered;
use super::scope::{Parent, Scope};
use super::split_test;

/// The input of rendering an element.
pub struct Source<'s, 't> {
    /// The index of its module in the registry.
    pub kind: usize,
    /// Its stored attributes, after migrations.
    pub written: Attributes,
    /// Whether it prints nothing.
    pub is_disabled: bool,
    /// Its content as stored.
    pub content: &'s str,
    /// Its content to render.
    pub body: Body<'s, 't>,
}

/// The content of an element.
pub enum Body<'s, 't> {
    /// Text without shortcodes.
    Plain,
    /// Text whose shortcodes are run while rendering.
    Shortcodes,
    /// Parsed nodes, and the number of shortcode passes applied to them.
    Nodes(&'s Layout<'t>, Vec<Node>, usize),
}

/// Renders the element of a shortcode in a text without a static tree (sequential path).
pub fn render_shortcode(kind: usize, call: &ShortcodeCall<'_, Page>, page: &mut Page) -> String {
    let mut written = Attributes::from_atts(&call.atts);
    migrate(call.tag, &mut written);
    let source = Source {
        kind,
        is_disabled: page
            .view
            .site_data
            .get::<BuilderSettings>()
            .is_disabled(call.tag, &written),
        written,
        content: call.content,
        body: Body::Shortcodes,
    };
    from_page(page, |scope, page| render(source, scope, page))
}

/// Renders an element and advances the scope.
pub fn render(source: Source<'_, '_>, scope: &mut Scope, page: &mut Page) -> Rendered {
    let Some(module) = ModuleList::of(&page.view).get(source.kind) else {
        return Rendered::default();
    };
    let number = RenderState::of(page).count(source.kind);
    if source.is_disabled {
        return Rendered::default();
    }
    let view = Arc::clone(&page.view);
    let mut written = source.written;
    let index = scope.next_index();
    add_column_attributes(module.slug, &mut written, index, scope);
    let shared = GlobalModule::open(module.slug, &mut written, page);
    let attributes = inherited_by(module.slug, attributes(module, written, page), scope);
    let dividers = noted(module.slug, &attributes, page);
    let mut element = Element {
        slug: module.slug,
        defaults: module.defaults,
        view: &view,
        split_test: split_test::Part::of(&attributes, page),
        attributes: Arc::new(attributes),
        number,
        index,
        area: RenderState::of(page).area(),
        content_post: page.content_post,
        is_rtl: view.locale.wp_locale().is_rtl,
        closes_row: false,
        is_first_tab: false,
        dividers,
        has_children: false,
        half_fields: 0,
        parent: scope.parent.clone(),
        content: shared.content().unwrap_or(source.content),
    };
    element.count_in(scope);
    if has_player(&element) {
        wp_enqueue_mediaelement(page);
    }
    let mut rendered = if shared.is_whole() {
        // The global module's element has an order number and rules; its library content is rendered as ordinary content.
        let mut rendered = element.with_styles(Rendered::default(), page);
        rendered.append(do_shortcode(element.content, scope, page));
        rendered
    } else {
        let body = match shared.content() {
            Some(_) => Body::Shortcodes,
            None => source.body,
        };
        element.render_inside(&module.render, body, scope, page)
    };
    shared.close(page);
    let html = std::mem::take(&mut rendered.html);
    if !display_conditions::is_displayed(&element, page) {
        return rendered;
    }
    match element.split_test.take() {
        Some(part) => part.print(rendered.with_html(html)),
        None => rendered.with_html(html),
    }
}

/// The attributes of an element with those that it inherits from its parent.
fn inherited_by(slug: &str, own: Attributes, scope: &Scope) -> Attributes {
    let inherited = scope
        .parent
        .as_ref()
        .and_then(|parent| inherited::attributes(slug, &own, parent.slug, &parent.attributes));
    inherited.unwrap_or(own)
}

/// The dividers of the sections up to an element.
fn noted(slug: &str, attributes: &Attributes, page: &mut Page) -> Dividers {
    let dividers = &mut RenderState::of(page).counts.dividers;
    if slug == "et_pb_section" {
        dividers.note(attributes);
    }
    *dividers
}

/// Whether the media player's assets are needed: for a background video or for the module.
fn has_player(element: &Element<'_>) -> bool {
    matches!(
        element.slug,
        "et_pb_audio" | "et_pb_video" | "et_pb_video_slider" | "et_pb_blog"
    ) || Background::of(element).has_video()
}

impl Element<'_> {
    /// Renders its content, then its module's template.
    fn render_inside(
        &mut self,
        render: &Render,
        body: Body<'_, '_>,
        scope: &mut Scope,
        page: &mut Page,
    ) -> Rendered {
        let slug = self.slug;
        let mut inside = scope.inside(Parent {
            slug,
            number: self.number,
            attributes: Arc::clone(&self.attributes),
            parent: scope.parent.clone(),
        });
        let mut content = match render.content_model() {
            ContentModel::Elements => self.render_content(body, &mut inside, page),
            _ => Rendered::default(),
        };
        content.children = inside.cursor.index;
        self.has_children = content.children > 0;
        if slug == "et_pb_tab" {
            self.is_first_tab = inside.cursor.tabs == 0;
            inside.cursor.tabs += 1;
        }
        let rendered = match *render {
            Render::Leaf(render) => render(self),
            Render::Around(render) => render(self, content),
            Render::OnPage(on_page) => {
                let mut rendered = Rendered::default();
                let texts = self::on_page(&mut inside, page, |page| {
                    rendered = (on_page.render)(self, content, page);
                    std::mem::take(&mut rendered.html)
                });
                rendered.append(texts);
                rendered
            }
        };
        scope.behind(slug, &inside);
        self.with_styles(rendered, page)
    }

    /// Its content, rendered.
    fn render_content(&self, body: Body<'_, '_>, inside: &mut Scope, page: &mut Page) -> Rendered {
        match body {
            Body::Plain => Rendered::default().with_html(self.content.to_owned()),
            Body::Shortcodes => do_shortcode(&fix_shortcodes(self.content), inside, page),
            Body::Nodes(layout, nodes, runs) => self::nodes(layout, nodes, runs, inside, page),
        }
    }

    /// Combines its output with that of its children: its script data before theirs.
    fn with_styles(&self, mut rendered: Rendered, page: &mut Page) -> Rendered {
        let accent = RenderState::accent(page);
        let pictures = rendered.take(|extras| &mut extras.post_images);
        let styles = styles_of(self, &pictures, &accent);
        for family in &styles.style.fonts {
            note(&mut rendered.fonts, family);
        }
        // Structure elements print their content after their own rules, modules before.
        if is_structure(self.slug) {
            rendered.styles.insert(0, styles);
        } else {
            rendered.styles.push(styles);
        }
        let mut scripts = element_scripts::of(self);
        scripts.append(std::mem::take(&mut rendered.scripts));
        rendered.scripts = scripts;
        rendered
    }
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
    let parts = nodes.into_iter();
    let parts = parts.map(|node| self::node(layout, node, runs, scope, page));
    unescaped(Rendered::concat(parts.collect()))
}

/// Restores brackets escaped by a shortcode pass.
pub fn unescaped(mut rendered: Rendered) -> Rendered {
    if let Cow::Owned(html) = unescape_invalid_shortcodes(&rendered.html) {
        rendered.html = html;
    }
    rendered
}

/// Renders a piece of a layout.
pub fn node(
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
            render(source, scope, page)
        }
        Kind::Absent => match element.content {
            Content::Nodes(nodes) => self::nodes(layout, nodes, runs + 1, scope, page),
            Content::Text => text(&element.inner),
        },
        Kind::Shortcode => {
            let tag = layout.source(&element.tag);
            let attrs = layout.text_after(&element.attrs, runs);
            let content = layout.text_after(&element.inner, runs);
            on_page(scope, page, |page| {
                let theme = Arc::clone(&page.view.theme);
                let shortcodes = &theme.shortcodes;
                shortcodes.do_shortcode_tag(tag, &attrs, &content, page)
            })
        }
    }
}

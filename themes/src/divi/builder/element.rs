//! One element being rendered: its effective attributes, its order number, and its position.

use std::sync::Arc;

use compat::divi::BuilderSettings;
use compat::divi::alignment::process_header_level;
use compat::divi::attributes::Attributes;
use compat::divi::dynamic_content::DynamicContent;
use compat::divi::layout::{ContentModel, Layout, Node};
use compat::divi::migration::{column_attributes, migrate};
use compat::divi::shortcode_breaks::fix_shortcodes;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::post::PostId;
use compat::wordpress::shortcode::ShortcodeCall;
use minijinja::Value;

use crate::slots::{Slots, slots};
use crate::wordpress::mediaelement::wp_enqueue_mediaelement;
use crate::wordpress::view::{Page, View};

use super::super::display_conditions;
use super::super::modules::{MODULES, column_type, is_half_field};
use super::background::Background;
use super::class_list::ClassList;
use super::css::fonts_used::note;
use super::global_module::GlobalModule;
use super::module::{Module, Render};
use super::multi_view::{ModeValues, MultiView};
use super::render_state::RenderState;
use super::rendered::Rendered;
use super::scope::{Parent, Scope};
use super::split_test;
use super::{css, layout, script_data};

/// An element being rendered.
#[derive(Clone)]
pub struct Element<'a> {
    /// Its module.
    pub module: &'static Module,
    /// The view of its page.
    pub view: &'a View,
    /// Its attributes merged with its preset's, decoded; without the module's defaults.
    pub attributes: Arc<Attributes>,
    /// Its order number among the elements of its module, from 0.
    pub number: usize,
    /// Its index among its parent's children, from 0.
    pub index: usize,
    /// The suffix of its order class: `_tb_header` and the like, or empty.
    pub area: &'static str,
    /// The post whose content it belongs to.
    pub content_post: Option<PostId>,
    /// Its part in the split test of its post.
    pub split_test: Option<split_test::Part>,
    /// Whether the page is right-to-left.
    pub is_rtl: bool,
    /// Whether it is the last column of its row.
    pub closes_row: bool,
    /// Whether it is the first tab of its module.
    pub is_first_tab: bool,
    /// Number of consecutive half-width fields up to this one, in its form.
    pub half_fields: usize,
    parent: Option<Arc<Parent>>,
    content: &'a str,
}

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

/// Renders elements in the page's current scope; everything but the markup is added to the scope.
pub fn from_page(
    page: &mut Page,
    render: impl FnOnce(&mut Scope, &mut Page) -> Rendered,
) -> String {
    let mut scope = std::mem::take(&mut RenderState::of(page).scope);
    let mut collected = std::mem::take(&mut scope.collected);
    let mut rendered = render(&mut scope, page);
    let html = std::mem::take(&mut rendered.html);
    collected.append(rendered);
    RenderState::of(page).scope = Scope { collected, ..scope };
    html
}

/// Calls code that may render other content in a scope; what that collects is added to the result.
pub fn on_page(
    scope: &mut Scope,
    page: &mut Page,
    print: impl FnOnce(&mut Page) -> String,
) -> Rendered {
    let outer = std::mem::replace(&mut RenderState::of(page).scope, std::mem::take(scope));
    let html = print(page);
    *scope = std::mem::replace(&mut RenderState::of(page).scope, outer);
    std::mem::take(&mut scope.collected).with_html(html)
}

/// Runs the shortcodes of a text in a scope.
fn do_shortcode(text: &str, scope: &mut Scope, page: &mut Page) -> Rendered {
    on_page(scope, page, |page| {
        let theme = Arc::clone(&page.view.theme);
        theme.shortcodes.do_shortcode(text, page).into_owned()
    })
}

/// Renders an element and advances the scope.
pub fn render(source: Source<'_, '_>, scope: &mut Scope, page: &mut Page) -> Rendered {
    let Some(module) = MODULES.get(source.kind) else {
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
    let attributes = attributes(module, written, page);
    let mut element = Element {
        module,
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
        element.render_inside(body, scope, page)
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

/// Whether the media player's assets are needed: for a background video or for the module.
fn has_player(element: &Element<'_>) -> bool {
    matches!(
        element.module.slug,
        "et_pb_audio" | "et_pb_video" | "et_pb_video_slider" | "et_pb_blog"
    ) || Background::of(element).has_video()
}

/// The attributes that a row or specialty section stores for its column at this index.
fn add_column_attributes(slug: &str, written: &mut Attributes, index: usize, scope: &Scope) {
    if !matches!(slug, "et_pb_column" | "et_pb_column_inner") {
        return;
    }
    let Some(parent) = &scope.parent else {
        return;
    };
    for (name, value) in column_attributes(parent.slug, &parent.attributes, index).iter() {
        if written.text(name).is_empty() {
            written.insert(name, value);
        }
    }
}

/// The stored attributes merged over the preset's, with global colours and dynamic content resolved.
fn attributes(module: &Module, written: Attributes, page: &mut Page) -> Attributes {
    let view = page.view.clone();
    let settings = view.site_data.get::<BuilderSettings>();
    let mut attributes = settings.presets.apply(module.slug, written);
    settings.global_colors.apply(&mut attributes);
    attributes.decode();
    if attributes.is_filled("_dynamic_attributes") {
        resolve(&mut attributes, page);
    }
    attributes
}

/// Resolves dynamic content attributes.
fn resolve(attributes: &mut Attributes, page: &mut Page) {
    let post = page.content_post;
    let names = attributes.text("_dynamic_attributes").to_owned();
    for name in names.split(',').map(str::trim) {
        let value = attributes.get(name).and_then(DynamicContent::parse);
        if let Some(content) = value {
            let value = super::super::dynamic::resolve(page, &content, post);
            attributes.insert(name, value);
        }
    }
}

impl Element<'_> {
    /// Reads and updates the state shared with its siblings.
    fn count_in(&mut self, scope: &mut Scope) {
        let cursor = &mut scope.cursor;
        match self.module.slug {
            "et_pb_column" | "et_pb_column_inner" => {
                self.closes_row = cursor.columns.closes_row(column_type(self));
            }
            "et_pb_contact_field" | "et_pb_signup_custom_field" => {
                let is_half = is_half_field(self);
                cursor.half_fields = if is_half { cursor.half_fields + 1 } else { 0 };
                self.half_fields = cursor.half_fields;
            }
            _ => {}
        }
    }

    /// Renders its content, then its module's template.
    fn render_inside(
        &mut self,
        body: Body<'_, '_>,
        scope: &mut Scope,
        page: &mut Page,
    ) -> Rendered {
        let slug = self.module.slug;
        let mut inside = scope.inside(Parent {
            slug,
            number: self.number,
            attributes: Arc::clone(&self.attributes),
            parent: scope.parent.clone(),
        });
        let mut content = self.render_content(body, &mut inside, page);
        content.children = inside.cursor.index;
        if slug == "et_pb_tab" {
            self.is_first_tab = inside.cursor.tabs == 0;
            inside.cursor.tabs += 1;
        }
        let rendered = match self.module.render {
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
        if self.module.render.content_model() != ContentModel::Elements {
            return Rendered::default();
        }
        match body {
            Body::Plain => Rendered::default().with_html(self.content.to_owned()),
            Body::Shortcodes => do_shortcode(&fix_shortcodes(self.content), inside, page),
            Body::Nodes(layout, nodes, runs) => layout::nodes(layout, nodes, runs, inside, page),
        }
    }

    /// Combines its output with that of its children: its rules after theirs, its script data before theirs.
    fn with_styles(&self, mut rendered: Rendered, page: &mut Page) -> Rendered {
        let accent = RenderState::accent(page);
        let pictures = std::mem::take(&mut rendered.post_pictures);
        let styles = css::styles_of(self, &pictures, &accent);
        for family in &styles.style.fonts {
            note(&mut rendered.fonts, family);
        }
        rendered.styles.push(styles);
        let mut scripts = script_data::of(self);
        scripts.append(std::mem::take(&mut rendered.scripts));
        Rendered {
            scripts,
            ..rendered
        }
    }
}

impl<'a> Element<'a> {
    /// Its order class, as in `et_pb_text_0`.
    pub fn order_class(&self) -> String {
        let number = self.number.to_string();
        [self.module.slug, "_", &number, self.area].concat()
    }

    /// The element with an attribute inherited from its parent, if it does not set it.
    pub fn inheriting(&self, parent: &Attributes, names: &[&str]) -> Self {
        let mut attributes = Attributes::clone(&self.attributes);
        for name in names {
            if attributes.text(name).is_empty() {
                attributes.insert(*name, parent.text(name));
            }
        }
        Self {
            attributes: Arc::new(attributes),
            ..self.clone()
        }
    }

    /// An attribute, or the module's default when it is missing or empty.
    pub fn text(&self, name: &str) -> &str {
        match self.attributes.get(name) {
            Some(value) if !value.is_empty() => value,
            _ => self.default(name),
        }
    }

    /// Whether an attribute is `on`.
    pub fn is_on(&self, name: &str) -> bool {
        self.text(name) == "on"
    }

    /// Whether an attribute is neither empty nor `0`.
    pub fn is_filled(&self, name: &str) -> bool {
        !matches!(self.text(name), "" | "0")
    }

    fn default(&self, name: &str) -> &'static str {
        let mut defaults = self.module.defaults.iter();
        let found = defaults.find(|(n, _)| *n == name);
        found.map_or("", |(_, value)| value)
    }

    /// The stored content.
    pub fn raw_content(&self) -> &'a str {
        self.content
    }

    /// Its ancestors, innermost first.
    pub fn parents(&self) -> impl Iterator<Item = &Parent> {
        std::iter::successors(self.parent.as_deref(), |parent| parent.parent.as_deref())
    }

    /// Its nearest ancestor with a slug.
    pub fn parent(&self, slug: &str) -> Option<&Parent> {
        self.parents().find(|parent| parent.slug == slug)
    }

    /// The common classes of its module.
    pub fn class_list(&self) -> ClassList {
        ClassList::of(self)
    }

    /// ` id="…"`, if it has one.
    pub fn id_attribute(&self) -> String {
        match self.text("module_id") {
            "" => String::new(),
            id => format!(" id=\"{}\"", esc_attr(id)),
        }
    }

    /// The heading element of a title, from its level attribute.
    pub fn heading(&self, level: &str, default: &'static str) -> &str {
        process_header_level(self.text(level), Some(default))
    }

    /// A plain-text title in its heading element; empty when it is empty in every state.
    pub fn title(&self, name: &str, tag: &str, class: &str) -> String {
        let values = ModeValues::of(self, name);
        if !values.is_any() {
            return String::new();
        }
        let multi_view = if values.is_uniform() {
            String::new()
        } else {
            let values = values.clone().escaped();
            MultiView::default()
                .content(&values)
                .print(self.module.slug)
        };
        format!(
            "<{tag} class=\"{class}\"{multi_view}>{}</{tag}>",
            esc_html(values.desktop())
        )
    }

    /// A title that may contain markup, in its heading element.
    pub fn title_markup(&self, name: &str, tag: &str, class: &str) -> String {
        let values = ModeValues::of(self, name);
        if !values.is_any() {
            return String::new();
        }
        let multi_view = MultiView::default()
            .content(&values)
            .print(self.module.slug);
        let text = values.desktop();
        format!("<{tag} class=\"{class}\"{multi_view}>{text}</{tag}>")
    }

    /// The values of an attribute by state.
    pub fn values(&self, name: &str) -> ModeValues {
        ModeValues::of(self, name)
    }

    /// `data-et-multi-view` for a text that differs by state, with a leading space.
    pub fn multi_view(&self, name: &str) -> String {
        MultiView::default()
            .content(&self.values(name))
            .print(self.module.slug)
    }

    /// `data-et-multi-view` for the module's content.
    pub fn content_multi_view(&self, content: &str) -> String {
        // `wpautop` also ran over the shortcode's attributes.
        let without_step = |text: &str| {
            let text = text.strip_prefix("</p>").unwrap_or(text);
            let text = text.strip_suffix("<p>").unwrap_or(text);
            text.trim_matches('\n').to_owned()
        };
        let values = self.values("content");
        if values.is_uniform() {
            return String::new();
        }
        let values = values.map(without_step);
        let values = values.with_desktop(content);
        MultiView::default()
            .content(&values)
            .print(self.module.slug)
    }

    /// The values for a module template's root element: id, classes, backgrounds.
    pub fn root_slots(&self, classes: &ClassList) -> Slots<'static> {
        slots! {
            id => self.id_attribute(),
            classes => classes.print(),
            background => Background::of(self).slots(),
        }
    }

    /// [`Self::root_slots`] for minijinja.
    pub fn root(&self, classes: &ClassList) -> Value {
        self.root_slots(classes).values()
    }
}

/// A translated text of the builder.
pub fn builder_text(view: &View, source: &str) -> String {
    view.locale
        .domain("et_builder")
        .translate(source)
        .to_owned()
}

/// Renders a module's slot template.
pub fn print_slots(element: &Element<'_>, template: &str, slots: &Slots<'_>) -> String {
    let engine = &element.view.theme.engine;
    let markup = engine.render_slots("divi/modules/", template, slots);
    element.view.or_fail(markup)
}

/// Renders a module's template.
pub fn print(element: &Element<'_>, template: &str, values: Value) -> String {
    let name = format!("divi/modules/{template}.html");
    element.view.render(&name, values)
}

//! One element of a page: its attributes as the module sees them, its number, and where it stands.

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

/// An element that is rendered.
#[derive(Clone)]
pub struct Element<'a> {
    /// What it is.
    pub module: &'static Module,
    /// What its page is rendered from.
    pub view: &'a View,
    /// Its attributes, those of its preset included, decoded; without the module's defaults.
    pub attributes: Arc<Attributes>,
    /// Its number among the elements of its kind, from 0.
    pub number: usize,
    /// Its place among the elements of its parent, from 0.
    pub index: usize,
    /// What stands behind the number in its class: `_tb_header` and the like, else nothing.
    pub area: &'static str,
    /// The post whose text it stands in.
    pub content_post: Option<PostId>,
    /// Its part in the split test of its post.
    pub split_test: Option<split_test::Part>,
    /// Whether the page is read from right to left.
    pub is_rtl: bool,
    /// Whether it is the column with which its row is full.
    pub closes_row: bool,
    /// Whether it is the first tab of its module.
    pub is_first_tab: bool,
    /// Fields of half the width up to this one, one behind the other, in its form.
    pub half_fields: usize,
    parent: Option<Arc<Parent>>,
    content: &'a str,
}

/// What an element is rendered from.
pub struct Source<'s, 't> {
    /// The place of its module in the list.
    pub kind: usize,
    /// Its attributes as stored, old forms migrated.
    pub written: Attributes,
    /// Whether it prints nothing.
    pub is_disabled: bool,
    /// Its content as stored.
    pub content: &'s str,
    /// Its content as it is rendered.
    pub body: Body<'s, 't>,
}

/// The content of an element.
pub enum Body<'s, 't> {
    /// Text without shortcodes.
    Plain,
    /// Text whose shortcodes are found while it is rendered.
    Shortcodes,
    /// Pieces of a layout, and how many shortcode runs they have been through.
    Nodes(&'s Layout<'t>, Vec<Node>, usize),
}

/// Renders the element of a shortcode in a text that has no static tree.
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

/// Renders elements in the scope that lies in the page: what they make is added to it, except for their markup.
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

/// Calls code that may render texts of its own in a scope; what they collect comes with what it prints.
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

/// Renders an element and moves the scope behind it.
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
        // The placeholder has a number and rules of its own; what it stands for is rendered like any other content.
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

/// Whether the page needs the player: for a film behind the element, or for what the module may show.
fn has_player(element: &Element<'_>) -> bool {
    matches!(
        element.module.slug,
        "et_pb_audio" | "et_pb_video" | "et_pb_video_slider" | "et_pb_blog"
    ) || Background::of(element).has_video()
}

/// What a row or a specialty section says of the column at this place.
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

/// The attributes as written, over those of the preset, with global colours and dynamic content in place.
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

/// Looks up the attributes that name a source in place of a value.
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
    /// Notes what the elements before it decide about it, and what it decides about the next ones.
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

    /// Renders it: its content first, then what its module prints around it.
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

    /// What was rendered of it, with its rules behind those of the elements inside it, and what scripts read of it before
    /// what they read of those.
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
    /// Its class among all elements, as in `et_pb_text_0`.
    pub fn order_class(&self) -> String {
        let number = self.number.to_string();
        [self.module.slug, "_", &number, self.area].concat()
    }

    /// The element with what its parent says of an attribute that it does not set itself.
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

    /// An attribute, or what the module sets when it is not written or empty.
    pub fn text(&self, name: &str) -> &str {
        match self.attributes.get(name) {
            Some(value) if !value.is_empty() => value,
            _ => self.default(name),
        }
    }

    /// Whether an attribute is the word `on`.
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

    /// What stands inside, as stored.
    pub fn raw_content(&self) -> &'a str {
        self.content
    }

    /// The elements around it, the innermost first.
    pub fn parents(&self) -> impl Iterator<Item = &Parent> {
        std::iter::successors(self.parent.as_deref(), |parent| parent.parent.as_deref())
    }

    /// The innermost element of a kind around it.
    pub fn parent(&self, slug: &str) -> Option<&Parent> {
        self.parents().find(|parent| parent.slug == slug)
    }

    /// The classes that every element of its kind begins with.
    pub fn class_list(&self) -> ClassList {
        ClassList::of(self)
    }

    /// ` id="…"`, when the element has one.
    pub fn id_attribute(&self) -> String {
        match self.text("module_id") {
            "" => String::new(),
            id => format!(" id=\"{}\"", esc_attr(id)),
        }
    }

    /// The tag of a title, from the attribute of its level.
    pub fn heading(&self, level: &str, default: &'static str) -> &str {
        process_header_level(self.text(level), Some(default))
    }

    /// A title that is plain text, with its tag; nothing when it is empty in every state.
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

    /// A title that may hold markup, with its tag.
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

    /// The attribute for an element whose text differs by state, with a space before it.
    pub fn multi_view(&self, name: &str) -> String {
        MultiView::default()
            .content(&self.values(name))
            .print(self.module.slug)
    }

    /// The attribute for an element that holds the module's content.
    pub fn content_multi_view(&self, content: &str) -> String {
        // The paragraph step has been in the attributes of the tag too.
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

    /// What every template of a module prints at its root: id, classes, backgrounds.
    pub fn root_slots(&self, classes: &ClassList) -> Slots<'static> {
        slots! {
            id => self.id_attribute(),
            classes => classes.print(),
            background => Background::of(self).slots(),
        }
    }

    /// [`Self::root_slots`] as the engine takes them.
    pub fn root(&self, classes: &ClassList) -> Value {
        self.root_slots(classes).values()
    }
}

/// A text of the builder in the page's language.
pub fn builder_text(view: &View, source: &str) -> String {
    view.locale
        .domain("et_builder")
        .translate(source)
        .to_owned()
}

/// Prints a module's template that is a text with slots.
pub fn print_slots(element: &Element<'_>, template: &str, slots: &Slots<'_>) -> String {
    let engine = &element.view.theme.engine;
    let markup = engine.render_slots("divi/modules/", template, slots);
    element.view.or_fail(markup)
}

/// Prints a module's template.
pub fn print(element: &Element<'_>, template: &str, values: Value) -> String {
    let name = format!("divi/modules/{template}.html");
    element.view.render(&name, values)
}

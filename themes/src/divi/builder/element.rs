//! One element of a page: its attributes as the module sees them, its number, and where it stands.

use std::borrow::Cow;
use std::sync::Arc;

use compat::divi::alignment::process_header_level;
use compat::divi::attributes::Attributes;
use compat::divi::content::fix_shortcodes;
use compat::divi::dynamic_content::DynamicContent;
use compat::divi::migration::{column_attributes, migrate};
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::shortcode::{ShortcodeCall, Shortcodes};

use minijinja::Value;

use crate::wordpress::mediaelement::wp_enqueue_mediaelement;
use crate::wordpress::view::{Page, View};

use super::background::Background;
use super::class_list::ClassList;
use super::global_module::GlobalModule;
use super::module::Module;
use super::multi_view::{ModeValues, MultiView};
use super::render_state::RenderState;
use super::split_test;
use crate::slots::{Slots, slots};

/// An element that is drawn.
#[derive(Clone)]
pub struct Element<'a> {
    /// What it is.
    pub module: &'static Module,
    /// Its attributes, those of its preset included, decoded; without the module's defaults.
    pub attributes: Arc<Attributes>,
    /// Its number among the elements of its kind, from 0.
    pub number: usize,
    /// Its place among the elements of its parent, from 0.
    pub index: usize,
    /// What stands behind the number in its class: `_tb_header` and the like, else nothing.
    pub area: &'static str,
    /// Its part in the split test of its post.
    pub split_test: Option<split_test::Part>,
    /// Whether the page is read from right to left.
    pub is_rtl: bool,
    content: &'a str,
    /// Whether the step that takes breaks away around shortcodes would leave the content as it is.
    is_settled: bool,
    shortcodes: &'a Shortcodes<Page>,
}

/// An element that is open: what its children may ask of it.
#[derive(Debug, Clone)]
pub struct Parent {
    /// Its kind, as in `et_pb_row`.
    pub slug: &'static str,
    /// Its number.
    pub number: usize,
    /// Its attributes.
    pub attributes: Arc<Attributes>,
    /// How many elements were opened inside it.
    pub children: usize,
    /// Whether its content is drawn, and no breaks stand around the shortcodes in it, at any depth.
    pub is_settled: bool,
}

/// Draws an element: what its shortcode prints. `kind` is the place of its module in the list.
pub fn draw(
    kind: usize,
    module: &'static Module,
    call: &ShortcodeCall<'_, Page>,
    page: &mut Page,
) -> String {
    let number = RenderState::of(page).count(kind);
    let mut written = Attributes::from_atts(&call.atts);
    migrate(module.slug, &mut written);
    if page.view.columns.divi.is_disabled(module.slug, &written) {
        return String::new();
    }
    let index = RenderState::of(page).next_index();
    add_column_attributes(module.slug, &mut written, index, page);
    let shared = GlobalModule::open(module.slug, &mut written, page);
    let attributes = attributes(module, written, page);
    let split_test = split_test::Part::of(&attributes, page);
    let element = Element {
        module,
        attributes: Arc::new(attributes),
        number,
        index,
        area: RenderState::of(page).area(),
        is_rtl: page.view.locale.wp_locale().is_rtl,
        split_test,
        content: shared.content().unwrap_or(call.content),
        is_settled: shared.content().is_none() && RenderState::of(page).is_settled(),
        shortcodes: call.shortcodes,
    };
    super::script_data::collect(&element, page);
    if has_player(&element) {
        wp_enqueue_mediaelement(page);
    }
    let html = if shared.is_whole() {
        // The placeholder has a number and rules of its own; what it stands for is drawn like any other content.
        inside(&element, page, |_| String::new());
        element.do_shortcode(element.content, page)
    } else {
        inside(&element, page, |page| (module.render)(&element, page))
    };
    shared.close(page);
    if !super::super::display_conditions::is_displayed(&element, page) {
        return String::new();
    }
    match element.split_test {
        Some(part) => part.print(html, page),
        None => html,
    }
}

/// Draws an element while it is open to its children, and adds its rules.
fn inside(
    element: &Element<'_>,
    page: &mut Page,
    draw: impl FnOnce(&mut Page) -> String,
) -> String {
    RenderState::of(page).open(Parent {
        slug: element.module.slug,
        number: element.number,
        attributes: element.attributes.clone(),
        children: 0,
        is_settled: false,
    });
    let html = draw(page);
    super::css::add_styles(element, page);
    RenderState::of(page).close();
    html
}

/// Whether the page needs the player: for a film behind the element, or for what the module may show.
fn has_player(element: &Element<'_>) -> bool {
    matches!(
        element.module.slug,
        "et_pb_audio" | "et_pb_video" | "et_pb_video_slider" | "et_pb_blog"
    ) || Background::of(element).has_video()
}

/// What a row or a specialty section says of the column at this place.
fn add_column_attributes(slug: &str, written: &mut Attributes, index: usize, page: &mut Page) {
    if !matches!(slug, "et_pb_column" | "et_pb_column_inner") {
        return;
    }
    let Some(parent) = RenderState::of(page).innermost() else {
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
    let settings = &view.columns.divi;
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

    /// What stands inside, with its shortcodes drawn.
    pub fn content(&self, page: &mut Page) -> String {
        let content = if self.is_settled {
            Cow::Borrowed(self.content)
        } else {
            fix_shortcodes(self.content)
        };
        let is_settled = match &content {
            Cow::Borrowed(_) => true,
            Cow::Owned(fixed) => matches!(fix_shortcodes(fixed), Cow::Borrowed(_)),
        };
        RenderState::of(page).settle(is_settled);
        let html = self.shortcodes.do_shortcode(&content, page).into_owned();
        RenderState::of(page).settle(false);
        html
    }

    /// What stands inside, as text with its shortcodes drawn, without white space around it.
    pub fn trimmed_content(&self, page: &mut Page) -> String {
        self.content(page).trim().to_owned()
    }

    /// Draws shortcodes.
    pub fn do_shortcode(&self, text: &str, page: &mut Page) -> String {
        self.shortcodes.do_shortcode(text, page).into_owned()
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
pub fn print_slots(page: &Page, template: &str, slots: &Slots<'_>) -> String {
    let engine = &page.view.theme.engine;
    let markup = engine.render_slots("divi/modules/", template, slots);
    page.view.or_fail(markup)
}

/// Prints a module's template.
pub fn print(page: &Page, template: &str, values: Value) -> String {
    let name = format!("divi/modules/{template}.html");
    page.view.render(&name, values)
}

//! Builds the rules of one element: values by state, the selectors of states, media queries and priorities.
//!
//! Contract "divi-server", sections 6.3 (column heads) and 6.4.

use std::borrow::Cow;

use compat::divi::attributes::{AttributeValue, Attributes, Part, State};
use compat::divi::state_selector;

use super::super::style_sheet::Media;
use super::config::Config;
use super::element_rules::ElementRules;
use super::ligatures::Ligatures;
use super::module_fields::ModuleFields;
use super::placeholders::split_placeholders;
use super::subject::Subject;

/// The builder of one element's rules.
pub struct Styles<'a> {
    /// The element.
    pub subject: &'a Subject<'a>,
    /// Its attributes.
    pub attributes: &'a Attributes,
    /// The fields of its module.
    pub fields: &'static ModuleFields,
    /// Whether the class that renders the module prints, which for some is that of another module (section 19.1).
    pub is_drawn: bool,
    rules: ElementRules,
    initials: u64,
    has_hover: bool,
    has_sticky: bool,
}

/// The devices, and the media queries for which their values are printed.
pub const DEVICES: [(Media, State); 3] = [
    (Media::General, State::Desktop),
    (Media::Max980, State::Tablet),
    (Media::Max767, State::Phone),
];

/// A bit that depends on the first four bytes of a name; all bits for a shorter name.
fn initial(name: &str) -> u64 {
    let first = name.as_bytes().first_chunk::<4>();
    first.map_or(u64::MAX, |first| {
        let mixed = u32::from_le_bytes(*first).wrapping_mul(0x9e37_79b1);
        1 << (mixed >> 26)
    })
}

/// Joins the parts of a name or selector.
pub fn name(parts: &[&str]) -> String {
    parts.concat()
}

impl<'a> Styles<'a> {
    /// Starts without rules.
    pub fn new(subject: &'a Subject<'a>, fields: &'static ModuleFields) -> Self {
        let attributes = subject.attributes;
        let (mut initials, mut has_hover, mut has_sticky) = (0, false, false);
        for (name, _) in attributes.parts() {
            initials |= initial(name.base);
            has_hover |= name.part == Part::Value(State::Hover);
            has_sticky |= name.part == Part::Value(State::Sticky);
        }
        Self {
            subject,
            attributes,
            fields,
            is_drawn: true,
            rules: ElementRules::default(),
            initials,
            has_hover,
            has_sticky,
        }
    }

    /// The module's slug without `et_pb_`.
    pub fn module(&self) -> &'a str {
        self.subject.slug.strip_prefix("et_pb_").unwrap_or_default()
    }

    /// Whether the options on which a group of a family depends have their values.
    pub fn is_shown(&self, config: Config<'_>) -> bool {
        let wanted = config.text(&["depends_show_if"]);
        let options = config.get("depends_on").list();
        wanted.is_none_or(|wanted| options.iter().all(|option| self.get(option) == wanted))
    }

    /// Whether the stored name of any attribute has this prefix. A cheap test before a family reads its attributes.
    pub fn has(&self, prefix: &str) -> bool {
        self.initials & initial(prefix) != 0
            && self.attributes.iter().any(|(n, _)| n.starts_with(prefix))
    }

    /// An attribute by its stored name, empty when it is not stored.
    pub fn text(&self, name: &str) -> &'a str {
        self.attributes.text(name)
    }

    /// [`Self::text`] of an option whose name stands in parts.
    pub fn joined(&self, parts: &[&str]) -> &'a str {
        self.attributes.value_of(parts).desktop()
    }

    /// The value of an option in its states.
    pub fn value(&self, option: &str) -> AttributeValue<'a> {
        self.attributes.value(option)
    }

    /// Whether an attribute has values by device that count.
    pub fn is_responsive(&self, name: &str) -> bool {
        self.value(name).is_responsive()
    }

    /// The value of an attribute on each device; empty where nothing is stored or values by device are switched off.
    pub fn by_device(&self, attribute: &str) -> [&'a str; 3] {
        self.value(attribute).by_device()
    }

    /// Whether any hover value is stored.
    pub fn has_hover(&self) -> bool {
        self.has_hover
    }

    /// Whether any sticky value is stored, and the element or one around it is sticky.
    pub fn has_sticky(&self) -> bool {
        self.has_sticky
    }

    /// Adds a rule.
    pub fn add(&mut self, media: Media, selector: &str, declarations: &str) {
        self.put(media, selector, declarations, None);
    }

    /// Keeps what the element does to the list of its kind, which is printed behind the rules so far.
    pub fn set_ligatures(&mut self, ligatures: Ligatures) {
        self.rules.set_ligatures(ligatures);
    }

    /// Adds the keyframes of an animation, whose name holds the element's order class.
    pub fn add_keyframes(&mut self, media: Media, name: &str, frames: &str) {
        let (selector, priority) = (["@keyframes ", name].concat(), self.fields.priority);
        self.rules.add(media, &selector, frames, Some(priority));
        self.rules.is_own = true;
    }

    /// Adds a rule; vendor placeholders of a list get rules of their own (section 1.5).
    pub(super) fn put(
        &mut self,
        media: Media,
        selector: &str,
        declarations: &str,
        priority: Option<i32>,
    ) {
        if let Some((known, vendor)) = split_placeholders(selector) {
            self.put_one(media, &known, declarations, priority);
            for part in vendor {
                self.put_one(media, part, declarations, priority);
            }
        } else {
            self.put_one(media, selector, declarations, priority);
        }
    }

    fn put_one(&mut self, media: Media, selector: &str, declarations: &str, priority: Option<i32>) {
        if declarations.is_empty() || selector.is_empty() {
            return;
        }
        if self.subject.wrapper.is_empty() {
            self.rules.add(media, selector, declarations, priority);
        } else {
            let wrapped = self.wrapped(selector);
            self.rules.add(media, &wrapped, declarations, priority);
        }
    }

    /// The finished rules.
    pub fn into_rules(self) -> ElementRules {
        self.rules
    }

    /// The selector inside the layout's wrapper (section 6.9). Button selectors begin at the body and take it in the middle.
    fn wrapped(&self, selector: &str) -> String {
        let parts = selector.split(',').map(|part| {
            let part = part.trim();
            match part.strip_prefix("body #page-container ") {
                Some(rest) => {
                    Cow::Owned(format!("body.et-db #page-container #et-boc .et-l {rest}"))
                }
                None if part.starts_with("body") => Cow::Borrowed(part),
                None => Cow::Owned(format!("{}{part}", self.subject.wrapper)),
            }
        });
        parts.collect::<Vec<_>>().join(", ")
    }
}

/// The hover selector with `:hover` at the order class.
pub fn hover_at_order_class(selector: &str) -> String {
    state_selector::add_hover_to_order_class(selector)
}

/// The hover selector with `:hover` at the end.
pub fn hover_at_end(selector: &str) -> String {
    state_selector::add_hover_to_selectors(selector)
}

/// The selector of an element in a sticky one.
pub fn inside_sticky(selector: &str) -> String {
    state_selector::add_sticky_to_order_class(selector, false)
}

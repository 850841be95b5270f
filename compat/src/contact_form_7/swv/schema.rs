//! A form's schema: which tags emit which rules, in which order, and how it is printed.
//!
//! Contract "contact-form-7", sections 10.1-10.3. Rules are grouped by producer, not in the form's order.

use jiff::Zoned;

use crate::contact_form_7::file_types::acceptable_filetypes;
use crate::contact_form_7::form_tag::{FormTag, OptionPattern};
use crate::wordpress::php::html::{Quotes, html_entity_decode_with};
use crate::wordpress::php::html_entities::Doctype;
use crate::wordpress::php::{Value, cast};

use super::validation_functions::wpcf7_is_number;
use super::{Context, Rule, RuleName};

/// What the schema calls its own format (contract "contact-form-7", section 10.1).
pub const SWV_SCHEMA_VERSION: &str = "Contact Form 7 SWV Schema 2024-10";

/// Default maximum length of a single-line control.
const TEXT_MAXLENGTH: i64 = 400;
/// Default maximum length of a text area.
const TEXTAREA_MAXLENGTH: i64 = 2000;
/// Default minimum and maximum of a range.
const RANGE_BOUNDS: (&str, &str) = ("0", "100");

/// The rules of a form.
#[derive(Debug, Clone, PartialEq)]
pub struct Schema {
    /// The form's locale.
    pub locale: String,
    /// The rules in the order of evaluation.
    pub rules: Vec<Rule>,
}

/// What a schema needs besides the tags.
#[derive(Clone, Copy)]
pub struct SchemaTexts<'a> {
    /// A message of the form, ready to be shown.
    pub message: &'a dyn Fn(&str) -> String,
    /// "Too many items", ready to be shown.
    pub too_many_items: &'a str,
    /// "Undefined value", ready to be shown.
    pub undefined_value: &'a str,
}

impl Schema {
    /// The rules that the tags of a form emit.
    pub fn new(tags: &[FormTag], locale: &str, texts: &SchemaTexts<'_>, now: &Zoned) -> Self {
        let mut producer = Producer {
            tags,
            texts,
            now,
            rules: Vec::new(),
        };
        producer.choices();
        producer.dates();
        producer.files();
        producer.numbers();
        producer.selects();
        producer.texts();
        producer.textareas();
        producer.choice_enums();
        producer.select_enums();
        Self {
            locale: locale.to_owned(),
            rules: producer.rules,
        }
    }

    /// The schema as the REST route prints it.
    pub fn to_value(&self) -> Value {
        let rules: Value = self.rules.iter().map(Rule::to_value).collect();
        Value::array()
            .with("version", SWV_SCHEMA_VERSION)
            .with("locale", self.locale.as_str())
            .with("rules", rules)
    }

    /// The first broken rule of each field, in the order of the rules: field and text for the visitor.
    pub fn validate(&self, context: &Context<'_>) -> Vec<(&str, &str)> {
        let mut errors: Vec<(&str, &str)> = Vec::new();
        for rule in self.rules.iter().filter(|rule| rule.matches(context)) {
            let field = rule.field();
            if errors.iter().any(|(known, _)| *known == field) {
                continue;
            }
            if let Err(error) = rule.validate(context) {
                errors.push((field, error));
            }
        }
        errors
    }

    /// What a file field accepts while it is still arriving: the largest size in bytes, if there is one.
    pub fn max_file_size(&self, field: &str) -> Option<u64> {
        let rules = self.rules.iter().filter(|rule| rule.field() == field);
        let limits = rules.filter(|rule| rule.name == RuleName::MaxFileSize);
        limits
            .filter_map(|rule| u64::try_from(rule.property("threshold").to_int()).ok())
            .min()
    }
}

/// Collects rules, one producer after the other.
struct Producer<'a> {
    tags: &'a [FormTag],
    texts: &'a SchemaTexts<'a>,
    now: &'a Zoned,
    rules: Vec<Rule>,
}

impl<'a> Producer<'a> {
    fn tags_of(&self, basetypes: &[&str]) -> impl Iterator<Item = &'a FormTag> + use<'a> {
        let names: Vec<String> = basetypes.iter().map(|name| (*name).to_owned()).collect();
        let has_control = |tag: &&FormTag| !tag.name.is_empty();
        let is_asked = move |tag: &&FormTag| names.contains(&tag.basetype);
        self.tags.iter().filter(has_control).filter(is_asked)
    }

    fn add(&mut self, rule: Rule, message: &str) {
        let error = (self.texts.message)(message);
        self.rules.push(rule.with("error", error));
    }

    fn add_simple(&mut self, name: RuleName, tag: &FormTag, message: &str) {
        self.add(Rule::new(name, &tag.name), message);
    }

    fn add_threshold(
        &mut self,
        name: RuleName,
        tag: &FormTag,
        threshold: impl Into<Value>,
        message: &str,
    ) {
        self.add(
            Rule::new(name, &tag.name).with("threshold", threshold),
            message,
        );
    }

    fn add_required(&mut self, tag: &FormTag) {
        if tag.is_required() {
            self.add_simple(RuleName::Required, tag, "invalid_required");
        }
    }

    fn choices(&mut self) {
        for tag in self.tags_of(&["checkbox", "radio"]) {
            let is_radio = tag.basetype == "radio";
            if is_radio || tag.is_required() {
                self.add_simple(RuleName::Required, tag, "invalid_required");
            }
            if is_radio || tag.has_option("exclusive") {
                let rule = Rule::new(RuleName::MaxItems, &tag.name).with("threshold", 1);
                self.rules
                    .push(rule.with("error", self.texts.too_many_items));
            }
        }
    }

    fn dates(&mut self) {
        for tag in self.tags_of(&["date"]) {
            self.add_required(tag);
            self.add_simple(RuleName::Date, tag, "invalid_date");
            if let Some(min) = tag.get_date_option("min", self.now) {
                self.add_threshold(RuleName::MinDate, tag, min, "date_too_early");
            }
            if let Some(max) = tag.get_date_option("max", self.now) {
                self.add_threshold(RuleName::MaxDate, tag, max, "date_too_late");
            }
        }
    }

    fn files(&mut self) {
        for tag in self.tags_of(&["file"]) {
            if tag.is_required() {
                self.add_simple(RuleName::RequiredFile, tag, "invalid_required");
            }
            let accept: Value = {
                let options = tag.get_options("filetypes", OptionPattern::Any);
                acceptable_filetypes(&options).into_iter().collect()
            };
            let rule = Rule::new(RuleName::File, &tag.name).with("accept", accept);
            self.add(rule, "upload_file_type_invalid");
            let limit = i64::try_from(tag.get_limit_option()).unwrap_or(i64::MAX);
            self.add_threshold(RuleName::MaxFileSize, tag, limit, "upload_file_too_large");
        }
    }

    fn numbers(&mut self) {
        for tag in self.tags_of(&["number", "range"]) {
            self.add_required(tag);
            self.add_simple(RuleName::Number, tag, "invalid_number");
            let is_range = tag.basetype == "range";
            let bound = |option: &str, default: &str| {
                let given = tag
                    .get_option(option, OptionPattern::SignedNum)
                    .unwrap_or_default();
                if wpcf7_is_number(given) {
                    Some(given.to_owned())
                } else {
                    is_range.then(|| default.to_owned())
                }
            };
            if let Some(min) = bound("min", RANGE_BOUNDS.0) {
                self.add_threshold(RuleName::MinNumber, tag, min, "number_too_small");
            }
            if let Some(max) = bound("max", RANGE_BOUNDS.1) {
                self.add_threshold(RuleName::MaxNumber, tag, max, "number_too_large");
            }
        }
    }

    fn selects(&mut self) {
        for tag in self.tags_of(&["select"]) {
            self.add_required(tag);
        }
    }

    fn texts(&mut self) {
        for tag in self.tags_of(&["text", "email", "url", "tel"]) {
            self.add_required(tag);
            match tag.basetype.as_str() {
                "email" => self.add_simple(RuleName::Email, tag, "invalid_email"),
                "url" => self.add_simple(RuleName::Url, tag, "invalid_url"),
                "tel" => self.add_simple(RuleName::Tel, tag, "invalid_tel"),
                _ => {}
            }
            self.lengths(tag, TEXT_MAXLENGTH);
        }
    }

    fn textareas(&mut self) {
        for tag in self.tags_of(&["textarea"]) {
            self.add_required(tag);
            self.lengths(tag, TEXTAREA_MAXLENGTH);
        }
    }

    fn lengths(&mut self, tag: &FormTag, default_max: i64) {
        let number = |digits: &str| cast::string_to_int(digits.as_bytes());
        if let Some(min) = tag.get_minlength_option() {
            self.add_threshold(RuleName::MinLength, tag, number(min), "invalid_too_short");
        }
        // `0/0` means no limit, unlike a tag without the option.
        let given = tag.get_maxlength_option();
        if given != Some("0") {
            let max = given.map_or(default_max, number);
            self.add_threshold(RuleName::MaxLength, tag, max, "invalid_too_long");
        }
    }

    /// A field with free text has no enumeration of allowed values.
    fn choice_enums(&mut self) {
        let tags: Vec<&FormTag> = self.tags_of(&["checkbox", "radio"]).collect();
        let is_free = |name: &str| {
            let mut same = tags.iter().filter(|tag| tag.name == name);
            same.any(|tag| tag.has_option("free_text"))
        };
        let listed = tags.iter().copied().filter(|tag| !is_free(&tag.name));
        self.enums(listed.map(|tag| (tag, tag.values.as_slice())).collect());
    }

    fn select_enums(&mut self) {
        let values = self.tags_of(&["select"]).map(|tag| {
            let skipped = usize::from(tag.has_option("first_as_label"));
            (tag, tag.values.get(skipped..).unwrap_or_default())
        });
        let values = values.collect();
        self.enums(values);
    }

    /// One rule a name, with the values of all its tags.
    fn enums(&mut self, tags: Vec<(&FormTag, &[String])>) {
        let mut lists: indexmap::IndexMap<&str, indexmap::IndexSet<Vec<u8>>> =
            indexmap::IndexMap::new();
        for (tag, values) in tags {
            let list = lists.entry(tag.name.as_str()).or_default();
            let decoded = values.iter().map(|value| {
                html_entity_decode_with(value.as_bytes(), Quotes::Both, Doctype::Html5)
            });
            list.extend(decoded.filter(|value| !value.is_empty()));
        }
        for (name, list) in lists {
            let accept: Value = list.into_iter().collect();
            let rule = Rule::new(RuleName::Enum, name).with("accept", accept);
            self.rules
                .push(rule.with("error", self.texts.undefined_value));
        }
    }
}

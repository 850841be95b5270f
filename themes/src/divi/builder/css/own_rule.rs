//! The option of a single module and the rule that it prints.
//!
//! Contract "divi-css", section 18.1. Printed by [`super::module_rules`].

use serde_json::Value;

/// An option and the rule that it prints.
#[derive(Debug)]
pub struct OwnRule {
    /// The option.
    pub option: &'static str,
    /// The selector; `special` where a function of the module prints the rule.
    pub selector: &'static str,
    /// The CSS properties.
    pub properties: Vec<&'static str>,
    /// Whether lengths get a unit.
    pub is_range: bool,
    /// Whether values are important, and the states in which they are; no states mean all.
    pub important: (bool, Vec<&'static str>),
    /// The selector of the state hover, where it is not derived.
    pub hover: Option<&'static str>,
    /// Whether `:hover` stands at the end of the selector.
    pub is_hover_at_end: bool,
    /// Which of devices, hover and sticky print rules.
    pub states: [bool; 3],
    /// Declarations that are added.
    pub more: &'static str,
    /// What prints the value in place of the properties.
    pub processor: Option<&'static str>,
    /// The mode of an icon's processor.
    pub mode: &'static str,
    /// The format of an overlay icon's size.
    pub format: Option<&'static str>,
    /// The selector of a second rule.
    pub second: Option<&'static str>,
    /// Who sticks, where it is not the element: `never` or `parent`.
    pub sticks: &'static str,
}

impl OwnRule {
    pub(super) fn parse(row: &'static Value) -> Self {
        let text = |name: &str| row[name].as_str();
        let texts = |name: &str| match &row[name] {
            Value::String(text) => vec![text.as_str()],
            Value::Array(parts) => parts.iter().filter_map(Value::as_str).collect(),
            _ => Vec::new(),
        };
        let is_off = |name: &str| row[name].as_u64() == Some(0);
        Self {
            option: text("a").unwrap_or_default(),
            selector: text("s").unwrap_or_default(),
            properties: texts("p"),
            is_range: text("k") == Some("range"),
            important: match &row["i"] {
                Value::Array(_) => (true, texts("i")),
                important => (*important == Value::Bool(true), Vec::new()),
            },
            hover: text("hs"),
            is_hover_at_end: row.get("he").is_some(),
            states: [!is_off("r"), !is_off("h"), !is_off("st")],
            more: text("add").unwrap_or_default(),
            processor: text("proc"),
            mode: text("ua").unwrap_or_default(),
            format: text("fmt"),
            second: text("sw"),
            sticks: text("self").unwrap_or_default(),
        }
    }
}

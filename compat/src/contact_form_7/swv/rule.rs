//! One rule: its name, its properties in the order in which the schema prints them, and its children.
//!
//! Contract "contact-form-7", sections 10.1 and 11.

use crate::wordpress::php::{Array, Value};

use super::Phase;

/// Names of the rules, spelled as on the wire (contract "contact-form-7", section 10.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RuleName {
    /// An item is there.
    Required,
    /// A file is there.
    RequiredFile,
    /// E-mail addresses.
    Email,
    /// Web addresses.
    Url,
    /// Telephone numbers.
    Tel,
    /// Numbers.
    Number,
    /// Dates.
    Date,
    /// Times of the day.
    Time,
    /// File names with an acceptable ending.
    File,
    /// One of a list.
    Enum,
    /// Days of the week.
    DayOfWeek,
    /// Not fewer items.
    MinItems,
    /// Not more items.
    MaxItems,
    /// Not fewer characters.
    MinLength,
    /// Not more characters.
    MaxLength,
    /// Not a smaller number.
    MinNumber,
    /// Not a larger number.
    MaxNumber,
    /// Not an earlier date.
    MinDate,
    /// Not a later date.
    MaxDate,
    /// Not smaller files.
    MinFileSize,
    /// Not larger files.
    MaxFileSize,
    /// A number on a grid.
    StepNumber,
    /// All children hold.
    All,
    /// One child holds.
    Any,
}

/// All rules in the order of the meta-schema's list.
pub const RULE_NAMES: [(RuleName, &str); 24] = [
    (RuleName::Required, "required"),
    (RuleName::RequiredFile, "requiredfile"),
    (RuleName::Email, "email"),
    (RuleName::Url, "url"),
    (RuleName::Tel, "tel"),
    (RuleName::Number, "number"),
    (RuleName::Date, "date"),
    (RuleName::Time, "time"),
    (RuleName::File, "file"),
    (RuleName::Enum, "enum"),
    (RuleName::DayOfWeek, "dayofweek"),
    (RuleName::MinItems, "minitems"),
    (RuleName::MaxItems, "maxitems"),
    (RuleName::MinLength, "minlength"),
    (RuleName::MaxLength, "maxlength"),
    (RuleName::MinNumber, "minnumber"),
    (RuleName::MaxNumber, "maxnumber"),
    (RuleName::MinDate, "mindate"),
    (RuleName::MaxDate, "maxdate"),
    (RuleName::MinFileSize, "minfilesize"),
    (RuleName::MaxFileSize, "maxfilesize"),
    (RuleName::StepNumber, "stepnumber"),
    (RuleName::All, "all"),
    (RuleName::Any, "any"),
];

impl RuleName {
    /// The name on the wire.
    pub fn as_str(self) -> &'static str {
        let found = RULE_NAMES.iter().find(|(rule, _)| *rule == self);
        found.map_or("", |(_, name)| name)
    }

    /// The rule of a name on the wire.
    pub fn from_name(name: &str) -> Option<Self> {
        let found = RULE_NAMES.iter().find(|(_, n)| *n == name);
        found.map(|(rule, _)| *rule)
    }

    /// The half of a validation in which the rule takes part; composites take part in both.
    pub(super) fn phase(self) -> Option<Phase> {
        match self {
            Self::RequiredFile | Self::File | Self::MinFileSize | Self::MaxFileSize => {
                Some(Phase::File)
            }
            Self::All | Self::Any => None,
            _ => Some(Phase::Text),
        }
    }
}

/// A rule of a schema.
#[derive(Debug, Clone, PartialEq)]
pub struct Rule {
    /// Which rule.
    pub name: RuleName,
    /// `field`, `accept`, `threshold`, …, `error`, in printing order.
    pub properties: Array,
    /// Children of `all` and `any`.
    pub rules: Vec<Rule>,
}

impl Rule {
    /// A rule for a field, without further properties yet.
    pub fn new(name: RuleName, field: &str) -> Self {
        Self {
            name,
            properties: Array::new().with("field", field),
            rules: Vec::new(),
        }
    }

    /// Builder: adds a property.
    #[must_use]
    pub fn with(mut self, property: &str, value: impl Into<Value>) -> Self {
        self.properties.insert(property, value);
        self
    }

    /// The field that it is about, empty when it names none.
    pub fn field(&self) -> &str {
        self.property("field").as_str().unwrap_or_default()
    }

    /// The text for the visitor, empty when it has none.
    pub fn error(&self) -> &str {
        self.property("error").as_str().unwrap_or_default()
    }

    /// A property, null when missing.
    pub fn property(&self, name: &str) -> &Value {
        static NULL: Value = Value::Null;
        self.properties.get(name).unwrap_or(&NULL)
    }

    /// The rule as the schema prints it.
    pub fn to_value(&self) -> Value {
        let mut printed = Array::new().with("rule", self.name.as_str());
        printed.extend(self.properties.clone());
        if !self.rules.is_empty() {
            let rules: Array = self.rules.iter().map(Self::to_value).collect();
            printed.insert("rules", rules);
        }
        printed.into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_both_ways() {
        for (rule, name) in RULE_NAMES {
            assert_eq!(rule.as_str(), name);
            assert_eq!(RuleName::from_name(name), Some(rule));
        }
        assert_eq!(RuleName::from_name("Required"), None);
    }
}

//! Display conditions: whether an element's output is dropped, for whom and when.
//!
//! Contract "divi-server", sections 1.2 and 2 (step i). The attribute holds a base64 JSON list; conditions that nobody
//! knows, and those about purchases and stock, drop nothing. What a visitor has seen before is in two cookies
//! ([`visits`]).

mod facts;
mod rules;
pub mod visits;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

pub use facts::ConditionFacts;

use crate::wordpress::php::Value;
use crate::wordpress::php::json::json_decode_assoc;

/// The attribute.
pub const ATTRIBUTE: &str = "display_conditions";

/// The most conditions of an element that are looked at.
const MOST_CONDITIONS: usize = 100;

/// One condition of an element.
#[derive(Debug, Clone, PartialEq)]
pub struct DisplayCondition {
    /// Its own id, under which views are counted.
    pub id: String,
    /// What it asks, as in `loggedInStatus`.
    pub name: String,
    /// Its settings.
    pub settings: Value,
    /// Whether all conditions must hold, and not just one.
    is_and: bool,
}

/// What the conditions of an element say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the output stays.
    pub is_displayed: bool,
    /// Whether another visitor, or the same one later, may see something else.
    pub is_personal: bool,
}

impl DisplayCondition {
    /// The conditions that are switched on in an attribute's value; none in one that cannot be read.
    pub fn parse(value: &str) -> Vec<Self> {
        let Ok(json) = STANDARD.decode(value.trim()) else {
            return Vec::new();
        };
        let list = json_decode_assoc(&json).unwrap_or_default();
        let read = |condition: &Value| {
            let text = |name: &str| condition.at(name).to_string_lossy().into_owned();
            Self {
                id: text("id"),
                name: text("condition"),
                settings: condition.at("conditionSettings").clone(),
                is_and: text("operator") == "AND",
            }
        };
        let conditions = list.values().take(MOST_CONDITIONS).map(read);
        conditions
            .filter(|c| c.text("enableCondition") != "off")
            .collect()
    }

    fn text(&self, name: &str) -> String {
        self.settings.at(name).to_string_lossy().into_owned()
    }

    /// Whether the answer differs between visitors who share a page, or with time.
    fn is_personal(&self) -> bool {
        matches!(
            self.name.as_str(),
            "dateTime"
                | "pageVisit"
                | "postVisit"
                | "numberOfViews"
                | "cookie"
                | "browser"
                | "operatingSystem"
                | "cartContents"
        )
    }
}

/// Holds conditions against what is known. They are looked at in order: with "or" the first that holds shows the
/// element, with "and" the first that fails drops it.
pub fn verdict(conditions: &[DisplayCondition], facts: &ConditionFacts<'_>) -> Verdict {
    let mut verdict = Verdict {
        is_displayed: true,
        is_personal: conditions.iter().any(DisplayCondition::is_personal),
    };
    for condition in conditions {
        let holds = rules::holds(condition, facts);
        verdict.is_displayed = holds;
        if holds != condition.is_and {
            break;
        }
    }
    verdict
}

#[cfg(test)]
mod tests;

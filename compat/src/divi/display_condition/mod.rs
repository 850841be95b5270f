//! Display conditions: whether an element's output is dropped.
//!
//! Contract "divi-server", sections 1.2 and 2 (step i). The attribute holds a base64 JSON list. Unknown conditions, and
//! those about purchases and stock, always hold. The visitor's history is in two cookies ([`visits`]).

mod facts;
mod rules;
mod visitor;
pub mod visits;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

pub use facts::ConditionFacts;
pub use visitor::ConditionVisitor;

use crate::wordpress::php::Value;
use crate::wordpress::php::json::json_decode_assoc;

/// The attribute.
pub const ATTRIBUTE: &str = "display_conditions";

/// The most conditions of an element that are evaluated.
const MOST_CONDITIONS: usize = 100;

/// One condition of an element.
#[derive(Debug, Clone, PartialEq)]
pub struct DisplayCondition {
    /// Its id, the key of view counts.
    pub id: String,
    /// Its kind, as in `loggedInStatus`.
    pub name: String,
    /// Its settings.
    pub settings: Value,
    /// Whether all conditions must hold, not just one.
    is_and: bool,
}

/// The result of an element's conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the output is printed.
    pub is_displayed: bool,
    /// Whether the result may differ for another visitor or at another time.
    pub is_personal: bool,
}

impl DisplayCondition {
    /// The enabled conditions in an attribute's value; none in an invalid one.
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

    /// Whether the result differs between visitors of a cached page, or with time.
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

/// Evaluates conditions in order: with "or" the first that holds shows the element, with "and" the first that fails
/// drops it.
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

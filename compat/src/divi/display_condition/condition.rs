//! One condition of an element, as the attribute stores it.
//!
//! Contract "divi-server", section 1.2: a base64 JSON list.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

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
    pub(super) is_and: bool,
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

    pub(super) fn text(&self, name: &str) -> String {
        self.settings.at(name).to_string_lossy().into_owned()
    }

    /// Whether the result differs between visitors of a cached page, or with time.
    pub(super) fn is_personal(&self) -> bool {
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

//! What a visitor has seen before, as the two cookies tell it.
//!
//! Contract "divi-server", section 1.2: `divi_post_visit` and `divi_module_views`, base64 of JSON.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::{ConditionFacts, DisplayCondition};
use crate::wordpress::php::Value;
use crate::wordpress::php::json::json_decode_assoc;

/// The cookie with the posts that were visited.
pub const POST_VISIT: &str = "divi_post_visit";

/// The cookie that counts how often an element was shown.
pub const MODULE_VIEWS: &str = "divi_module_views";

fn read(facts: &ConditionFacts<'_>, name: &str) -> Value {
    let text = (facts.cookie)(name).unwrap_or_default();
    let json = STANDARD.decode(text.trim()).unwrap_or_default();
    json_decode_assoc(&json).unwrap_or_default()
}

/// Whether one of these posts was visited.
pub(super) fn has_visited(pages: &[String], facts: &ConditionFacts<'_>) -> bool {
    let visits = read(facts, POST_VISIT);
    let mut ids = visits
        .values()
        .map(|visit| visit.at("id").to_string_lossy());
    ids.any(|id| pages.iter().any(|page| *page == id))
}

/// Whether an element was shown less often than it may be, or long enough ago.
pub(super) fn may_be_seen_again(condition: &DisplayCondition, facts: &ConditionFacts<'_>) -> bool {
    let views = read(facts, MODULE_VIEWS);
    let number = |value: &Value| value.to_string_lossy().parse::<i64>().unwrap_or(0);
    let Some(own) = views.get(condition.id.as_str()) else {
        return true;
    };
    let unit = match condition.text("displayAgainAfterUnit").as_str() {
        "minutes" => 60,
        "hours" => 3_600,
        _ => 86_400,
    };
    let pause = number(condition.settings.at("displayAgainAfter")).saturating_mul(unit);
    let since = facts.now.saturating_sub(number(own.at("visitTimestamp")));
    let is_over = condition.text("resetAfterDuration") == "on" && since > pause;
    let most = number(condition.settings.at("numberOfViews"));
    is_over || number(own.at("visitCount")) < most
}

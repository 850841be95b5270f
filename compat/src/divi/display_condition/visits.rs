//! The visitor's history in two cookies: visited posts and views of elements.
//!
//! Contract "divi-server", section 1.2: `divi_post_visit` and `divi_module_views`, base64 of JSON. They are read by
//! conditions, and written when a page with such a condition, or a page named by one, is shown.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::{ConditionFacts, ConditionVisitor, DisplayCondition};
use crate::wordpress::options::Options;
use crate::wordpress::php::Value;
use crate::wordpress::php::json::{json_decode_assoc, json_encode};

/// The cookie of visited posts.
pub const POST_VISIT: &str = "divi_post_visit";

/// The cookie of view counts by element.
pub const MODULE_VIEWS: &str = "divi_module_views";

/// The option with the posts named by conditions: ids, or lists of ids by the post with the condition.
const TRACKED: &str = "et_display_conditions_tracking_post_ids";

/// The lifetime of both cookies, in seconds.
pub const LIFETIME: i64 = 365 * 24 * 3_600;

/// The longest value of a cookie: browsers drop longer ones.
const LONGEST: usize = 3_800;

impl ConditionVisitor {
    /// The visited posts, as [`with_visit`] reads them.
    pub fn post_visits(&self) -> &str {
        self.cookie(POST_VISIT).unwrap_or_default()
    }

    /// The views of elements, as [`with_views`] reads them.
    pub fn module_views(&self) -> &str {
        self.cookie(MODULE_VIEWS).unwrap_or_default()
    }
}

fn read(facts: &ConditionFacts<'_>, name: &str) -> Value {
    decoded(facts.visitor.cookie(name).unwrap_or_default())
}

fn decoded(cookie: &str) -> Value {
    let json = STANDARD.decode(cookie.trim()).unwrap_or_default();
    let value = json_decode_assoc(&json).unwrap_or_default();
    if value.as_array().is_some() {
        value
    } else {
        Value::array()
    }
}

fn encoded(value: &Value) -> Option<String> {
    let cookie = STANDARD.encode(json_encode(value, 0)?);
    (cookie.len() <= LONGEST).then_some(cookie)
}

/// The cookie after a visit of a post; `None` where no condition names the post, or the cookie would be too long.
pub fn with_visit(cookie: &str, post: i64, options: &Options, now: i64) -> Option<String> {
    let tracked = options.value(TRACKED);
    let is_post = |value: &Value| value.to_int() == post;
    let mut lists = tracked.values();
    if !lists.any(|entry| is_post(entry) || entry.values().any(is_post)) {
        return None;
    }
    let before = decoded(cookie);
    let others = before.values().filter(|visit| !is_post(visit.at("id")));
    let visits = others.fold(Value::array(), |list, visit| {
        list.with_pushed(visit.clone())
    });
    let visit = Value::array().with("id", post).with("timestamp", now);
    encoded(&visits.with_pushed(visit))
}

/// The cookie after a view of an element; `None` where no condition counts views, or the cookie would be too long.
pub fn with_views(cookie: &str, conditions: &[DisplayCondition], now: i64) -> Option<String> {
    let mut counting = conditions
        .iter()
        .filter(|c| c.name == "numberOfViews")
        .peekable();
    counting.peek()?;
    let views = counting.fold(decoded(cookie), |views, condition| {
        let own = views.at(condition.id.as_str());
        let (count, since) = match own.at("visitCount").to_int() {
            count if count > 0 && !is_over(condition, own, now) => {
                (count.saturating_add(1), own.at("visitTimestamp").to_int())
            }
            _ => (1, now),
        };
        let view = Value::array()
            .with("visitCount", count)
            .with("visitTimestamp", since);
        views.with(condition.id.as_str(), view)
    });
    encoded(&views)
}

/// Whether any of the posts was visited.
pub(super) fn has_visited(pages: &[String], facts: &ConditionFacts<'_>) -> bool {
    let visits = read(facts, POST_VISIT);
    let mut ids = visits
        .values()
        .map(|visit| visit.at("id").to_string_lossy());
    ids.any(|id| pages.iter().any(|page| *page == id))
}

/// Whether an element is below its limit of views, or the limit has been reset.
pub(super) fn may_be_seen_again(condition: &DisplayCondition, facts: &ConditionFacts<'_>) -> bool {
    let views = read(facts, MODULE_VIEWS);
    let Some(own) = views.get(condition.id.as_str()) else {
        return true;
    };
    let most = number(condition.settings.at("numberOfViews"));
    is_over(condition, own, facts.now) || number(own.at("visitCount")) < most
}

fn number(value: &Value) -> i64 {
    value.to_string_lossy().parse().unwrap_or(0)
}

/// Whether the period after which views are reset is over.
fn is_over(condition: &DisplayCondition, own: &Value, now: i64) -> bool {
    let unit = match condition.text("displayAgainAfterUnit").as_str() {
        "minutes" => 60,
        "hours" => 3_600,
        _ => 86_400,
    };
    let pause = number(condition.settings.at("displayAgainAfter")).saturating_mul(unit);
    let since = now.saturating_sub(number(own.at("visitTimestamp")));
    condition.text("resetAfterDuration") == "on" && since > pause
}

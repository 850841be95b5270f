//! The rule of each kind of condition.

use super::visits::{has_visited, may_be_seen_again};
use super::{ConditionFacts, DisplayCondition};
use crate::divi::theme_builder::RequestKind;
use crate::wordpress::php::Value;

/// Whether a condition holds.
pub fn holds(condition: &DisplayCondition, facts: &ConditionFacts<'_>) -> bool {
    let rule = condition.text("displayRule");
    let is_not = rule == "isNot";
    let either = |is: bool| is != is_not;
    match condition.name.as_str() {
        "loggedInStatus" => facts.user.is_some() == (rule == "loggedIn"),
        "userRole" => either(has_role(condition, facts)),
        "author" => either(lists(condition, "authors", facts.author)),
        "postType" => {
            let types = values(condition, "postTypes");
            either(types.iter().any(|name| name == facts.post_type))
        }
        "dynamicPosts" => either(lists(condition, "dynamicPosts", facts.post)),
        "categories" => either(has_term(condition, "categories", facts)),
        "tags" => either(has_term(condition, "tags", facts)),
        "categoryPage" => either(is_term_page(condition, "categories", facts)),
        "tagPage" => either(is_term_page(condition, "tags", facts)),
        "searchResults" => either(is_search(condition, facts)),
        "dateArchive" => is_date_archive(&rule, condition, facts),
        "dateTime" => is_time(&rule, condition, facts),
        "pageVisit" | "postVisit" => {
            let pages = values(condition, "pages");
            has_visited(&pages, facts) == (rule == "hasVisitedSpecificPage")
        }
        "numberOfViews" => may_be_seen_again(condition, facts),
        "urlParameter" => has_parameter(&rule, condition, facts),
        "cookie" => has_cookie(&rule, condition, facts),
        "browser" => {
            either(names(condition, "browsers").contains(&browser(facts.visitor.user_agent())))
        }
        "operatingSystem" => {
            let systems = names(condition, "operatingSystems");
            either(systems.contains(&operating_system(facts.visitor.user_agent())))
        }
        "customField" => has_field(&rule, condition, facts),
        "cartContents" => match rule.as_str() {
            "hasProducts" => facts.cart_count > 0,
            "isEmpty" => facts.cart_count == 0,
            _ => true,
        },
        // Other post types have conditions of their own names.
        _ if !condition.settings.at("dynamicPosts").is_empty() => {
            either(lists(condition, "dynamicPosts", facts.post))
        }
        _ => true,
    }
}

/// The values of a list of choices, each with its label.
fn values(condition: &DisplayCondition, list: &str) -> Vec<String> {
    let choices = condition.settings.at(list).values();
    let value = |choice: &Value| match choice.get("value") {
        Some(value) => value.to_string_lossy().into_owned(),
        None => choice.to_string_lossy().into_owned(),
    };
    choices.map(value).collect()
}

/// Names separated by bars.
fn names(condition: &DisplayCondition, list: &str) -> Vec<String> {
    let text = condition.text(list);
    text.split('|').map(str::to_ascii_lowercase).collect()
}

fn lists(condition: &DisplayCondition, list: &str, id: i64) -> bool {
    let id = id.to_string();
    values(condition, list).contains(&id)
}

fn has_role(condition: &DisplayCondition, facts: &ConditionFacts<'_>) -> bool {
    let ids = condition.text("userIds");
    let user = facts.user.map(|id| id.to_string());
    if user.is_some_and(|user| ids.split(',').any(|id| id.trim() == user)) {
        return true;
    }
    let roles = values(condition, "userRoles");
    roles.iter().any(|role| facts.roles.contains(role))
}

fn has_term(condition: &DisplayCondition, list: &str, facts: &ConditionFacts<'_>) -> bool {
    let wanted = values(condition, list);
    let has = |(_, id): &(String, i64)| wanted.contains(&id.to_string());
    facts.request.kind == RequestKind::Singular && facts.terms.iter().any(has)
}

fn is_term_page(condition: &DisplayCondition, list: &str, facts: &ConditionFacts<'_>) -> bool {
    facts.request.kind == RequestKind::Term && lists(condition, list, facts.request.id)
}

fn is_search(condition: &DisplayCondition, facts: &ConditionFacts<'_>) -> bool {
    if facts.request.kind != RequestKind::Search {
        return false;
    }
    let is_listed = |name: &str| {
        let words = condition.text(name).to_lowercase();
        let search = facts.search.to_lowercase();
        let found = words.split(',').any(|word| word.trim() == search);
        (!words.trim().is_empty(), found)
    };
    let (has_only, is_only) = is_listed("specificSearchQueries");
    let (_, is_excluded) = is_listed("excludedSearchQueries");
    (!has_only || is_only) && !is_excluded
}

fn is_date_archive(rule: &str, condition: &DisplayCondition, facts: &ConditionFacts<'_>) -> bool {
    if facts.request.kind != RequestKind::Date {
        return false;
    }
    let date = condition.text("date");
    let day = date.get(..10).unwrap_or(&date);
    match rule {
        "isAfter" => facts.archive_date > day,
        "isBefore" => facts.archive_date < day,
        _ => true,
    }
}

/// Date and time conditions. Times are text such as `2026-11-20 11:15` in the site's zone, and compare as text.
fn is_time(rule: &str, condition: &DisplayCondition, facts: &ConditionFacts<'_>) -> bool {
    let (today, now) = ((facts.date)("Y-m-d"), (facts.date)("Y-m-d H:i"));
    let date = condition.text("date");
    let day = date.get(..10).unwrap_or(&date).to_owned();
    let or = |name: &str, default: &str| match condition.text(name) {
        text if text.is_empty() => default.to_owned(),
        text => text,
    };
    let target = format!("{day} {}", or("time", "00:00"));
    let is_in_hours = || {
        let clock = (facts.date)("H:i");
        condition.text("allDay") != "off"
            || (or("fromTime", "00:00") <= clock && clock <= or("untilTime", "23:59"))
    };
    match rule {
        "isAfter" => now > target,
        "isBefore" => now < target,
        "isOnSpecificDate" => today == day && is_in_hours(),
        "isNotOnSpecificDate" => !(today == day && is_in_hours()),
        "isOnSpecificDays" => {
            let weekday = (facts.date)("l").to_lowercase();
            names(condition, "weekdays").contains(&weekday)
                && is_in_hours()
                && repeats(condition, facts)
        }
        "isFirstDayOfMonth" => (facts.date)("j") == "1" && is_in_hours(),
        "isLastDayOfMonth" => (facts.date)("j") == (facts.date)("t") && is_in_hours(),
        _ => true,
    }
}

/// Whether today is among the configured repetitions: first or last of its weekday in the month, every other week.
fn repeats(condition: &DisplayCondition, facts: &ConditionFacts<'_>) -> bool {
    let number = |format: &str| (facts.date)(format).parse::<i64>().unwrap_or(1);
    let day = number("j");
    match condition.text("repeatFrequencySpecificDays").as_str() {
        "firstInstanceOfMonth" => day <= 7,
        "lastInstanceOfMonth" => day + 7 > number("t"),
        "everyOther" => number("W") % 2 == 0,
        _ => true,
    }
}

fn has_parameter(rule: &str, condition: &DisplayCondition, facts: &ConditionFacts<'_>) -> bool {
    let value = facts.visitor.parameter(&condition.text("urlParameterName"));
    let wanted = condition.text("urlParameterValue");
    match (rule, value) {
        ("exist", value) => value.is_some(),
        ("doesNotExist", value) => value.is_none(),
        ("doesNotEqual", value) => value.is_none_or(|v| v != wanted),
        ("contains", value) => value.is_some_and(|v| v.contains(&wanted)),
        ("doesNotContain", value) => value.is_none_or(|v| !v.contains(&wanted)),
        (_, value) => value.is_some_and(|v| v == wanted),
    }
}

fn has_cookie(rule: &str, condition: &DisplayCondition, facts: &ConditionFacts<'_>) -> bool {
    let value = facts.visitor.cookie(&condition.text("cookieName"));
    let wanted = condition.text("cookieValue");
    match rule {
        "cookieDoesNotExist" => value.is_none(),
        "cookieValueEquals" => value.is_some_and(|v| v == wanted),
        "cookieValueDoesNotEqual" => value.is_none_or(|v| v != wanted),
        _ => value.is_some(),
    }
}

fn has_field(rule: &str, condition: &DisplayCondition, facts: &ConditionFacts<'_>) -> bool {
    let choice = condition.text("selectedFieldName");
    let name = match choice.as_str() {
        "" | "manual_custom_field_name" => condition.text("customFieldName"),
        _ => choice,
    };
    let Some(value) = (facts.meta)(&name) else {
        return matches!(rule, "isNot" | "doesNotContain" | "hasNoValue");
    };
    let choice = condition.text("selectedFieldValue");
    let wanted = match choice.as_str() {
        "" | "manual_custom_field_value" => condition.text("customFieldValue"),
        name => (facts.meta)(name).unwrap_or_default(),
    };
    let numbers = || value.parse::<f64>().ok().zip(wanted.parse::<f64>().ok());
    match rule {
        "isNot" => value != wanted,
        "contains" => value.contains(&wanted),
        "doesNotContain" => !value.contains(&wanted),
        "isAnyValue" => !value.is_empty(),
        "hasNoValue" => value.is_empty(),
        "isGreaterThan" => numbers().is_some_and(|(a, b)| a > b),
        "isLessThan" => numbers().is_some_and(|(a, b)| a < b),
        _ => value == wanted,
    }
}

/// The first name whose word the user agent contains: browsers that imitate others come before these.
fn first_named(agent: &str, table: &[(&str, &str)]) -> String {
    let agent = agent.to_ascii_lowercase();
    let found = table.iter().find(|(word, _)| agent.contains(word));
    found.map_or("", |(_, name)| name).to_owned()
}

fn browser(agent: &str) -> String {
    first_named(
        agent,
        &[
            ("edg", "edge"),
            ("opr/", "opera"),
            ("opera", "opera"),
            ("ucbrowser", "ucbrowser"),
            ("maxthon", "maxthon"),
            ("firefox", "firefox"),
            ("chrome", "chrome"),
            ("safari", "safari"),
            ("msie", "ie"),
            ("trident", "ie"),
        ],
    )
}

fn operating_system(agent: &str) -> String {
    first_named(
        agent,
        &[
            ("iphone", "iphone"),
            ("ipad", "ipad"),
            ("ipod", "ipod"),
            ("appletv", "appletv"),
            ("blackberry", "blackberry"),
            ("android", "android"),
            ("windows", "windows"),
            ("mac", "macos"),
            ("bsd", "bsd"),
            ("linux", "linux"),
        ],
    )
}

//! What the visitor has accepted, as the page's script is told.
//!
//! Contract "cookie-consent", sections 2.2 and 4.

use crate::wordpress::view::View;

/// Categories by their names in cookie and variables, in order, each with the setting for new visitors.
const CATEGORIES: [(&str, &str); 5] = [
    ("strict", ""),
    (
        "thirdparty",
        "moove_gdpr_third_party_cookies_enable_first_visit",
    ),
    ("advanced", "moove_gdpr_advanced_cookies_enable_first_visit"),
    (
        "performance",
        "moove_gdpr_performance_ccat_enable_first_visit",
    ),
    (
        "preference",
        "moove_gdpr_preference_ccat_enable_first_visit",
    ),
];

/// Each category with whether it is accepted.
fn accepted(view: &View) -> Vec<(&'static str, bool)> {
    if let Some(cookie) = &view.visitor.consent_cookie {
        let cookie = serde_json::from_str::<serde_json::Value>(cookie).unwrap_or_default();
        let is_one = |name: &str| match cookie.get(name) {
            Some(serde_json::Value::String(text)) => text.trim().parse() == Ok(1),
            Some(value) => value.as_i64() == Some(1) || value.as_bool() == Some(true),
            None => false,
        };
        return CATEGORIES
            .iter()
            .map(|(name, _)| (*name, is_one(name)))
            .collect();
    }
    let settings = &view.columns.moove_gdpr;
    let first_visit = |key: &str| !key.is_empty() && settings.is_on(key, false);
    let is_any = CATEGORIES.iter().any(|(_, key)| first_visit(key));
    let strict = settings.int_or("moove_gdpr_strictly_necessary_cookies_functionality", 1);
    let is_strict = matches!(strict, 2..=4) || is_any;
    CATEGORIES
        .iter()
        .map(|(name, key)| {
            (
                *name,
                if *name == "strict" {
                    is_strict
                } else {
                    first_visit(key)
                },
            )
        })
        .collect()
}

/// The variables that are printed behind the script.
pub fn consent_variables(view: &View) -> String {
    let accepted = accepted(view);
    let mut lines: Vec<String> = accepted
        .iter()
        .map(|(name, yes)| format!("var gdpr_consent__{name} = \"{yes}\""))
        .collect();
    let names: Vec<&str> = accepted
        .iter()
        .filter(|(_, yes)| *yes)
        .map(|(name, _)| *name)
        .collect();
    lines.push(format!(
        "var gdpr_consent__cookies = \"{}\"",
        names.join("|")
    ));
    lines.join("\n")
}

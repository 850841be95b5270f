//! The visitor's consent as data for the page's scripts: variables, and consent mode in the head.
//!
//! Contract "cookie-consent", sections 2.2 and 6.2. The consent is part of the page's cache key.

use compat::moove_gdpr::{Consent, Settings, VisitorConsent, consent_mode};

use crate::wordpress::view::{Page, View};

/// The visitor's consent.
fn consent(view: &View) -> Consent {
    let visitor = view.page_data.get::<VisitorConsent>();
    visitor.consent(view.site_data.get::<Settings>())
}

/// Whether the request disables banner, dialog and their styles.
pub fn is_just_text(view: &View) -> bool {
    view.page_data.get::<VisitorConsent>().is_just_text
}

/// The variables printed after the script.
pub fn consent_variables(view: &View) -> String {
    let consent = consent(view);
    let variable = |name: &str, value: &str| format!("var gdpr_consent__{name} = \"{value}\"");
    let mut lines: Vec<String> = consent
        .each()
        .map(|(category, yes)| variable(category.name(), if yes { "true" } else { "false" }))
        .collect();
    let accepted = consent.each().filter(|(_, yes)| *yes);
    let names: Vec<&str> = accepted.map(|(category, _)| category.name()).collect();
    lines.push(variable("cookies", &names.join("|")));
    lines.join("\n")
}

/// Renders Google consent mode's default commands and its loader.
pub fn consent_mode_tags(page: &mut Page) -> String {
    let view = &page.view;
    let Some(mode) = consent_mode(view.site_data.get::<Settings>(), &consent(view)) else {
        return String::new();
    };
    let mut fields: Vec<String> = mode
        .storage
        .iter()
        .map(|(name, yes)| format!("'{name}':'{}'", if *yes { "granted" } else { "denied" }))
        .collect();
    fields.extend(
        mode.wait_for_update
            .map(|ms| format!("'wait_for_update':{ms}")),
    );
    format!(
        "<script data-type=\"gdpr-integration\">window.dataLayer=window.dataLayer||[];function gtag(){{dataLayer.push(arguments)}}gtag('consent','default',{{{}}});</script>\n{}\n",
        fields.join(","),
        mode.loader
    )
}

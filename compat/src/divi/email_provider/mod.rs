//! Providers of email lists for signup forms.
//!
//! Contract "divi-ajax", section 2; recordings divi-signup/*. A provider returns requests to send and interprets their
//! responses; sending is up to the caller (`endpoints`). So a provider is a pure function of account, subscriber and
//! responses, and is tested with recorded ones.
//!
//! | slug | service | interface |
//! |---|---|---|
//! | `mailchimp` | Mailchimp | Marketing API 3.0 |
//! | `activecampaign` | ActiveCampaign | API v1, `contact_sync` |
//! | `sendinblue` | Brevo | API v3 |
//! | `mailerlite` | MailerLite | API v2, groups |
//! | `convertkit` | Kit | API v3, forms |
//! | `hubspot` | HubSpot | CRM contacts v1 |
//! | `getresponse` | GetResponse | API v3 |
//! | `mailpoet` | the plugin's tables | [`mailpoet`] |
//! | `local` | a table of ours | [`subscribers`] |
//!
//! Subscriptions for the builder's other services are stored ([`subscribers`], state `kept`).

mod account;
mod activecampaign;
mod api;
mod convertkit;
mod getresponse;
mod hubspot;
mod mailchimp;
mod mailerlite;
pub mod mailpoet;
mod sendinblue;
mod service;
mod subscriber;
pub mod subscribers;

pub use account::Account;
pub use api::{ApiRequest, ApiResponse, Step, TRY_LATER};
pub use service::EmailProvider;
pub use subscriber::{CustomField, Subscriber};

/// The builder's slugs (contract, section 2), and our own.
const KNOWN: [&str; 21] = [
    "activecampaign",
    "aweber",
    "campaign_monitor",
    "constant_contact",
    "convertkit",
    "emma",
    "feedblitz",
    "fluentcrm",
    "getresponse",
    "hubspot",
    "icontact",
    "infusionsoft",
    "madmimi",
    "mailchimp",
    "mailerlite",
    "mailpoet",
    "mailster",
    "ontraport",
    "salesforce",
    "sendinblue",
    LOCAL,
];

/// Our own list.
pub const LOCAL: &str = "local";
/// The plugin in the same database.
pub const MAILPOET: &str = "mailpoet";

/// Whether a slug is a known provider.
pub fn is_known(slug: &str) -> bool {
    KNOWN.contains(&slug)
}

const PROVIDERS: [&dyn EmailProvider; 7] = [
    &mailchimp::Mailchimp,
    &activecampaign::ActiveCampaign,
    &sendinblue::Sendinblue,
    &mailerlite::MailerLite,
    &convertkit::ConvertKit,
    &hubspot::HubSpot,
    &getresponse::GetResponse,
];

/// The service of a slug; `None` without an implementation.
pub fn provider(slug: &str) -> Option<&'static dyn EmailProvider> {
    PROVIDERS.into_iter().find(|p| p.slug() == slug)
}

#[cfg(test)]
mod tests;

//! The services that forms to subscribe hand their addresses to.
//!
//! Contract "divi-ajax", section 2; recordings divi-signup/*. A provider says which requests to send and what their
//! answers mean; who sends them is the floor of requests' matter. So a provider is a pure function of account,
//! subscriber and answers, and runs against recorded ones.
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
//! Of the other services of the builder the subscription is kept ([`subscribers`], state `kept`): nobody is lost.

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
mod subscriber;
pub mod subscribers;

pub use account::Account;
pub use api::{ApiAnswer, ApiRequest, Step};
pub use subscriber::{CustomField, Subscriber};

/// The slugs that the builder knows (contract, section 2), and our own.
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

/// What the builder says when a service gives no reason; it is in English in every language.
pub const TRY_LATER: &str = "An error occurred, please try later.";

/// Whether a form may name this provider.
pub fn is_known(slug: &str) -> bool {
    KNOWN.contains(&slug)
}

/// A service with an interface over HTTP.
pub trait EmailProvider: Send + Sync {
    /// Its name in forms and accounts.
    fn slug(&self) -> &'static str;

    /// The first request; an error text when account or subscriber lack something.
    ///
    /// # Errors
    /// The text for the visitor.
    fn subscribe(&self, account: &Account, subscriber: &Subscriber) -> Result<ApiRequest, String>;

    /// What the answer to the request number `step`, from 0, means.
    fn answered(
        &self,
        step: usize,
        answer: &ApiAnswer,
        account: &Account,
        subscriber: &Subscriber,
    ) -> Step;
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

/// The service of a slug; none for one that has no interface here.
pub fn provider(slug: &str) -> Option<&'static dyn EmailProvider> {
    PROVIDERS.into_iter().find(|p| p.slug() == slug)
}

#[cfg(test)]
mod tests;

//! What a provider of email lists answers for: its requests and the meaning of their responses.

use super::{Account, ApiRequest, ApiResponse, Step, Subscriber};

/// A service with an interface over HTTP.
pub trait EmailProvider: Send + Sync {
    /// Its slug in forms and accounts.
    fn slug(&self) -> &'static str;

    /// The first request.
    ///
    /// # Errors
    /// The text for the visitor when the account or the subscriber is incomplete.
    fn subscribe(&self, account: &Account, subscriber: &Subscriber) -> Result<ApiRequest, String>;

    /// Interprets the response to request number `step` (from 0).
    fn parse_response(
        &self,
        step: usize,
        answer: &ApiResponse,
        account: &Account,
        subscriber: &Subscriber,
    ) -> Step;
}

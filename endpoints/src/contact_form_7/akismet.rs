//! Akismet: classifies a submission as spam or not.
//!
//! Contract "contact-form-7", section 16. Only the response `true` means spam: an error or a timeout of the service
//! does not block a submission.

use std::time::Duration;

use compat::contact_form_7::spam::CommentCheck;
use compat::wordpress::spam_check::Pending;

use crate::http_client::post_form;

/// The service with the site's key.
#[derive(Debug, Clone)]
pub struct AkismetApi {
    /// The URL of its API.
    pub url: String,
    /// The site's key.
    pub key: String,
    /// Timeout of a request.
    pub timeout: Duration,
}

impl CommentCheck for AkismetApi {
    fn comment_check<'a>(&'a self, message: &'a [(&'static str, String)]) -> Pending<'a, bool> {
        Box::pin(async move {
            let mut fields = vec![("api_key", self.key.as_str())];
            fields.extend(message.iter().map(|(name, text)| (*name, text.as_str())));
            Ok(match post_form(&self.url, &fields, self.timeout).await {
                Ok(response) => response.status == 200 && response.body.trim_ascii() == b"true",
                Err(error) => {
                    tracing::warn!(self.url, %error, "Akismet does not answer");
                    false
                }
            })
        })
    }
}

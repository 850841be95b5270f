//! Akismet: a service that has seen the same message elsewhere.
//!
//! Contract "contact-form-7", section 16 and option `akismet:` of section 3.8. Used only for forms with that option, on
//! sites with a key. Of the request's headers only user agent and referrer are sent.

use crate::contact_form_7::form_tag::{Feature, FormTag};
use crate::contact_form_7::messages::translated;
use crate::contact_form_7::submission::Submission;
use crate::contact_form_7::text::array_flatten;
use crate::contact_form_7::whitespace::strip_whitespaces;
use crate::wordpress::date::{PhpDate, WpTimezone};
use crate::wordpress::php::{Array, Value};
use crate::wordpress::spam_check::Pending;

use super::SpamFilter;

/// The spam log's text.
const REASON: &str = "Akismet returns a spam response.";

/// The Akismet API.
pub trait CommentCheck: Sync {
    /// Whether the service classifies the submission as spam; no response counts as no.
    fn comment_check<'a>(&'a self, message: &'a [(&'static str, String)]) -> Pending<'a, bool>;
}

/// The filter of a site that has a key.
pub struct Akismet<'a> {
    /// Sends a comment check.
    pub service: &'a dyn CommentCheck,
    /// The site's address.
    pub blog: &'a str,
    /// The site's language.
    pub blog_lang: &'a str,
    /// The `Referer`.
    pub referrer: &'a str,
}

impl SpamFilter for Akismet<'_> {
    fn agent(&self) -> &'static str {
        "akismet"
    }

    fn priority(&self) -> u8 {
        10
    }

    fn check<'a>(&'a self, submission: &'a Submission<'_>) -> Pending<'a, Option<String>> {
        Box::pin(async move {
            let Some(params) = SubmittedParams::of(submission) else {
                return Ok(None);
            };
            let message = self.message(submission, params);
            let is_spam = self.service.comment_check(&message).await?;
            // Called once per submission, so the cell is empty.
            let _ = submission.akismet.set(akismet_record(&message, is_spam));
            Ok(is_spam.then(|| translated(submission.form.locale, REASON).to_owned()))
        })
    }
}

impl Akismet<'_> {
    fn message(
        &self,
        submission: &Submission<'_>,
        params: SubmittedParams,
    ) -> Vec<(&'static str, String)> {
        let meta = &submission.meta;
        let moment = PhpDate::new(meta.timestamp, &WpTimezone::utc()).format("Y-m-d\\TH:i:sP");
        let mut message = vec![
            ("comment_author", params.author),
            ("comment_author_email", params.author_email),
            ("comment_author_url", params.author_url),
            ("comment_content", params.content),
            ("blog", self.blog.to_owned()),
            ("blog_lang", self.blog_lang.to_owned()),
            ("blog_charset", "UTF-8".to_owned()),
            ("user_ip", meta.remote_ip.clone()),
            ("user_agent", meta.user_agent.clone()),
            ("referrer", self.referrer.to_owned()),
            ("comment_type", "contact-form".to_owned()),
            ("comment_date_gmt", moment),
        ];
        if let Some(post) = submission.site.post {
            message.push(("permalink", post.url.clone()));
        }
        message
    }
}

/// Request and response as stored by Flamingo.
fn akismet_record(message: &[(&'static str, String)], is_spam: bool) -> Value {
    let mut comment = Array::new();
    comment.extend(message.iter().map(|(name, text)| (*name, text.as_str())));
    Value::array()
        .with("comment", comment)
        .with("spam", is_spam)
}

/// `wpcf7_akismet_submitted_params`: author, e-mail, URL and text of the submission.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SubmittedParams {
    /// Fields marked `akismet:author`, one after the other.
    pub author: String,
    /// The first field marked `akismet:author_email`.
    pub author_email: String,
    /// The first field marked `akismet:author_url`.
    pub author_url: String,
    /// Everything else that a visitor wrote, a paragraph a field.
    pub content: String,
}

impl SubmittedParams {
    /// Reads a submission; none when no tag of its form has the option.
    pub fn of(submission: &Submission<'_>) -> Option<Self> {
        let form = submission.form;
        form.tags.iter().find_map(marked)?;
        let (mut params, mut authors, mut paragraphs) = (Self::default(), Vec::new(), Vec::new());
        for (key, value) in submission.post {
            let key = key.to_string_lossy();
            let values = array_flatten(value).into_iter();
            let values = values.map(|value| value.to_string_lossy().into_owned());
            let mut values: Vec<String> = values
                .filter(|value| !strip_whitespaces(value).is_empty())
                .collect();
            let Some(first) = values.first().filter(|_| is_typed(&key)) else {
                continue;
            };
            let tag = form.tags.iter().find(|tag| tag.name == *key);
            match tag.and_then(marked) {
                Some("author") => {
                    authors.push(values.join(" "));
                    continue;
                }
                Some("author_email") if params.author_email.is_empty() => {
                    params.author_email = strip_whitespaces(first).to_owned();
                    continue;
                }
                Some("author_url") if params.author_url.is_empty() => {
                    params.author_url = strip_whitespaces(first).to_owned();
                    continue;
                }
                _ => {}
            }
            if let Some(tag) = tag.filter(|tag| form.supports(tag, Feature::SelectableValues)) {
                // Values that the form offers as choices are left out: the visitor did not write them.
                values.retain(|value| !tag.labels.contains(value));
            }
            if !values.is_empty() {
                paragraphs.push(values.join(", "));
            }
        }
        params.author = strip_whitespaces(&authors.join(" ")).to_owned();
        params.content = strip_whitespaces(&paragraphs.join("\n\n")).to_owned();
        Some(params)
    }
}

/// Whether a visitor fills the field in, not the plugin.
fn is_typed(key: &str) -> bool {
    !key.starts_with("_wpcf7") && key != "_wpnonce"
}

/// What a tag's value is to the service.
fn marked(tag: &FormTag) -> Option<&'static str> {
    let options = tag.options.iter().map(|option| option.to_ascii_lowercase());
    let mut marks = options.filter_map(|option| match option.as_str() {
        "akismet:author" => Some("author"),
        "akismet:author_email" => Some("author_email"),
        "akismet:author_url" => Some("author_url"),
        _ => None,
    });
    marks.next()
}

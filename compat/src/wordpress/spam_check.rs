//! Spam checks of columns for comments, login, lost password, registration, and other columns' forms.
//!
//! Contract "honeypot", section 5. A check returns the message for the visitor; it counts blocked submissions itself.

use std::pin::Pin;

use super::db::{Db, DbError};
use super::options::Options;
use super::php::Array;

/// A form that columns may check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckedForm {
    /// `wp-comments-post.php`.
    Comment,
    /// `wp-login.php`.
    Login,
    /// `wp-login.php?action=lostpassword`.
    LostPassword,
    /// `wp-login.php?action=register`.
    Registration,
    /// A contact form of Contact Form 7, once every field is valid.
    ContactForm7,
    /// A contact form of the page builder.
    DiviContact,
}

/// Something that is done later.
pub type Pending<'a, T> = Pin<Box<dyn Future<Output = Result<T, DbError>> + Send + 'a>>;

/// A column's check.
#[derive(Debug, Clone, Copy)]
pub struct SpamCheck {
    /// The message for the visitor, if the fields are spam.
    pub check: fn(&Options, &Array) -> Option<String>,
    /// Counts a blocked submission; `now` is Unix time.
    pub caught: for<'a> fn(&'a Db, CheckedForm, i64) -> Pending<'a, ()>,
}

/// Runs the checks in order until one returns a message.
///
/// # Errors
/// When the database fails.
pub async fn run(
    db: &Db,
    (options, checks): (&Options, &[SpamCheck]),
    form: CheckedForm,
    fields: &Array,
    now: i64,
) -> Result<Option<String>, DbError> {
    for check in checks {
        if let Some(message) = (check.check)(options, fields) {
            (check.caught)(db, form, now).await?;
            return Ok(Some(message));
        }
    }
    Ok(None)
}

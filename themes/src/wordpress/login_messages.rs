//! Messages of the login page that hold markup. The constants are sources of core's translations.

use compat::wordpress::formatting::escape::esc_html;

/// A reset key that was never valid.
pub const INVALID_KEY: &str = "<strong>Error:</strong> Your password reset link appears to be invalid. Please request a new link below.";
/// A reset key that is too old.
pub const EXPIRED_KEY: &str = "<strong>Error:</strong> Your password reset link has expired. Please request a new link below.";
/// No name in the form for a lost password.
pub const NO_NAME_OR_EMAIL: &str =
    "<strong>Error:</strong> Please enter a username or email address.";
/// An unknown account in the form for a lost password.
pub const NO_ACCOUNT: &str =
    "<strong>Error:</strong> There is no account with that username or email address.";
/// The mail with the reset key was not accepted; `%s` is the address of the help page.
pub const MAIL_NOT_SENT: &str = "<strong>Error:</strong> The email could not be sent. Your site may not be correctly configured to send emails. <a href=\"%s\">Get support for resetting your password</a>.";
/// A reset key was mailed; `%s` is the address of the login page.
pub const CHECK_EMAIL_CONFIRM: &str =
    "Check your email for the confirmation link, then visit the <a href=\"%s\">login page</a>.";
/// An account was registered; `%s` is the address of the login page.
pub const CHECK_EMAIL_REGISTERED: &str =
    "Registration complete. Please check your email, then visit the <a href=\"%s\">login page</a>.";
/// Two different new passwords.
pub const PASSWORD_MISMATCH: &str = "<strong>Error:</strong> The passwords do not match.";
/// A new password of more than `compat::wordpress::password::PASSWORD_MAX` bytes.
pub const PASSWORD_TOO_LONG: &str =
    "<strong>Error:</strong> The password may have no more than 4,096 bytes.";
/// The browser sent no test cookie; `%s` is the address of the help page.
pub const COOKIES_BLOCKED: &str = "<strong>Error:</strong> Cookies are blocked or not supported by your browser. You must <a href=\"%s\">enable cookies</a> to use WordPress.";
/// No name.
pub const EMPTY_USERNAME: &str = "<strong>Error:</strong> The username field is empty.";
/// No password.
pub const EMPTY_PASSWORD: &str = "<strong>Error:</strong> The password field is empty.";
/// An unknown name, which is `%s`.
pub const INVALID_USERNAME: &str = "<strong>Error:</strong> The username <strong>%s</strong> is not registered on this site. If you are unsure of your username, try your email address instead.";
/// A wrong password for a name; `%s` is the name as [`strong`] prints it.
pub const INCORRECT_PASSWORD: &str =
    "<strong>Error:</strong> The password you entered for the username %s is incorrect.";
/// A wrong password for an email address; `%s` is the address as [`strong`] prints it.
pub const INCORRECT_PASSWORD_OF_EMAIL: &str =
    "<strong>Error:</strong> The password you entered for the email address %s is incorrect.";
/// Too many failed attempts.
pub const TOO_MANY_ATTEMPTS: &str = "Too many failed attempts. Please try again later.";
/// The site registers no accounts.
pub const REGISTRATION_DISABLED: &str =
    "<strong>Error:</strong> User registration is currently not allowed.";
/// The question before logging out; `%s` is the address that logs out.
pub const LOG_OUT_QUESTION: &str = "Do you really want to <a href=\"%s\">log out</a>?";

/// A name in bold type.
#[must_use]
pub fn strong(name: &str) -> String {
    format!("<strong>{}</strong>", esc_html(name))
}

/// A message followed by a link; all three are markup.
#[must_use]
pub fn with_link(message: &str, url: &str, label: &str) -> String {
    format!("{message} <a href=\"{url}\">{label}</a>")
}

/// Two sentences in paragraphs of their own, for a place that is a paragraph itself.
#[must_use]
pub fn two_paragraphs(first: &str, second: &str) -> String {
    format!("{first}</p><p>{second}")
}

//! Names, e-mail address and password of a user, as the form of the account's details sends them.
//!
//! Contract "woocommerce", section 14.

use crate::binds;
use crate::woocommerce::checkout::CheckoutError;
use crate::woocommerce::clean::wc_clean;
use crate::woocommerce::session::update_customer_meta;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::formatting::email::{is_email, sanitize_email};
use crate::wordpress::formatting::escape::esc_html;
use crate::wordpress::l10n::TextDomain;
use crate::wordpress::mail::outbox::{OutboxId, Staged};
use crate::wordpress::php::{Array, Value};
use crate::wordpress::user::UserId;

/// The fields that have to be filled in, with their labels.
const REQUIRED: [(&str, &str); 4] = [
    ("account_first_name", "First name"),
    ("account_last_name", "Last name"),
    ("account_display_name", "Display name"),
    ("account_email", "Email address"),
];

/// What the form has sent.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AccountDetails {
    /// `account_first_name`.
    pub first_name: String,
    /// `account_last_name`.
    pub last_name: String,
    /// `account_display_name`.
    pub display_name: String,
    /// `account_email`, sanitised.
    pub email: String,
    /// `password_current`.
    pub password_current: String,
    /// `password_1`: the new password.
    pub password_1: String,
    /// `password_2`: the new password once more.
    pub password_2: String,
    missing: Vec<&'static str>,
}

/// What the site knows of what was sent.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DetailFacts {
    /// Whether the e-mail address is that of another account.
    pub is_email_taken: bool,
    /// Whether the current password is right; it is asked for a new password only.
    pub is_password_right: bool,
}

impl AccountDetails {
    /// Reads the form.
    pub fn of(post: &Array) -> Self {
        let clean = |name: &str| {
            let value = post.get(name).filter(|value| value.to_bool());
            let value = value.map(wc_clean).unwrap_or_default();
            value.as_str_lossy().unwrap_or_default().into_owned()
        };
        let raw = |name: &str| {
            let value = post.get(name).filter(|value| value.to_bool());
            let text = value.and_then(Value::as_str_lossy);
            text.unwrap_or_default().into_owned()
        };
        let is_missing = |name: &str| !post.get(name).is_some_and(Value::to_bool);
        let missing = REQUIRED.iter().map(|(name, _)| *name);
        Self {
            first_name: clean("account_first_name"),
            last_name: clean("account_last_name"),
            display_name: clean("account_display_name"),
            email: sanitize_email(&clean("account_email")),
            password_current: raw("password_current"),
            password_1: raw("password_1"),
            password_2: raw("password_2"),
            missing: missing.filter(|name| is_missing(name)).collect(),
        }
    }

    /// Whether a new password is given together with what it needs, so that the current one has to be checked.
    pub fn asks_for_password(&self) -> bool {
        !self.password_1.is_empty()
            && !self.password_current.is_empty()
            && self.password_1 == self.password_2
    }

    /// What is wrong, in the order in which the visitor is told.
    pub fn errors(&self, facts: DetailFacts, texts: TextDomain<'_>) -> Vec<CheckoutError> {
        const NO_EMAIL_AS_NAME: &str =
            "Display name cannot be changed to email address due to privacy concern.";
        let mut errors = Vec::new();
        let text = |source: &str| texts.translate(source).to_owned();
        if is_email(&self.display_name).is_some() {
            errors.push(CheckoutError::new(text(NO_EMAIL_AS_NAME)));
        }
        for (name, label) in REQUIRED {
            if self.missing.contains(&name) {
                let label = format!("<strong>{}</strong>", esc_html(&text(label)));
                let html = text("%s is a required field.").replacen("%s", &label, 1);
                errors.push(CheckoutError {
                    html,
                    field: Some(name.to_owned()),
                });
            }
        }
        if !self.missing.contains(&"account_email") {
            if is_email(&self.email).is_none() {
                errors.push(CheckoutError::new(text(
                    "Please provide a valid email address.",
                )));
            } else if facts.is_email_taken {
                errors.push(CheckoutError::new(text(
                    "This email address is already registered.",
                )));
            }
        }
        if let Some(source) = self.password_error(facts) {
            errors.push(CheckoutError::new(text(source)));
        }
        errors
    }

    fn password_error(&self, facts: DetailFacts) -> Option<&'static str> {
        let (current, first, second) = (
            !self.password_current.is_empty(),
            !self.password_1.is_empty(),
            !self.password_2.is_empty(),
        );
        match (current, first, second) {
            (true, false, false) => Some("Please fill out all password fields."),
            (false, true, _) => Some("Please enter your current password."),
            (true, true, false) => Some("Please re-enter your password."),
            _ if self.password_1 != self.password_2 => Some("New passwords do not match."),
            (true, true, true) if !facts.is_password_right => {
                Some("Your current password is incorrect.")
            }
            _ => None,
        }
    }
}

/// What changes of a user.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct DetailChange {
    /// `first_name`.
    pub first_name: String,
    /// `last_name`.
    pub last_name: String,
    /// `display_name`.
    pub display_name: String,
    /// `user_email`.
    pub email: String,
}

/// Whether an e-mail address is that of another account.
///
/// # Errors
/// When the database fails.
pub async fn is_email_of_other(db: &Db, user: UserId, email: &str) -> Result<bool, DbError> {
    const SQL: &str = "SELECT ID FROM {p}users WHERE {ci:user_email} = {ci:?} AND ID <> ? LIMIT 1";
    let row: Option<(i64,)> = db.lookup_first(SQL, binds![email, user.0]).await?;
    Ok(row.is_some())
}

/// Stores the details of a user. What changes of the names and of the e-mail address changes the billing address too.
///
/// # Errors
/// When the database fails.
pub async fn save_details(
    db: &Db,
    user: UserId,
    (before, after): (DetailChange, DetailChange),
    now: i64,
    mails: Vec<Staged>,
) -> Result<Vec<OutboxId>, DbError> {
    const USER: &str = "UPDATE {p}users SET display_name = ?, user_email = ? WHERE ID = ?";
    let mut meta = vec![
        ("first_name".to_owned(), after.first_name.clone()),
        ("last_name".to_owned(), after.last_name.clone()),
    ];
    for (key, old, new) in [
        ("billing_email", &before.email, &after.email),
        ("billing_first_name", &before.first_name, &after.first_name),
        ("billing_last_name", &before.last_name, &after.last_name),
    ] {
        if old != new {
            meta.push((key.to_owned(), new.clone()));
        }
    }
    db.transaction(async move |tx| {
        let binds = binds![&after.display_name, &after.email, user.0];
        tx.execute(USER, binds).await?;
        update_customer_meta(&tx, user, meta, now).await?;
        Staged::enqueue_each(&mails, &tx).await
    })
    .await
}

/// Forgets that a password was made by the shop: its owner has chosen another one.
///
/// # Errors
/// When the database fails.
pub async fn password_changed(db: &Db, user: UserId) -> Result<(), DbError> {
    const SQL: &str = "UPDATE {p}usermeta SET meta_value = '' WHERE user_id = ? \
        AND meta_key = 'default_password_nag'";
    db.execute(SQL, binds![user.0]).await?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::l10n::Locale;

    fn errors(changes: &[(&str, &str)], facts: DetailFacts) -> Vec<String> {
        let mut post = Array::new();
        for (name, value) in [
            ("account_first_name", "Ana"),
            ("account_last_name", "Ruiz"),
            ("account_display_name", "Ana"),
            ("account_email", "ana@ejemplo.example"),
        ]
        .iter()
        .chain(changes)
        {
            post.insert(*name, *value);
        }
        let english = Locale::english();
        let details = AccountDetails::of(&post);
        let errors = details.errors(facts, english.domain("woocommerce"));
        errors.into_iter().map(|error| error.html).collect()
    }

    #[test]
    fn required_fields_and_addresses() {
        let facts = DetailFacts::default();
        assert_eq!(errors(&[], facts), Vec::<String>::new());
        assert_eq!(
            errors(&[("account_last_name", ""), ("account_email", "x")], facts),
            [
                "<strong>Last name</strong> is a required field.",
                "Please provide a valid email address.",
            ]
        );
        let taken = DetailFacts {
            is_email_taken: true,
            ..facts
        };
        assert_eq!(
            errors(&[], taken),
            ["This email address is already registered."]
        );
        let as_name = errors(&[("account_display_name", "a@b.example")], facts);
        assert!(as_name[0].starts_with("Display name cannot"));
    }

    #[test]
    fn passwords_need_each_other() {
        let of = |current: &str, first: &str, second: &str, is_password_right| {
            let fields = [
                ("password_current", current),
                ("password_1", first),
                ("password_2", second),
            ];
            let facts = DetailFacts {
                is_password_right,
                ..DetailFacts::default()
            };
            errors(&fields, facts).concat()
        };
        assert_eq!(
            of("a", "", "", true),
            "Please fill out all password fields."
        );
        assert_eq!(
            of("", "b", "b", true),
            "Please enter your current password."
        );
        assert_eq!(of("a", "b", "", true), "Please re-enter your password.");
        assert_eq!(of("a", "b", "c", true), "New passwords do not match.");
        assert_eq!(of("", "", "c", true), "New passwords do not match.");
        assert_eq!(
            of("a", "b", "b", false),
            "Your current password is incorrect."
        );
        assert_eq!(of("a", "b", "b", true), "");
    }
}

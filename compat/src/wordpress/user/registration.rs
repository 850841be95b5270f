//! New accounts by the form of `wp-login.php?action=register` (`register_new_user`, `wp_insert_user`).
//!
//! Contract "wordpress-core", section 18; which rows an account has is seen on the recorded site's own. Texts are
//! WordPress's source strings. The mails are made here, sent by the caller.

use crate::binds;
use crate::wordpress::date::{PhpDate, WpTimezone};
use crate::wordpress::db::{Db, DbError, SqlText, Transaction};
use crate::wordpress::formatting::email::{is_email, sanitize_email};
use crate::wordpress::formatting::sanitize::sanitize_user;
use crate::wordpress::formatting::sanitize_title::sanitize_title;
use crate::wordpress::mail::outbox::{OutboxId, Staged};
use crate::wordpress::options::Options;
use crate::wordpress::password::{wp_generate_password, wp_hash_password};
use crate::wordpress::php::{Value, serialize};

use super::attempts::{AttemptError, Attempts};
use super::reset_key::ResetKey;
use super::{User, UserId};

/// Maximum length of `user_login`.
const LOGIN_LENGTH: usize = 60;
/// Maximum length of `user_nicename`.
const NICENAME_LENGTH: usize = 50;

/// What is wrong with a registration. Names are WordPress's error codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RegistrationError {
    /// `empty_username`.
    EmptyUsername,
    /// `invalid_username`.
    InvalidUsername,
    /// `username_exists`.
    UsernameExists,
    /// `empty_email`.
    EmptyEmail,
    /// `invalid_email`.
    InvalidEmail,
    /// `email_exists`; the text names the address of the login page.
    EmailExists,
    /// `registerfail`; the text names the site's administrator.
    RegisterFail,
}

impl RegistrationError {
    /// WordPress's source text.
    pub fn message(self) -> &'static str {
        match self {
            Self::EmptyUsername => "<strong>Error:</strong> Please enter a username.",
            Self::InvalidUsername => {
                "<strong>Error:</strong> This username is invalid because it uses illegal characters. Please enter a valid username."
            }
            Self::UsernameExists => {
                "<strong>Error:</strong> This username is already registered. Please choose another one."
            }
            Self::EmptyEmail => "<strong>Error:</strong> Please type your email address.",
            Self::InvalidEmail => "<strong>Error:</strong> The email address is not correct.",
            Self::EmailExists => {
                "<strong>Error:</strong> This email address is already registered. <a href=\"%s\">Log in</a> with this address or choose another one."
            }
            Self::RegisterFail => {
                "<strong>Error:</strong> Could not register you&hellip; please contact the <a href=\"mailto:%s\">site admin</a>!"
            }
        }
    }

    /// Whether the form shakes for this error.
    pub fn shakes(self) -> bool {
        matches!(
            self,
            Self::EmptyUsername | Self::InvalidUsername | Self::EmptyEmail | Self::InvalidEmail
        )
    }
}

/// A registration that may be stored.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Registration {
    /// `user_login`, sanitised.
    pub user_login: String,
    /// `user_email`.
    pub user_email: String,
    /// What a plugin gives the account; `None`: it is made by the form of `wp-login.php`.
    pub account: Option<NewAccount>,
}

/// What a plugin gives a new account (`wp_insert_user`).
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NewAccount {
    /// Its role.
    pub role: &'static str,
    /// Its password; `None`: a random one.
    pub password: Option<String>,
    /// `first_name`.
    pub first_name: String,
    /// `last_name`.
    pub last_name: String,
}

/// Validates the fields, in WordPress's order. `locale` is used by `remove_accents`.
///
/// # Errors
/// When the database fails.
pub async fn check(
    db: &Db,
    (user_login, user_email): (&str, &str),
    locale: &str,
) -> Result<(Registration, Vec<RegistrationError>), DbError> {
    let sanitized = sanitize_user(user_login, false, locale);
    let mut errors = Vec::new();
    if sanitized.is_empty() {
        errors.push(RegistrationError::EmptyUsername);
    } else if !validate_username(user_login, locale) {
        errors.push(RegistrationError::InvalidUsername);
    } else if exists(db, Column::Login, &sanitized).await? {
        errors.push(RegistrationError::UsernameExists);
    }
    if user_email.is_empty() {
        errors.push(RegistrationError::EmptyEmail);
    } else if is_email(user_email).is_none() {
        errors.push(RegistrationError::InvalidEmail);
    } else if exists(db, Column::Email, user_email).await? {
        errors.push(RegistrationError::EmailExists);
    }
    let registration = Registration {
        user_login: sanitized,
        user_email: user_email.to_owned(),
        account: None,
    };
    Ok((registration, errors))
}

/// `validate_username`: only allowed characters, and not `0`.
pub fn validate_username(user_login: &str, locale: &str) -> bool {
    user_login != "0" && sanitize_user(user_login, true, locale) == user_login
}

#[derive(Clone, Copy)]
enum Column {
    Login,
    Email,
    Nicename,
}

fn select(column: Column, value: &str) -> SqlText {
    let sql = match column {
        Column::Login => "SELECT ID FROM {p}users WHERE {ci:user_login} = {ci:?} LIMIT 1",
        Column::Email => "SELECT ID FROM {p}users WHERE {ci:user_email} = {ci:?} LIMIT 1",
        Column::Nicename => "SELECT ID FROM {p}users WHERE {ci:user_nicename} = {ci:?} LIMIT 1",
    };
    let mut text = SqlText::default();
    text.push_with(sql, vec![value.into()]);
    text
}

/// `username_exists`.
///
/// # Errors
/// When the database fails.
pub async fn username_exists(db: &Db, user_login: &str) -> Result<bool, DbError> {
    exists(db, Column::Login, user_login).await
}

/// `email_exists`.
///
/// # Errors
/// When the database fails.
pub async fn email_exists(db: &Db, email: &str) -> Result<bool, DbError> {
    exists(db, Column::Email, email).await
}

async fn exists(db: &Db, column: Column, value: &str) -> Result<bool, DbError> {
    let rows: Vec<(i64,)> = db.load_built(select(column, value)).await?;
    Ok(!rows.is_empty())
}

async fn is_taken(tx: &Transaction, column: Column, value: &str) -> Result<bool, DbError> {
    let rows: Vec<(i64,)> = tx.load_built(select(column, value)).await?;
    Ok(!rows.is_empty())
}

/// Where an account is made, and how.
pub struct RegistrationSite<'a> {
    /// The database, and the threads on which passwords are hashed.
    pub attempts: &'a Attempts,
    /// The site's options: role of new accounts.
    pub options: &'a Options,
    /// The language of the request.
    pub locale: &'a str,
    /// The language that the visitor chose on the page, when the site has it.
    pub chosen_locale: Option<String>,
    /// Unix time.
    pub now: i64,
}

/// An account that is not stored yet.
#[derive(Clone)]
pub struct NewUser {
    /// The user; the id is 0.
    pub user: User,
    meta: Vec<(String, String)>,
}

impl NewUser {
    /// Stores the account with a key for its password and the mails about it: all of it, or nothing. `None`: name or address
    /// were taken meanwhile.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn store(
        self,
        db: &Db,
        key: ResetKey,
        mails: Vec<Staged>,
    ) -> Result<Option<(User, Vec<OutboxId>)>, DbError> {
        db.transaction(async move |tx| {
            let Some(user) = insert(&tx, self.user, self.meta).await? else {
                return Ok(None);
            };
            key.store(&tx, user.id).await?;
            let ids = Staged::enqueue_each(&mails, &tx).await?;
            Ok(Some((user, ids)))
        })
        .await
    }
}

/// `wp_create_user` up to its storage: the user, with a random password where none is given. `None` for WordPress's error
/// `registerfail`.
///
/// # Errors
/// When the queue of the hashing threads is full.
pub async fn new_user(
    site: &RegistrationSite<'_>,
    registration: &Registration,
) -> Result<Option<NewUser>, AttemptError> {
    let login = sanitize_user(&registration.user_login, true, site.locale);
    let login = login.trim();
    if login.is_empty() || login.chars().count() > LOGIN_LENGTH {
        return Ok(None);
    }
    let account = registration.account.as_ref();
    let password = match account.and_then(|own| own.password.clone()) {
        Some(password) => password,
        None => wp_generate_password(12, false, false),
    };
    let hashed = site
        .attempts
        .hash(move || wp_hash_password(password.as_bytes()));
    let Some(pass) = hashed.await? else {
        return Ok(None);
    };
    let start: String = login.chars().take(NICENAME_LENGTH).collect();
    let names = account.map(|own| format!("{} {}", own.first_name, own.last_name));
    let display_name = names.filter(|names| !names.trim().is_empty());
    let user = User {
        id: UserId(0),
        login: login.to_owned(),
        pass,
        nicename: sanitize_title(&start, "", site.locale),
        email: sanitize_email(registration.user_email.trim()),
        url: String::new(),
        registered: PhpDate::new(site.now, &WpTimezone::utc()).format("Y-m-d H:i:s"),
        display_name: display_name.map_or_else(|| login.to_owned(), |n| n.trim().to_owned()),
    };
    let meta = meta_rows(site, &user, account);
    Ok(Some(NewUser { user, meta }))
}

/// Inserts the row and its meta. Names are checked again, because of concurrent registrations.
async fn insert(
    tx: &Transaction,
    mut user: User,
    meta: Vec<(String, String)>,
) -> Result<Option<User>, DbError> {
    const USER: &str = "INSERT INTO {p}users (user_login, user_pass, user_nicename, user_email, user_url, \
        user_registered, user_activation_key, user_status, display_name) VALUES (?, ?, ?, ?, '', ?, '', 0, ?)";
    const META: &str = "INSERT INTO {p}usermeta (user_id, meta_key, meta_value) VALUES (?, ?, ?)";
    if is_taken(tx, Column::Login, &user.login).await?
        || is_taken(tx, Column::Email, &user.email).await?
    {
        return Ok(None);
    }
    let (slug, mut number) = (user.nicename.clone(), 2);
    while is_taken(tx, Column::Nicename, &user.nicename).await? {
        let suffix = format!("-{number}");
        // The whole must fit its column.
        let room = NICENAME_LENGTH.saturating_sub(suffix.len());
        let start: String = slug.chars().take(room).collect();
        user.nicename = start + &suffix;
        number += 1;
    }
    let binds = binds![
        &user.login,
        &user.pass,
        &user.nicename,
        &user.email,
        &user.registered,
        &user.display_name,
    ];
    tx.execute(USER, binds).await?;
    user.id = UserId(tx.last_insert_id().await?);
    for (key, value) in meta {
        tx.execute(META, binds![user.id.0, key, value]).await?;
    }
    Ok(Some(user))
}

/// The rows of `{p}usermeta`, in WordPress's order.
fn meta_rows(
    site: &RegistrationSite<'_>,
    user: &User,
    account: Option<&NewAccount>,
) -> Vec<(String, String)> {
    let names = account.map_or(("", ""), |own| (&own.first_name, &own.last_name));
    let prefix = site.attempts.db().prefix().as_str();
    let own = [
        ("nickname", user.login.as_str()),
        ("first_name", names.0),
        ("last_name", names.1),
        ("description", ""),
        ("rich_editing", "true"),
        ("syntax_highlighting", "true"),
        ("comment_shortcuts", "false"),
        ("admin_color", "fresh"),
        ("use_ssl", "0"),
        ("show_admin_bar_front", "true"),
        ("locale", site.chosen_locale.as_deref().unwrap_or_default()),
    ];
    let mut rows: Vec<(String, String)> = own
        .into_iter()
        .map(|(key, value)| (key.to_owned(), value.to_owned()))
        .collect();
    let role = match account {
        Some(own) => own.role.to_owned(),
        None => site.options.text("default_role").into_owned(),
    };
    let capabilities = serialize(&Value::array().with(role.as_str(), true));
    let capabilities = String::from_utf8_lossy(&capabilities).into_owned();
    rows.push((format!("{prefix}capabilities"), capabilities));
    let roles = site.options.value(&format!("{prefix}user_roles"));
    let level = user_level(roles, &role).to_string();
    rows.push((format!("{prefix}user_level"), level));
    // A password that was made up is to be changed.
    if account.is_none_or(|own| own.password.is_none()) {
        rows.push(("default_password_nag".to_owned(), "1".to_owned()));
    }
    rows
}

/// The highest `level_N` of a role.
fn user_level(roles: &Value, role: &str) -> i64 {
    let granted = roles.at(role).at("capabilities");
    let levels = granted.iter().filter(|(_, value)| value.to_bool());
    let levels = levels.filter_map(|(name, _)| {
        let name = name.to_string_lossy();
        let number = name.strip_prefix("level_")?.parse::<i64>();
        number.ok().filter(|n| (0..=10).contains(n))
    });
    levels.max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_level_of_a_role() {
        let capabilities = Value::array()
            .with("read", true)
            .with("level_0", true)
            .with("level_2", true)
            .with("level_7", false);
        let roles =
            Value::array().with("author", Value::array().with("capabilities", capabilities));
        assert_eq!(user_level(&roles, "author"), 2);
        assert_eq!(user_level(&roles, "nobody"), 0);
    }

    #[test]
    fn names_of_plain_letters() {
        let is_valid = |name: &str| validate_username(name, "es_ES");
        assert!(is_valid("ana.b") && is_valid("Ana B_1@x-y"));
        for name in ["0", "año", "a<b>", " ana", "ana  b", "a!"] {
            assert!(!is_valid(name), "{name}");
        }
    }

    #[test]
    fn only_first_errors_of_a_field_shake() {
        assert!(RegistrationError::EmptyEmail.shakes());
        assert!(!RegistrationError::EmailExists.shakes());
    }
}

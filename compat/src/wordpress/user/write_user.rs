//! Accounts stored: `wp_insert_user`, `wp_update_user`.
//!
//! Contract "wordpress-rest", section 9. Everything that belongs to one change is one transaction.

use crate::binds;
use crate::wordpress::date::{PhpDate, WpTimezone};
use crate::wordpress::db::{DbError, Transaction};
use crate::wordpress::formatting::sanitize::sanitize_user;
use crate::wordpress::formatting::sanitize_title::sanitize_title;
use crate::wordpress::mail::outbox::{OutboxId, Staged};
use crate::wordpress::options::Options;
use crate::wordpress::password::wp_hash_password;
use crate::wordpress::php::{Array, serialize};

use super::attempts::{AttemptError, Attempts};
use super::role_change::RoleChange;
use super::user_fields::{LOGIN_LENGTH, NICENAME_LENGTH, UserError, UserFields, clean_name};
use super::user_rules::UserRules;
use super::write_meta::{update_user_counts, update_user_meta};
use super::{User, UserId};

/// Where accounts are written.
#[derive(Clone, Copy)]
pub struct UserStore<'a> {
    /// The database, and the threads on which passwords are hashed.
    pub attempts: &'a Attempts,
    /// The site's options: roles, role of new accounts.
    pub options: &'a Options,
    /// The rules of columns.
    pub rules: &'a [UserRules],
    /// The language of the request.
    pub locale: &'a str,
    /// Unix time.
    pub now: i64,
}

impl UserStore<'_> {
    async fn hash(&self, password: String) -> Result<Option<String>, AttemptError> {
        let hashing = move || wp_hash_password(password.as_bytes());
        self.attempts.hash(hashing).await
    }

    /// `wp_insert_user` for a new account.
    ///
    /// # Errors
    /// When the queue of the hashing threads is full, or the database fails.
    pub async fn wp_insert_user(
        &self,
        login: &str,
        fields: UserFields,
    ) -> Result<Result<UserId, UserError>, AttemptError> {
        let login = sanitize_user(login, true, self.locale).trim().to_owned();
        if login.is_empty() {
            return Ok(Err(UserError::EmptyLogin));
        }
        if login.chars().count() > LOGIN_LENGTH {
            return Ok(Err(UserError::LoginTooLong));
        }
        let mut fields = match fields.cleaned(self.locale) {
            Ok(fields) => fields,
            Err(error) => return Ok(Err(error)),
        };
        let password = fields.password.take().unwrap_or_default();
        let Some(pass) = self.hash(password).await? else {
            return Ok(Err(UserError::Password));
        };
        let row = User {
            id: UserId(0),
            pass,
            nicename: self.nicename(&login, &fields),
            email: fields.email.clone().unwrap_or_default(),
            url: fields.url.clone().unwrap_or_default(),
            registered: PhpDate::new(self.now, &WpTimezone::utc()).format("Y-m-d H:i:s"),
            display_name: display_name(&login, &fields),
            login,
        };
        let mut roles = RoleChange::new(self.options, self.attempts.db().prefix(), Array::new());
        match &fields.roles {
            Some(given) => roles.set(given),
            None => roles.set(&[self.options.text("default_role").into_owned()]),
        }
        let db = self.attempts.db();
        let prefix = db.prefix().as_str().to_owned();
        let inserting =
            db.transaction(async move |tx| insert(&tx, row, fields, (&roles, &prefix)).await);
        Ok(inserting.await?)
    }

    fn nicename(&self, login: &str, fields: &UserFields) -> String {
        let given = fields.nicename.clone().filter(|name| !name.is_empty());
        given.unwrap_or_else(|| {
            let start: String = login.chars().take(NICENAME_LENGTH).collect();
            sanitize_title(&start, "", self.locale)
        })
    }

    /// `wp_update_user`: stores the given fields of an account.
    ///
    /// # Errors
    /// When the queue of the hashing threads is full, or the database fails.
    pub async fn wp_update_user(
        &self,
        user: &User,
        caps: Array,
        fields: UserFields,
        mails: Vec<Staged>,
    ) -> Result<Result<Vec<OutboxId>, UserError>, AttemptError> {
        let mut fields = match fields.cleaned(self.locale) {
            Ok(fields) => fields,
            Err(error) => return Ok(Err(error)),
        };
        let pass = match fields.password.take().filter(|given| !given.is_empty()) {
            None => None,
            Some(password) => match self.hash(password).await? {
                None => return Ok(Err(UserError::Password)),
                hashed => hashed,
            },
        };
        let mut row = with_fields(user, &mut fields);
        if row.nicename.is_empty() {
            row.nicename = self.nicename(&user.login, &UserFields::default());
        }
        let is_new_email = !row.email.eq_ignore_ascii_case(&user.email);
        let forgets_key = row.email != user.email || pass.is_some();
        row.pass = pass.unwrap_or(row.pass);
        let roles = fields.roles.as_ref().map(|given| {
            let mut roles = RoleChange::new(self.options, self.attempts.db().prefix(), caps);
            roles.set(given);
            roles
        });
        let now = self.now;
        let marks: Vec<_> = self.rules.iter().filter_map(|r| r.updated_meta).collect();
        let db = self.attempts.db();
        let prefix = db.prefix().as_str().to_owned();
        let updating = db.transaction(async move |tx| {
            if is_new_email && is_taken(&tx, EMAIL, &row.email, row.id).await? {
                return Ok(Err(UserError::EmailExists));
            }
            update(&tx, &mut row, forgets_key).await?;
            for (key, value) in fields.meta() {
                update_user_meta(&tx, row.id, key, value).await?;
            }
            if let Some(roles) = &roles {
                roles.store(&tx, row.id).await?;
            }
            for key in marks {
                update_user_meta(&tx, row.id, key, &now.to_string()).await?;
            }
            store_preferences(&tx, row.id, (&fields, &prefix)).await?;
            Ok(Ok(Staged::enqueue_each(&mails, &tx).await?))
        });
        Ok(updating.await?)
    }
}

/// An account with the columns that are given; without a name to be shown it is the login.
fn with_fields(user: &User, fields: &mut UserFields) -> User {
    for name in [&mut fields.display_name, &mut fields.nickname] {
        if name.as_deref() == Some("") {
            *name = Some(user.login.clone());
        }
    }
    let mut row = user.clone();
    for (target, given) in [
        (&mut row.email, &fields.email),
        (&mut row.url, &fields.url),
        (&mut row.display_name, &fields.display_name),
        (&mut row.nicename, &fields.nicename),
    ] {
        if let Some(given) = given {
            target.clone_from(given);
        }
    }
    row
}

/// `display_name` of a new account: the given one, else first and last name, else the login.
fn display_name(login: &str, fields: &UserFields) -> String {
    let given = |field: &Option<String>| field.clone().unwrap_or_default();
    let own = given(&fields.display_name);
    if !own.is_empty() {
        return own;
    }
    let names = format!("{} {}", given(&fields.first_name), given(&fields.last_name));
    match names.trim() {
        "" => clean_name(login),
        names => names.to_owned(),
    }
}

const LOGIN: &str = "SELECT ID FROM {p}users WHERE {ci:user_login} = {ci:?} AND ID <> ? LIMIT 1";
const EMAIL: &str = "SELECT ID FROM {p}users WHERE {ci:user_email} = {ci:?} AND ID <> ? LIMIT 1";
const NICENAME: &str =
    "SELECT ID FROM {p}users WHERE {ci:user_nicename} = {ci:?} AND ID <> ? LIMIT 1";

async fn is_taken(
    tx: &Transaction,
    sql: &'static str,
    value: &str,
    but: UserId,
) -> Result<bool, DbError> {
    let rows: Vec<(i64,)> = tx.load(sql, binds![value, but.0]).await?;
    Ok(!rows.is_empty())
}

/// A slug that nobody else has.
async fn unique_nicename(tx: &Transaction, user: &mut User) -> Result<(), DbError> {
    let (slug, mut number) = (user.nicename.clone(), 2);
    while is_taken(tx, NICENAME, &user.nicename, user.id).await? {
        let suffix = format!("-{number}");
        let room = NICENAME_LENGTH.saturating_sub(suffix.len());
        let start: String = slug.chars().take(room).collect();
        user.nicename = start + &suffix;
        number += 1;
    }
    Ok(())
}

async fn insert(
    tx: &Transaction,
    mut user: User,
    fields: UserFields,
    (roles, prefix): (&RoleChange, &str),
) -> Result<Result<UserId, UserError>, DbError> {
    const USER: &str = "INSERT INTO {p}users (user_login, user_pass, user_nicename, user_email, user_url, \
        user_registered, user_activation_key, user_status, display_name) VALUES (?, ?, ?, ?, ?, ?, '', 0, ?)";
    if is_taken(tx, LOGIN, &user.login, UserId(0)).await? {
        return Ok(Err(UserError::LoginExists));
    }
    if is_taken(tx, EMAIL, &user.email, UserId(0)).await? {
        return Ok(Err(UserError::EmailExists));
    }
    unique_nicename(tx, &mut user).await?;
    let binds = binds![
        &user.login,
        &user.pass,
        &user.nicename,
        &user.email,
        &user.url,
        &user.registered,
        &user.display_name,
    ];
    tx.execute(USER, binds).await?;
    user.id = UserId(tx.last_insert_id().await?);
    let given = |field: &Option<String>| field.clone().unwrap_or_default();
    let nickname = given(&fields.nickname);
    let rows = [
        (
            "nickname",
            if nickname.is_empty() {
                user.login.clone()
            } else {
                nickname
            },
        ),
        ("first_name", given(&fields.first_name)),
        ("last_name", given(&fields.last_name)),
        ("description", given(&fields.description)),
        ("rich_editing", "true".to_owned()),
        ("syntax_highlighting", "true".to_owned()),
        ("comment_shortcuts", "false".to_owned()),
        ("admin_color", "fresh".to_owned()),
        ("use_ssl", "0".to_owned()),
        ("show_admin_bar_front", "true".to_owned()),
        ("locale", given(&fields.locale)),
    ];
    for (key, value) in &rows {
        update_user_meta(tx, user.id, key, value).await?;
    }
    roles.store(tx, user.id).await?;
    store_preferences(tx, user.id, (&fields, prefix)).await?;
    update_user_counts(tx).await?;
    Ok(Ok(user.id))
}

async fn update(tx: &Transaction, user: &mut User, forgets_key: bool) -> Result<(), DbError> {
    const USER: &str = "UPDATE {p}users SET user_pass = ?, user_nicename = ?, user_email = ?, user_url = ?, \
        display_name = ? WHERE ID = ?";
    const KEY: &str = "UPDATE {p}users SET user_activation_key = '' WHERE ID = ?";
    unique_nicename(tx, user).await?;
    let binds = binds![
        &user.pass,
        &user.nicename,
        &user.email,
        &user.url,
        &user.display_name,
        user.id.0,
    ];
    tx.execute(USER, binds).await?;
    if forgets_key {
        tx.execute(KEY, binds![user.id.0]).await?;
    }
    Ok(())
}

/// The key of the preferences of the editor, without the prefix.
pub const PREFERENCES: &str = "persisted_preferences";

async fn store_preferences(
    tx: &Transaction,
    user: UserId,
    (fields, prefix): (&UserFields, &str),
) -> Result<(), DbError> {
    const DELETE: &str = "DELETE FROM {p}usermeta WHERE user_id = ? AND meta_key = ?";
    let Some(given) = &fields.preferences else {
        return Ok(());
    };
    let key = format!("{prefix}{PREFERENCES}");
    match given {
        Some(value) => {
            let value = String::from_utf8_lossy(&serialize(value)).into_owned();
            update_user_meta(tx, user, &key, &value).await
        }
        None => {
            tx.execute(DELETE, binds![user.0, key]).await?;
            Ok(())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_account_has_a_name() {
        let of = |own: &str, first: &str, last: &str| {
            let given = |text: &str| (!text.is_empty()).then(|| text.to_owned());
            let fields = UserFields {
                display_name: given(own),
                first_name: given(first),
                last_name: given(last),
                ..UserFields::default()
            };
            display_name("nueva", &fields)
        };
        assert_eq!(of("N. N.", "Nieves", "Nueva"), "N. N.");
        assert_eq!(of("", "Nieves", "Nueva"), "Nieves Nueva");
        assert_eq!(of("", "", "Nueva"), "Nueva");
        assert_eq!(of("", "", ""), "nueva");
    }
}

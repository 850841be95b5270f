//! Users (`{p}users`), their meta and what they may do.
//!
//! Contract "wordpress-core", sections 1.1 and 1.4.

pub mod application_passwords;
pub mod attempts;
pub mod authenticate;
pub mod authorize_application;
pub mod capability;
#[cfg(test)]
mod capability_table;
pub mod delete_user;
pub mod map_meta_cap;
pub mod registration;
pub mod reset_key;
mod role_change;
pub mod roles;
pub mod session;
pub mod user_fields;
pub mod user_rules;
pub mod viewer;
mod write_meta;
pub mod write_user;

use super::db::{Db, DbError};

/// Id of a row of `{p}users`; 0 is a visitor who is not logged in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub struct UserId(pub i64);

/// A row of `{p}users`.
#[derive(Debug, Clone, Default)]
pub struct User {
    /// `ID`.
    pub id: UserId,
    /// `user_login`.
    pub login: String,
    /// `user_pass`, the stored hash.
    pub pass: String,
    /// `user_nicename`, the slug of the author's archive.
    pub nicename: String,
    /// `user_email`.
    pub email: String,
    /// `user_url`.
    pub url: String,
    /// `user_registered`.
    pub registered: String,
    /// `display_name`.
    pub display_name: String,
}

/// The id of the user with this login name.
///
/// # Errors
/// When the database fails.
pub async fn id_of_login(db: &Db, login: &str) -> Result<Option<UserId>, DbError> {
    let row: Option<(i64,)> = db
        .lookup_first(
            "SELECT ID FROM {p}users WHERE user_login = ?",
            vec![login.into()],
        )
        .await?;
    Ok(row.map(|(id,)| UserId(id)))
}

/// The id of the user with this slug.
///
/// # Errors
/// When the database fails.
pub async fn id_of_nicename(db: &Db, nicename: &str) -> Result<Option<UserId>, DbError> {
    const SQL: &str = "SELECT ID FROM {p}users WHERE {ci:user_nicename} = {ci:?} LIMIT 1";
    let row: Option<(i64,)> = db.lookup_first(SQL, vec![nicename.into()]).await?;
    Ok(row.map(|(id,)| UserId(id)))
}

//! Authentication by name and password (`wp_authenticate`).
//!
//! Contract "wordpress-core", sections 12.4 and 18. A login by e-mail address works like one by name. A stored hash of
//! an old form is replaced by today's.

use crate::binds;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::formatting::email::is_email;
use crate::wordpress::object_cache::ObjectCache;
use crate::wordpress::password::{wp_check_password, wp_hash_password, wp_password_needs_rehash};

use super::{User, UserId};

/// Why the log-in failed. Names are WordPress's error codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LoginFailure {
    /// `empty_username`.
    EmptyUsername,
    /// `empty_password`.
    EmptyPassword,
    /// `empty_username` and `empty_password`.
    EmptyBoth,
    /// `invalid_username`.
    InvalidUsername,
    /// `invalid_email`.
    InvalidEmail,
    /// `incorrect_password` of a name.
    IncorrectPassword,
    /// `incorrect_password` of an e-mail address.
    IncorrectPasswordOfEmail,
}

/// The user of a name or e-mail address and a password. `username` is sanitised, `password` trimmed.
///
/// # Errors
/// When the database fails.
pub async fn wp_authenticate(
    db: &Db,
    username: &str,
    password: &str,
) -> Result<Result<User, LoginFailure>, DbError> {
    match (username.is_empty(), password.is_empty()) {
        (true, true) => return Ok(Err(LoginFailure::EmptyBoth)),
        (true, false) => return Ok(Err(LoginFailure::EmptyUsername)),
        (false, true) => return Ok(Err(LoginFailure::EmptyPassword)),
        (false, false) => {}
    }
    let by_login = super::id_of_login(db, username).await?;
    let is_by_email = by_login.is_none() && is_email(username).is_some();
    let (id, missing, wrong) = if is_by_email {
        let id = id_of_email(db, username).await?;
        (
            id,
            LoginFailure::InvalidEmail,
            LoginFailure::IncorrectPasswordOfEmail,
        )
    } else {
        (
            by_login,
            LoginFailure::InvalidUsername,
            LoginFailure::IncorrectPassword,
        )
    };
    let Some(mut user) = load(db, id).await? else {
        return Ok(Err(missing));
    };
    if !check(password, &user.pass).await {
        return Ok(Err(wrong));
    }
    if wp_password_needs_rehash(&user.pass)
        && let Some(pass) = wp_set_password(db, user.id, password).await?
    {
        user.pass = pass;
    }
    Ok(Ok(user))
}

/// A user by id.
///
/// # Errors
/// When the database fails.
pub async fn load(db: &Db, id: Option<UserId>) -> Result<Option<User>, DbError> {
    let Some(id) = id else { return Ok(None) };
    let mut objects = ObjectCache::default();
    objects.prime_users(db, &[id]).await?;
    Ok(objects.user(id).map(|user| User::clone(user)))
}

/// The id of the user with this e-mail address.
///
/// # Errors
/// When the database fails.
pub async fn id_of_email(db: &Db, email: &str) -> Result<Option<UserId>, DbError> {
    const SQL: &str = "SELECT ID FROM {p}users WHERE user_email = ? ORDER BY ID LIMIT 1";
    let row: Option<(i64,)> = db.load_first(SQL, binds![email]).await?;
    Ok(row.map(|(id,)| UserId(id)))
}

/// Hashing takes tens of milliseconds: it runs on the blocking threads.
async fn check(password: &str, hash: &str) -> bool {
    let (password, hash) = (password.to_owned(), hash.to_owned());
    hashing(move || wp_check_password(password.as_bytes(), &hash)).await
}

/// Runs work on the blocking threads; a panic there goes on in the caller. The default stands for work that the end of
/// the runtime cut off.
async fn hashing<T: Default + Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> T {
    let done = tokio::task::spawn_blocking(work).await;
    done.unwrap_or_else(|error| match error.try_into_panic() {
        Ok(panic) => std::panic::resume_unwind(panic),
        Err(_) => T::default(),
    })
}

/// `wp_set_password`: stores a new hash and forgets a reset key. `None` when the password cannot be hashed.
///
/// # Errors
/// When the database fails.
pub async fn wp_set_password(
    db: &Db,
    user: UserId,
    password: &str,
) -> Result<Option<String>, DbError> {
    let password = password.to_owned();
    let hashed = hashing(move || wp_hash_password(password.as_bytes())).await;
    let Some(hash) = hashed else {
        return Ok(None);
    };
    const SQL: &str = "UPDATE {p}users SET user_pass = ?, user_activation_key = '' WHERE ID = ?";
    db.execute(SQL, binds![&hash, user.0]).await?;
    Ok(Some(hash))
}

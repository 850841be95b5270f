//! Authentication by name and password (`wp_authenticate`).
//!
//! Contract "wordpress-core", sections 12.4 and 18. A login by e-mail address works like one by name. A stored hash of
//! an old form is replaced by today's.

use crate::binds;
use crate::wordpress::db::{Db, DbError, Transaction};
use crate::wordpress::formatting::email::is_email;
use crate::wordpress::mail::outbox::{OutboxId, Staged};
use crate::wordpress::object_cache::ObjectCache;
use crate::wordpress::password::{wp_check_password, wp_hash_password, wp_password_needs_rehash};
use crate::wordpress::session::SessionTokens;

use super::attempts::{Attempt, AttemptError, AttemptKind, Attempts, Origin};
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
/// When there were too many failures, or the database fails.
pub async fn wp_authenticate(
    attempts: &Attempts,
    origin: Origin,
    username: &str,
    password: &str,
) -> Result<Result<User, LoginFailure>, AttemptError> {
    match (username.is_empty(), password.is_empty()) {
        (true, true) => return Ok(Err(LoginFailure::EmptyBoth)),
        (true, false) => return Ok(Err(LoginFailure::EmptyUsername)),
        (false, true) => return Ok(Err(LoginFailure::EmptyPassword)),
        (false, false) => {}
    }
    let db = attempts.db();
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
    let mut objects = ObjectCache::default();
    objects.prime_users(db, id.as_slice()).await?;
    let Some(user) = id.and_then(|id| objects.user(id)) else {
        let attempt = Attempt::new(AttemptKind::LogIn, origin, username);
        attempts.begin(&attempt).await?;
        return Ok(Err(missing));
    };
    let mut user = User::clone(user);
    let attempt = Attempt {
        is_known: has_session(&objects, user.id, origin),
        ..Attempt::new(AttemptKind::LogIn, origin, &user.login)
    };
    let (sent, hash) = (password.to_owned(), user.pass.clone());
    let check = attempts.check(&attempt, move || wp_check_password(sent.as_bytes(), &hash));
    if !check.await? {
        return Ok(Err(wrong));
    }
    if wp_password_needs_rehash(&user.pass)
        && let Some(pass) = wp_set_password(attempts, user.id, password).await?
    {
        user.pass = pass;
    }
    Ok(Ok(user))
}

/// Whether a user is logged in at an address.
fn has_session(objects: &ObjectCache, user: UserId, origin: Origin) -> bool {
    let stored = objects.user_meta(user).value("session_tokens");
    let address = origin.address.to_string();
    SessionTokens::from_value(&stored)
        .iter()
        .any(|(_, session)| {
            session.expiration >= origin.now && session.ip.as_ref() == Some(&address)
        })
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
    let row: Option<(i64,)> = db.lookup_first(SQL, binds![email]).await?;
    Ok(row.map(|(id,)| UserId(id)))
}

/// `wp_set_password`: stores a new hash and forgets a reset key. `None` when the password cannot be hashed. With mails about
/// it: [`set_password_with`].
///
/// # Errors
/// When the queue of the hashing threads is full, or the database fails.
pub async fn wp_set_password(
    attempts: &Attempts,
    user: UserId,
    password: &str,
) -> Result<Option<String>, AttemptError> {
    let stored = set_password_with(attempts, user, password, Vec::new()).await?;
    Ok(stored.map(|(hash, _)| hash))
}

/// As [`wp_set_password`], with the mails about it: both are stored, or nothing.
///
/// # Errors
/// When the queue of the hashing threads is full, or the database fails.
pub async fn set_password_with(
    attempts: &Attempts,
    user: UserId,
    password: &str,
    mails: Vec<Staged>,
) -> Result<Option<(String, Vec<OutboxId>)>, AttemptError> {
    let password = password.to_owned();
    let hashed = attempts.hash(move || wp_hash_password(password.as_bytes()));
    let Some(hash) = hashed.await? else {
        return Ok(None);
    };
    let own = hash.clone();
    let work = async move |tx: Transaction| {
        const SQL: &str =
            "UPDATE {p}users SET user_pass = ?, user_activation_key = '' WHERE ID = ?";
        tx.execute(SQL, binds![&own, user.0]).await?;
        Staged::enqueue_each(&mails, &tx).await
    };
    let ids = attempts.db().transaction(work).await?;
    Ok(Some((hash, ids)))
}

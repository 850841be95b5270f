//! Who signs in with an application password (`wp_authenticate_application_password`).
//!
//! Contract "wordpress-rest", section 1.2.

use crate::wordpress::fast_hash::wp_verify_fast_hash;
use crate::wordpress::formatting::email::is_email;
use crate::wordpress::object_cache::ObjectCache;
use crate::wordpress::password::wp_check_password;

use super::super::attempts::{Attempt, AttemptError, AttemptKind, Attempts, Origin};
use super::super::{UserId, authenticate};
use super::application_passwords;
use super::change::{needs_record, record_usage};

/// Longer sent passwords, in bytes, are wrong.
const SENT_MAX: usize = 4096;

/// Why Basic authentication failed. Names are WordPress's error codes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BasicFailure {
    /// `invalid_username`.
    InvalidUsername,
    /// `invalid_email`.
    InvalidEmail,
    /// `application_passwords_disabled`.
    Disabled,
    /// `incorrect_password`.
    IncorrectPassword,
}

impl BasicFailure {
    /// The code, and WordPress's source text.
    pub fn error(self) -> (&'static str, &'static str) {
        match self {
            Self::InvalidUsername => (
                "invalid_username",
                "<strong>Error:</strong> Unknown username. Check again or try your email address.",
            ),
            Self::InvalidEmail => (
                "invalid_email",
                "<strong>Error:</strong> Unknown email address. Check again or try your username.",
            ),
            Self::Disabled => (
                "application_passwords_disabled",
                "Application passwords are not available.",
            ),
            Self::IncorrectPassword => (
                "incorrect_password",
                "The provided password is an invalid application password.",
            ),
        }
    }
}

/// Who signed in, and with which application password.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SignedIn {
    /// The user.
    pub user: UserId,
    /// The password's UUID.
    pub uuid: String,
}

/// `wp_authenticate_application_password`: the user of a name or e-mail address and an application password. The use
/// is written down. The user and the meta are added to `objects`.
///
/// # Errors
/// When there were too many failures, or the database fails.
pub async fn wp_authenticate_application_password(
    attempts: &Attempts,
    origin: Origin,
    objects: &mut ObjectCache,
    (username, password): (&str, &str),
    is_available: bool,
) -> Result<Result<SignedIn, BasicFailure>, AttemptError> {
    let db = attempts.db();
    let is_address = is_email(username).is_some();
    let mut id = objects.prime_user_of_login(db, username).await?;
    if id.is_none() && is_address {
        id = authenticate::id_of_email(db, username).await?;
        objects.prime_users(db, id.as_slice()).await?;
    }
    let user = id.and_then(|id| objects.user(id)).cloned();
    let Some(user) = user else {
        let attempt = Attempt::new(AttemptKind::ApplicationPassword, origin, username);
        attempts.begin(&attempt).await?;
        return Ok(Err(if is_address {
            BasicFailure::InvalidEmail
        } else {
            BasicFailure::InvalidUsername
        }));
    };
    if !is_available {
        return Ok(Err(BasicFailure::Disabled));
    }
    let known = application_passwords(objects.user_meta(user.id));
    let address = origin.address.to_string();
    let attempt = Attempt {
        is_known: known
            .iter()
            .any(|own| own.last_ip.as_ref() == Some(&address)),
        ..Attempt::new(AttemptKind::ApplicationPassword, origin, &user.login)
    };
    let hashes: Vec<String> = known.iter().map(|own| own.password.clone()).collect();
    let asked = hashes.join(" ");
    let sent = password.to_owned();
    let find = {
        let sent = sent.clone();
        move || hashes.iter().position(|hash| check_password(&sent, hash))
    };
    let found = attempts.find_once(&attempt, [&asked, &sent], find).await?;
    let Some(used) = found.and_then(|place| known.get(place)) else {
        return Ok(Err(BasicFailure::IncorrectPassword));
    };
    if needs_record(used, origin.now) {
        // Whoever has the password is signed in, also while nothing can be written.
        let recorded = record_usage(db, user.id, used.uuid.clone(), origin).await;
        if let Err(error) = recorded {
            tracing::warn!(%error, "the use of an application password is not written down");
        }
    }
    Ok(Ok(SignedIn {
        user: user.id,
        uuid: used.uuid.clone(),
    }))
}

/// Whether what was sent, without blanks and signs, is the password of a hash.
fn check_password(sent: &str, hash: &str) -> bool {
    if sent.len() > SENT_MAX {
        return false;
    }
    let plain: String = sent.chars().filter(char::is_ascii_alphanumeric).collect();
    if hash.starts_with("$generic$") {
        wp_verify_fast_hash(plain.as_bytes(), hash)
    } else {
        wp_check_password(plain.as_bytes(), hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Contract section 1.3; recording owner/owner.sql.
    #[test]
    fn every_stored_hash_is_checked() {
        let sent = "oAef gxpZ xZML tZi4 mJCE Km69";
        let generic = "$generic$6LVewTyR5hUFf9FVAAj9O_DPmzx3QP3un8iXInUW";
        assert!(check_password(sent, generic));
        assert!(!check_password("oAefgxpZxZMLtZi4mJCEKm68", generic));
        let old = "$P$BG699GQ3gCiO6dqjJWGAbg1OnltJ231";
        assert!(check_password("AntiguaClaveDeAplicacion", old));
        assert!(!check_password("antiguaclavedeaplicacion", old));
        assert!(!check_password("", generic) && !check_password("", ""));
        let account = crate::wordpress::password::wp_hash_password(b"abc").unwrap();
        assert!(check_password("a b-c", &account));
    }
}

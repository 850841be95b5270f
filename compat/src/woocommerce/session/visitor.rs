//! Whose session a request is in.
//!
//! Contract "woocommerce", section 3.2.

use rand::Rng as _;

use super::cookie::SessionCookie;
use crate::wordpress::user::UserId;

/// How long sessions last, in seconds.
const GUEST: i64 = 2 * 86_400;
const USER: i64 = 7 * 86_400;
/// When a session is renewed, in seconds.
const RENEWAL: i64 = 86_400;
/// What guests' ids start with; 30 hexadecimal digits follow.
const GUEST_PREFIX: &str = "t_";

/// Key of a session: of a guest a random one, of a user the user id.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct CustomerId(pub String);

impl CustomerId {
    /// The id of a new guest.
    pub fn new_guest() -> Self {
        let random: u128 = rand::rng().random();
        let digits = format!("{random:032x}");
        Self(format!(
            "{GUEST_PREFIX}{}",
            digits.get(..30).unwrap_or_default()
        ))
    }

    /// The id of a user.
    pub fn of_user(user: UserId) -> Self {
        Self(user.0.to_string())
    }

    /// Whether it is a guest's.
    pub fn is_guest(&self) -> bool {
        self.0.starts_with(GUEST_PREFIX)
    }
}

/// Until when a session lasts, and from when on it is renewed: Unix times.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lifetime {
    /// Its end.
    pub expiration: i64,
    /// Its renewal.
    pub expiring: i64,
}

impl Lifetime {
    /// The lifetime of a session that starts or is renewed.
    pub fn from(now: i64, id: &CustomerId) -> Self {
        let length = if id.is_guest() { GUEST } else { USER };
        Self {
            expiration: now.saturating_add(length),
            expiring: now.saturating_add(RENEWAL),
        }
    }
}

/// What the cookie and the login of a request say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SessionStart {
    /// No session yet. A user's row may exist all the same.
    New(CustomerId),
    /// The session goes on.
    Continued {
        /// Whose it is.
        id: CustomerId,
        /// Its lifetime.
        lifetime: Lifetime,
        /// Whether row and cookie have to be renewed.
        is_renewed: bool,
    },
    /// A guest logged in: his data move to the user's row, and a new cookie is set.
    Adopted {
        /// The guest's row.
        guest: CustomerId,
        /// The user's.
        user: CustomerId,
    },
    /// The cookie is of no use: its row is deleted, and the cookie is cleared.
    Destroyed {
        /// The cookie's row; `None`: it is another user's and stays.
        row: Option<CustomerId>,
        /// Whose session starts afresh.
        id: CustomerId,
    },
}

/// Whose session a request is in. `cookie`: one whose hash was right.
pub fn start(cookie: Option<&SessionCookie<'_>>, user: Option<UserId>, now: i64) -> SessionStart {
    let own = || user.map_or_else(CustomerId::new_guest, CustomerId::of_user);
    let Some(cookie) = cookie else {
        return SessionStart::New(own());
    };
    let id = CustomerId(cookie.customer_id.to_owned());
    let time = |text: &str| text.parse::<i64>().unwrap_or_default();
    let lifetime = Lifetime {
        expiration: time(cookie.session_expiration),
        expiring: time(cookie.session_expiring),
    };
    let is_own = user.is_some_and(|user| CustomerId::of_user(user) == id);
    if now > lifetime.expiration || !id.is_guest() && !is_own {
        // A cookie can be made by anybody (contract, section 17): it does not delete a user's row.
        let row = (id.is_guest() || is_own).then_some(id);
        return SessionStart::Destroyed { row, id: own() };
    }
    if id.is_guest()
        && let Some(user) = user
    {
        let user = CustomerId::of_user(user);
        return SessionStart::Adopted { guest: id, user };
    }
    let is_renewed = now > lifetime.expiring;
    let lifetime = if is_renewed {
        Lifetime::from(now, &id)
    } else {
        lifetime
    };
    SessionStart::Continued {
        id,
        lifetime,
        is_renewed,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn started(id: &str, user: Option<i64>, now: i64) -> SessionStart {
        let cookie = SessionCookie {
            customer_id: id,
            session_expiration: "1000",
            session_expiring: "500",
            cookie_hash: "",
        };
        start(Some(&cookie), user.map(UserId), now)
    }

    #[test]
    fn a_cookie_names_the_session() {
        let guest = CustomerId("t_a".to_owned());
        let user = CustomerId("7".to_owned());
        let lifetime = Lifetime {
            expiration: 1000,
            expiring: 500,
        };
        let continued = |id: &CustomerId, lifetime, is_renewed| SessionStart::Continued {
            id: id.clone(),
            lifetime,
            is_renewed,
        };
        assert_eq!(
            started("t_a", None, 400),
            continued(&guest, lifetime, false)
        );
        let renewed = Lifetime::from(600, &guest);
        assert_eq!(renewed.expiration, 600 + GUEST);
        assert_eq!(started("t_a", None, 600), continued(&guest, renewed, true));
        assert_eq!(started("7", Some(7), 1), continued(&user, lifetime, false));
        assert_eq!(
            started("t_a", Some(7), 1),
            SessionStart::Adopted {
                guest,
                user: user.clone()
            }
        );
        for (id, user, now, keeps_row) in [
            ("t_a", None, 1001, false),
            ("7", None, 1, true),
            ("8", Some(7), 1, true),
            ("7", Some(7), 1001, false),
        ] {
            let SessionStart::Destroyed { row, .. } = started(id, user, now) else {
                panic!("{id}");
            };
            assert_eq!(row.is_none(), keeps_row, "{id}");
        }
        let new = CustomerId::new_guest();
        assert_eq!(new.0.len(), 32);
        assert_ne!(new, CustomerId::new_guest());
    }
}

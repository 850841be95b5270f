//! User meta `session_tokens`: the sessions of a user, by the hash of their token.

use indexmap::IndexMap;

use crate::wordpress::hash::sha256_hex;
use crate::wordpress::password::wp_generate_password;
use crate::wordpress::php::Value;

/// One session, as WordPress stores it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SessionToken {
    /// Unix time at which it ends.
    pub expiration: i64,
    /// Unix time of the login; absent in sessions stored before WordPress 4.0.1.
    pub login: Option<i64>,
    /// Address the login came from.
    pub ip: Option<String>,
    /// Browser of the login.
    pub ua: Option<String>,
}

/// All sessions of a user, in stored order.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SessionTokens {
    sessions: IndexMap<String, Stored>,
}

/// A session with its stored array, so that plugins' entries are preserved.
#[derive(Debug, Clone, PartialEq, Default)]
struct Stored {
    session: SessionToken,
    array: Option<Value>,
}

impl From<SessionToken> for Stored {
    fn from(session: SessionToken) -> Self {
        Self {
            session,
            array: None,
        }
    }
}

/// What a session is stored under: SHA-256 of its token.
pub fn session_verifier(token: &str) -> String {
    sha256_hex(token.as_bytes())
}

/// A token for a new session: 43 random letters and digits.
pub fn generate_session_token() -> String {
    wp_generate_password(43, false, false)
}

impl SessionTokens {
    /// The sessions of the stored map: verifier and session.
    pub fn new(stored: impl IntoIterator<Item = (String, SessionToken)>) -> Self {
        let sessions = stored.into_iter().map(|(k, v)| (k, v.into()));
        Self {
            sessions: sessions.collect(),
        }
    }

    /// The sessions as the user meta holds them: a map of verifier to session, or in old rows to its end.
    pub fn from_value(value: &Value) -> Self {
        let Some(stored) = value.as_array() else {
            return Self::default();
        };
        let text =
            |session: &Value, key: &str| session.at(key).as_str_lossy().map(|t| t.into_owned());
        let sessions = stored.iter().map(|(verifier, session)| {
            let stored = match session {
                Value::Array(_) => Stored {
                    session: SessionToken {
                        expiration: session.at("expiration").to_int(),
                        login: session.get("login").map(Value::to_int),
                        ip: text(session, "ip"),
                        ua: text(session, "ua"),
                    },
                    array: Some(session.clone()),
                },
                end => Stored::from(SessionToken {
                    expiration: end.to_int(),
                    ..SessionToken::default()
                }),
            };
            (verifier.to_string_lossy(), stored)
        });
        Self {
            sessions: sessions.collect(),
        }
    }

    /// The map as the user meta holds it.
    pub fn to_value(&self) -> Value {
        let mut map = Value::array();
        for (verifier, Stored { session, array }) in &self.sessions {
            if let Some(array) = array {
                map = map.with(verifier.as_str(), array.clone());
                continue;
            }
            let mut stored = Value::array().with("expiration", session.expiration);
            for (key, text) in [("ip", &session.ip), ("ua", &session.ua)] {
                if let Some(text) = text {
                    stored = stored.with(key, text.as_str());
                }
            }
            if let Some(login) = session.login {
                stored = stored.with("login", login);
            }
            map = map.with(verifier.as_str(), stored);
        }
        map
    }

    /// Whether `token` names a session that has not ended.
    pub fn verify(&self, token: &str, now: i64) -> bool {
        self.get(token, now).is_some()
    }

    /// The session of a token, unless it has ended.
    pub fn get(&self, token: &str, now: i64) -> Option<&SessionToken> {
        let session = &self.sessions.get(&session_verifier(token))?.session;
        (session.expiration >= now).then_some(session)
    }

    /// Adds or replaces the session of `token` and drops those that have ended, as WordPress does on
    /// each write.
    pub fn insert(&mut self, token: &str, session: SessionToken, now: i64) {
        self.sessions.retain(|_, s| s.session.expiration >= now);
        self.sessions
            .insert(session_verifier(token), session.into());
    }

    /// Ends the session of `token` (log-out).
    pub fn remove(&mut self, token: &str, now: i64) {
        let verifier = session_verifier(token);
        self.sessions
            .retain(|key, s| s.session.expiration >= now && *key != verifier);
    }

    /// Verifier and session, in order, for writing the user meta. Empty: the meta row is deleted.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &SessionToken)> {
        self.sessions.iter().map(|(k, v)| (k.as_str(), &v.session))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_session_ends_at_its_time_and_at_log_out() {
        let mut sessions = SessionTokens::default();
        let until = |expiration| SessionToken {
            expiration,
            ..SessionToken::default()
        };
        sessions.insert("a", until(10), 5);
        assert!(sessions.verify("a", 10) && !sessions.verify("a", 11));
        sessions.insert("b", until(30), 20);
        assert_eq!(sessions.iter().count(), 1);
        sessions.remove("b", 20);
        assert_eq!(sessions.iter().count(), 0);
    }
}

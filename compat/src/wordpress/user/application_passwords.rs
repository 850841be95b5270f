//! Application passwords: user meta `_application_passwords` (`WP_Application_Passwords`), and who signs in with one.
//!
//! Contract "wordpress-rest", sections 1.2, 1.3 and 2. The list is one value, so each change is a transaction that
//! reads and writes it under a lock of the user's row.

use crate::binds;
use crate::wordpress::db::{Db, DbError, Transaction};
use crate::wordpress::fast_hash::{wp_fast_hash, wp_verify_fast_hash};
use crate::wordpress::formatting::email::is_email;
use crate::wordpress::formatting::sanitize_field::sanitize_text_field;
use crate::wordpress::object_cache::ObjectCache;
use crate::wordpress::password::{wp_check_password, wp_generate_password};
use crate::wordpress::php::{Array, Key, Value, maybe_unserialize, serialize};
use crate::wordpress::post::Meta;

use super::attempts::{Attempt, AttemptError, AttemptKind, Attempts, Origin};
use super::{UserId, authenticate, id_of_login};

/// The user meta.
const KEY: &str = "_application_passwords";
/// The option that says that there ever was one.
pub const IN_USE: &str = "using_application_passwords";
/// Length of a password.
const LENGTH: usize = 24;
/// In this time, in seconds, only the first use is written down.
const DAY: i64 = 86_400;
/// Longer sent passwords, in bytes, are wrong.
const SENT_MAX: usize = 4096;

/// An application password as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ApplicationPassword {
    /// Its id, a UUID.
    pub uuid: String,
    /// The application's own id, a UUID; empty without.
    pub app_id: String,
    /// Its name.
    pub name: String,
    /// The hash.
    pub password: String,
    /// When it was made, Unix time.
    pub created: i64,
    /// When it was used, Unix time.
    pub last_used: Option<i64>,
    /// From where it was used.
    pub last_ip: Option<String>,
}

impl ApplicationPassword {
    fn of(value: &Value) -> Option<Self> {
        let text = |name: &str| value.at(name).to_string_lossy().into_owned();
        let optional = |name: &str| value.get(name).filter(|v| !v.is_null());
        let uuid = text("uuid");
        (!uuid.is_empty()).then(|| Self {
            uuid,
            app_id: text("app_id"),
            name: text("name"),
            password: text("password"),
            created: value.at("created").to_int(),
            last_used: optional("last_used").map(Value::to_int),
            last_ip: optional("last_ip").map(|ip| ip.to_string_lossy().into_owned()),
        })
    }

    fn to_value(&self) -> Value {
        Value::array()
            .with("uuid", self.uuid.as_str())
            .with("app_id", self.app_id.as_str())
            .with("name", self.name.as_str())
            .with("password", self.password.as_str())
            .with("created", self.created)
            .with("last_used", self.last_used.map_or(Value::Null, Value::from))
            .with(
                "last_ip",
                self.last_ip.as_deref().map_or(Value::Null, Value::from),
            )
    }
}

/// The application passwords in the meta of a user.
pub fn application_passwords(meta: &Meta) -> Vec<ApplicationPassword> {
    meta.value(KEY)
        .values()
        .filter_map(ApplicationPassword::of)
        .collect()
}

/// `chunk_password`: groups of four.
pub fn chunk_password(password: &str) -> String {
    let letters: Vec<char> = password.chars().collect();
    let groups: Vec<String> = letters
        .chunks(4)
        .map(|group| group.iter().collect())
        .collect();
    groups.join(" ")
}

/// `wp_generate_uuid4`.
pub fn wp_generate_uuid4() -> String {
    let mut bytes: [u8; 16] = rand::random();
    bytes[6] = bytes[6] & 0x0f | 0x40;
    bytes[8] = bytes[8] & 0x3f | 0x80;
    let hex: String = bytes.iter().map(|byte| format!("{byte:02x}")).collect();
    let parts = [0..8, 8..12, 12..16, 16..20, 20..32];
    parts
        .map(|part| hex.get(part).unwrap_or_default())
        .join("-")
}

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
    let mut id = id_of_login(db, username).await?;
    if id.is_none() && is_address {
        id = authenticate::id_of_email(db, username).await?;
    }
    objects.prime_users(db, id.as_slice()).await?;
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
        record_usage(db, user.id, used.uuid.clone(), origin).await?;
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

fn needs_record(used: &ApplicationPassword, now: i64) -> bool {
    used.last_used
        .is_none_or(|before| before.saturating_add(DAY) <= now)
}

/// `record_application_password_usage`: once a day.
async fn record_usage(db: &Db, user: UserId, uuid: String, origin: Origin) -> Result<(), DbError> {
    change(db, user, move |list| {
        let Some((key, mut own)) = find(list, &uuid) else {
            return Change::None;
        };
        if !needs_record(&own, origin.now) {
            return Change::None;
        }
        own.last_used = Some(origin.now);
        own.last_ip = Some(origin.address.to_string());
        list.insert(key, own.to_value());
        Change::Made(())
    })
    .await?;
    Ok(())
}

/// `create_new_application_password`: stores a new one; the plain password with its row.
///
/// # Errors
/// When the database fails.
pub async fn create(
    db: &Db,
    user: UserId,
    (name, app_id): (&str, &str),
    now: i64,
) -> Result<(String, ApplicationPassword), DbError> {
    let password = wp_generate_password(LENGTH, false, false);
    let made = ApplicationPassword {
        uuid: wp_generate_uuid4(),
        app_id: app_id.to_owned(),
        name: sanitize_text_field(name),
        password: wp_fast_hash(password.as_bytes()),
        created: now,
        last_used: None,
        last_ip: None,
    };
    let row = made.to_value();
    change(db, user, move |list| {
        list.push(row);
        Change::Made(())
    })
    .await?;
    mark_in_use(db).await?;
    Ok((password, made))
}

/// The first password adds the option.
async fn mark_in_use(db: &Db) -> Result<(), DbError> {
    const INSERT: &str = "INSERT {ignore} INTO {p}options (option_name, option_value, autoload) VALUES (?, '1', 'off')";
    const UPDATE: &str =
        "UPDATE {p}options SET option_value = '1' WHERE option_name = ? AND option_value <> '1'";
    if crate::wordpress::option_row::option_value(db, IN_USE)
        .await?
        .as_deref()
        == Some("1")
    {
        return Ok(());
    }
    db.execute(INSERT, binds![IN_USE]).await?;
    db.execute(UPDATE, binds![IN_USE]).await?;
    Ok(())
}

/// `update_application_password`: renames one; `None` when there is none with this UUID.
///
/// # Errors
/// When the database fails.
pub async fn rename(
    db: &Db,
    user: UserId,
    uuid: &str,
    name: &str,
) -> Result<Option<ApplicationPassword>, DbError> {
    let (uuid, name) = (uuid.to_owned(), sanitize_text_field(name));
    change(db, user, move |list| {
        let Some((key, mut own)) = find(list, &uuid) else {
            return Change::None;
        };
        if own.name == name {
            return Change::Same(own);
        }
        own.name = name;
        list.insert(key, own.to_value());
        Change::Made(own)
    })
    .await
}

/// `delete_application_password`: removes one; whether there was one with this UUID.
///
/// # Errors
/// When the database fails.
pub async fn delete(db: &Db, user: UserId, uuid: &str) -> Result<bool, DbError> {
    let uuid = uuid.to_owned();
    let gone = change(db, user, move |list| match find(list, &uuid) {
        Some((key, _)) => {
            list.remove(&key);
            Change::Made(())
        }
        None => Change::None,
    });
    Ok(gone.await?.is_some())
}

/// `delete_all_application_passwords`: removes all; how many there were.
///
/// # Errors
/// When the database fails.
pub async fn delete_all(db: &Db, user: UserId) -> Result<usize, DbError> {
    let count = change(db, user, |list| {
        let count = list.values().count();
        if count == 0 {
            return Change::None;
        }
        *list = Array::new();
        Change::Made(count)
    });
    Ok(count.await?.unwrap_or(0))
}

/// What became of the list.
enum Change<T> {
    /// It stays, for want of what was to be changed.
    None,
    /// It stays as it should be.
    Same(T),
    /// It is to be stored.
    Made(T),
}

fn find(list: &Array, uuid: &str) -> Option<(Key, ApplicationPassword)> {
    let mut own = list.iter().filter_map(|(key, value)| {
        let own = ApplicationPassword::of(value)?;
        Some((key.clone(), own))
    });
    own.find(|(_, own)| own.uuid == uuid)
}

async fn change<T: Send + 'static>(
    db: &Db,
    user: UserId,
    work: impl FnOnce(&mut Array) -> Change<T> + Clone + Send + 'static,
) -> Result<Option<T>, DbError> {
    db.transaction(async move |tx| {
        const LOCK: &str = "SELECT ID FROM {p}users WHERE ID = ? {for_update}";
        const SQL: &str = "SELECT meta_value FROM {p}usermeta WHERE user_id = ? AND meta_key = ? ORDER BY umeta_id LIMIT 1";
        tx.load::<(i64,)>(LOCK, binds![user.0]).await?;
        let row: Option<(Vec<u8>,)> = tx.load_first(SQL, binds![user.0, KEY]).await?;
        let stored = row.as_ref().map(|(raw,)| maybe_unserialize(raw));
        let mut list = stored.as_ref().and_then(Value::as_array).cloned().unwrap_or_default();
        match work(&mut list) {
            Change::None => Ok(None),
            Change::Same(same) => Ok(Some(same)),
            Change::Made(made) => {
                write(&tx, user, list, row.is_some()).await?;
                Ok(Some(made))
            }
        }
    })
    .await
}

async fn write(
    tx: &Transaction,
    user: UserId,
    list: Array,
    is_stored: bool,
) -> Result<(), DbError> {
    const UPDATE: &str = "UPDATE {p}usermeta SET meta_value = ? WHERE user_id = ? AND meta_key = ?";
    const INSERT: &str = "INSERT INTO {p}usermeta (meta_value, user_id, meta_key) VALUES (?, ?, ?)";
    let value = String::from_utf8_lossy(&serialize(&list.into())).into_owned();
    let sql = if is_stored { UPDATE } else { INSERT };
    tx.execute(sql, binds![value, user.0, KEY]).await?;
    Ok(())
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

    #[test]
    fn uses_are_written_once_a_day() {
        let stored = Value::array()
            .with("uuid", "u")
            .with("last_used", 1000)
            .with("last_ip", Value::Null);
        let own = ApplicationPassword::of(&stored).unwrap();
        assert!(!needs_record(&own, 1000 + DAY - 1));
        assert!(needs_record(&own, 1000 + DAY));
        let keys: Vec<_> = own
            .to_value()
            .as_array()
            .unwrap()
            .keys()
            .map(Key::to_string_lossy)
            .collect();
        let want = [
            "uuid",
            "app_id",
            "name",
            "password",
            "created",
            "last_used",
            "last_ip",
        ];
        assert_eq!(keys, want);
        assert!(ApplicationPassword::of(&Value::array()).is_none());
    }

    #[test]
    fn groups_and_ids() {
        assert_eq!(chunk_password("abcdefghij"), "abcd efgh ij");
        let uuid = wp_generate_uuid4();
        let parts: Vec<&str> = uuid.split('-').collect();
        let lengths: Vec<usize> = parts.iter().map(|part| part.len()).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12]);
        assert!(parts[2].starts_with('4') && "89ab".contains(&parts[3][..1]));
    }
}

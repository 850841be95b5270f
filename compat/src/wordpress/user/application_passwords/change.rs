//! Changes of a user's application passwords. The list is one value, so each is a transaction that reads and writes it under
//! a lock of the user's row.
//!
//! Contract "wordpress-rest", sections 1.3 and 2.

use crate::binds;
use crate::wordpress::db::{Db, DbError, Transaction};
use crate::wordpress::fast_hash::wp_fast_hash;
use crate::wordpress::formatting::sanitize_field::sanitize_text_field;
use crate::wordpress::password::wp_generate_password;
use crate::wordpress::php::{Array, Key, Value, maybe_unserialize, serialize};

use super::super::UserId;
use super::super::attempts::Origin;
use super::{ApplicationPassword, IN_USE, KEY, wp_generate_uuid4};

/// Length of a password.
const LENGTH: usize = 24;
/// In this time, in seconds, only the first use is written down.
const DAY: i64 = 86_400;

/// Whether a use is to be written down.
pub(super) fn needs_record(used: &ApplicationPassword, now: i64) -> bool {
    used.last_used
        .is_none_or(|before| before.saturating_add(DAY) <= now)
}

/// `record_application_password_usage`: once a day.
pub(super) async fn record_usage(
    db: &Db,
    user: UserId,
    uuid: String,
    origin: Origin,
) -> Result<(), DbError> {
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
}

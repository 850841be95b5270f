//! WordPress's schedule of single events: the option `cron`, as PHP writes and finds it.
//!
//! Contract "wordpress-core", section 15: timestamp → hook → md5 of the serialised arguments → event, and the key
//! `version`, which is 2. Timestamps are sorted.

use super::db::{DbError, Transaction};
use super::option_row::change_option;
use super::php::{Array, Key, Value, hash::md5, serialize};

const OPTION: &str = "cron";

/// An event of the schedule.
#[derive(Debug, Clone, PartialEq)]
pub struct CronEvent {
    /// When it is due, Unix time.
    pub timestamp: i64,
    /// `publish_future_post`, `do_pings`, …
    pub hook: String,
    /// What the hook is called with.
    pub args: Value,
}

impl CronEvent {
    /// An event with one number as its argument, such as a post's id.
    pub fn of_id(timestamp: i64, hook: &str, id: i64) -> Self {
        Self {
            timestamp,
            hook: hook.to_owned(),
            args: Value::array().with_pushed(id),
        }
    }

    /// An event without arguments.
    pub fn plain(timestamp: i64, hook: &str) -> Self {
        Self {
            timestamp,
            hook: hook.to_owned(),
            args: Value::array(),
        }
    }

    fn key(&self) -> String {
        md5(&serialize(&self.args))
    }
}

/// `wp_schedule_single_event`, unless the same hook with the same arguments waits already. Yes if it was added.
///
/// # Errors
/// When the database fails.
pub async fn schedule_single_event(tx: &Transaction, event: &CronEvent) -> Result<bool, DbError> {
    change_option(tx, OPTION, |stored| added(stored, event)).await
}

/// `wp_clear_scheduled_hook`: removes all events of a hook with these arguments. Yes if there was one.
///
/// # Errors
/// When the database fails.
pub async fn clear_scheduled_hook(
    tx: &Transaction,
    hook: &str,
    args: &Value,
) -> Result<bool, DbError> {
    let key = md5(&serialize(args));
    change_option(tx, OPTION, |stored| removed(stored, hook, &key)).await
}

/// The schedule without its version; empty for what is no schedule.
fn schedule(stored: Value) -> Array {
    let mut cron = match stored {
        Value::Array(cron) => cron,
        _ => Array::new(),
    };
    cron.remove("version");
    cron
}

/// The schedule as it is stored.
fn stored(cron: Array) -> Value {
    let mut entries: Vec<(Key, Value)> = cron.iter().map(|(k, v)| (k.clone(), v.clone())).collect();
    entries.sort_by_key(|(key, _)| key.as_int().unwrap_or(i64::MAX));
    let mut sorted = Array::new();
    for (key, value) in entries {
        sorted.insert(key, value);
    }
    sorted.insert("version", 2);
    sorted.into()
}

fn holds(cron: &Array, hook: &str, key: &str) -> bool {
    cron.values()
        .any(|hooks| matches!(hooks.at(hook), Value::Array(events) if events.contains_key(key)))
}

fn added(before: Value, event: &CronEvent) -> Option<Value> {
    let mut cron = schedule(before);
    let key = event.key();
    if holds(&cron, &event.hook, &key) {
        return None;
    }
    let entry = Value::array()
        .with("schedule", false)
        .with("args", event.args.clone());
    let hooks = cron.entry_array(Key::from(event.timestamp));
    hooks
        .entry_array(Key::from(event.hook.as_str()))
        .insert(key.as_str(), entry);
    Some(stored(cron))
}

fn removed(before: Value, hook: &str, key: &str) -> Option<Value> {
    let mut cron = schedule(before);
    if !holds(&cron, hook, key) {
        return None;
    }
    let mut kept = Array::new();
    for (timestamp, hooks) in cron.iter_mut() {
        let Value::Array(hooks) = hooks else {
            kept.insert(timestamp.clone(), hooks.clone());
            continue;
        };
        if let Some(Value::Array(events)) = hooks.get_mut(hook) {
            events.remove(key);
            if events.is_empty() {
                hooks.remove(hook);
            }
        }
        if !hooks.is_empty() {
            kept.insert(timestamp.clone(), hooks.clone());
        }
    }
    Some(stored(kept))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_come_and_go() {
        let later = CronEvent::of_id(200, "publish_future_post", 7);
        let sooner = CronEvent::plain(100, "do_pings");
        let one = added(Value::array(), &later).expect("added");
        assert_eq!(
            String::from_utf8_lossy(&serialize(&one)),
            "a:2:{i:200;a:1:{s:19:\"publish_future_post\";a:1:{s:32:\"5d4c4d1ddc9fe9bc4f1d3a4e4bd9d1ef\";a:2:{\
             s:8:\"schedule\";b:0;s:4:\"args\";a:1:{i:0;i:7;}}}}s:7:\"version\";i:2;}"
                .replace("5d4c4d1ddc9fe9bc4f1d3a4e4bd9d1ef", &md5(b"a:1:{i:0;i:7;}"))
        );
        assert_eq!(added(one.clone(), &later), None);
        let both = added(one.clone(), &sooner).expect("added");
        let text = serialize(&both);
        assert!(text.starts_with(b"a:3:{i:100;"));
        let key = md5(&serialize(&sooner.args));
        let back = removed(both, "do_pings", &key).expect("removed");
        assert_eq!(back, one);
        assert_eq!(removed(back, "do_pings", &key), None);
    }
}

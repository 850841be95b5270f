//! Option `wpa_stats`: how many submissions the honeypot caught, today, this week, this month and ever.
//!
//! Contract "honeypot", section 7. Counted in one transaction, so that hits at the same time are all counted.

use serde_json::{Map, Value, json};

use crate::binds;
use crate::wordpress::date::calendar::{days_from_civil, iso_week};
use crate::wordpress::date::{PhpDate, WpTimezone};
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::spam_check::CheckedForm;

/// The option.
pub const OPTION: &str = "wpa_stats";

/// The key of a form's counts.
pub fn system(form: CheckedForm) -> &'static str {
    match form {
        CheckedForm::Comment => "wpcomment",
        CheckedForm::Login => "wplogin",
        CheckedForm::LostPassword => "losspassword",
        CheckedForm::Registration => "wpregistration",
        CheckedForm::ContactForm7 => "contactform7",
        CheckedForm::DiviContact => "divi_form",
    }
}

/// Counts one hit of a system.
///
/// # Errors
/// When the database fails.
pub async fn count(db: &Db, system: &'static str, now: i64) -> Result<(), DbError> {
    let today = PhpDate::new(now, &WpTimezone::utc()).format("Ymd");
    if add_to_row(db, system, today.clone()).await? {
        return Ok(());
    }
    // Made in a statement of its own, so that it is seldom in the way of others that look for the missing row.
    const ROW: &str = "INSERT {ignore} INTO {p}options (option_name, option_value, autoload) VALUES ('wpa_stats', '', 'auto')";
    db.execute(ROW, vec![]).await?;
    add_to_row(db, system, today).await?;
    Ok(())
}

/// Adds one hit; no when there is no row. The row is locked before it is read, so that no other hit is lost.
async fn add_to_row(db: &Db, system: &'static str, today: String) -> Result<bool, DbError> {
    db.transaction(async move |tx| {
        const READ: &str =
            "SELECT option_value FROM {p}options WHERE option_name = 'wpa_stats' {for_update}";
        const WRITE: &str =
            "UPDATE {p}options SET option_value = ? WHERE option_name = 'wpa_stats'";
        let row: Option<(Vec<u8>,)> = tx.load_first(READ, vec![]).await?;
        let Some((stored,)) = row else {
            return Ok(false);
        };
        let json = counted(&stored, system, &today);
        tx.execute(WRITE, binds![json]).await?;
        Ok(true)
    })
    .await
}

/// The stored JSON with one hit more; what is no JSON starts from nothing. `today` is `Ymd`.
pub fn counted(stored: &[u8], system: &str, today: &str) -> String {
    let mut stats: Map<String, Value> = serde_json::from_slice(stored).unwrap_or_default();
    for key in ["total", system] {
        let counts = stats.entry(key).or_insert_with(|| json!({}));
        if !counts.is_object() {
            *counts = json!({});
        }
        if let Some(counts) = counts.as_object_mut() {
            hit(counts, today);
        }
    }
    Value::Object(stats).to_string()
}

fn hit(counts: &mut Map<String, Value>, today: &str) {
    for period in ["today", "week", "month"] {
        let slot = counts
            .entry(period)
            .or_insert_with(|| json!({"count": 0, "date": today}));
        if !slot.is_object() {
            *slot = json!({"count": 0, "date": today});
        }
        let date = slot.get("date").map(text).unwrap_or_default();
        let before = slot.get("count").and_then(number).unwrap_or(0);
        let count = if is_same(period, &date, today) {
            before.saturating_add(1)
        } else {
            1
        };
        if let Some(slot) = slot.as_object_mut() {
            slot.insert("count".into(), count.into());
            slot.insert("date".into(), today.into());
        }
    }
    let ever = counts.get("all_time").and_then(number).unwrap_or(0);
    counts.insert("all_time".into(), ever.saturating_add(1).into());
}

/// A date, which may be stored as a number.
fn text(value: &Value) -> String {
    let text = value.as_str().map(str::to_owned);
    text.unwrap_or_else(|| value.to_string())
}

fn number(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok())
}

fn is_same(period: &str, date: &str, today: &str) -> bool {
    match period {
        "today" => date == today,
        "month" => date.len() == 8 && date.get(..6) == today.get(..6),
        _ => week(date).is_some_and(|w| Some(w) == week(today)),
    }
}

/// The ISO year and week of a date `Ymd`.
fn week(date: &str) -> Option<(i64, i64)> {
    let part = |range: std::ops::Range<usize>| date.get(range)?.parse::<i64>().ok();
    (date.len() == 8).then_some(())?;
    Some(iso_week(days_from_civil(
        part(0..4)?,
        part(4..6)?,
        part(6..8)?,
    )))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(stats: &str, pointer: &str) -> i64 {
        let stats: Value = serde_json::from_str(stats).unwrap();
        stats.pointer(pointer).and_then(Value::as_i64).unwrap()
    }

    #[test]
    fn periods_begin_anew() {
        let first = counted(b"", "wpcomment", "20240915");
        assert_eq!(
            first,
            r#"{"total":{"today":{"count":1,"date":"20240915"},"week":{"count":1,"date":"20240915"},"month":{"count":1,"date":"20240915"},"all_time":1},"wpcomment":{"today":{"count":1,"date":"20240915"},"week":{"count":1,"date":"20240915"},"month":{"count":1,"date":"20240915"},"all_time":1}}"#
        );
        // The 15th is a Sunday: the week ends, the month goes on.
        let monday = counted(first.as_bytes(), "wpcomment", "20240916");
        assert_eq!(
            (
                at(&monday, "/total/week/count"),
                at(&monday, "/total/month/count")
            ),
            (1, 2)
        );
        let sunday = counted(monday.as_bytes(), "wplogin", "20240922");
        assert_eq!(
            (
                at(&sunday, "/total/week/count"),
                at(&sunday, "/total/today/count")
            ),
            (2, 1)
        );
        let october = counted(sunday.as_bytes(), "wplogin", "20241001");
        assert_eq!(
            (
                at(&october, "/wplogin/month/count"),
                at(&october, "/wplogin/all_time")
            ),
            (1, 2)
        );
    }
}

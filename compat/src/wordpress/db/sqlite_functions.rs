//! MySQL's functions and comparison rules on an SQLite connection, as far as WordPress's own queries use them:
//! `LIKE` that folds case and accents and knows `\` as its escape, `unicode_ci` that makes a key which
//! compares and sorts as the collation `utf8mb4_unicode_520_ci`, and the functions on dates.
//!
//! Not a registered collation: diesel ends the process when one meets text that is not UTF-8, and another program may
//! have written such text.

use std::sync::{Mutex, PoisonError};

use diesel::prelude::*;
use diesel::sql_types::{Binary, Nullable, Text};
use diesel::sqlite::SqliteConnection;
use flate2::Crc;

use super::error::DbError;
use super::like::Pattern;
use super::unicode_ci::sort_key;

#[declare_sql_function]
extern "SQL" {
    #[sql_name = "like"]
    fn like_two(pattern: Nullable<Text>, text: Nullable<Text>) -> Nullable<Bool>;
    #[sql_name = "like"]
    fn like_three(
        pattern: Nullable<Text>,
        text: Nullable<Text>,
        escape: Nullable<Text>,
    ) -> Nullable<Bool>;
    #[sql_name = "unicode_ci"]
    fn unicode_ci_key(text: Nullable<Text>) -> Nullable<Binary>;
    #[sql_name = "year"]
    fn year(date: Nullable<Text>) -> Nullable<BigInt>;
    #[sql_name = "month"]
    fn month(date: Nullable<Text>) -> Nullable<BigInt>;
    #[sql_name = "dayofmonth"]
    fn day_of_month(date: Nullable<Text>) -> Nullable<BigInt>;
    #[sql_name = "hour"]
    fn hour(date: Nullable<Text>) -> Nullable<BigInt>;
    #[sql_name = "minute"]
    fn minute(date: Nullable<Text>) -> Nullable<BigInt>;
    #[sql_name = "second"]
    fn second(date: Nullable<Text>) -> Nullable<BigInt>;
    #[sql_name = "char_length"]
    fn char_length(text: Nullable<Text>) -> Nullable<BigInt>;
    #[sql_name = "crc32"]
    fn crc32(bytes: Nullable<Binary>) -> Nullable<BigInt>;
    #[sql_name = "rand"]
    fn rand() -> Double;
}

/// Registers everything on a new connection.
pub(super) fn register(conn: &mut SqliteConnection) -> Result<(), DbError> {
    unicode_ci_key_utils::register_impl(conn, |text: Option<String>| text.map(|t| sort_key(&t)))?;
    register_like(conn)?;
    year_utils::register_impl(conn, |date: Option<String>| date_part(date, 0, 4))?;
    month_utils::register_impl(conn, |date: Option<String>| date_part(date, 5, 7))?;
    day_of_month_utils::register_impl(conn, |date: Option<String>| date_part(date, 8, 10))?;
    hour_utils::register_impl(conn, |date: Option<String>| time_part(date, 11, 13))?;
    minute_utils::register_impl(conn, |date: Option<String>| time_part(date, 14, 16))?;
    second_utils::register_impl(conn, |date: Option<String>| time_part(date, 17, 19))?;
    char_length_utils::register_impl(conn, |text: Option<String>| {
        text.and_then(|t| i64::try_from(t.chars().count()).ok())
    })?;
    crc32_utils::register_impl(conn, |bytes: Option<Vec<u8>>| {
        let mut crc = Crc::new();
        crc.update(&bytes?);
        Some(i64::from(crc.sum()))
    })?;
    rand_utils::register_nondeterministic_impl(conn, ::rand::random::<f64>)?;
    Ok(())
}

fn register_like(conn: &mut SqliteConnection) -> Result<(), DbError> {
    // One query compares many texts with one pattern: the last pattern is kept.
    let last: Mutex<Option<(String, Pattern)>> = Mutex::new(None);
    like_two_utils::register_impl(
        conn,
        move |pattern: Option<String>, text: Option<String>| {
            let (pattern, text) = (pattern?, text?);
            let mut last = last.lock().unwrap_or_else(PoisonError::into_inner);
            if last.as_ref().is_none_or(|(known, _)| *known != pattern) {
                let read = Pattern::new(&pattern, Some('\\'));
                *last = Some((pattern, read));
            }
            last.as_ref().map(|(_, pattern)| pattern.matches(&text))
        },
    )?;
    like_three_utils::register_impl(
        conn,
        |pattern: Option<String>, text: Option<String>, escape: Option<String>| {
            let (pattern, text) = (pattern?, text?);
            let escape = escape.and_then(|e| e.chars().next());
            Some(Pattern::new(&pattern, escape).matches(&text))
        },
    )?;
    Ok(())
}

/// The digits of `date` from `from` to `to`; NULL if they are not digits, as for a text that is no date.
fn date_part(date: Option<String>, from: usize, to: usize) -> Option<i64> {
    date?.get(from..to)?.parse().ok()
}

/// As [`date_part`], but a date without a time is at midnight.
fn time_part(date: Option<String>, from: usize, to: usize) -> Option<i64> {
    let date = date?;
    if date.len() == 10 {
        return date_part(Some(date), 0, 4).map(|_| 0);
    }
    date.get(from..to)?.parse().ok()
}

//! `strtotime` and `date_create_immutable`: dates and times written as people write them.
//!
//! The text is split into the longest pieces that match a rule ([`format`]), each piece changes the [`parsed`]
//! fields, and at the end the fields are resolved to a time ([`resolve`]). Clock and time zone come from the caller.

mod date;
mod format;
mod parsed;
mod piece;
mod relative;
mod resolve;
mod time;
mod zone;

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

use parsed::{NotADate, Parsed};

/// Longer texts are no dates.
const LONGEST: usize = 2048;

/// `strtotime($text, $base)` in a time zone.
pub fn strtotime(text: &[u8], base: i64, zone: &TimeZone) -> Option<i64> {
    if text.trim_ascii().is_empty() {
        return None;
    }
    let now = Timestamp::from_second(base).ok()?.to_zoned(zone.clone());
    let parsed = parse(text, zone).ok()?;
    resolve::timestamp(parsed, &now).ok()
}

/// `date_create_immutable($text, $zone)`: the instant in the zone that the text names, else in the
/// zone of `now`. Empty text means now.
pub fn date_create_immutable(text: &[u8], now: &Zoned) -> Option<Zoned> {
    let parsed = parse(text, now.time_zone()).ok()?;
    let zone = parsed
        .zone
        .clone()
        .unwrap_or_else(|| now.time_zone().clone());
    let second = resolve::timestamp(parsed, now).ok()?;
    Some(Timestamp::from_second(second).ok()?.to_zoned(zone))
}

fn parse(text: &[u8], zone: &TimeZone) -> Result<Parsed, NotADate> {
    if text.len() > LONGEST {
        return Err(NotADate);
    }
    // A line end or NUL ends the date; what follows is not looked at.
    let text = text.trim_ascii();
    let end = memchr::memchr2(b'\n', 0, text).unwrap_or(text.len());
    let mut rest = text.get(..end).unwrap_or_default();
    let mut parsed = Parsed::default();
    while let Some(&byte) = rest.first() {
        let length = match format::longest(rest) {
            Some((rule, length)) => {
                parsed.apply(rule, rest.get(..length).unwrap_or_default(), zone)?;
                length
            }
            None if matches!(byte, b' ' | b'\t' | b'.' | b',') => 1,
            None => return Err(NotADate),
        };
        rest = rest.get(length.max(1)..).unwrap_or_default();
    }
    Ok(parsed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn madrid(text: &str) -> String {
        let zone = TimeZone::get("Europe/Madrid").unwrap();
        let now: Timestamp = "2026-11-20T10:15:30Z".parse().unwrap();
        date_create_immutable(text.as_bytes(), &now.to_zoned(zone)).map_or_else(
            || "false".to_owned(),
            |date| date.strftime("%Y-%m-%d %H:%M:%S %:z").to_string(),
        )
    }

    #[test]
    fn clock_changes() {
        // The missing hour is jumped over; of the repeated one it is the second.
        assert_eq!(madrid("2026-03-29 02:30"), "2026-03-29 03:30:00 +02:00");
        assert_eq!(madrid("2026-10-25 02:30"), "2026-10-25 02:30:00 +01:00");
        assert_eq!(madrid("2026-10-25 01:30"), "2026-10-25 01:30:00 +02:00");
        // Days keep the clock, hours pass.
        assert_eq!(
            madrid("2026-10-24 12:00 +1 day"),
            "2026-10-25 12:00:00 +01:00"
        );
        assert_eq!(
            madrid("2026-10-24 12:00 +24 hours"),
            "2026-10-25 11:00:00 +01:00"
        );
    }

    #[test]
    fn a_24th_hour_is_the_next_day_before_days_are_counted() {
        assert_eq!(
            madrid("2026-11-22 24:00 monday"),
            "2026-11-23 00:00:00 +01:00"
        );
    }

    #[test]
    fn forms_beside_the_recorded_ones() {
        assert_eq!(madrid("2026-060"), "2026-03-01 00:00:00 +01:00");
        for (text, date) in [
            ("", "2026-11-20 11:15:30 +01:00"),
            ("2026-12-24 18:30:00 +1 day", "2026-12-25 18:30:00 +01:00"),
            ("2026-12-24T18:30:15.123Z", "2026-12-24 18:30:15 +00:00"),
            (
                "2026-12-24 18:30 America/New_York",
                "2026-12-24 18:30:00 -05:00",
            ),
            ("December 24th, 2026 6:30 pm", "2026-12-24 18:30:00 +01:00"),
            ("Dec 24 18:30", "2026-12-24 18:30:00 +01:00"),
            ("24.12.2026", "2026-12-24 00:00:00 +01:00"),
            ("20261224T183015", "2026-12-24 18:30:15 +01:00"),
            ("10/Oct/2026:13:55:36 -0700", "2026-10-10 13:55:36 -07:00"),
            ("12am", "2026-11-20 00:00:00 +01:00"),
            ("10:00 11:00", "false"),
            ("2026-12-24 2026-12-25", "false"),
        ] {
            assert_eq!(madrid(text), date, "{text}");
        }
        let zero_date = strtotime(b"0000-00-00 00:00:00", 0, &TimeZone::UTC);
        assert_eq!(zero_date, Some(-62_169_984_000));
    }
}

//! `mysql2date`: a date as the tables hold it, in words.

use super::calendar::days_from_civil;
use super::date_strings::DateStrings;
use super::php_date::PhpDate;
use super::timezone::WpTimezone;
use super::wp_date::wp_date;

/// A stored date (local time of the zone) in a format; `None` when it is no date.
///
/// `strings` translates names; without it they are English. The formats `U` and `G` give the local time
/// as if it were UTC, in seconds. The zero date is the 30th of November of the year -1, as in PHP.
pub fn mysql2date(
    format: &str,
    date: &str,
    zone: &WpTimezone,
    strings: Option<&DateStrings>,
) -> Option<String> {
    let timestamp = zone.timestamp_of_local(parse_local(date)?);
    if matches!(format, "U" | "G") {
        let offset = zone.offset_at(timestamp).seconds;
        return Some(timestamp.saturating_add(offset).to_string());
    }
    Some(match strings {
        Some(strings) => wp_date(format, timestamp, zone, strings),
        None => PhpDate::new(timestamp, zone).format(format),
    })
}

/// `YYYY-MM-DD`, perhaps with `HH:MM` or `HH:MM:SS`, as seconds; days that a month lacks roll over.
pub fn parse_local(date: &str) -> Option<i64> {
    let date = date.trim();
    let (day_part, time_part) = match date.split_once([' ', 'T']) {
        Some((day, time)) => (day, time.trim_start()),
        None => (date, "00:00:00"),
    };
    let mut fields = day_part.split('-');
    let year = digits(fields.next()?, 4)?;
    let month = digits(fields.next()?, 2)?;
    let day = digits(fields.next()?, 2)?;
    let time_part = time_part
        .split_once('.')
        .map_or(time_part, |(time, _)| time);
    let mut times = time_part.split(':');
    let hour = digits(times.next()?, 2)?;
    let minute = digits(times.next()?, 2)?;
    let second = times.next().map_or(Some(0), |second| digits(second, 2))?;
    let in_range = month <= 12 && day <= 31 && hour <= 24 && minute <= 59 && second <= 60;
    if !in_range || fields.next().is_some() || times.next().is_some() {
        return None;
    }
    let days = days_from_civil(year, month, day);
    Some(days * 86_400 + hour * 3600 + minute * 60 + second)
}

/// A number of at most so many digits.
fn digits(text: &str, longest: usize) -> Option<i64> {
    let plain = (1..=longest).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
    plain.then(|| text.parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_dates() {
        let zone = WpTimezone::named("Europe/Madrid").unwrap();
        for (date, want) in [
            ("2026-11-20 11:15:30", Some("2026-11-20 11:15:30")),
            ("2026-02-30 10:00:00", Some("2026-03-02 10:00:00")),
            ("0000-00-00 00:00:00", Some("-0001-11-30 00:00:00")),
            ("2026-03-29 02:30:00", Some("2026-03-29 03:30:00")),
            ("2026-05-05", Some("2026-05-05 00:00:00")),
            ("2026-13-01 00:00:00", None),
            ("é", None),
            ("", None),
        ] {
            let got = mysql2date("Y-m-d H:i:s", date, &zone, None);
            assert_eq!(got.as_deref(), want, "{date}");
        }
    }
}

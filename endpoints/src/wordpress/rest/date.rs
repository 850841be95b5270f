//! Dates in REST parameters and responses.

use compat::wordpress::date::WpTimezone;
use compat::wordpress::date::mysql::parse_local;
use compat::wordpress::post::post_writer::mysql_date;

/// A parsed date: seconds of its local time read as UTC, and the UTC offset when given.
pub struct RestDate {
    seconds: i64,
    offset: Option<i64>,
}

/// `rest_parse_date`: `2026-01-02T03:04:05`, with optional fraction and zone.
pub fn parse(text: &str) -> Option<RestDate> {
    let (day, rest) = (text.get(..10)?, text.get(10..)?);
    let rest = rest.strip_prefix(['T', 't', ' '])?;
    let (time, rest) = (rest.get(..8)?, rest.get(8..)?);
    let shape = |s: &str, sign: u8| s.bytes().all(|b| b.is_ascii_digit() || b == sign);
    if !shape(day, b'-') || !shape(time, b':') {
        return None;
    }
    let seconds = parse_local(&format!("{day} {time}"))?;
    let rest = match rest.strip_prefix('.') {
        Some(fraction) => {
            let digits = fraction.bytes().take_while(u8::is_ascii_digit).count();
            if digits == 0 {
                return None;
            }
            fraction.get(digits..)?
        }
        None => rest,
    };
    let offset = match rest {
        "" => None,
        "Z" => Some(0),
        zone => Some(zone_offset(zone)?),
    };
    Some(RestDate { seconds, offset })
}

fn zone_offset(zone: &str) -> Option<i64> {
    let sign = match zone.get(..1)? {
        "+" => 1,
        "-" => -1,
        _ => return None,
    };
    let digits = zone.get(1..)?;
    let (hours, minutes) = digits.split_once(':').unwrap_or((digits, "00"));
    let two = |s: &str| -> Option<i64> {
        (s.len() == 2 && s.bytes().all(|b| b.is_ascii_digit()))
            .then(|| s.parse().ok())
            .flatten()
    };
    Some(sign * (two(hours)? * 3600 + two(minutes)? * 60))
}

/// A parameter's date as a local date in the database's format.
pub fn to_mysql(text: &str, zone: &WpTimezone) -> Option<String> {
    let date = parse(text)?;
    let local = match date.offset {
        None => date.seconds,
        Some(offset) => {
            let timestamp = date.seconds - offset;
            timestamp + zone.offset_at(timestamp).seconds
        }
    };
    let (days, rest) = (local.div_euclid(86_400), local.rem_euclid(86_400));
    let (year, month, day) = compat::wordpress::date::calendar::civil_from_days(days);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    Some(format!(
        "{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}"
    ))
}

/// `rest_get_date_with_gmt`: a parameter's date in the site's zone and in GMT. Without a zone of its own it is local, or
/// GMT with `is_gmt`.
pub fn with_gmt(text: &str, is_gmt: bool, zone: &WpTimezone) -> Option<(String, String)> {
    let date = parse(text)?;
    let timestamp = match date.offset {
        Some(offset) => date.seconds - offset,
        None if is_gmt => date.seconds,
        None => {
            let gmt = mysql_date(zone.timestamp_of_local(date.seconds), &WpTimezone::utc());
            return Some((mysql_date(date.seconds, &WpTimezone::utc()), gmt));
        }
    };
    let gmt = mysql_date(timestamp, &WpTimezone::utc());
    Some((mysql_date(timestamp, zone), gmt))
}

/// `mysql_to_rfc3339`: a stored date in the API's format; `None` for the zero date.
pub fn rfc3339(date: &str) -> Option<String> {
    if date.is_empty() || date.starts_with("0000-00-00") {
        return None;
    }
    Some(date.replacen(' ', "T", 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_dates() {
        let utc = WpTimezone::utc();
        let read = |text| to_mysql(text, &utc);
        assert_eq!(
            read("2026-01-02T03:04:05+01:00").as_deref(),
            Some("2026-01-02 02:04:05")
        );
        assert_eq!(
            read("2026-01-02T03:04:05").as_deref(),
            Some("2026-01-02 03:04:05")
        );
        for bad in [
            "",
            "2026-01-02",
            "ayer",
            "2026-01-02T03:04:05+1",
            "2026-01-02T03:04:05.",
        ] {
            assert!(read(bad).is_none(), "{bad}");
        }
    }

    #[test]
    fn dates_with_gmt() {
        let zone = WpTimezone::named("Europe/Madrid").expect("zone");
        let both = |text, is_gmt| with_gmt(text, is_gmt, &zone).expect("date");
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(
            both("2026-11-01T08:30:00", false),
            pair("2026-11-01 08:30:00", "2026-11-01 07:30:00")
        );
        assert_eq!(
            both("2026-07-01T08:30:00", true),
            pair("2026-07-01 10:30:00", "2026-07-01 08:30:00")
        );
        assert_eq!(
            both("2026-07-01T08:30:00-02:00", false),
            pair("2026-07-01 12:30:00", "2026-07-01 10:30:00")
        );
    }

    proptest::proptest! {
        #[test]
        fn never_panics(text in "\\PC*") {
            let _ = to_mysql(&text, &WpTimezone::utc());
        }
    }
}

//! PHP's `DateTime::format` in English: every format character of PHP 8.2.

use super::calendar::{
    civil_from_days, days_from_civil, days_in_month, is_leap_year, iso_week, weekday,
};
use super::timezone::{LocalOffset, WpTimezone};

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];
const WEEKDAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];

/// A moment in a time zone, with its calendar fields.
#[derive(Clone, Debug)]
pub struct PhpDate {
    /// Seconds since 1970.
    pub timestamp: i64,
    /// Time zone name.
    zone: String,
    offset: LocalOffset,
    year: i64,
    /// 1 to 12.
    month: i64,
    day: i64,
    /// Days since 1970, local.
    days: i64,
    hour: i64,
    minute: i64,
    second: i64,
}

/// The name with this number, empty when there is none.
pub(super) fn name_at<T: AsRef<str>>(names: &[T], number: i64) -> &str {
    usize::try_from(number)
        .ok()
        .and_then(|i| names.get(i))
        .map_or("", T::as_ref)
}

impl PhpDate {
    /// The moment as clocks in the zone show it.
    pub fn new(timestamp: i64, zone: &WpTimezone) -> Self {
        let offset = zone.offset_at(timestamp);
        let local = timestamp.saturating_add(offset.seconds);
        let days = local.div_euclid(86_400);
        let of_day = local.rem_euclid(86_400);
        let (year, month, day) = civil_from_days(days);
        Self {
            timestamp,
            zone: zone.name().to_owned(),
            offset,
            year,
            month,
            day,
            days,
            hour: of_day / 3600,
            minute: of_day / 60 % 60,
            second: of_day % 60,
        }
    }

    /// Month, January is 0.
    pub fn month0(&self) -> i64 {
        self.month - 1
    }

    /// Day of the week, Sunday is 0.
    pub fn weekday0(&self) -> i64 {
        weekday(self.days)
    }

    /// Whether it is noon or later.
    pub fn is_pm(&self) -> bool {
        self.hour >= 12
    }

    /// Seconds east of Greenwich.
    pub fn offset_seconds(&self) -> i64 {
        self.offset.seconds
    }

    /// The date in a format, English names; a backslash takes the next character as it is.
    pub fn format(&self, format: &str) -> String {
        let mut out = String::with_capacity(format.len() * 2);
        let mut chars = format.chars();
        while let Some(c) = chars.next() {
            if c == '\\' {
                // PHP reads the terminating NUL after a last backslash.
                out.push(chars.next().unwrap_or('\0'));
            } else {
                self.push(c, &mut out);
            }
        }
        out
    }

    /// Appends what one format character means; other characters stay.
    pub fn push(&self, c: char, out: &mut String) {
        match c {
            'd' | 'D' | 'j' | 'l' | 'N' | 'S' | 'w' | 'z' | 'W' | 'o' => self.push_day(c, out),
            'F' | 'm' | 'M' | 'n' | 't' | 'L' | 'Y' | 'y' | 'X' | 'x' => self.push_month(c, out),
            'a' | 'A' | 'B' | 'g' | 'G' | 'h' | 'H' | 'i' | 's' | 'u' | 'v' => {
                self.push_time(c, out);
            }
            'e' | 'I' | 'O' | 'P' | 'p' | 'T' | 'Z' | 'c' | 'r' | 'U' => self.push_zone(c, out),
            other => out.push(other),
        }
    }

    fn push_day(&self, c: char, out: &mut String) {
        let day = self.day;
        let weekday = self.weekday0();
        out.push_str(&match c {
            'd' => format!("{day:02}"),
            'D' => name_at(&WEEKDAYS, weekday).chars().take(3).collect(),
            'j' => day.to_string(),
            'l' => name_at(&WEEKDAYS, weekday).to_owned(),
            'N' => (if weekday == 0 { 7 } else { weekday }).to_string(),
            'S' => match (day, day % 10) {
                (11..=13, _) => "th",
                (_, 1) => "st",
                (_, 2) => "nd",
                (_, 3) => "rd",
                _ => "th",
            }
            .to_owned(),
            'w' => weekday.to_string(),
            'z' => (self.days - days_from_civil(self.year, 1, 1)).to_string(),
            'W' => format!("{:02}", iso_week(self.days).1),
            _ => iso_week(self.days).0.to_string(),
        });
    }

    fn push_month(&self, c: char, out: &mut String) {
        let (year, month) = (self.year, self.month);
        out.push_str(&match c {
            'F' => name_at(&MONTHS, month - 1).to_owned(),
            'm' => format!("{month:02}"),
            'M' => name_at(&MONTHS, month - 1).chars().take(3).collect(),
            'n' => month.to_string(),
            't' => days_in_month(year, month).to_string(),
            'L' => u8::from(is_leap_year(year)).to_string(),
            'y' => format!("{:02}", year % 100),
            'Y' => self.year_with_sign(""),
            'x' if year < 10_000 => self.year_with_sign(""),
            _ => self.year_with_sign("+"),
        });
    }

    /// At least four digits; a year before Christ has a minus sign.
    fn year_with_sign(&self, positive: &str) -> String {
        let sign = if self.year < 0 { "-" } else { positive };
        format!("{sign}{:04}", self.year.abs())
    }

    fn push_time(&self, c: char, out: &mut String) {
        let hour12 = (self.hour + 11) % 12 + 1;
        out.push_str(&match c {
            'a' => (if self.is_pm() { "pm" } else { "am" }).to_owned(),
            'A' => (if self.is_pm() { "PM" } else { "AM" }).to_owned(),
            'B' => format!("{:03}", self.swatch_beat()),
            'g' => hour12.to_string(),
            'G' => self.hour.to_string(),
            'h' => format!("{hour12:02}"),
            'H' => format!("{:02}", self.hour),
            'i' => format!("{:02}", self.minute),
            's' => format!("{:02}", self.second),
            'u' => "000000".to_owned(),
            _ => "000".to_owned(),
        });
    }

    /// Thousandths of the day in Biel (UTC+1).
    fn swatch_beat(&self) -> i64 {
        let tenths = (self.timestamp % 86_400 + 3600) * 10;
        let tenths = if tenths < 0 { tenths + 864_000 } else { tenths };
        tenths / 864 % 1000
    }

    fn push_zone(&self, c: char, out: &mut String) {
        let abbreviation = &self.offset.abbreviation;
        out.push_str(&match c {
            'e' => self.zone.clone(),
            'I' => u8::from(self.offset.is_dst).to_string(),
            'O' => self.offset_text(""),
            'P' => self.offset_text(":"),
            'p' if matches!(abbreviation.as_str(), "UTC" | "Z" | "+00:00") => "Z".to_owned(),
            'p' => self.offset_text(":"),
            'T' => abbreviation.clone(),
            'Z' => self.offset.seconds.to_string(),
            'c' => self.format("Y-m-d\\TH:i:sP"),
            'r' => self.format("D, d M Y H:i:s O"),
            _ => self.timestamp.to_string(),
        });
    }

    fn offset_text(&self, separator: &str) -> String {
        let seconds = self.offset.seconds;
        let sign = if seconds < 0 { '-' } else { '+' };
        let minutes = seconds.abs() / 60;
        format!("{sign}{:02}{separator}{:02}", minutes / 60, minutes % 60)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn every_character() {
        let date = PhpDate::new(1_774_749_600, &WpTimezone::named("Europe/Madrid").unwrap());
        for (format, want) in [
            ("d D j l N S w z", "29 Sun 29 Sunday 7 th 0 87"),
            ("W o F m M n t L", "13 2026 March 03 Mar 3 31 0"),
            ("Y y x X", "2026 26 2026 +2026"),
            (
                "a A B g G h H i s u v",
                "am AM 125 4 4 04 04 00 00 000000 000",
            ),
            (
                "e I O P p T Z",
                "Europe/Madrid 1 +0200 +02:00 +02:00 CEST 7200",
            ),
            ("c", "2026-03-29T04:00:00+02:00"),
            ("r", "Sun, 29 Mar 2026 04:00:00 +0200"),
            ("U \\Y\\\\ ñ", "1774749600 Y\\ ñ"),
        ] {
            assert_eq!(date.format(format), want, "{format}");
        }
    }

    #[test]
    fn fixed_offsets() {
        let date = PhpDate::new(0, &WpTimezone::from_gmt_offset(-3.5));
        assert_eq!(
            date.format("c e T p I"),
            "1969-12-31T20:30:00-03:30 -03:30 -03:30 -03:30 0"
        );
        assert_eq!(
            PhpDate::new(0, &WpTimezone::utc()).format("p e T"),
            "Z UTC UTC"
        );
    }

    proptest! {
        #[test]
        fn never_panics(timestamp: i64, format in "[a-zA-Z\\\\é]{0,20}") {
            let _ = PhpDate::new(timestamp, &WpTimezone::utc()).format(&format);
        }
    }
}

//! The site's time zone: the option `timezone_string`, or a fixed `gmt_offset`.

use std::sync::LazyLock;

use jiff::tz::{Offset, TimeZone, TimeZoneDatabase};
use jiff::{Timestamp, Zoned};

/// A time zone as PHP's `DateTimeZone` accepts it: an identifier, or a fixed offset.
#[derive(Clone, Debug)]
pub struct WpTimezone {
    zone: TimeZone,
    name: String,
    /// Seconds east of Greenwich, when the zone is an offset.
    fixed: Option<i64>,
}

/// What holds in a zone at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalOffset {
    /// Seconds east of Greenwich.
    pub seconds: i64,
    /// Daylight saving time.
    pub is_dst: bool,
    /// `CET`, `+01:00`.
    pub abbreviation: String,
}

impl WpTimezone {
    /// Coordinated universal time.
    pub fn utc() -> Self {
        Self {
            zone: TimeZone::UTC,
            name: "UTC".to_owned(),
            fixed: None,
        }
    }

    /// A zone by its identifier or as an offset (`+02:00`), `None` when there is no such zone.
    ///
    /// Uses the bundled time zone database, so that results do not depend on the machine.
    pub fn named(name: &str) -> Option<Self> {
        static ZONES: LazyLock<TimeZoneDatabase> = LazyLock::new(TimeZoneDatabase::bundled);
        if name.starts_with(['+', '-']) {
            return Self::from_offset_text(name);
        }
        let zone = ZONES.get(name).ok()?;
        Some(Self {
            name: zone.iana_name().unwrap_or(name).to_owned(),
            zone,
            fixed: None,
        })
    }

    /// A fixed number of hours, such as `5.75`, cut to minutes.
    pub fn from_gmt_offset(hours: f64) -> Self {
        let whole = clamped_hours(hours.trunc());
        let minutes = clamped_hours(((hours - hours.trunc()) * 60.0).abs().trunc());
        Self::fixed(hours < 0.0, whole.abs(), minutes)
    }

    /// `+02:00`, `-0330`, `+2`.
    fn from_offset_text(text: &str) -> Option<Self> {
        let digits = text.get(1..)?;
        let (hours, minutes) = match digits.split_once(':') {
            Some(parts) => parts,
            None if digits.len() == 4 => digits.split_at_checked(2)?,
            None => (digits, "0"),
        };
        let number = |text: &str| {
            let plain = (1..=2).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_digit());
            plain.then(|| text.parse::<i64>().ok()).flatten()
        };
        let west = text.starts_with('-');
        Some(Self::fixed(west, number(hours)?, number(minutes)?))
    }

    fn fixed(west: bool, hours: i64, minutes: i64) -> Self {
        let seconds = hours * 3600 + minutes * 60;
        let (sign, seconds) = if west {
            ('-', -seconds)
        } else {
            ('+', seconds)
        };
        let offset = i32::try_from(seconds)
            .ok()
            .and_then(|seconds| Offset::from_seconds(seconds).ok())
            .unwrap_or(Offset::UTC);
        Self {
            zone: TimeZone::fixed(offset),
            name: format!("{sign}{hours:02}:{minutes:02}"),
            fixed: Some(seconds),
        }
    }

    /// The zone of a site by its two options. An unknown `timezone_string` falls back to the offset.
    pub fn from_options(timezone_string: &str, gmt_offset: f64) -> Self {
        Some(timezone_string)
            .filter(|name| !name.is_empty())
            .and_then(Self::named)
            .unwrap_or_else(|| Self::from_gmt_offset(gmt_offset))
    }

    /// The identifier, or the offset as `+02:00` (`wp_timezone_string`).
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A moment in this zone; seconds out of range count as the earliest representable moment.
    pub fn zoned(&self, timestamp: i64) -> Zoned {
        let moment = Timestamp::from_second(timestamp).unwrap_or(Timestamp::UNIX_EPOCH);
        moment.to_zoned(self.zone.clone())
    }

    /// What holds at a moment.
    pub fn offset_at(&self, timestamp: i64) -> LocalOffset {
        if let Some(seconds) = self.fixed {
            return LocalOffset {
                seconds,
                is_dst: false,
                abbreviation: self.name.clone(),
            };
        }
        let limits = Timestamp::MIN.as_second()..=Timestamp::MAX.as_second();
        let inside = timestamp.clamp(*limits.start(), *limits.end());
        let moment = Timestamp::from_second(inside).unwrap_or(Timestamp::UNIX_EPOCH);
        let info = self.zone.to_offset_info(moment);
        LocalOffset {
            seconds: i64::from(info.offset().seconds()),
            is_dst: info.dst().is_dst(),
            abbreviation: info.abbreviation().to_owned(),
        }
    }

    /// The moment of a local time, given as if it were UTC.
    ///
    /// A local time in a gap moves forward; of an ambiguous one the first is used.
    pub fn timestamp_of_local(&self, local: i64) -> i64 {
        // The offsets in force well before and well after decide, whatever changes in between.
        let before = self.offset_at(local.saturating_sub(86_400)).seconds;
        let after = self.offset_at(local.saturating_add(86_400)).seconds;
        let early = local.saturating_sub(before);
        let late = local.saturating_sub(after);
        let fits = |moment: i64, offset: i64| self.offset_at(moment).seconds == offset;
        if fits(early, before) {
            early
        } else if fits(late, after) {
            late
        } else {
            early
        }
    }
}

/// Hours or minutes as an integer, within what a zone can have.
fn clamped_hours(value: f64) -> i64 {
    #[expect(
        clippy::cast_possible_truncation,
        reason = "clamped to two digits and without a fraction"
    )]
    let number = value.clamp(-99.0, 99.0) as i64;
    number
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets() {
        for (hours, name, seconds) in [
            (0.0, "+00:00", 0),
            (5.75, "+05:45", 20_700),
            (-3.5, "-03:30", -12_600),
            (-0.5, "-00:30", -1800),
        ] {
            let zone = WpTimezone::from_gmt_offset(hours);
            assert_eq!(zone.name(), name);
            assert_eq!(zone.offset_at(0).seconds, seconds);
        }
        assert_eq!(
            WpTimezone::named("-0330").unwrap().offset_at(0).seconds,
            -12_600
        );
        assert_eq!(
            WpTimezone::from_options("Nowhere/At_All", 2.0).name(),
            "+02:00"
        );
        assert_eq!(WpTimezone::from_options("", 2.0).name(), "+02:00");
    }

    #[test]
    fn skipped_and_repeated_hours() {
        let madrid = WpTimezone::named("Europe/Madrid").unwrap();
        // 2026-03-29 02:30 does not exist: 03:30 summer time.
        assert_eq!(madrid.timestamp_of_local(1_774_751_400), 1_774_747_800);
        // 2026-10-25 02:30 comes twice: summer time first.
        assert_eq!(madrid.timestamp_of_local(1_792_895_400), 1_792_888_200);
    }
}

//! Zones in dates: offsets, abbreviations, names of the zone database; and local time to UTC.

use jiff::Timestamp;
use jiff::tz::{Offset, TimeZone};

/// Common abbreviations with their offset in minutes.
const ABBREVIATIONS: [(&str, i32); 34] = [
    ("utc", 0),
    ("gmt", 0),
    ("wet", 0),
    ("west", 60),
    ("bst", 60),
    ("cet", 60),
    ("cest", 120),
    ("met", 60),
    ("mest", 120),
    ("eet", 120),
    ("eest", 180),
    ("msk", 180),
    ("ist", 330),
    ("hkt", 480),
    ("jst", 540),
    ("kst", 540),
    ("aest", 600),
    ("aedt", 660),
    ("acst", 570),
    ("acdt", 630),
    ("awst", 480),
    ("nzst", 720),
    ("nzdt", 780),
    ("ast", -240),
    ("adt", -180),
    ("est", -300),
    ("edt", -240),
    ("cst", -360),
    ("cdt", -300),
    ("mst", -420),
    ("mdt", -360),
    ("pst", -480),
    ("pdt", -420),
    ("hst", -600),
];

/// The zone that a piece of text names; `default_zone` spares a look-up when it is the one named.
pub(super) fn parse(text: &[u8], default_zone: &TimeZone) -> Option<TimeZone> {
    let text = std::str::from_utf8(text).ok()?;
    let text = text.trim_matches([' ', '\t', '(', ')']);
    let correction = text.strip_prefix("GMT").unwrap_or(text);
    if correction.starts_with(['+', '-']) {
        return fixed(correction_seconds(correction)?);
    }
    let small = text.to_ascii_lowercase();
    if let Some((_, minutes)) = ABBREVIATIONS.iter().find(|(name, _)| *name == small) {
        return fixed(minutes * 60);
    }
    if let [letter] = small.as_bytes() {
        return fixed(military_hours(*letter)? * 3600);
    }
    if default_zone.iana_name() == Some(text) {
        return Some(default_zone.clone());
    }
    TimeZone::get(text).ok()
}

fn fixed(seconds: i32) -> Option<TimeZone> {
    Offset::from_seconds(seconds).ok().map(TimeZone::fixed)
}

/// `+2`, `+0230`, `+02:30`, `+02:30:15`.
fn correction_seconds(text: &str) -> Option<i32> {
    let (sign, body) = match text.strip_prefix('-') {
        Some(body) => (-1, body),
        None => (1, text.strip_prefix('+')?),
    };
    let mut parts = [0, 0, 0];
    if body.contains(':') {
        for (part, digits) in parts.iter_mut().zip(body.split(':')) {
            *part = digits.parse().unwrap_or(0);
        }
    } else {
        // An odd number of digits has an hour of one.
        let hour = if body.len() > 2 {
            2 - body.len() % 2
        } else {
            body.len()
        };
        let pieces = [
            body.get(..hour),
            body.get(hour..hour + 2),
            body.get(hour + 2..),
        ];
        for (part, digits) in parts.iter_mut().zip(pieces) {
            *part = digits.and_then(|d| d.parse().ok()).unwrap_or(0);
        }
    }
    let [hours, minutes, seconds]: [i32; 3] = parts;
    Some(sign * (hours * 3600 + minutes * 60 + seconds))
}

/// The zones named by a letter: A to M without J eastwards, N to Y westwards, Z is UTC.
fn military_hours(letter: u8) -> Option<i32> {
    let hours = |from: u8| i32::from(letter - from) + 1;
    match letter {
        b'a'..=b'i' => Some(hours(b'a')),
        b'k'..=b'm' => Some(hours(b'b')),
        b'n'..=b'y' => Some(-hours(b'n')),
        b'z' => Some(0),
        _ => None,
    }
}

/// The UTC second of a local second. In a gap the clock runs on; of a repeated hour PHP takes the
/// one whose offset holds at the same clock time in UTC.
pub(super) fn to_utc(local: i64, zone: &TimeZone) -> Option<i64> {
    let offset_at = |second: i64| {
        let instant = Timestamp::from_second(second).ok()?;
        Some(i64::from(zone.to_offset(instant).seconds()))
    };
    let current = offset_at(local)?;
    let after = offset_at(local.checked_sub(current)?)?;
    let second = local.checked_sub(after)?;
    let in_transition = current != after && {
        let instant = Timestamp::from_second(local - current).ok()?;
        // The change by which `after` came into force, at or before that instant.
        let since = zone.preceding(
            instant
                .checked_add(jiff::SignedDuration::from_secs(1))
                .ok()?,
        );
        since.take(1).next().is_some_and(|change| {
            let change = change.timestamp().as_second();
            second >= change + (current - after) && second < change
        })
    };
    let offset = if current != after && !in_transition {
        after
    } else {
        current
    };
    local.checked_sub(offset)
}

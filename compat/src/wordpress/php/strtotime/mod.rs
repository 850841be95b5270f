//! `strtotime` and `date_create_immutable`: dates and times written as people write them.
//!
//! The text is cut into the longest pieces that a rule knows ([`format`]), each piece changes what
//! is [`parsed`], and at the end the result is placed in time ([`resolve`]). Nothing asks the clock
//! or the machine's zone: both come from the caller.

mod format;
mod parsed;
mod piece;
mod relative;
mod resolve;
mod zone;

use jiff::tz::TimeZone;
use jiff::{Timestamp, Zoned};

use format::Rule;
use parsed::Parsed;

/// Longer texts are no dates.
const LONGEST: usize = 2048;

/// Text that is not a date, or one beyond the years that can be shown.
struct NotADate;

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

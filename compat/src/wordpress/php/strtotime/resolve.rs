//! From what was parsed to an instant: gaps filled from "now", relative parts applied in PHP's
//! order, local time placed in its zone.

use jiff::Zoned;
use jiff::tz::TimeZone;

use super::parsed::{Counting, DayOf, NotADate, Parsed, Special};
use super::zone;

/// A date whose parts may lie out of range until [`Civil::normalize`].
#[derive(Clone, Copy)]
struct Civil {
    year: i64,
    month: i64,
    day: i64,
}

/// The Unix time of what was parsed.
pub(super) fn timestamp(mut parsed: Parsed, now: &Zoned) -> Result<i64, NotADate> {
    if parsed.has_date && parsed.times == 0 {
        (parsed.hour, parsed.minute, parsed.second) = (Some(0), Some(0), Some(0));
    }
    let mut date = Civil {
        year: parsed.year.unwrap_or(now.year().into()),
        month: parsed.month.unwrap_or(now.month().into()),
        day: parsed.day.unwrap_or(now.day().into()),
    };
    let hour = parsed.hour.unwrap_or(now.hour().into());
    let minute = parsed.minute.unwrap_or(now.minute().into());
    let second = parsed.second.unwrap_or(now.second().into());
    // 24:00 is the next day before anything is counted from it.
    let clock = hour * 3600 + minute * 60 + second;
    date.day = add(date.day, clock.div_euclid(86_400))?;
    adjust(&mut date, &mut parsed)?;
    let clock = clock.rem_euclid(86_400);
    let local = date.days()?.checked_mul(86_400).ok_or(NotADate)? + clock;
    let zone: &TimeZone = parsed.zone.as_ref().unwrap_or(now.time_zone());
    let utc = zone::to_utc(local, zone).ok_or(NotADate)?;
    // Hours, minutes and seconds are time that passes, whatever clocks do meanwhile.
    let r = &parsed.relative;
    let elapsed = r
        .hours
        .checked_mul(3600)
        .zip(r.minutes.checked_mul(60))
        .and_then(|(h, m)| h.checked_add(m)?.checked_add(r.seconds))
        .and_then(|s| s.checked_add(r.microseconds.div_euclid(1_000_000)))
        .ok_or(NotADate)?;
    utc.checked_add(elapsed).ok_or(NotADate)
}

fn adjust(date: &mut Civil, parsed: &mut Parsed) -> Result<(), NotADate> {
    let r = &mut parsed.relative;
    match r.special {
        Some(Special::DayOfWeekInMonth) => {
            date.day = 1;
            date.month = add(date.month, std::mem::take(&mut r.months))?;
        }
        Some(Special::LastDayOfWeekInMonth) => {
            date.day = 1;
            date.month = add(date.month, add(std::mem::take(&mut r.months), 1)?)?;
        }
        _ => {}
    }
    date.move_to(r.day_of);
    date.normalize()?;
    if r.has_day_of_week {
        to_day_of_week(date, r.day_of_week, r.counting, r.days)?;
        date.normalize()?;
    }
    date.day = add(date.day, r.days)?;
    date.month = add(date.month, r.months)?;
    date.year = add(date.year, r.years)?;
    date.move_to(r.day_of);
    date.normalize()?;
    if let Some(Special::Weekdays(amount)) = r.special {
        add_weekdays(date, amount)?;
        date.normalize()?;
    }
    Ok(())
}

fn add(a: i64, b: i64) -> Result<i64, NotADate> {
    a.checked_add(b).ok_or(NotADate)
}

impl Civil {
    fn move_to(&mut self, day_of: Option<DayOf>) {
        match day_of {
            Some(DayOf::First) => self.day = 1,
            Some(DayOf::Last) => {
                self.day = 0;
                self.month = self.month.saturating_add(1);
            }
            None => {}
        }
    }

    fn days(self) -> Result<i64, NotADate> {
        days(self.year, self.month, self.day)
    }

    fn normalize(&mut self) -> Result<(), NotADate> {
        *self = from_days(self.days()?);
        Ok(())
    }
}

/// Days since 1970-01-01; month and day may lie out of range.
pub(super) fn days(year: i64, month: i64, day: i64) -> Result<i64, NotADate> {
    const FURTHEST: i64 = 1_000_000_000_000;
    let months = month.checked_sub(1).ok_or(NotADate)?;
    let year = add(year, months.div_euclid(12))?;
    if year.abs() > FURTHEST || day.abs() > FURTHEST * 366 {
        return Err(NotADate);
    }
    // Years begin in March here, so that the leap day is the last of its year.
    let month = months.rem_euclid(12);
    let (year, month) = if month < 2 {
        (year - 1, month + 10)
    } else {
        (year, month - 2)
    };
    let (era, of_era) = (year.div_euclid(400), year.rem_euclid(400));
    let of_year = (153 * month + 2) / 5;
    Ok(era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year + day - 1 - 719_468)
}

fn from_days(days: i64) -> Civil {
    let days = days.saturating_add(719_468);
    let (era, of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    Civil {
        year: era * 400 + year + next,
        month,
        day,
    }
}

/// Sunday is 0.
pub(super) fn day_of_week(days: i64) -> i64 {
    (days + 4).rem_euclid(7)
}

fn to_day_of_week(
    date: &mut Civil,
    wanted: i64,
    counting: Counting,
    relative_days: i64,
) -> Result<(), NotADate> {
    let today = day_of_week(date.days()?);
    if counting == Counting::InWeek {
        // Weeks run from Monday to Sunday.
        let wanted = match (wanted, today) {
            (0, 0) => 0,
            (0, _) => 7,
            (day, 0) => day - 7,
            (day, _) => day,
        };
        date.day = date.day - today + wanted;
        return Ok(());
    }
    let mut difference = wanted - today;
    let nearest = -i64::from(counting == Counting::WithToday);
    if (relative_days < 0 && difference < 0) || (relative_days >= 0 && difference <= nearest) {
        difference += 7;
    }
    date.day += if wanted >= 0 {
        difference
    } else {
        -(7 - (wanted.abs() - today))
    };
    Ok(())
}

/// Five working days are a week; what is left over skips a weekend that lies in the way.
fn add_weekdays(date: &mut Civil, amount: i64) -> Result<(), NotADate> {
    let today = day_of_week(date.days()?);
    let (weeks, rest) = (amount / 5, amount % 5);
    let skip = if amount > 0 {
        match (rest, today) {
            (0, 0) => -2,
            (0, 6) => -1,
            (0, _) => 0,
            (_, 6) => 1,
            _ if today + rest > 5 => 2,
            _ => 0,
        }
    } else {
        match (rest, today) {
            (0, 6) => 2,
            (0, 0) => 1,
            (0, _) => 0,
            (_, 0) => -1,
            _ if today + rest < 1 => -2,
            _ => 0,
        }
    };
    let moved = weeks.checked_mul(7).ok_or(NotADate)? + skip + rest;
    date.day = add(date.day, moved)?;
    Ok(())
}

//! Relative dates: units, ordinals, and what they add.

use super::parsed::{Counting, Parsed, Special};
use super::piece::Piece;

/// What a unit word means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unit {
    /// So many microseconds.
    Microseconds(i64),
    Second,
    Minute,
    Hour,
    /// So many days.
    Days(i64),
    Month,
    Year,
    /// A day of the week, Sunday 0.
    DayOfWeek(i64),
    /// Monday to Friday.
    Weekday,
}

/// The unit of a word in small letters.
pub(super) fn unit(word: &str) -> Option<Unit> {
    Some(match word {
        "ms" | "msec" | "msecs" | "millisecond" | "milliseconds" => Unit::Microseconds(1000),
        "\u{b5}s" | "usec" | "usecs" | "microsecond" | "microseconds" => Unit::Microseconds(1),
        "sec" | "secs" | "second" | "seconds" => Unit::Second,
        "min" | "mins" | "minute" | "minutes" => Unit::Minute,
        "hour" | "hours" => Unit::Hour,
        "day" | "days" => Unit::Days(1),
        "week" | "weeks" => Unit::Days(7),
        "fortnight" | "fortnights" | "forthnight" | "forthnights" => Unit::Days(14),
        "month" | "months" => Unit::Month,
        "year" | "years" => Unit::Year,
        "weekday" | "weekdays" => Unit::Weekday,
        other => Unit::DayOfWeek(day_of_week(other)?),
    })
}

fn day_of_week(word: &str) -> Option<i64> {
    const DAYS: [(i64, &str); 7] = [
        (0, "sundays"),
        (1, "mondays"),
        (2, "tuesdays"),
        (3, "wednesdays"),
        (4, "thursdays"),
        (5, "fridays"),
        (6, "saturdays"),
    ];
    // "tues", "wednes" and the like are beginnings too.
    DAYS.iter()
        .find(|(_, name)| word.len() >= 3 && name.starts_with(word))
        .map(|(n, _)| *n)
}

/// The amount of an ordinal or of `next`, `last`, `this`, and whether today counts too.
pub(super) fn amount(word: &str) -> Option<(i64, bool)> {
    let amount = match word {
        "this" => return Some((0, true)),
        "last" | "previous" => -1,
        "first" | "next" => 1,
        "second" => 2,
        "third" => 3,
        "fourth" => 4,
        "fifth" => 5,
        "sixth" => 6,
        "seventh" => 7,
        "eight" | "eighth" => 8,
        "ninth" => 9,
        "tenth" => 10,
        "eleventh" => 11,
        "twelfth" => 12,
        _ => return None,
    };
    Some((amount, false))
}

impl Parsed {
    pub(super) fn ago(&mut self) {
        let r = &mut self.relative;
        for part in [
            &mut r.years,
            &mut r.months,
            &mut r.days,
            &mut r.hours,
            &mut r.minutes,
            &mut r.seconds,
            &mut r.microseconds,
            &mut r.day_of_week,
        ] {
            *part = part.saturating_neg();
        }
        if r.day_of_week == 0 {
            r.day_of_week = -7;
        }
        if let Some(Special::Weekdays(amount)) = &mut r.special {
            *amount = amount.saturating_neg();
        }
    }

    pub(super) fn day_text(&mut self, piece: &mut Piece<'_>) {
        self.clear_time();
        let relative = &mut self.relative;
        relative.has_day_of_week = true;
        // "weekday" alone is taken for the day numbered 1.
        relative.day_of_week = match unit(&piece.word()) {
            Some(Unit::DayOfWeek(day)) => day,
            _ => 1,
        };
        if relative.counting != Counting::InWeek {
            relative.counting = Counting::WithToday;
        }
    }

    pub(super) fn weekday_of(&mut self, piece: &mut Piece<'_>) {
        self.clear_time();
        let (amount, _) = amount(&piece.word()).unwrap_or((0, false));
        piece.skip_spaces();
        let (special, counting) = if amount > 0 {
            (Special::DayOfWeekInMonth, Counting::WithToday)
        } else {
            (Special::LastDayOfWeekInMonth, Counting::AfterToday)
        };
        self.add(amount, &piece.word(), counting, false);
        self.relative.special = Some(special);
    }

    pub(super) fn relative_text(&mut self, piece: &mut Piece<'_>, week: bool) {
        let mut word = piece.word();
        while piece.peek().is_some() {
            let (amount, with_today) = amount(&word).unwrap_or((0, false));
            let counting = match with_today {
                true => Counting::WithToday,
                false => Counting::AfterToday,
            };
            piece.skip_spaces();
            word = piece.word();
            self.add(amount, &word, counting, false);
        }
        if week {
            let relative = &mut self.relative;
            relative.counting = Counting::InWeek;
            if !std::mem::replace(&mut relative.has_day_of_week, true) {
                relative.day_of_week = 1;
            }
        }
    }

    /// Adds units; days of the week reset the time unless a time was given.
    pub(super) fn add(&mut self, amount: i64, word: &str, counting: Counting, keep_time: bool) {
        let r = &mut self.relative;
        let (part, times) = match unit(word) {
            Some(Unit::Microseconds(n)) => (&mut r.microseconds, n),
            Some(Unit::Second) => (&mut r.seconds, 1),
            Some(Unit::Minute) => (&mut r.minutes, 1),
            Some(Unit::Hour) => (&mut r.hours, 1),
            Some(Unit::Days(n)) => (&mut r.days, n),
            Some(Unit::Month) => (&mut r.months, 1),
            Some(Unit::Year) => (&mut r.years, 1),
            Some(Unit::DayOfWeek(day)) => {
                r.has_day_of_week = true;
                r.day_of_week = day;
                r.counting = counting;
                let weeks = if amount > 0 { amount - 1 } else { amount };
                r.days = r.days.saturating_add(weeks.saturating_mul(7));
                if !keep_time {
                    self.clear_time();
                }
                return;
            }
            Some(Unit::Weekday) => {
                r.special = Some(Special::Weekdays(amount));
                if !keep_time {
                    self.clear_time();
                }
                return;
            }
            None => return,
        };
        *part = part.saturating_add(amount.saturating_mul(times));
    }
}

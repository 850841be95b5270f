//! Units and ordinals of relative dates.

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

//! The proleptic Gregorian calendar, for any year that a timestamp of 64 bits can mean.

/// Days from 1970-01-01 to a day; months and days out of range roll over, as in PHP.
pub fn days_from_civil(year: i64, month: i64, day: i64) -> i64 {
    let month = month - 1;
    let year = year + month.div_euclid(12);
    // The year starts in March, so that the leap day is its last.
    let month = month.rem_euclid(12);
    let (year, month) = if month < 2 {
        (year - 1, month + 10)
    } else {
        (year, month - 2)
    };
    let era = year.div_euclid(400);
    let of_era = year.rem_euclid(400);
    let of_year = (153 * month + 2) / 5;
    era * 146_097 + of_era * 365 + of_era / 4 - of_era / 100 + of_year + day - 1 - 719_468
}

/// Year, month and day of a number of days since 1970-01-01.
pub fn civil_from_days(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let era = days.div_euclid(146_097);
    let of_era = days.rem_euclid(146_097);
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let year = year + era * 400;
    if month < 10 {
        (year, month + 3, day)
    } else {
        (year + 1, month - 9, day)
    }
}

/// Whether a year has 366 days.
pub fn is_leap_year(year: i64) -> bool {
    year.rem_euclid(4) == 0 && year.rem_euclid(100) != 0 || year.rem_euclid(400) == 0
}

/// Days of a month.
pub fn days_in_month(year: i64, month: i64) -> i64 {
    match month {
        2 if is_leap_year(year) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}

/// Day of the week, Sunday is 0.
pub fn weekday(days: i64) -> i64 {
    (days + 4).rem_euclid(7)
}

/// ISO 8601 year and week.
pub fn iso_week(days: i64) -> (i64, i64) {
    // The week belongs to the year of its Thursday.
    let thursday = days - (days + 3).rem_euclid(7) + 3;
    let (year, _, _) = civil_from_days(thursday);
    let week = (thursday - days_from_civil(year, 1, 1)) / 7 + 1;
    (year, week)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn known_days() {
        assert_eq!(days_from_civil(1970, 1, 1), 0);
        assert_eq!(days_from_civil(2000, 2, 29), 11_016);
        assert_eq!(civil_from_days(days_from_civil(0, 0, 0)), (-1, 11, 30));
        assert_eq!(civil_from_days(days_from_civil(2026, 2, 30)), (2026, 3, 2));
        assert_eq!(iso_week(days_from_civil(2021, 1, 1)), (2020, 53));
        assert_eq!(weekday(days_from_civil(2026, 11, 20)), 5);
    }

    proptest! {
        #[test]
        fn there_and_back(days in -4_000_000_i64..4_000_000) {
            let (year, month, day) = civil_from_days(days);
            prop_assert!((1..=12).contains(&month) && (1..=days_in_month(year, month)).contains(&day));
            prop_assert_eq!(days_from_civil(year, month, day), days);
        }
    }
}

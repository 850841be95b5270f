//! `human_time_diff`: "2 hours" between two moments.

/// The unit of a time span.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TimeUnit {
    /// Below a minute.
    Second,
    /// Below an hour.
    Minute,
    /// Below a day.
    Hour,
    /// Below a week.
    Day,
    /// Below 30 days.
    Week,
    /// Below 365 days; a month has 30.
    Month,
    /// 365 days and more.
    Year,
}

impl TimeUnit {
    /// WordPress's texts for one and for several, with `%s` for the number: what a translation is
    /// looked up by.
    pub fn source_texts(self) -> (&'static str, &'static str) {
        match self {
            Self::Second => ("%s second", "%s seconds"),
            Self::Minute => ("%s minute", "%s minutes"),
            Self::Hour => ("%s hour", "%s hours"),
            Self::Day => ("%s day", "%s days"),
            Self::Week => ("%s week", "%s weeks"),
            Self::Month => ("%s month", "%s months"),
            Self::Year => ("%s year", "%s years"),
        }
    }
}

/// Units from the largest, with their length in seconds.
const UNITS: [(TimeUnit, u64); 7] = [
    (TimeUnit::Year, 31_536_000),
    (TimeUnit::Month, 2_592_000),
    (TimeUnit::Week, 604_800),
    (TimeUnit::Day, 86_400),
    (TimeUnit::Hour, 3600),
    (TimeUnit::Minute, 60),
    (TimeUnit::Second, 1),
];

/// `human_time_diff`. `text` returns the translated plural form of a unit for a number, with `%s` for the number.
pub fn human_time_diff(from: i64, to: i64, text: impl FnOnce(TimeUnit, u64) -> String) -> String {
    let (unit, number) = time_span(from, to);
    text(unit, number).replacen("%s", &number.to_string(), 1)
}

/// The unit of the span between two moments, and how many of it, rounded, at least one.
pub fn time_span(from: i64, to: i64) -> (TimeUnit, u64) {
    let span = to.abs_diff(from);
    let (unit, length) = UNITS
        .into_iter()
        .find(|(_, length)| span >= *length)
        .unwrap_or((TimeUnit::Second, 1));
    let number = span / length + u64::from(span % length * 2 >= length);
    (unit, number.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spans() {
        for (seconds, unit, number) in [
            (0, TimeUnit::Second, 1),
            (59, TimeUnit::Second, 59),
            (90, TimeUnit::Minute, 2),
            (3599, TimeUnit::Minute, 60),
            (86_399, TimeUnit::Hour, 24),
            (63_072_000, TimeUnit::Year, 2),
        ] {
            assert_eq!(time_span(0, seconds), (unit, number));
            assert_eq!(time_span(seconds, 0), (unit, number));
        }
    }
}

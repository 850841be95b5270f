//! The written forms that are understood, as a table of patterns. Of all that fit at a place the
//! longest counts, of equally long ones the first in the table.

use std::sync::LazyLock;

use regex::bytes::Regex;

use crate::wordpress::static_regex::bytes_pattern;

/// One written form (or a group of forms that are read alike).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Rule {
    /// `yesterday`
    Yesterday,
    /// `now`
    Now,
    /// `noon`
    Noon,
    /// `today`, `midnight`
    Today,
    /// `tomorrow`
    Tomorrow,
    /// `@1800000000`
    Timestamp,
    /// `first day of`, `last day of`
    FirstLastDayOf,
    /// `back of 7pm`, `front of 5am`
    BackFrontOf,
    /// `second friday of`
    WeekdayOf,
    /// `6pm`, `6:30 pm`, `6:30:15 pm`
    Time12,
    /// `18:30`, `T18:30:15.5`
    Time24,
    /// `1830`; after a time it is a year
    GnuNoColon,
    /// `183015`
    TimeNoColon,
    /// `12/24`, `12/24/2026`
    American,
    /// `2026-12-24`, `2026/12/24`, `26-12-24`, `2026-1-5`
    YearMonthDay,
    /// `2026-12`
    YearMonth,
    /// `24 December 2026`
    DateFull,
    /// `24-12-2026`, `24.12.26`
    Pointed,
    /// `June 2027`
    MonthYear,
    /// `2027 June`
    YearMonthText,
    /// `December 24, 2026`, `Dec 24`
    MonthDay,
    /// `24 Dec`
    DayMonth,
    /// `20261224`
    DateNoColon,
    /// `2026-12-24T18:30:15` and its relatives, date and time in one
    DateTime,
    /// `2026.358`
    DayOfYear,
    /// `2026-W53-7`
    IsoWeek,
    /// `Oct-10-2026`
    PgTextShort,
    /// `2026-Oct-10`
    PgTextReverse,
    /// `10/Oct/2026:13:55:36 -0700`
    CommonLog,
    /// `2027` where it is no time
    Year,
    /// `ago`
    Ago,
    /// `monday`
    DayText,
    /// `next week`
    RelativeTextWeek,
    /// `next month`, `eighth day`
    RelativeText,
    /// `June`
    MonthText,
    /// `+02:00`, `CET`, `Europe/Madrid`
    Zone,
    /// `Dec 24 6:30 pm`
    MonthDayTime12,
    /// `Dec 24 18:30`
    MonthDayTime24,
    /// `+1 week`
    Relative,
}

static FORMATS: LazyLock<Vec<(Rule, Regex)>> = LazyLock::new(|| {
    written_forms()
        .into_iter()
        .map(|(rule, pattern)| (rule, bytes_pattern(&format!("^(?-u:{pattern})"))))
        .collect()
});

/// The rule with the longest match at the start of the text, and that length.
pub(super) fn longest(text: &[u8]) -> Option<(Rule, usize)> {
    let mut best: Option<(Rule, usize)> = None;
    for (rule, regex) in FORMATS.iter() {
        let length = regex.find(text).map_or(0, |m| m.end());
        if length > best.map_or(0, |(_, length)| length) {
            best = Some((*rule, length));
        }
    }
    best
}

// Alternatives stand with the longer one first: a pattern takes the first that fits.
const SPACE: &str = "[ \t]+";
const H24: &str = "(?:2[0-4]|[01]?[0-9])";
const H24LZ: &str = "(?:2[0-4]|[01][0-9])";
const H12: &str = "(?:1[0-2]|0?[1-9])";
const MIN: &str = "(?:[0-5]?[0-9])";
const MINLZ: &str = "(?:[0-5][0-9])";
const SEC: &str = "(?:60|[0-5]?[0-9])";
const SECLZ: &str = "(?:60|[0-5][0-9])";
const MERIDIAN: &str = r"(?:[AaPp]\.?[Mm]\.?(?:[\t ]|\z))";
const MONTH: &str = "(?:1[0-2]|0?[0-9])";
const MONTHLZ: &str = "(?:1[0-2]|0[0-9])";
const DAY: &str = "(?:(?:3[01]|[0-2]?[0-9])(?:st|nd|rd|th)?)";
const DAYLZ: &str = "(?:3[01]|[0-2][0-9])";
const YEAR: &str = "(?:[0-9]{1,4})";
const YEAR4: &str = "(?:[0-9]{4})";
const MONTHABBR: &str = "(?i:jan|feb|mar|apr|may|jun|jul|aug|sept|sep|oct|nov|dec)";
const MONTHNAME: &str = "(?i:january|february|march|april|may|june|july|august|september|october\
    |november|december|jan|feb|mar|apr|jun|jul|aug|sept|sep|oct|nov|dec)";
const MONTHROMAN: &str = "(?:VIII|VII|VI|IV|IX|V|XII|XI|X|III|II|I)";
const DAYNAME: &str = "(?i:(?:sun|mon|tues|wednes|thurs|fri|satur)days?\
    |tues|wednes|thurs|thur|sun|mon|tue|wed|thu|fri|sat)";
const ZONE_CORRECTION: &str = "(?:(?:GMT)?[+-](?:(?:2[0-4]|[01][0-9]):[0-5][0-9]:[0-5][0-9]\
    |(?:2[0-4]|[01][0-9])[0-5][0-9][0-5][0-9]|(?:2[0-4]|[01]?[0-9])(?::?[0-5]?[0-9])?))";
const ZONE_NAME: &str =
    r"(?:[A-Z][a-z]+(?:[_/-][A-Za-z]+)+(?:[+-][0-9]{1,2})?|\(?[A-Za-z]{1,6}\)?)";
const NUMBER_TEXT: &str = "(?i:first|second|third|fourth|fifth|sixth|seventh|eighth|eight|ninth\
    |tenth|eleventh|twelfth)";
const RELATIVE_TEXT: &str = "(?i:next|last|previous|this)";

/// Units of relative dates, without the plain `week`.
fn unit() -> String {
    format!(
        "(?:(?i:milliseconds?|microseconds?|msecs?|usecs?|seconds?|secs?|minutes?|mins?|hours?\
        |fortnights?|forthnights?|months?|years?|weekdays?|weeks|days?|ms)|\u{b5}s|{DAYNAME})"
    )
}

fn month_text() -> String {
    format!("(?:{MONTHNAME}|{MONTHROMAN})")
}

/// `Dec 24` with what must follow it: a separator or the end.
fn month_day() -> String {
    format!(r"{}[ .\t-]*{DAY}(?:[,.stndrh\t ]+|\z)", month_text())
}

fn written_forms() -> Vec<(Rule, String)> {
    let mut forms = words_and_times();
    forms.extend(dates());
    forms.extend(dates_with_times());
    forms.extend(relatives());
    forms
}

fn words_and_times() -> Vec<(Rule, String)> {
    let of_hour = format!("(?i:back|front)(?i: of ){H24}(?:(?:{SPACE})?{MERIDIAN})?");
    let weekday_of = format!("(?:{NUMBER_TEXT}|{RELATIVE_TEXT}){SPACE}{DAYNAME}{SPACE}(?i:of)");
    let time12 = format!("{H12}(?:[:.]{MINLZ}|[:.]{MIN}[:.]{SECLZ})?(?:{SPACE})?{MERIDIAN}");
    let mssql = format!("{H12}:{MINLZ}:{SECLZ}[:.][0-9]+{MERIDIAN}");
    let time24 = format!(r"(?:[tT]?{H24}[:.]{MIN}(?:[:.]{SEC}(?:\.[0-9]+)?)?|[tT]{H24})");
    vec![
        (Rule::Yesterday, "(?i:yesterday)".to_owned()),
        (Rule::Now, "(?i:now)".to_owned()),
        (Rule::Noon, "(?i:noon)".to_owned()),
        (Rule::Today, "(?i:midnight|today)".to_owned()),
        (Rule::Tomorrow, "(?i:tomorrow)".to_owned()),
        (Rule::Timestamp, r"@-?[0-9]+(?:\.[0-9]{0,6})?".to_owned()),
        (
            Rule::FirstLastDayOf,
            "(?i:first|last)(?i: day of)".to_owned(),
        ),
        (Rule::BackFrontOf, of_hour),
        (Rule::WeekdayOf, weekday_of),
        (Rule::Time12, time12),
        (Rule::Time12, mssql),
        (Rule::Time24, time24),
        (Rule::GnuNoColon, format!("[tT]?{H24LZ}{MINLZ}")),
        (Rule::TimeNoColon, format!("[tT]?{H24LZ}{MINLZ}{SECLZ}")),
    ]
}

fn dates() -> Vec<(Rule, String)> {
    let text = month_text();
    vec![
        (Rule::American, format!("{MONTH}/{DAY}(?:/{YEAR})?")),
        (
            Rule::YearMonthDay,
            format!("(?:[+-]?{YEAR4}-{MONTHLZ}-{DAYLZ}|{YEAR4}/{MONTHLZ}/{DAYLZ}/?)"),
        ),
        (
            Rule::YearMonthDay,
            format!("(?:[0-9]{{2}}-{MONTHLZ}-{DAYLZ}|[+-][0-9]{{5,19}}-{MONTHLZ}-{DAYLZ})"),
        ),
        (Rule::YearMonth, format!("{YEAR4}-{MONTH}")),
        (Rule::YearMonthDay, format!("{YEAR}-{MONTH}-{DAY}")),
        (
            Rule::DateFull,
            format!(r"{DAY}[ \t.-]*{text}[ \t.-]*{YEAR}"),
        ),
        (
            Rule::Pointed,
            format!(r"(?:{DAY}[.\t-]{MONTH}[.-]{YEAR4}|{DAY}[.\t]{MONTH}\.[0-9]{{2}})"),
        ),
        (Rule::MonthYear, format!(r"{text}[ .\t-]*{YEAR4}")),
        (Rule::YearMonthText, format!(r"{YEAR4}[ .\t-]*{text}")),
        (
            Rule::MonthDay,
            format!(r"{text}[ .\t-]*{DAY}[,.stndrh\t ]+{YEAR}"),
        ),
        (Rule::MonthDay, month_day()),
        (Rule::DayMonth, format!(r"{DAY}[ .\t-]*{text}")),
        (Rule::DateNoColon, format!("{YEAR4}{MONTHLZ}{DAYLZ}")),
    ]
}

fn dates_with_times() -> Vec<(Rule, String)> {
    let date = month_day();
    let day_of_year = "(?:00[1-9]|0[1-9][0-9]|[12][0-9][0-9]|3[0-5][0-9]|36[0-6])";
    let iso_week = "(?:0[1-9]|[1-4][0-9]|5[0-3])";
    let colons = format!("{H24LZ}:{MINLZ}:{SECLZ}");
    let soap = format!(r"{YEAR4}-{MONTHLZ}-{DAYLZ}T{colons}\.[0-9]+(?:{ZONE_CORRECTION})?");
    let xmlrpc =
        format!("{YEAR4}{MONTHLZ}{DAYLZ}(?:T{H24}:{MINLZ}:{SECLZ}|[tT]{H24}{MINLZ}{SECLZ})");
    let wddx = format!("{YEAR4}-{MONTH}-{DAY}T{H24}:{MIN}:{SEC}");
    let exif = format!("{YEAR4}:{MONTHLZ}:{DAYLZ} {colons}");
    vec![
        (Rule::DateTime, format!("(?:{soap}|{exif}|{xmlrpc})")),
        (Rule::DateTime, wddx),
        (Rule::DayOfYear, format!(r"{YEAR4}[.-]?{day_of_year}")),
        (Rule::IsoWeek, format!("{YEAR4}-?W{iso_week}(?:-?[0-7])?")),
        (Rule::PgTextShort, format!("{MONTHABBR}-{DAYLZ}-{YEAR}")),
        (Rule::PgTextReverse, format!("{YEAR}-{MONTHABBR}-{DAYLZ}")),
        (
            Rule::CommonLog,
            format!("{DAY}/{MONTHABBR}/{YEAR4}:{colons}{SPACE}{ZONE_CORRECTION}"),
        ),
        (Rule::Year, YEAR4.to_owned()),
        (
            Rule::MonthDayTime12,
            format!("{date}{H12}(?:[:.]{MINLZ}|[:.]{MIN}[:.]{SECLZ})(?:{SPACE})?{MERIDIAN}"),
        ),
        (
            Rule::MonthDayTime24,
            format!(
                "{date}[tT]?{H24}[:.]{MIN}(?:[:.]{SEC}(?:(?:{SPACE})?(?:{ZONE_CORRECTION}|{ZONE_NAME}))?)?"
            ),
        ),
    ]
}

fn relatives() -> Vec<(Rule, String)> {
    let unit = unit();
    vec![
        (Rule::Ago, "(?i:ago)".to_owned()),
        (Rule::DayText, format!("(?:{DAYNAME}|(?i:weekdays?))")),
        (
            Rule::RelativeTextWeek,
            format!("{RELATIVE_TEXT}{SPACE}(?i:week)"),
        ),
        (
            Rule::RelativeText,
            format!("(?:{NUMBER_TEXT}|{RELATIVE_TEXT}|{unit})+{SPACE}{unit}"),
        ),
        (Rule::MonthText, MONTHNAME.to_owned()),
        (Rule::Zone, format!("(?:{ZONE_CORRECTION}|{ZONE_NAME})")),
        (
            Rule::Relative,
            format!(r"[+-]*[ \t]*[0-9]{{1,13}}(?:{SPACE})?(?:{unit}|(?i:week))"),
        ),
    ]
}

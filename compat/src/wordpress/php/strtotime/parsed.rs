//! What has been read so far, and how each written form changes it.

use jiff::tz::TimeZone;

use super::format::Rule;
use super::piece::Piece;
use super::zone;

/// Date and time as far as the text gave them, and the relative parts.
#[derive(Debug, Default)]
pub(super) struct Parsed {
    pub(super) year: Option<i64>,
    pub(super) month: Option<i64>,
    pub(super) day: Option<i64>,
    pub(super) hour: Option<i64>,
    pub(super) minute: Option<i64>,
    pub(super) second: Option<i64>,
    pub(super) zone: Option<TimeZone>,
    pub(super) has_date: bool,
    pub(super) times: u8,
    zones: u8,
    pub(super) relative: Relative,
}

/// The relative parts.
#[derive(Debug, Default)]
pub(super) struct Relative {
    pub(super) years: i64,
    pub(super) months: i64,
    pub(super) days: i64,
    pub(super) hours: i64,
    pub(super) minutes: i64,
    pub(super) seconds: i64,
    pub(super) microseconds: i64,
    pub(super) day_of_week: i64,
    pub(super) has_day_of_week: bool,
    pub(super) counting: Counting,
    pub(super) special: Option<Special>,
    pub(super) day_of: Option<DayOf>,
}

/// How a day of the week is looked for.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) enum Counting {
    /// After today.
    #[default]
    AfterToday,
    /// Today counts too.
    WithToday,
    /// Within the week (`monday next week`).
    InWeek,
}

/// Relative parts with rules of their own.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Special {
    /// So many working days.
    Weekdays(i64),
    /// `second friday of`
    DayOfWeekInMonth,
    /// `last friday of`
    LastDayOfWeekInMonth,
}

/// `first day of`, `last day of`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DayOf {
    First,
    Last,
}

/// The error for text that is not a date, or a date outside the representable years.
pub(super) struct NotADate;

pub(super) type Applied = Result<(), NotADate>;

impl Parsed {
    /// Takes in a piece of text that a rule has matched.
    pub(super) fn apply(&mut self, rule: Rule, text: &[u8], default_zone: &TimeZone) -> Applied {
        let mut piece = Piece::new(text);
        match rule {
            Rule::Now => {}
            Rule::Today => self.clear_time(),
            Rule::Yesterday | Rule::Tomorrow => {
                self.clear_time();
                self.relative.days = if rule == Rule::Tomorrow { 1 } else { -1 };
            }
            Rule::Noon => {
                self.clear_time();
                self.new_time()?;
                self.hour = Some(12);
            }
            Rule::Timestamp => self.timestamp(&mut piece)?,
            Rule::FirstLastDayOf => {
                let first = matches!(piece.peek(), Some(b'f' | b'F'));
                self.relative.day_of = Some(if first { DayOf::First } else { DayOf::Last });
            }
            Rule::BackFrontOf => self.back_front_of(&mut piece)?,
            Rule::WeekdayOf => self.weekday_of(&mut piece),
            Rule::Time12 => self.time12(&mut piece)?,
            Rule::Time24 => self.time24(&mut piece)?,
            Rule::GnuNoColon => self.time_or_year(&mut piece)?,
            Rule::TimeNoColon => self.time_without_colons(&mut piece)?,
            Rule::Year => self.year = piece.number(4),
            Rule::Ago => self.ago(),
            Rule::DayText => self.day_text(&mut piece),
            Rule::RelativeTextWeek | Rule::RelativeText => {
                self.relative_text(&mut piece, rule == Rule::RelativeTextWeek);
            }
            Rule::Relative => {
                let amount = piece.signed_number().ok_or(NotADate)?;
                piece.skip_spaces();
                self.add(amount, &piece.word(), Counting::WithToday, true);
            }
            Rule::Zone => self.zone(text, default_zone)?,
            Rule::MonthDayTime12 | Rule::MonthDayTime24 => {
                self.month_day_time(rule, &mut piece, default_zone)?;
            }
            Rule::DateTime | Rule::CommonLog => {
                let log = rule == Rule::CommonLog;
                let date = if log {
                    Rule::DateFull
                } else {
                    Rule::YearMonthDay
                };
                self.date(date, &mut piece)?;
                self.time_without_colons(&mut piece)?;
                self.zone_after(&mut piece, default_zone)?;
            }
            date => self.date(date, &mut piece)?,
        }
        Ok(())
    }

    pub(super) fn new_time(&mut self) -> Applied {
        if self.times > 0 {
            return Err(NotADate);
        }
        self.clear_time();
        self.times = 1;
        Ok(())
    }

    /// Midnight, as a time that another one may still replace.
    pub(super) fn clear_time(&mut self) {
        self.times = 0;
        (self.hour, self.minute, self.second) = (Some(0), Some(0), Some(0));
    }

    fn timestamp(&mut self, piece: &mut Piece<'_>) -> Applied {
        self.count_zone()?;
        self.clear_time();
        self.has_date = false;
        (self.year, self.month, self.day) = (Some(1970), Some(1), Some(1));
        let seconds = piece.signed_number().ok_or(NotADate)?;
        self.relative.seconds = self.relative.seconds.saturating_add(seconds);
        self.zone = Some(TimeZone::fixed(jiff::tz::Offset::UTC));
        Ok(())
    }

    /// `Dec 24 18:30`: what follows the day is the time, not a year.
    fn month_day_time(
        &mut self,
        rule: Rule,
        piece: &mut Piece<'_>,
        default_zone: &TimeZone,
    ) -> Applied {
        let year = self.year;
        let mut date = Piece::new(piece.rest());
        self.date(Rule::MonthDay, &mut date)?;
        self.year = year;
        piece.month();
        piece.number(2);
        piece.skip_day_suffix();
        piece.skip_while(|b| !b.is_ascii_digit());
        if rule == Rule::MonthDayTime12 {
            return self.time12(piece);
        }
        self.time24(piece)?;
        self.zone_after(piece, default_zone)
    }

    /// A second zone is passed over, a third one is an error.
    fn count_zone(&mut self) -> Applied {
        self.zones += 1;
        if self.zones > 2 {
            Err(NotADate)
        } else {
            Ok(())
        }
    }

    fn zone(&mut self, text: &[u8], default_zone: &TimeZone) -> Applied {
        self.count_zone()?;
        if self.zones == 1 {
            self.zone = Some(zone::parse(text, default_zone).ok_or(NotADate)?);
        }
        Ok(())
    }

    fn zone_after(&mut self, piece: &mut Piece<'_>, default_zone: &TimeZone) -> Applied {
        if piece.accept(b".") {
            piece.skip_while(|b| b.is_ascii_digit());
        }
        match piece.rest() {
            [] => Ok(()),
            rest => self.zone(rest, default_zone),
        }
    }
}

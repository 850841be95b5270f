//! What has been read so far, and how each written form changes it.

use jiff::tz::TimeZone;

use super::piece::Piece;
use super::relative::{self, Unit};
use super::{NotADate, Rule, zone};

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

type Applied = Result<(), NotADate>;

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
                self.date(Rule::MonthDay, &mut piece)?;
                self.year = None;
                if rule == Rule::MonthDayTime12 {
                    self.time12(&mut piece)?;
                } else {
                    self.time24(&mut piece)?;
                    self.zone_after(&mut piece, default_zone)?;
                }
            }
            Rule::DateTime | Rule::CommonLog => {
                let date = match rule {
                    Rule::DateTime => Rule::YearMonthDay,
                    _ => Rule::DateFull,
                };
                self.date(date, &mut piece)?;
                self.new_time()?;
                self.hour = piece.number(2);
                self.minute = piece.number(2);
                self.second = piece.number(2);
                self.zone_after(&mut piece, default_zone)?;
            }
            date => self.date(date, &mut piece)?,
        }
        Ok(())
    }

    fn date(&mut self, rule: Rule, piece: &mut Piece<'_>) -> Applied {
        if std::mem::replace(&mut self.has_date, true) {
            return Err(NotADate);
        }
        match rule {
            Rule::American => {
                self.month = piece.number(2);
                self.day = piece.number(2);
                if let Some(year) = piece.year() {
                    self.year = Some(year);
                }
            }
            Rule::YearMonthDay => {
                self.year = year_with_sign(piece);
                self.month = piece.number(2);
                self.day = piece.number(2);
            }
            Rule::YearMonth => {
                self.year = piece.number(4);
                self.month = piece.number(2);
                self.day = Some(1);
            }
            Rule::DateFull => {
                self.day_and_month(piece);
                self.year = piece.year();
            }
            Rule::DayMonth => self.day_and_month(piece),
            Rule::Pointed => {
                self.day = piece.number(2);
                self.month = piece.number(2);
                self.year = piece.year();
            }
            Rule::MonthYear => {
                self.month = piece.month();
                self.year = piece.number(4);
                self.day = Some(1);
            }
            Rule::YearMonthText => {
                self.year = piece.number(4);
                self.month = piece.month();
                self.day = Some(1);
            }
            Rule::MonthDay | Rule::PgTextShort => {
                self.month = piece.month();
                self.day = piece.number(2);
                piece.skip_day_suffix();
                // `Dec 24 18:30`: a time may follow, so only a date's own year is read.
                let year_follows = !piece.rest().contains(&b':') && !has_meridian(piece.rest());
                if let (true, Some(year)) = (year_follows, Piece::new(piece.rest()).year()) {
                    self.year = Some(year);
                }
            }
            Rule::PgTextReverse => {
                self.year = piece.year();
                self.month = piece.month();
                self.day = piece.number(2);
            }
            Rule::DateNoColon => {
                self.year = piece.number(4);
                self.month = piece.number(2);
                self.day = piece.number(2);
            }
            Rule::DayOfYear => {
                self.year = piece.number(4);
                self.day = piece.number(3);
                self.month = Some(1);
            }
            Rule::IsoWeek => self.iso_week(piece)?,
            _ => self.month = piece.month(),
        }
        Ok(())
    }

    fn day_and_month(&mut self, piece: &mut Piece<'_>) {
        self.day = piece.number(2);
        piece.skip_day_suffix();
        self.month = piece.month();
    }

    /// Day 1 of ISO week 1 lies around New Year; the rest is counted from there.
    fn iso_week(&mut self, piece: &mut Piece<'_>) -> Applied {
        let (year, week) = (piece.number(4), piece.number(2));
        let (year, week) = year.zip(week).ok_or(NotADate)?;
        let day = piece.number(1).unwrap_or(1);
        let new_year = super::resolve::day_of_week(super::resolve::days(year, 1, 1)?);
        let monday = if new_year > 4 { new_year - 7 } else { new_year };
        (self.year, self.month, self.day) = (Some(year), Some(1), Some(1));
        self.relative.days = (week - 1) * 7 + day - monday;
        Ok(())
    }

    fn new_time(&mut self) -> Applied {
        if self.times > 0 {
            return Err(NotADate);
        }
        self.clear_time();
        self.times = 1;
        Ok(())
    }

    /// Midnight, as a time that another one may still replace.
    fn clear_time(&mut self) {
        self.times = 0;
        (self.hour, self.minute, self.second) = (Some(0), Some(0), Some(0));
    }

    fn time12(&mut self, piece: &mut Piece<'_>) -> Applied {
        self.time24(piece)?;
        let hour = self.hour.unwrap_or(0);
        self.hour = Some(hour + piece.meridian(hour));
        Ok(())
    }

    fn time24(&mut self, piece: &mut Piece<'_>) -> Applied {
        self.new_time()?;
        self.hour = piece.number(2);
        if piece.accept(b":.") {
            self.minute = piece.number(2);
            if piece.accept(b":.") {
                self.second = piece.number(2);
                if piece.accept(b":.") {
                    piece.skip_while(|b| b.is_ascii_digit());
                }
            }
        }
        Ok(())
    }

    fn time_without_colons(&mut self, piece: &mut Piece<'_>) -> Applied {
        self.new_time()?;
        self.hour = piece.number(2);
        self.minute = piece.number(2);
        self.second = Some(piece.number(2).unwrap_or(0));
        Ok(())
    }

    fn time_or_year(&mut self, piece: &mut Piece<'_>) -> Applied {
        match self.times {
            0 => self.time_without_colons(piece),
            1 => {
                self.year = piece.number(4);
                self.times = 2;
                Ok(())
            }
            _ => Err(NotADate),
        }
    }

    fn back_front_of(&mut self, piece: &mut Piece<'_>) -> Applied {
        self.clear_time();
        self.new_time()?;
        let back = matches!(piece.peek(), Some(b'b' | b'B'));
        let hour = piece.number(2).unwrap_or(0) - i64::from(!back);
        self.minute = Some(if back { 15 } else { 45 });
        piece.skip_spaces();
        let meridian = if piece.peek().is_some() {
            piece.meridian(hour)
        } else {
            0
        };
        self.hour = Some(hour + meridian);
        Ok(())
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

    fn ago(&mut self) {
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

    fn day_text(&mut self, piece: &mut Piece<'_>) {
        self.clear_time();
        let relative = &mut self.relative;
        relative.has_day_of_week = true;
        // "weekday" alone is taken for the day numbered 1.
        relative.day_of_week = match relative::unit(&piece.word()) {
            Some(Unit::DayOfWeek(day)) => day,
            _ => 1,
        };
        if relative.counting != Counting::InWeek {
            relative.counting = Counting::WithToday;
        }
    }

    fn weekday_of(&mut self, piece: &mut Piece<'_>) {
        self.clear_time();
        let (amount, _) = relative::amount(&piece.word()).unwrap_or((0, false));
        piece.skip_spaces();
        let (special, counting) = if amount > 0 {
            (Special::DayOfWeekInMonth, Counting::WithToday)
        } else {
            (Special::LastDayOfWeekInMonth, Counting::AfterToday)
        };
        self.add(amount, &piece.word(), counting, false);
        self.relative.special = Some(special);
    }

    fn relative_text(&mut self, piece: &mut Piece<'_>, week: bool) {
        let mut word = piece.word();
        while piece.peek().is_some() {
            let (amount, with_today) = relative::amount(&word).unwrap_or((0, false));
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

    /// Adds so many units; days of the week reset the time unless told otherwise.
    fn add(&mut self, amount: i64, word: &str, counting: Counting, keep_time: bool) {
        let r = &mut self.relative;
        let (part, times) = match relative::unit(word) {
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

fn has_meridian(rest: &[u8]) -> bool {
    rest.iter().any(|b| matches!(b, b'a' | b'A' | b'p' | b'P'))
}

/// `-0044`, `+12345`, `26` (which means 2026).
fn year_with_sign(piece: &mut Piece<'_>) -> Option<i64> {
    match piece.peek() {
        Some(b'+' | b'-') => piece.signed_number(),
        _ => piece.year(),
    }
}

//! Dates: which numbers of a written form are the year, the month and the day.

use super::format::Rule;
use super::parsed::NotADate;
use super::parsed::{Applied, Parsed};
use super::piece::Piece;
use super::resolve::{day_of_week, days};

/// A part of a date.
enum Part {
    Year,
    Month,
    Day,
}

/// In which order a written form has its parts.
fn order(rule: Rule) -> &'static [Part] {
    use Part::{Day, Month, Year};
    match rule {
        Rule::American | Rule::MonthDay | Rule::PgTextShort => &[Month, Day, Year],
        Rule::DateFull | Rule::Pointed => &[Day, Month, Year],
        Rule::DayMonth => &[Day, Month],
        Rule::YearMonthDay | Rule::DateNoColon | Rule::PgTextReverse => &[Year, Month, Day],
        Rule::YearMonth | Rule::YearMonthText => &[Year, Month],
        Rule::MonthYear => &[Month, Year],
        Rule::MonthText => &[Month],
        _ => &[],
    }
}

impl Parsed {
    pub(super) fn date(&mut self, rule: Rule, piece: &mut Piece<'_>) -> Applied {
        if std::mem::replace(&mut self.has_date, true) {
            return Err(NotADate);
        }
        for part in order(rule) {
            match part {
                Part::Year if rule == Rule::YearMonthDay => self.year = year_with_sign(piece),
                Part::Year => self.year = piece.year().or(self.year),
                Part::Month => self.month = piece.month(),
                Part::Day => {
                    self.day = piece.number(2);
                    piece.skip_day_suffix();
                }
            }
        }
        match rule {
            Rule::YearMonth | Rule::YearMonthText | Rule::MonthYear => self.day = Some(1),
            Rule::DayOfYear => {
                self.year = piece.number(4);
                self.day = piece.number(3);
                self.month = Some(1);
            }
            Rule::IsoWeek => self.iso_week(piece)?,
            _ => {}
        }
        Ok(())
    }

    /// Day 1 of ISO week 1 lies around New Year; the rest is counted from there.
    fn iso_week(&mut self, piece: &mut Piece<'_>) -> Applied {
        let (year, week) = (piece.number(4), piece.number(2));
        let (year, week) = year.zip(week).ok_or(NotADate)?;
        let day = piece.number(1).unwrap_or(1);
        let new_year = day_of_week(days(year, 1, 1)?);
        let monday = if new_year > 4 { new_year - 7 } else { new_year };
        (self.year, self.month, self.day) = (Some(year), Some(1), Some(1));
        self.relative.days = (week - 1) * 7 + day - monday;
        Ok(())
    }
}

/// `-0044`, `+12345`, `26` (which means 2026).
fn year_with_sign(piece: &mut Piece<'_>) -> Option<i64> {
    match piece.peek() {
        Some(b'+' | b'-') => piece.signed_number(),
        _ => piece.year(),
    }
}

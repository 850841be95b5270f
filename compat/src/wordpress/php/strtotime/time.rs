//! Times of day in their written forms.

use super::parsed::NotADate;
use super::parsed::{Applied, Parsed};
use super::piece::Piece;

impl Parsed {
    pub(super) fn time12(&mut self, piece: &mut Piece<'_>) -> Applied {
        self.time24(piece)?;
        let hour = self.hour.unwrap_or(0);
        self.hour = Some(hour + piece.meridian(hour));
        Ok(())
    }

    pub(super) fn time24(&mut self, piece: &mut Piece<'_>) -> Applied {
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

    pub(super) fn time_without_colons(&mut self, piece: &mut Piece<'_>) -> Applied {
        self.new_time()?;
        self.hour = piece.number(2);
        self.minute = piece.number(2);
        self.second = Some(piece.number(2).unwrap_or(0));
        Ok(())
    }

    pub(super) fn time_or_year(&mut self, piece: &mut Piece<'_>) -> Applied {
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

    pub(super) fn back_front_of(&mut self, piece: &mut Piece<'_>) -> Applied {
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
}

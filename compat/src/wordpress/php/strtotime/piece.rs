//! Reading numbers, months and meridians out of one matched piece of text.

/// What is left of a piece.
pub(super) struct Piece<'a> {
    rest: &'a [u8],
}

impl<'a> Piece<'a> {
    pub(super) fn new(rest: &'a [u8]) -> Self {
        Self { rest }
    }

    pub(super) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.rest.first().copied()
    }

    fn advance(&mut self, n: usize) {
        self.rest = self.rest.get(n..).unwrap_or_default();
    }

    pub(super) fn skip_while(&mut self, skip: impl Fn(u8) -> bool) {
        let n = self.rest.iter().take_while(|b| skip(**b)).count();
        self.advance(n);
    }

    pub(super) fn skip_spaces(&mut self) {
        self.skip_while(|b| matches!(b, b' ' | b'\t'));
    }

    /// Takes a separator if it is one of these.
    pub(super) fn accept(&mut self, separators: &[u8]) -> bool {
        let there = self.peek().is_some_and(|b| separators.contains(&b));
        self.advance(usize::from(there));
        there
    }

    /// Skips to the next digit and reads at most `longest` digits; returns the number and the count of digits.
    pub(super) fn digits(&mut self, longest: usize) -> Option<(i64, usize)> {
        self.skip_while(|b| !b.is_ascii_digit());
        let digits = self.rest.iter().take(longest);
        let length = digits.take_while(|b| b.is_ascii_digit()).count();
        let text = std::str::from_utf8(self.rest.get(..length)?).ok()?;
        let n = text.parse().ok()?;
        self.advance(length);
        Some((n, length))
    }

    pub(super) fn number(&mut self, longest: usize) -> Option<i64> {
        self.digits(longest).map(|(n, _)| n)
    }

    /// A number with any run of signs and blanks in front.
    pub(super) fn signed_number(&mut self) -> Option<i64> {
        let before = self.rest;
        self.skip_while(|b| !b.is_ascii_digit());
        let skipped = before.get(..before.len() - self.rest.len())?;
        let minuses = skipped.iter().filter(|b| **b == b'-').count();
        let n = self.number(19)?;
        Some(if minuses % 2 == 1 { -n } else { n })
    }

    /// A year; one or two digits mean 1970 to 2069.
    pub(super) fn year(&mut self) -> Option<i64> {
        let (year, length) = self.digits(4)?;
        Some(match year {
            0..70 if length < 4 => year + 2000,
            70..100 if length < 4 => year + 1900,
            _ => year,
        })
    }

    /// A run of letters, in small letters.
    pub(super) fn word(&mut self) -> String {
        let letter = |b: &&u8| b.is_ascii_alphabetic() || **b >= 0x80;
        let length = self.rest.iter().take_while(letter).count();
        let word = self.rest.get(..length).unwrap_or_default();
        self.advance(length);
        String::from_utf8_lossy(word).to_ascii_lowercase()
    }

    /// A month by name or number, after blanks and separators.
    pub(super) fn month(&mut self) -> Option<i64> {
        self.skip_while(|b| matches!(b, b' ' | b'\t' | b'-' | b'.' | b'/' | b':'));
        match self.peek() {
            Some(b'0'..=b'9') => self.number(2),
            _ => month_number(&self.word()),
        }
    }

    /// Skips the suffix of `1st`, `2nd`, `3rd`, `4th`.
    pub(super) fn skip_day_suffix(&mut self) {
        let suffix = self.rest.get(..2).unwrap_or_default().to_ascii_lowercase();
        if matches!(suffix.as_slice(), b"st" | b"nd" | b"rd" | b"th") {
            self.advance(2);
        }
    }

    /// What a meridian (`am`, `p.m.`) adds to the hour.
    pub(super) fn meridian(&mut self, hour: i64) -> i64 {
        self.skip_while(|b| !matches!(b, b'a' | b'A' | b'p' | b'P'));
        let pm = matches!(self.peek(), Some(b'p' | b'P'));
        self.rest = &[];
        match (pm, hour) {
            (true, 12) => 0,
            (true, _) => 12,
            (false, 12) => -12,
            (false, _) => 0,
        }
    }
}

fn month_number(word: &str) -> Option<i64> {
    const MONTHS: [(&str, &str); 12] = [
        ("january", "i"),
        ("february", "ii"),
        ("march", "iii"),
        ("april", "iv"),
        ("may", "v"),
        ("june", "vi"),
        ("july", "vii"),
        ("august", "viii"),
        ("september", "ix"),
        ("october", "x"),
        ("november", "xi"),
        ("december", "xii"),
    ];
    let named = |(name, roman): &(&str, &str)| {
        word == *roman || word == *name || (word.len() == 3 && name.starts_with(word))
    };
    let index = match word {
        "sept" => Some(8),
        _ => MONTHS.iter().position(named),
    };
    (1..)
        .zip(0..12)
        .find(|(_, i)| Some(*i) == index)
        .map(|(n, _)| n)
}

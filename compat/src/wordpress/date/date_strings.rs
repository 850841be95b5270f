//! The month and day names of a locale (`WP_Locale`).

/// What a language calls days, months and halves of the day. The caller fills it from the translation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DateStrings {
    /// Sunday first.
    pub weekday: [String; 7],
    /// Sunday first, short.
    pub weekday_abbrev: [String; 7],
    /// January first.
    pub month: [String; 12],
    /// January first, as it stands after a day (`5 января`).
    pub month_genitive: [String; 12],
    /// January first, short.
    pub month_abbrev: [String; 12],
    /// `am`, `pm`, `AM`, `PM`.
    pub meridiem: [String; 4],
    /// Whether a month after a day takes its genitive (the translated switch "decline months names").
    pub decline_months: bool,
    /// Whether `de` before a vowel becomes `d'` (Catalan).
    pub elide_de: bool,
}

impl Default for DateStrings {
    /// English.
    fn default() -> Self {
        let words = |text: &str| text.split(' ').map(str::to_owned).collect::<Vec<_>>();
        let months = "January February March April May June July August September October \
            November December";
        let days = "Sunday Monday Tuesday Wednesday Thursday Friday Saturday";
        let short = |text: &str| {
            let first_three = |word: String| word.chars().take(3).collect::<String>();
            words(text).into_iter().map(first_three).collect::<Vec<_>>()
        };
        Self {
            weekday: array(words(days)),
            weekday_abbrev: array(short(days)),
            month: array(words(months)),
            month_genitive: array(words(months)),
            month_abbrev: array(short(months)),
            meridiem: array(words("am pm AM PM")),
            decline_months: false,
            elide_de: false,
        }
    }
}

/// The words as an array; missing ones are empty.
pub fn array<const N: usize>(words: Vec<String>) -> [String; N] {
    let mut words = words.into_iter();
    std::array::from_fn(|_| words.next().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn english() {
        let strings = DateStrings::default();
        assert_eq!(strings.month_abbrev[8], "Sep");
        assert_eq!(strings.weekday[6], "Saturday");
    }
}

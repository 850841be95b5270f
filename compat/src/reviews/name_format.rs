//! How an author's name is written: contract "reviews-widget", section 3.2, `name_format`.

/// What is left of the name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Parts {
    #[default]
    Whole,
    First,
    Last,
    FirstInitial,
    LastInitial,
    Initials,
}

/// The letters' case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum LetterCase {
    #[default]
    AsWritten,
    Capitalized,
    Lower,
    Upper,
}

/// A format of names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NameFormat {
    parts: Parts,
    is_only: bool,
    has_dots: bool,
    has_spaces: bool,
    case: LetterCase,
}

impl NameFormat {
    /// Reads the attribute; unknown combinations change nothing.
    pub fn of(text: &str) -> Self {
        let mut format = Self::default();
        let mut names: Vec<&str> = Vec::new();
        let lower = text.to_ascii_lowercase();
        for word in lower.split(|c: char| !c.is_ascii_alphanumeric()) {
            match word {
                "" => {}
                "only" => format.is_only = true,
                "dot" | "dots" => format.has_dots = true,
                "space" | "spaces" => format.has_spaces = true,
                "capitalize" => format.case = LetterCase::Capitalized,
                "lowercase" => format.case = LetterCase::Lower,
                "uppercase" => format.case = LetterCase::Upper,
                other => names.push(other),
            }
        }
        format.parts = match names.as_slice() {
            [] => Parts::Whole,
            ["first"] => Parts::First,
            ["last"] => Parts::Last,
            ["first", "initial" | "initials"] => Parts::FirstInitial,
            ["last", "initial" | "initials"] => Parts::LastInitial,
            ["initial" | "initials"] => Parts::Initials,
            _ => return Self::default(),
        };
        format
    }

    /// Writes a name.
    pub fn apply(self, name: &str) -> String {
        let words: Vec<&str> = name.split_whitespace().collect();
        let shown = match (words.as_slice(), self.parts) {
            (_, Parts::Whole) => name.to_owned(),
            ([], _) => String::new(),
            ([first, ..], Parts::First) => (*first).to_owned(),
            ([.., last], Parts::Last) => (*last).to_owned(),
            ([first, others @ ..], Parts::FirstInitial) => {
                let initial = self.initial(first);
                if self.is_only || others.is_empty() {
                    initial
                } else {
                    format!("{initial} {}", others.join(" "))
                }
            }
            ([others @ .., last], Parts::LastInitial) => {
                if others.is_empty() {
                    (*last).to_owned()
                } else if self.is_only {
                    self.initial(last)
                } else {
                    format!("{} {}", others.join(" "), self.initial(last))
                }
            }
            (words, Parts::Initials) => {
                let initials: Vec<String> = words.iter().map(|word| self.initial(word)).collect();
                initials.join(if self.has_spaces { " " } else { "" })
            }
        };
        match self.case {
            LetterCase::AsWritten => shown,
            LetterCase::Lower => shown.to_lowercase(),
            LetterCase::Upper => shown.to_uppercase(),
            LetterCase::Capitalized => capitalized(&shown),
        }
    }

    fn initial(self, word: &str) -> String {
        let mut initial: String = word.chars().take(1).flat_map(char::to_uppercase).collect();
        if self.has_dots {
            initial.push('.');
        }
        initial
    }
}

fn capitalized(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut is_first = true;
    for c in text.chars() {
        if is_first {
            out.extend(c.to_uppercase());
        } else {
            out.extend(c.to_lowercase());
        }
        is_first = c.is_whitespace() || c == '-';
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contract_cases() {
        for (format, expected) in [
            ("first", "Ana"),
            ("last", "Ruiz"),
            ("first initial", "A Ruiz"),
            ("first initial only", "A"),
            ("last initial dot", "Ana R."),
            ("initials", "AR"),
            ("initials dots spaces", "A. R."),
            ("uppercase", "ANA RUIZ"),
            // Recording opiniones, variant 7.
            ("first last initial", "Ana Ruiz"),
            ("no", "Ana Ruiz"),
        ] {
            assert_eq!(
                NameFormat::of(format).apply("Ana Ruiz"),
                expected,
                "{format}"
            );
        }
        assert_eq!(NameFormat::of("last initial").apply("Ana"), "Ana");
        assert_eq!(NameFormat::of("initials").apply(""), "");
    }
}

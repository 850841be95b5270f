//! Names of stored attributes: an option and the suffix of a state or switch.
//!
//! No other file knows the suffixes. Contracts "divi-server", section 1.2, and "divi-css", section 1.2.

/// A state in which an option may have a value of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum State {
    /// Windows wider than 980 pixels, and all others as long as nothing else is stored for them.
    Desktop,
    /// Windows of up to 980 pixels.
    Tablet,
    /// Windows of up to 767 pixels.
    Phone,
    /// The pointer is over the element.
    Hover,
    /// The element, or one around it, is stuck to an edge of the window.
    Sticky,
}

impl State {
    /// All of them: devices first, the widest of them before the others.
    pub const ALL: [Self; 5] = [
        Self::Desktop,
        Self::Tablet,
        Self::Phone,
        Self::Hover,
        Self::Sticky,
    ];
    /// The devices, the widest first.
    pub const DEVICES: [Self; 3] = [Self::Desktop, Self::Tablet, Self::Phone];
    /// The devices whose values have a suffix.
    pub const NARROW: [Self; 2] = [Self::Tablet, Self::Phone];

    /// Its name in data for scripts.
    pub fn name(self) -> &'static str {
        match self {
            Self::Desktop => "desktop",
            Self::Tablet => "tablet",
            Self::Phone => "phone",
            Self::Hover => "hover",
            Self::Sticky => "sticky",
        }
    }

    /// A name with the suffix of the state. Classes and keys of script data have the same suffixes as attributes.
    pub fn name_of(self, base: &str) -> String {
        Part::Value(self).name_of(base)
    }

    /// The state whose value this one has while it has none of its own.
    pub fn inherits(self) -> Option<Self> {
        match self {
            Self::Desktop => None,
            Self::Phone => Some(Self::Tablet),
            Self::Tablet | Self::Hover | Self::Sticky => Some(Self::Desktop),
        }
    }

    /// The switch without which its values do not count; none for desktop.
    pub fn switch(self) -> Option<Switch> {
        match self {
            Self::Desktop => None,
            Self::Tablet | Self::Phone => Some(Switch::Responsive),
            Self::Hover => Some(Switch::Hover),
            Self::Sticky => Some(Switch::Sticky),
        }
    }
}

/// What switches the values of states on: `on`, or `on|` and the tab that was open in the editor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Switch {
    /// Of tablets and phones.
    Responsive,
    /// Of hover.
    Hover,
    /// Of sticky.
    Sticky,
}

/// What a stored attribute holds about its option.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// The value in a state.
    Value(State),
    /// A switch.
    Switch(Switch),
}

impl Part {
    /// All that have a suffix.
    #[cfg(test)]
    const SUFFIXED: [Self; 7] = [
        Self::Value(State::Tablet),
        Self::Value(State::Phone),
        Self::Value(State::Hover),
        Self::Value(State::Sticky),
        Self::Switch(Switch::Responsive),
        Self::Switch(Switch::Hover),
        Self::Switch(Switch::Sticky),
    ];

    const fn suffix(self) -> &'static str {
        match self {
            Self::Value(State::Desktop) => "",
            Self::Value(State::Tablet) => "_tablet",
            Self::Value(State::Phone) => "_phone",
            Self::Value(State::Hover) => "__hover",
            Self::Value(State::Sticky) => "__sticky",
            Self::Switch(Switch::Responsive) => "_last_edited",
            Self::Switch(Switch::Hover) => "__hover_enabled",
            Self::Switch(Switch::Sticky) => "__sticky_enabled",
        }
    }

    /// The stored name of this part of an option.
    pub fn name_of(self, base: &str) -> String {
        [base, self.suffix()].concat()
    }
}

/// A parsed stored name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct AttributeName<'n> {
    /// The option.
    pub base: &'n str,
    /// What is stored about it.
    pub part: Part,
}

impl<'n> AttributeName<'n> {
    /// Parses a stored name. Names without a known suffix are desktop values.
    pub fn parse(stored: &'n str) -> Self {
        let found = match stored.as_bytes().last() {
            Some(b't') => Self::with(stored, Part::Value(State::Tablet)),
            Some(b'e') => Self::with(stored, Part::Value(State::Phone)),
            Some(b'r') => Self::with(stored, Part::Value(State::Hover)),
            Some(b'y') => Self::with(stored, Part::Value(State::Sticky)),
            Some(b'd') => Self::with(stored, Part::Switch(Switch::Responsive))
                .or_else(|| Self::with(stored, Part::Switch(Switch::Hover)))
                .or_else(|| Self::with(stored, Part::Switch(Switch::Sticky))),
            _ => None,
        };
        found.unwrap_or(Self {
            base: stored,
            part: Part::Value(State::Desktop),
        })
    }

    /// A stored name with the suffix of a part; inlined, each suffix is compared as a number.
    #[inline(always)]
    fn with(stored: &'n str, part: Part) -> Option<Self> {
        let base = stored.strip_suffix(part.suffix())?;
        Some(Self { base, part })
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn names_are_taken_apart() {
        let cases = [
            ("font_size", "font_size", Part::Value(State::Desktop)),
            ("font_size_phone", "font_size", Part::Value(State::Phone)),
            ("a__hover", "a", Part::Value(State::Hover)),
            ("a_hover", "a_hover", Part::Value(State::Desktop)),
            ("a_last_edited", "a", Part::Switch(Switch::Responsive)),
            ("a__sticky_enabled", "a", Part::Switch(Switch::Sticky)),
        ];
        for (stored, base, part) in cases {
            assert_eq!(AttributeName::parse(stored), AttributeName { base, part });
        }
    }

    proptest! {
        #[test]
        fn a_name_comes_back(base in "[a-z_]{0,8}", suffix in 0..8_usize) {
            let suffix = Part::SUFFIXED.get(suffix).map_or("", |part| part.suffix());
            let stored = format!("{base}{suffix}");
            let name = AttributeName::parse(&stored);
            prop_assert_eq!(name.part.name_of(name.base), stored);
        }
    }

    /// The lines of a folder's sources that hold a suffix on its own, tests and this file left out.
    fn lines_with_suffixes(folder: &Path, found: &mut Vec<String>) {
        for entry in std::fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                lines_with_suffixes(&path, found);
            } else if path.extension().is_some_and(|end| end == "rs") && !path.ends_with(file!()) {
                let text = std::fs::read_to_string(&path).expect("a source");
                let code = text.split("#[cfg(test)]").next().unwrap_or_default();
                let lines = code.lines().filter(|line| !line.trim().starts_with("//"));
                let has_suffix = |line: &&str| {
                    let mut parts = Part::SUFFIXED.iter();
                    parts.any(|part| line.contains(&format!("\"{}", part.suffix())))
                        || line.contains("__hover")
                        || line.contains("__sticky")
                };
                let lines = lines.filter(has_suffix);
                found.extend(lines.map(|line| format!("{}: {line}", path.display())));
            }
        }
    }

    #[test]
    fn no_other_file_knows_the_suffixes() {
        let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut found = Vec::new();
        for folder in ["compat/src", "themes/src", "endpoints/src"] {
            lines_with_suffixes(&workspace.join(folder), &mut found);
        }
        assert!(found.is_empty(), "{}", found.join("\n"));
    }
}

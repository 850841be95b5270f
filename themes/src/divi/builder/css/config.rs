//! The configuration of the option families of a module, as `module_fields.jsonl` has it.

use serde_json::Value;

/// What stands at a place of the configuration. Its objects have few members: they are searched in order, which is faster
/// than to hash the name.
#[derive(Debug)]
enum Part {
    Nothing,
    Switch(bool),
    Text(&'static str),
    List(Vec<&'static str>),
    Members(Vec<(&'static str, Part)>),
}

impl Part {
    fn of(value: &'static Value) -> Self {
        match value {
            Value::Bool(is_on) => Self::Switch(*is_on),
            Value::String(text) => Self::Text(text),
            Value::Array(parts) => Self::List(parts.iter().filter_map(Value::as_str).collect()),
            Value::Object(members) => {
                let members = members.iter();
                Self::Members(
                    members
                        .map(|(name, v)| (name.as_str(), Self::of(v)))
                        .collect(),
                )
            }
            Value::Null | Value::Number(_) => Self::Nothing,
        }
    }
}

/// A part of a module's configuration.
#[derive(Debug, Clone, Copy)]
pub struct Config<'c>(&'c Part);

impl Config<'static> {
    /// The configuration in a value of the file, kept for the whole life of the program.
    pub(super) fn parse(value: &'static Value) -> Self {
        Self(Box::leak(Box::new(Part::of(value))))
    }
}

impl<'c> Config<'c> {
    /// The part under a name; null where there is none.
    #[must_use]
    pub fn get(self, name: &str) -> Self {
        let Part::Members(members) = self.0 else {
            return Self(&Part::Nothing);
        };
        let found = members.iter().find(|(known, _)| *known == name);
        Self(found.map_or(&Part::Nothing, |(_, part)| part))
    }

    /// The text at the end of a path; a list is joined with commas. `None` where there is none.
    pub fn text(self, path: &[&str]) -> Option<String> {
        match path.iter().fold(self, |part, name| part.get(name)).0 {
            Part::Text(text) => Some((*text).to_owned()),
            Part::List(parts) if !parts.is_empty() => Some(parts.join(", ")),
            _ => None,
        }
    }

    /// The members of a list; a text is a list of one.
    pub fn list(self) -> Vec<&'c str> {
        match self.0 {
            Part::Text(text) => vec![text],
            Part::List(parts) => parts.clone(),
            _ => Vec::new(),
        }
    }

    /// Names and parts, in order.
    pub fn entries(self) -> impl Iterator<Item = (&'c str, Config<'c>)> {
        let members = match self.0 {
            Part::Members(members) => members.as_slice(),
            _ => &[],
        };
        members.iter().map(|(name, part)| (*name, Config(part)))
    }

    /// Whether it is `false`.
    pub fn is_off(self) -> bool {
        matches!(self.0, Part::Switch(false))
    }

    /// Whether it is `true`.
    pub fn is_on(self) -> bool {
        matches!(self.0, Part::Switch(true))
    }

    /// Whether there is anything.
    pub fn is_set(self) -> bool {
        !matches!(self.0, Part::Nothing)
    }

    /// Whether `important` is `all` or a list that holds the property.
    pub fn is_important(self, property: &str) -> bool {
        match self.get("css").get("important").0 {
            Part::Text("all") => true,
            Part::List(properties) => properties.contains(&property),
            _ => false,
        }
    }

    /// Whether `important` is `all` or true.
    pub fn is_all_important(self) -> bool {
        matches!(
            self.get("css").get("important").0,
            Part::Text("all") | Part::Switch(true)
        )
    }
}

//! A section of the configuration: its keys with defaults and notes, and how it is read.
//!
//! The sections of the server are in [`super::settings`]. A column declares its own in its manifest
//! (`endpoints::column::Column::settings`): a type made by [`settings_section!`](crate::settings_section), or a
//! deserializable type with an `impl` of [`SectionSettings`].

use std::any::Any;
use std::fmt::{self, Debug, Formatter};
use std::marker::PhantomData;
use std::sync::Arc;

use anyhow::Result;
use compat::type_map::Entry;
use serde::de::{DeserializeOwned, DeserializeSeed, Error, IgnoredAny, MapAccess, Visitor};
use toml::{Table, Value};

/// One key, for the documentation.
#[derive(Debug, Clone, Copy)]
pub struct Setting {
    /// Section of the file.
    pub section: &'static str,
    /// Key in that section.
    pub key: &'static str,
    /// Its default, as written in the source.
    pub default: &'static str,
    /// What it means.
    pub doc: &'static str,
}

/// The values of a section.
pub trait SectionSettings: DeserializeOwned + Default + Entry + Debug {
    /// The section's name.
    const NAME: &'static str;
    /// Its documented keys.
    const SETTINGS: &'static [Setting];
    /// Lines for the example file, after those of the keys.
    const EXAMPLE: &'static str = "";

    /// Checks what one value alone does not show.
    ///
    /// # Errors
    /// When values do not fit together; the text names section and key.
    fn check(&self) -> Result<()> {
        Ok(())
    }
}

/// A section with its type erased.
#[derive(Clone, Copy)]
pub struct Section {
    /// Its name.
    pub name: &'static str,
    /// Its documented keys.
    pub settings: &'static [Setting],
    /// Lines for the example file, after those of the keys.
    pub example: &'static str,
    read: fn(Source<'_>) -> Result<Arc<dyn SectionValue>, toml::de::Error>,
}

impl Section {
    /// The section of a type.
    pub const fn of<T: SectionSettings>() -> Self {
        Self {
            name: T::NAME,
            settings: T::SETTINGS,
            example: T::EXAMPLE,
            read: |source| Ok(Arc::new(source.section::<T>()?)),
        }
    }
}

/// Values of a section, of whatever type.
trait SectionValue: Any + Debug + Send + Sync {
    fn check(&self) -> Result<()>;
}

impl<T: SectionSettings> SectionValue for T {
    fn check(&self) -> Result<()> {
        SectionSettings::check(self)
    }
}

/// The sections of the columns.
#[derive(Debug, Clone, Default)]
pub struct ColumnSettings(Vec<Arc<dyn SectionValue>>);

impl ColumnSettings {
    /// Reads the sections of the columns.
    ///
    /// # Errors
    /// When a key is unknown or a value is not allowed; with the line where the source is a text.
    pub fn read(source: Source<'_>, sections: &[Section]) -> Result<Self, toml::de::Error> {
        let read = sections.iter().map(|section| (section.read)(source));
        Ok(Self(read.collect::<Result<_, _>>()?))
    }

    /// The values of a section; the defaults when it was not read.
    pub fn get<T: SectionSettings>(&self) -> &T {
        let mut values = self.0.iter().map(|value| -> &dyn Any { value.as_ref() });
        let found = values.find_map(|value| value.downcast_ref());
        found.unwrap_or_else(|| T::absent())
    }

    /// Replaces the values of a section.
    pub fn set<T: SectionSettings>(&mut self, values: T) {
        let is_other = |value: &Arc<dyn SectionValue>| {
            let value: &dyn Any = value.as_ref();
            !value.is::<T>()
        };
        self.0.retain(is_other);
        self.0.push(Arc::new(values));
    }

    /// Checks every section.
    ///
    /// # Errors
    /// When values do not fit together.
    pub fn check(&self) -> Result<()> {
        self.0.iter().try_for_each(|value| value.check())
    }
}

/// What settings are read from.
#[derive(Clone, Copy)]
pub enum Source<'a> {
    /// The text of a file: errors carry the line.
    Text(&'a str),
    /// A parsed file with variables on top.
    Table(&'a Table),
}

impl<'a> Source<'a> {
    /// Fails when the source has a section of another name.
    ///
    /// # Errors
    /// When the text is not TOML or a section is unknown.
    pub fn check_names(self, names: &[&'static str]) -> Result<(), toml::de::Error> {
        self.read(KnownNames(names))
    }

    /// The values of a section; the defaults when the source has no such section.
    ///
    /// # Errors
    /// When the text is not TOML, a key is unknown or a value is not allowed.
    pub fn section<T: SectionSettings>(self) -> Result<T, toml::de::Error> {
        self.read(OneSection(PhantomData))
    }

    fn read<S: DeserializeSeed<'a>>(self, seed: S) -> Result<S::Value, toml::de::Error> {
        match self {
            Self::Text(text) => seed.deserialize(toml::Deserializer::parse(text)?),
            Self::Table(table) => seed.deserialize(Value::Table(table.clone())),
        }
    }
}

/// Reads the section of `T` and leaves out the others.
struct OneSection<T>(PhantomData<T>);

impl<'de, T: SectionSettings> DeserializeSeed<'de> for OneSection<T> {
    type Value = T;

    fn deserialize<D: serde::Deserializer<'de>>(self, source: D) -> Result<T, D::Error> {
        source.deserialize_map(self)
    }
}

impl<'de, T: SectionSettings> Visitor<'de> for OneSection<T> {
    type Value = T;

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("sections")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<T, A::Error> {
        let mut values = None;
        while let Some(name) = map.next_key::<String>()? {
            if name == T::NAME {
                values = Some(map.next_value()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(values.unwrap_or_default())
    }
}

/// Fails at a section with none of these names.
struct KnownNames<'n>(&'n [&'static str]);

impl<'de> DeserializeSeed<'de> for KnownNames<'_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, source: D) -> Result<(), D::Error> {
        source.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for KnownNames<'_> {
    type Value = ();

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("sections")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while map.next_key_seed(KnownName(self.0))?.is_some() {
            map.next_value::<IgnoredAny>()?;
        }
        Ok(())
    }
}

/// The name of a section: its errors carry the place of the name.
struct KnownName<'n>(&'n [&'static str]);

impl<'de> DeserializeSeed<'de> for KnownName<'_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, source: D) -> Result<(), D::Error> {
        source.deserialize_identifier(self)
    }
}

impl Visitor<'_> for KnownName<'_> {
    type Value = ();

    fn expecting(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("the name of a section")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<(), E> {
        if self.0.contains(&name) {
            return Ok(());
        }
        let names: Vec<_> = self.0.iter().map(|name| format!("`{name}`")).collect();
        let names = names.join(", ");
        Err(E::custom(format!(
            "unknown field `{name}`, expected one of {names}"
        )))
    }
}

/// Declares a section: the struct, its defaults, its documentation.
#[macro_export]
macro_rules! settings_section {
    ($(#[doc = $about:literal])* $name:ident $section:literal {
        $($(#[doc = $doc:literal])* $key:ident : $type:ty = $default:expr,)*
    }) => {
        $(#[doc = $about])*
        #[derive(Debug, Clone, serde::Deserialize)]
        #[serde(deny_unknown_fields, default)]
        pub struct $name { $($(#[doc = $doc])* pub $key: $type,)* }

        impl Default for $name {
            fn default() -> Self { Self { $($key: $default.into(),)* } }
        }

        compat::type_map_entry!($name);

        impl $crate::config::section::SectionSettings for $name {
            const NAME: &'static str = $section;
            const SETTINGS: &'static [$crate::config::section::Setting] =
                &[$($crate::config::section::Setting {
                    section: $section,
                    key: stringify!($key),
                    default: stringify!($default),
                    doc: concat!($($doc, "\n",)*),
                },)*];
        }
    };
}

/// Declares a setting with a fixed set of values.
#[macro_export]
macro_rules! settings_choice {
    ($(#[doc = $about:literal])* $name:ident { $($(#[doc = $doc:literal])* $variant:ident = $value:literal,)* }) => {
        $(#[doc = $about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
        pub enum $name { $($(#[doc = $doc])* #[serde(rename = $value)] $variant,)* }

        impl From<&str> for $name {
            /// The value of a default, as written in the documentation.
            fn from(value: &str) -> Self {
                match value { $($value => Self::$variant,)* _ => Self::DEFAULT }
            }
        }

        impl $name {
            const DEFAULT: Self = { const ALL: &[$name] = &[$($name::$variant),*]; ALL[0] };
        }
    };
}

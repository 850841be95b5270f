//! Our own wording in Spanish, French and German.
//!
//! It answers for domains that have no file for a language, and the demo site's language packs are compiled from it.
//! The table `wording.jsonl` lies beside this file: one message a line, found by its English text. A
//! column that prints further texts adds lines with its own text domain, or a table of its own below `wording/` when
//! they are many, whose first line names the domain of all. A line with `pack_only` is for language packs alone: without one, the plugin's text stays English, as
//! in WordPress.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

use super::mo_file::{Message, MoError};
use super::mo_writer::MoWriter;
use super::plural_forms::PluralForms;

static TABLE: LazyLock<Table> = LazyLock::new(|| Table::parse(&TEXTS));

const TEXTS: [&str; 2] = [
    include_str!("wording.jsonl"),
    include_str!("wording/shop.jsonl"),
];

/// What a table's first line may say of all its lines.
#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    #[serde(borrow)]
    domains: Vec<Cow<'static, str>>,
    pack_only: bool,
}

/// The header of a table and its other lines.
fn read(text: &'static str) -> (Header, std::str::Lines<'static>) {
    let mut rest = text.lines();
    match rest.next().map(serde_json::from_str::<Header>) {
        Some(Ok(header)) => (header, rest),
        _ => (Header::default(), text.lines()),
    }
}

/// The domains whose rule among plural forms is not that of the language.
static PLURAL_FORMS: LazyLock<Vec<(Language, String, PluralForms)>> = LazyLock::new(|| {
    // A line that is not whole is left out; a test checks that there is none.
    let lines = include_str!("plural_forms.jsonl").lines();
    lines.filter_map(plural_forms_line).collect()
});

fn plural_forms_line(line: &str) -> Option<(Language, String, PluralForms)> {
    let line: serde_json::Value = serde_json::from_str(line).ok()?;
    let text = |key: &str| line.get(key)?.as_str();
    let language = Language::of_locale(text("language")?)?;
    let rule = PluralForms::parse(text("plural_forms")?)?;
    Some((language, text("domain")?.to_owned(), rule))
}

/// A language that we have words for besides English.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Language {
    Spanish,
    French,
    German,
}

impl Language {
    /// The language of a locale such as `es_MX`.
    pub(super) fn of_locale(locale: &str) -> Option<Self> {
        match locale.split(['_', '-']).next()? {
            "es" => Some(Self::Spanish),
            "fr" => Some(Self::French),
            "de" => Some(Self::German),
            _ => None,
        }
    }

    /// The rule among plural forms: the language's own, but for the domains of `plural_forms.jsonl`. French counts zero
    /// as one; the theme's French file does not (`Articles 0` in recording pages/fr), and its words stand for that file.
    pub(super) fn plural_forms(self, domain: &str) -> PluralForms {
        let mut rules = PLURAL_FORMS.iter();
        let rule = rules.find(|rule| rule.0 == self && rule.1 == domain);
        match (rule, self) {
            (Some((_, _, rule)), _) => rule.clone(),
            (None, Self::French) => PluralForms::up_to_one_and_other(),
            (None, Self::Spanish | Self::German) => PluralForms::one_and_other(),
        }
    }

    /// Our words for a message: one, or one for each plural form.
    pub(super) fn words(
        self,
        domain: &str,
        message: &Message<'_>,
    ) -> Option<&'static [Cow<'static, str>]> {
        let candidates = TABLE.lines.get(message.id)?;
        let line = candidates.iter().find(|line| {
            line.context.as_deref() == message.context
                && (message.plural.is_none() || line.plural.as_deref() == message.plural)
                && line.is_of_domain(domain)
                && !line.pack_only
        })?;
        Some(line.words(self))
    }

    /// The `.mo` file of a domain in this language; `None` for a domain without lines.
    ///
    /// # Errors
    /// When the table is too large for a file.
    pub(super) fn pack(self, domain: &str) -> Result<Option<Vec<u8>>, MoError> {
        let plural_forms = match self.plural_forms(domain).form(0) {
            0 => "nplurals=2; plural=n > 1;",
            _ => "nplurals=2; plural=n != 1;",
        };
        let mut writer = MoWriter::new(plural_forms);
        let lines = TABLE.lines.values().flatten();
        let mut lines = lines.filter(|line| line.is_of_domain(domain)).peekable();
        if lines.peek().is_none() {
            return Ok(None);
        }
        for line in lines {
            writer.insert(&line.message(), line.words(self));
        }
        writer.finish().map(Some)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    #[serde(borrow, default)]
    domains: Vec<Cow<'static, str>>,
    #[serde(default)]
    pack_only: bool,
    #[serde(borrow, default)]
    context: Option<Cow<'static, str>>,
    #[serde(borrow)]
    id: Cow<'static, str>,
    #[serde(borrow, default)]
    plural: Option<Cow<'static, str>>,
    #[serde(borrow)]
    es: Vec<Cow<'static, str>>,
    #[serde(borrow)]
    fr: Vec<Cow<'static, str>>,
    #[serde(borrow)]
    de: Vec<Cow<'static, str>>,
}

impl Line {
    /// Adds what its table says of all its lines.
    fn complete(&mut self, header: &Header) {
        if self.domains.is_empty() {
            self.domains.clone_from(&header.domains);
        }
        self.pack_only |= header.pack_only;
    }

    fn is_of_domain(&self, domain: &str) -> bool {
        if self.domains.is_empty() {
            return domain == super::DEFAULT_DOMAIN;
        }
        self.domains.iter().any(|d| d == domain)
    }

    fn message(&self) -> Message<'_> {
        Message {
            context: self.context.as_deref(),
            id: &self.id,
            plural: self.plural.as_deref(),
        }
    }

    fn words(&self, language: Language) -> &[Cow<'static, str>] {
        match language {
            Language::Spanish => &self.es,
            Language::French => &self.fr,
            Language::German => &self.de,
        }
    }
}

struct Table {
    lines: HashMap<String, Vec<Line>>,
}

impl Table {
    fn parse(texts: &[&'static str]) -> Self {
        let mut lines: HashMap<String, Vec<Line>> = HashMap::new();
        for &text in texts {
            let (header, rest) = read(text);
            // A line that does not parse is left out; the test below sees to it that there is none.
            for mut line in rest.filter_map(|l| serde_json::from_str::<Line>(l).ok()) {
                line.complete(&header);
                let id = line.id.clone().into_owned();
                lines.entry(id).or_default().push(line);
            }
        }
        Self { lines }
    }
}

#[cfg(test)]
mod tests {
    use super::super::MoFile;
    use super::*;
    use crate::wordpress::static_regex::StaticRegex;

    #[test]
    fn zero_is_singular_in_french_but_not_in_the_themes_file() {
        let form = |language: Language, domain, n| language.plural_forms(domain).form(n);
        assert_eq!(
            [0, 1, 2].map(|n| form(Language::French, "default", n)),
            [0, 0, 1]
        );
        assert_eq!(
            [0, 1, 2].map(|n| form(Language::French, "Divi", n)),
            [1, 0, 1]
        );
        assert_eq!(
            [0, 1, 2].map(|n| form(Language::Spanish, "default", n)),
            [1, 0, 1]
        );
    }

    #[test]
    fn a_pack_holds_every_line_of_its_domain() {
        for language in [Language::Spanish, Language::French, Language::German] {
            for domain in ["default", "woocommerce", "et_builder"] {
                let file = MoFile::new(language.pack(domain).unwrap().unwrap()).unwrap();
                for line in TABLE.lines.values().flatten() {
                    let word = line.is_of_domain(domain).then(|| &*line.words(language)[0]);
                    let found = file.translate(&line.message());
                    assert!(word.is_none_or(|word| found == Some(word)), "{}", line.id);
                }
                for n in [0, 1, 2] {
                    let message = Message {
                        plural: Some("%s days"),
                        ..Message::new("%s day")
                    };
                    let words = language.words(domain, &message);
                    let wanted = words.map(|w| &*w[language.plural_forms(domain).form(n)]);
                    assert!(wanted.is_none_or(|w| file.translate_plural(&message, n) == Some(w)));
                }
            }
            assert!(language.pack("nobody").unwrap().is_none());
        }
    }

    #[test]
    fn every_line_is_whole() {
        let lines = include_str!("plural_forms.jsonl").lines();
        assert_eq!(lines.count(), PLURAL_FORMS.len());
        for text in TEXTS.into_iter().flat_map(|text| read(text).1) {
            let line: Line = serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"));
            let forms = 1 + usize::from(line.plural.is_some());
            for words in [&line.es, &line.fr, &line.de] {
                assert_eq!(words.len(), forms, "{text}");
                for word in words {
                    assert!(!word.is_empty(), "{text}");
                    assert_eq!(placeholders(word), placeholders(&line.id), "{text}");
                }
            }
        }
    }

    #[test]
    fn no_message_stands_twice_in_a_domain() {
        for (id, lines) in &TABLE.lines {
            for (at, line) in lines.iter().enumerate() {
                let twin = lines[at + 1..].iter().find(|other| {
                    other.context == line.context
                        && (other.domains == line.domains
                            || other.domains.iter().any(|d| line.is_of_domain(d)))
                });
                assert!(twin.is_none(), "{id}");
            }
        }
    }

    #[test]
    fn the_shop_speaks_in_language_packs_alone() {
        let message = Message::new("Proceed to checkout");
        for (language, word) in [
            (Language::Spanish, "Finalizar la compra"),
            (Language::French, "Passer la commande"),
            (Language::German, "Weiter zur Kasse"),
        ] {
            let pack = language.pack("woocommerce").unwrap().unwrap();
            let pack = MoFile::new(pack).unwrap();
            assert_eq!(pack.translate(&message), Some(word));
            assert_eq!(language.words("woocommerce", &message), None);
            assert_eq!(language.words("default", &message), None);
        }
    }

    /// The placeholders of a text (`%s`, `%1$s`, `%qty%`, `{site_title}`) and its tags, sorted.
    fn placeholders(text: &str) -> Vec<&str> {
        static PLACEHOLDER: StaticRegex =
            StaticRegex::new(r"%(?:\d+\$)?[sd]|%\w+%|\{\w+\}|</?\w[^>]*>");
        let found = PLACEHOLDER.find_iter(text);
        let mut found: Vec<&str> = found.map(|m| m.as_str()).collect();
        found.sort_unstable();
        found
    }
}

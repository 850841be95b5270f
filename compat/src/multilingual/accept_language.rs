//! The language that a visitor's browser prefers (`Accept-Language`), among those of the site.
//!
//! Contract "wordpress-core", section 19.2: Polylang's option `browser`.

use super::language::Language;

/// Entries of the header that are looked at.
const MOST_ENTRIES: usize = 64;

/// An entry of the header, in lower case.
#[derive(Debug, PartialEq, Eq)]
struct Accepted {
    tag: String,
    language: String,
    region: Option<String>,
    variant: Option<String>,
}

/// The first of the browser's languages that the site has. Of each, the whole tag counts first, then language with
/// region, the region, language with variant, and the language alone.
pub fn preferred<'a>(header: &str, languages: &[&'a Language]) -> Option<&'a Language> {
    let find = |fits: &dyn Fn(&Language) -> bool| languages.iter().find(|l| fits(l)).copied();
    accepted(header).iter().find_map(|accepted| {
        let whole = find(&|l| l.html_tag().eq_ignore_ascii_case(&accepted.tag));
        let part = |part: &String| find(&|l| is_part(part, l));
        whole.or_else(|| parts(accepted).iter().find_map(part))
    })
}

/// Parts of a tag, in the order in which they count.
fn parts(accepted: &Accepted) -> Vec<String> {
    let language = &accepted.language;
    let mut parts = Vec::new();
    if let Some(region) = &accepted.region {
        parts.push(format!("{language}-{region}"));
        parts.push(region.clone());
    }
    if let Some(variant) = &accepted.variant {
        parts.push(format!("{language}-{variant}"));
    }
    parts.push(language.clone());
    parts
}

/// Whether a part of a tag begins with the language's code, or the language's locale with the part.
fn is_part(part: &str, language: &Language) -> bool {
    let code = language.code.to_lowercase();
    part.starts_with(&code) || language.html_tag().to_lowercase().starts_with(part)
}

/// The entries by their weight, those of one weight as they came; without those that are refused.
fn accepted(header: &str) -> Vec<Accepted> {
    let mut entries: Vec<(u16, Accepted)> = header
        .split(',')
        .take(MOST_ENTRIES)
        .filter_map(|entry| {
            let (tag, parameters) = entry.split_once(';').unwrap_or((entry, ""));
            Some((weight(parameters), read(tag.trim())?))
        })
        .filter(|(weight, _)| *weight > 0)
        .collect();
    entries.sort_by_key(|(weight, _)| std::cmp::Reverse(*weight));
    entries.into_iter().map(|(_, accepted)| accepted).collect()
}

/// The weight in thousandths; of what says none, or none that is understood, the whole.
fn weight(parameters: &str) -> u16 {
    const WHOLE: u16 = 1000;
    let Some((name, value)) = parameters.split_once('=') else {
        return WHOLE;
    };
    let value = value.trim();
    if !name.trim().eq_ignore_ascii_case("q") {
        return WHOLE;
    }
    let (whole, fraction) = value.split_once('.').unwrap_or((value, ""));
    let is_number = [whole, fraction]
        .concat()
        .bytes()
        .all(|b| b.is_ascii_digit());
    if whole != "0" || !is_number {
        return WHOLE;
    }
    let digits = fraction.bytes().chain(std::iter::repeat(b'0')).take(3);
    digits.fold(0, |sum, digit| sum * 10 + u16::from(digit - b'0'))
}

/// Reads a tag: language, up to three extensions, script, region, variants. What follows does not count.
fn read(tag: &str) -> Option<Accepted> {
    let tag = tag.to_ascii_lowercase();
    let mut subtags = tag.split('-').peekable();
    let letters = |text: &str| text.bytes().all(|b| b.is_ascii_alphabetic());
    let language = subtags.next()?;
    if !(2..=8).contains(&language.len()) || !letters(language) {
        return None;
    }
    for _ in 0..3 {
        subtags.next_if(|s| s.len() == 3 && letters(s));
    }
    subtags.next_if(|s| s.len() == 4 && letters(s));
    let is_region = |s: &&str| {
        s.len() == 2 && letters(s) || s.len() == 3 && s.bytes().all(|b| b.is_ascii_digit())
    };
    let region = subtags.next_if(is_region).map(str::to_owned);
    let is_variant = |s: &&str| {
        let is_word = s.bytes().all(|b| b.is_ascii_alphanumeric());
        let is_year = s.len() == 4 && s.starts_with(|c: char| c.is_ascii_digit());
        is_word && ((5..=8).contains(&s.len()) || is_year)
    };
    let variant = subtags.next_if(is_variant).map(str::to_owned);
    Some(Accepted {
        language: language.to_owned(),
        region,
        variant,
        tag: tag.clone(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn languages() -> Vec<Language> {
        let language = |code: &str, locale: &str| Language {
            code: code.to_owned(),
            locale: locale.to_owned(),
            ..Language::default()
        };
        vec![
            language("es", "es_ES"),
            language("en", "en_US"),
            language("uk", "en_GB"),
            language("de", "de_DE_formal"),
            language("pt-br", "pt_BR"),
        ]
    }

    #[test]
    fn the_first_language_that_the_site_has() {
        let all = languages();
        let all: Vec<&Language> = all.iter().collect();
        for (header, wanted) in [
            ("en", Some("en")),
            ("en-GB,en;q=0.9", Some("uk")),
            ("fr-FR,fr;q=0.9,de;q=0.8,en;q=0.7", Some("de")),
            ("fr;q=0.1, en;q=0.3, es;q=0.2", Some("en")),
            ("es;q=0, en;q=0.001", Some("en")),
            // Of one weight the first.
            ("de, en", Some("de")),
            ("pt-PT,pt;q=0.5", Some("pt-br")),
            ("zh-Hant-TW, ES-mx", Some("es")),
            // The region alone: English as it is spoken in Spain.
            ("ca-ES", Some("es")),
            ("fr, ja;q=0.5", None),
            ("*", None),
            ("", None),
        ] {
            let found = preferred(header, &all).map(|language| language.code.as_str());
            assert_eq!(found, wanted, "{header}");
        }
    }

    #[test]
    fn weights() {
        for (parameters, wanted) in [
            ("", 1000),
            ("q=0.5", 500),
            (" q = 0.85 ", 850),
            ("q=1.0", 1000),
            ("q=7", 1000),
            ("q=0", 0),
            ("q=0.0009", 0),
            ("q=x", 1000),
            ("v=0", 1000),
        ] {
            assert_eq!(weight(parameters), wanted, "{parameters}");
        }
    }

    proptest! {
        #[test]
        fn any_header_is_read(header in "[a-zA-Z0-9;=,.* ñ-]{0,200}") {
            let all = languages();
            let all: Vec<&Language> = all.iter().collect();
            let _ = preferred(&header, &all);
        }
    }
}

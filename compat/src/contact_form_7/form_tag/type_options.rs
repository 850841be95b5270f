//! What single options mean: sizes, lengths, classes, dates, limits.
//!
//! Contract "contact-form-7" sections 3.8 and 8.4.

use jiff::Zoned;

use super::FormTag;
use super::option::{OptionPattern, is_digits};
use crate::wordpress::formatting::sanitize::sanitize_html_class;
use crate::wordpress::php::strtotime::date_create_immutable;

/// Bytes of an upload when the tag names no limit.
pub const DEFAULT_LIMIT: u64 = 1_048_576;

/// `0` counts as missing where PHP asks for a value.
fn truthy(text: &str) -> Option<&str> {
    Some(text).filter(|t| !t.is_empty() && *t != "0")
}

/// The two sides of a shorthand `N/M`.
fn slashed(option: &str) -> Option<(&str, &str)> {
    option.split_once('/')
}

fn is_digits_or_empty(text: &str) -> bool {
    text.is_empty() || is_digits(text)
}

/// `CxR`, `CxR/M`: columns and rows.
fn crossed(option: &str) -> Option<(&str, &str)> {
    let cross = match slashed(option) {
        Some((cross, max)) if is_digits(max) => cross,
        Some(_) => return None,
        None => option,
    };
    let (cols, rows) = cross.split_once('x')?;
    (is_digits_or_empty(cols) && is_digits_or_empty(rows)).then_some((cols, rows))
}

impl FormTag {
    fn int_option(&self, name: &str) -> Option<&str> {
        self.get_option(name, OptionPattern::Int).and_then(truthy)
    }

    /// `id:`, unless it begins with `wpcf7`. Whether it was used before is the page's matter.
    pub fn get_id_option(&self) -> Option<&str> {
        self.get_option("id", OptionPattern::Id)
            .and_then(truthy)
            .filter(|id| !id.starts_with("wpcf7"))
    }

    /// The classes before, then those of `class:`, each made harmless, each once.
    pub fn get_class_option(&self, before: &str) -> String {
        let own = self.get_options("class", OptionPattern::Any);
        let mut classes: Vec<String> = Vec::new();
        for class in before.split(' ').chain(own) {
            let class = sanitize_html_class(class, "");
            if truthy(&class).is_some() && !classes.contains(&class) {
                classes.push(class);
            }
        }
        classes.join(" ")
    }

    /// `size:` or the first number of `N/M`.
    pub fn get_size_option(&self) -> Option<&str> {
        self.int_option("size").or_else(|| {
            let sizes = self.options.iter().filter_map(|o| slashed(o));
            sizes
                .filter(|(size, max)| is_digits(size) && is_digits_or_empty(max))
                .map(|(size, _)| size)
                .next()
        })
    }

    /// `maxlength:` or the number behind the slash.
    pub fn get_maxlength_option(&self) -> Option<&str> {
        let is_size = |text: &str| {
            let (cols, rows) = text.split_once('x').unwrap_or((text, ""));
            is_digits_or_empty(cols) && is_digits_or_empty(rows)
        };
        self.int_option("maxlength").or_else(|| {
            let pairs = self.options.iter().filter_map(|o| slashed(o));
            pairs
                .filter(|(size, max)| is_size(size) && is_digits(max))
                .map(|(_, max)| max)
                .next()
        })
    }

    /// `minlength:`.
    pub fn get_minlength_option(&self) -> Option<&str> {
        self.int_option("minlength")
    }

    /// `cols:` or the first number of `CxR`.
    pub fn get_cols_option(&self) -> Option<&str> {
        self.int_option("cols").or_else(|| {
            let crosses = self.options.iter().filter_map(|o| crossed(o));
            crosses.map(|(cols, _)| cols).find(|c| !c.is_empty())
        })
    }

    /// `rows:` or the second number of `CxR`.
    pub fn get_rows_option(&self) -> Option<&str> {
        self.int_option("rows").or_else(|| {
            let crosses = self.options.iter().filter_map(|o| crossed(o));
            crosses.map(|(_, rows)| rows).find(|r| !r.is_empty())
        })
    }

    /// A date that an option names in any way that PHP reads, as `YYYY-MM-DD`; `now` is in the site's time zone.
    pub fn get_date_option(&self, name: &str, now: &Zoned) -> Option<String> {
        let value = self.get_option(name, OptionPattern::Any).and_then(truthy)?;
        date_of_expression(value, now)
    }

    /// `limit:` in bytes.
    pub fn get_limit_option(&self) -> u64 {
        let limits = self.options.iter().filter_map(|o| o.strip_prefix("limit:"));
        limits.filter_map(bytes).next().unwrap_or(DEFAULT_LIMIT)
    }

    /// The tokens of all `autocomplete:` options as one attribute value.
    pub fn get_autocomplete_option(&self) -> Option<String> {
        let is_token = |token: &str| {
            let mut parts = token.split('-');
            parts
                .next()
                .is_some_and(|p| !p.is_empty() && p.bytes().all(|b| b.is_ascii_lowercase()))
                && parts.all(|p| {
                    !p.is_empty()
                        && p.bytes()
                            .all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
                })
        };
        let is_value = |v: &&str| {
            v.bytes()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'|'))
        };
        let mut tokens: Vec<String> = Vec::new();
        for value in self.option_values("autocomplete").filter(is_value) {
            for token in value.to_ascii_lowercase().split('|') {
                if is_token(token) && !tokens.iter().any(|t| t == token) {
                    tokens.push(token.to_owned());
                }
            }
        }
        for alone in ["off", "on"] {
            if tokens.iter().any(|t| t == alone) {
                return Some(alone.to_owned());
            }
        }
        (!tokens.is_empty()).then(|| tokens.join(" "))
    }
}

/// A number with an optional unit.
fn bytes(text: &str) -> Option<u64> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let (number, unit) = text.split_at_checked(end)?;
    if number.starts_with('0') {
        return None;
    }
    let factor = match unit.to_ascii_lowercase().as_str() {
        "" | "b" => 1,
        "kb" => 1024,
        "mb" => 1024 * 1024,
        _ => return None,
    };
    Some(number.parse::<u64>().ok()?.saturating_mul(factor))
}

/// Runs of `_` become one space: `next_year`.
fn underscores_spaced(text: &str) -> String {
    let words: Vec<&str> = text.split('_').collect();
    let mut out = String::with_capacity(text.len());
    for (i, word) in words.iter().enumerate() {
        if i > 0 && !out.ends_with(' ') {
            out.push(' ');
        }
        out.push_str(word);
    }
    out
}

/// A date expression of PHP, with `_` for spaces, as `YYYY-MM-DD`; `now` is in the site's time zone.
pub fn date_of_expression(text: &str, now: &Zoned) -> Option<String> {
    let date = date_create_immutable(underscores_spaced(text).as_bytes(), now)?;
    Some(date.strftime("%Y-%m-%d").to_string())
}

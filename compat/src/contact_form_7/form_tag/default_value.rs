//! `default:`: the sources of a control's default value.
//!
//! Contract "contact-form-7" section 3.9.

use std::borrow::Cow;
use std::collections::HashMap;

use super::FormTag;
use super::option::OptionPattern;
use crate::wordpress::formatting::sanitize::sanitize_key;
use crate::wordpress::formatting::sanitize_field::wp_pre_kses_less_than;
use crate::wordpress::formatting::strip_all_tags::wp_strip_all_tags;
use crate::wordpress::php::Value;

/// Values of the page and of its visitor that default values refer to.
#[derive(Debug, Clone, Default)]
pub struct DefaultSources {
    /// The query string as PHP reads it.
    pub get: Value,
    /// The posted body as PHP reads it.
    pub post: Value,
    /// Attributes of the shortcode.
    pub shortcode_attr: HashMap<String, String>,
    /// Meta of the post around the form, inside the main loop: all values of each key.
    pub post_meta: HashMap<String, Vec<String>>,
    /// Properties of the visitor's account (`user_login`, `display_name`, …); `None` for a stranger.
    pub user: Option<HashMap<String, String>>,
}

impl FormTag {
    /// The first value that a `default:` option yields.
    pub fn get_default_option(&self, sources: &DefaultSources) -> Option<String> {
        self.get_options("default", OptionPattern::Any)
            .into_iter()
            .find_map(|option| {
                let found = self.yielded(&sanitize_key(option), sources, 1);
                found.first
            })
    }

    /// All values that the `default:` options yield, each once. `shifted` counts from zero.
    pub fn get_default_options(&self, sources: &DefaultSources, shifted: bool) -> Vec<String> {
        let mut values: Vec<String> = Vec::new();
        for option in self.get_options("default", OptionPattern::Any) {
            let found = self.yielded(&sanitize_key(option), sources, u64::from(!shifted));
            for value in found.all {
                if !values.contains(&value) {
                    values.push(value);
                }
            }
        }
        values
    }

    fn yielded(&self, option: &str, sources: &DefaultSources, base: u64) -> Yielded {
        match option {
            _ if option.starts_with("user_") && sources.user.is_some() => {
                Yielded::one(user_property(option, sources).filter(|v| *v != "0"))
            }
            "post_meta" => {
                let all = sources.post_meta.get(&self.name).cloned();
                Yielded::from_list(all.unwrap_or_default())
            }
            "get" => Yielded::from_list(posted(&sources.get, &self.name)),
            "post" => Yielded::from_list(posted(&sources.post, &self.name)),
            "shortcode_attr" => {
                Yielded::one(sources.shortcode_attr.get(&self.name).map(String::as_str))
            }
            _ if option.bytes().all(|b| b.is_ascii_digit() || b == b'_') => {
                let numbers = option.split('_').map(|n| n.parse::<u64>().unwrap_or(0));
                let values: Vec<String> = numbers
                    .filter_map(|n| usize::try_from(n.checked_sub(base)?).ok())
                    .filter_map(|n| self.values.get(n).cloned())
                    .collect();
                Yielded {
                    first: values.first().cloned(),
                    all: values,
                }
            }
            _ => Yielded::default(),
        }
    }
}

/// What one option yields.
#[derive(Default)]
struct Yielded {
    first: Option<String>,
    all: Vec<String>,
}

impl Yielded {
    fn one(value: Option<&str>) -> Self {
        let value = value.filter(|v| !v.is_empty()).map(str::to_owned);
        Self {
            all: value.iter().cloned().collect(),
            first: value,
        }
    }

    fn from_list(all: Vec<String>) -> Self {
        Self {
            first: all.first().filter(|v| !v.is_empty()).cloned(),
            all,
        }
    }
}

fn user_property<'a>(option: &str, sources: &'a DefaultSources) -> Option<&'a str> {
    let property = match option {
        "user_login" | "user_email" | "user_url" => option,
        _ => option.strip_prefix("user_")?,
    };
    sources.user.as_ref()?.get(property).map(String::as_str)
}

/// The values sent for a name, cleaned.
fn posted(sent: &Value, name: &str) -> Vec<String> {
    let value = sent.at(name);
    if value.is_null() {
        return Vec::new();
    }
    if value.as_array().is_some() {
        return value
            .values()
            .map(|v| sanitize_query_var(&v.to_string_lossy()))
            .collect();
    }
    vec![sanitize_query_var(&value.to_string_lossy())]
}

/// `wpcf7_sanitize_query_var`: without percent-encoded octets, tags and doubled spaces; line breaks stay.
pub fn sanitize_query_var(text: &str) -> String {
    let stripped = if text.contains('<') {
        Cow::Owned(wp_strip_all_tags(&wp_pre_kses_less_than(text), false))
    } else {
        Cow::Borrowed(text)
    };
    let mut out = String::with_capacity(stripped.len());
    let mut rest: &str = &stripped;
    while let Some(c) = rest.chars().next() {
        let octet = rest.as_bytes().get(1..3);
        let is_octet = c == '%' && octet.is_some_and(|o| o.iter().all(u8::is_ascii_hexdigit));
        let is_repeated = c == ' ' && out.ends_with(' ');
        if !is_octet && !is_repeated {
            out.push(c);
        }
        let len = if is_octet { 3 } else { c.len_utf8() };
        rest = rest.get(len..).unwrap_or_default();
    }
    out.trim_matches(' ').to_owned()
}

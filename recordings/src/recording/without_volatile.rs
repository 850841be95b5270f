//! A recorded response with placeholders for the values that the recording names as volatile.

use serde_json::Value;
use sha2::{Digest, Sha256};

use super::{Response, Volatile};
use crate::client_response::ClientResponse;
use crate::volatile::ANYTHING;

impl Response {
    /// What was answered now, as something to compare another response with.
    #[must_use]
    pub fn of(response: &ClientResponse) -> Self {
        Self {
            status: response.status,
            headers: response.headers.clone(),
            body: response.body.clone(),
            body_sha256: hex(&Sha256::digest(&response.bytes)),
            ..Self::default()
        }
    }

    /// The body with a placeholder for each volatile value.
    #[must_use]
    pub fn body_without_volatile(&self) -> String {
        let mut body = self.body.clone();
        for one in self.volatile_in("response.body") {
            // A value that holds markup is more than a text of the page.
            if one.pointer.is_none() && !one.value.contains(['<', '>']) {
                body = without(&body, one);
            }
        }
        body
    }

    /// A header's value with placeholders.
    pub(crate) fn header_without_volatile(&self, name: &str, value: &str) -> String {
        let place = format!("response.headers.{name}");
        let named = self.volatile.iter();
        let named = named.filter(|one| one.place.eq_ignore_ascii_case(&place));
        named.fold(value.to_owned(), |value, one| {
            let replaced = without(&value, one);
            if replaced != value {
                return replaced;
            }
            // Long values are cut in the list of volatile ones.
            match value.find(one.before.as_str()) {
                Some(at) if value.contains(one.value.as_str()) && !one.value.is_empty() => {
                    let start = value.get(..at + one.before.len()).unwrap_or_default();
                    format!("{start}{ANYTHING}")
                }
                _ => value,
            }
        })
    }

    /// A leaf of a JSON body with placeholders, when it holds a volatile value.
    pub(crate) fn leaf_without_volatile(&self, pointer: &str, leaf: &Value) -> Option<String> {
        let mut text = leaf.to_string();
        let mut is_volatile = false;
        for one in self.volatile_in("response.body") {
            let is_here = match &one.pointer {
                Some(place) => place == pointer,
                None => leaf.is_string() && one.value.len() >= 4 && text.contains(&one.value),
            };
            if !is_here {
                continue;
            }
            is_volatile = true;
            text = match leaf {
                Value::String(_) if one.pointer.is_none() => {
                    text.replace(&one.value, &ANYTHING.to_string())
                }
                Value::String(_) => format!("\"{ANYTHING}\""),
                _ => ANYTHING.to_string(),
            };
        }
        is_volatile.then_some(text)
    }

    /// Whether these are the bytes of the recorded body; true when they are not known.
    pub(crate) fn is_body_of(&self, bytes: &[u8]) -> bool {
        self.body_sha256.is_empty() || hex(&Sha256::digest(bytes)) == self.body_sha256
    }

    /// What is known of a body that is no text.
    pub(crate) fn body_summary(&self) -> String {
        format!("sha256 {}", self.body_sha256)
    }

    fn volatile_in<'a>(&'a self, place: &'a str) -> impl Iterator<Item = &'a Volatile> {
        self.volatile.iter().filter(move |one| one.place == place)
    }
}

/// A text with a placeholder for a value that stands between what surrounds it.
fn without(text: &str, one: &Volatile) -> String {
    if one.value.is_empty() || one.before.len() + one.after.len() < 4 {
        return text.to_owned();
    }
    let all = format!("{}{}{}", one.before, one.value, one.after);
    text.replace(&all, &format!("{}{ANYTHING}{}", one.before, one.after))
}

pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

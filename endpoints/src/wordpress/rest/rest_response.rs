//! `WP_REST_Response`: data, links, headers.

use std::time::Duration;

use compat::wordpress::php::{Array, Value};

use super::route_error::RestError;

/// A link of an object.
#[derive(Debug, Clone)]
pub struct Link {
    /// `self`, `collection`, `wp:term`, …
    pub rel: String,
    /// The URL.
    pub href: String,
    /// Attributes printed before `href`: `embeddable`, `taxonomy`, …
    pub attributes: Array,
    /// The methods of the address, where they are not those of core's objects (`targetHints`).
    pub allow: Option<&'static [&'static str]>,
}

/// An object with its links.
#[derive(Debug, Clone, Default)]
pub struct Item {
    /// The object's fields.
    pub data: Array,
    /// Its links, in order.
    pub links: Vec<Link>,
    /// The links are those that the request wants, though `_fields` names no `_links`.
    pub keeps_links: bool,
}

impl Item {
    /// An item with room for so many fields.
    pub fn with_capacity(fields: usize) -> Self {
        Self {
            data: Array::with_capacity(fields),
            ..Self::default()
        }
    }

    /// Adds a field.
    pub fn set(&mut self, name: &str, value: impl Into<Value>) {
        self.data.insert(name, value);
    }

    /// Adds a link.
    pub fn link(&mut self, rel: &str, href: impl Into<String>) {
        self.link_with(rel, href, &[]);
    }

    /// Adds a link that `_embed` follows.
    pub fn embeddable(&mut self, rel: &str, href: impl Into<String>) {
        self.link_with(rel, href, &[("embeddable", Value::Bool(true))]);
    }

    /// Adds a link with attributes.
    pub fn link_with(&mut self, rel: &str, href: impl Into<String>, attributes: &[(&str, Value)]) {
        // `href` and `targetHints` follow.
        let mut all = Array::with_capacity(attributes.len() + 2);
        for (name, value) in attributes {
            all.insert(*name, value.clone());
        }
        self.links.push(Link {
            rel: rel.to_owned(),
            href: href.into(),
            attributes: all,
            allow: None,
        });
    }

    /// Adds the link to the object itself, at an address with these methods.
    pub fn link_self(&mut self, href: impl Into<String>, allow: &'static [&'static str]) {
        self.links.push(Link {
            rel: "self".to_owned(),
            href: href.into(),
            attributes: Array::new(),
            allow: Some(allow),
        });
    }

    /// The fields, followed by `_links` when there are links.
    pub fn into_value(self, allow: &[&str]) -> Value {
        let mut value = self.data;
        if !self.links.is_empty() {
            value.insert("_links", compact_links(self.links, allow));
        }
        value.into()
    }
}

/// `get_compact_response_links`.
fn compact_links(links: Vec<Link>, allow: &[&str]) -> Array {
    let has_curies = links.iter().any(|link| link.rel.starts_with("wp:"));
    let mut compact = Array::with_capacity(links.len() + 1);
    for link in links {
        let mut entry = link.attributes;
        entry.insert("href", link.href);
        let allow = link.allow.unwrap_or(allow);
        if link.rel == "self" && !allow.is_empty() {
            let hints = Value::array().with("allow", allow.iter().copied().collect::<Value>());
            entry.insert("targetHints", hints);
        }
        compact.entry_array(link.rel.into()).push(entry);
    }
    if has_curies {
        let curie = Value::array()
            .with("name", "wp")
            .with("href", "https://api.w.org/{rel}")
            .with("templated", true);
        compact.entry_array("curies".into()).push(curie);
    }
    compact
}

/// The body of a response.
#[derive(Debug, Clone)]
pub enum Body {
    /// One object.
    Item(Box<Item>),
    /// A list.
    List(Vec<Item>),
    /// Objects by name.
    Map(Vec<(String, Item)>),
    /// Anything else.
    Value(Value),
    /// An error that is sent with headers of its own; `_fields` does not concern it.
    Error(Box<RestError>),
}

/// A response.
#[derive(Debug, Clone)]
pub struct RestResponse {
    /// The status.
    pub status: u16,
    /// The body.
    pub body: Body,
    /// Headers in order; a `Link` here replaces the API's default one. Numbers stay numbers in a batch's response.
    pub headers: Vec<(&'static str, Value)>,
    /// How long a GET response may be cached for anonymous visitors; `None`: not at all.
    pub fresh_for: Option<Duration>,
    /// The context that the callback gave the request, for the methods in `Allow`.
    pub allow_context: Option<&'static str>,
}

/// Default of `fresh_for`.
const FRESH: Duration = Duration::from_secs(3600);

impl RestResponse {
    /// A response with status 200.
    pub fn new(body: Body) -> Self {
        Self {
            status: 200,
            body,
            headers: Vec::new(),
            fresh_for: Some(FRESH),
            allow_context: None,
        }
    }

    /// Sets how long the response may be cached; `None`: not at all.
    #[must_use]
    pub fn cached_for(mut self, time: Option<Duration>) -> Self {
        self.fresh_for = time
            .map(|time| time.min(FRESH))
            .filter(|time| !time.is_zero());
        self
    }

    /// `Allow` is asked as of a request in this context: what a write answers is shown for editing.
    #[must_use]
    pub fn allow_in(mut self, context: &'static str) -> Self {
        self.allow_context = Some(context);
        self
    }

    /// The response to a deletion: what there was, without links.
    pub fn deleted(previous: Item) -> Self {
        let data = Value::array()
            .with("deleted", true)
            .with("previous", previous.data);
        Self::new(Body::Value(data)).cached_for(None)
    }

    /// An error with headers of its own.
    pub fn error(error: RestError) -> Self {
        let status = error.status();
        let mut response = Self::new(Body::Error(Box::new(error))).cached_for(None);
        response.status = status;
        response
    }

    /// One object.
    pub fn item(item: Item) -> Self {
        Self::new(Body::Item(Box::new(item)))
    }

    /// Adds a header.
    #[must_use]
    pub fn with_header(mut self, name: &'static str, value: impl Into<Value>) -> Self {
        self.headers.push((name, value.into()));
        self
    }
}

//! `wp-block-editor/v1/url-details`: title, icon, description and image of a public page.
//!
//! Contract "wordpress-rest", section 16; recording owner/url-details. The address is resolved once and connected to only
//! where it is public (hardening S22); no redirect is followed.

use std::time::Duration;

use compat::wordpress::formatting::sanitize_field::sanitize_text_field;
use compat::wordpress::l10n::Locale;
use compat::wordpress::php::html::html_entity_decode;
use compat::wordpress::php::{Array, Value};
use http::Uri;

use crate::http_client::{HttpError, HttpRequest, send};
use crate::public_address::is_public;

use super::arg::Arg;
use super::guarded::{callback, edits_some_posts, endpoint, when};
use super::item_schema;
use super::remote_url::is_remote_url;
use super::request::RestRequest;
use super::rest_response::{Body, RestResponse};
use super::route::{Permitting, READABLE, Rest, Routes};
use super::route_error::{RestError, RouteError};

/// How long a page is waited for.
const TIMEOUT: Duration = Duration::from_secs(8);
/// Bytes of a page that are read.
const MOST: usize = 150 * 1024;

/// Registers the route.
pub fn register(routes: &mut Routes, locale: &Locale) {
    let url = Arg::new("url", locale.translate("The URL to process."))
        .string()
        .with("format", "uri")
        .required();
    let details = endpoint(READABLE, vec![url], process_urls, callback!(details));
    routes.register("wp-block-editor/v1", "/url-details", vec![details]);
    routes.schema(item_schema::url_details);
}

/// The address is looked at before the person is, as the validation of an argument; a name is not resolved for that.
fn process_urls<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    if !may_be_asked(request.text("url").trim()) {
        return Box::pin(async move { Err(invalid(rest)) });
    }
    let source = "Sorry, you are not allowed to process remote URLs.";
    when(
        rest,
        edits_some_posts(rest),
        ("rest_cannot_view_url_details", source),
    )
}

/// `wp_http_validate_url` without what a name stands for: the scheme, no user, a usual port, no private address.
fn may_be_asked(url: &str) -> bool {
    let Ok(uri) = url.parse::<Uri>() else {
        return false;
    };
    let (Some(scheme), Some(authority)) = (uri.scheme_str(), uri.authority()) else {
        return false;
    };
    let host = authority.host();
    let port = authority.port_u16().unwrap_or(80);
    matches!(scheme, "http" | "https")
        && !authority.as_str().contains('@')
        && !host.starts_with('[')
        && matches!(port, 80 | 443 | 8080)
        && host.parse().map_or(true, is_public)
}

/// What is said of an address that `wp_http_validate_url` refuses.
fn invalid(rest: &Rest<'_>) -> RouteError {
    let parameter = rest.text("Invalid parameter.");
    let message = rest.text("Invalid parameter(s): %s").replace("%s", "url");
    RestError::new("rest_invalid_param", message, 400)
        .with("params", Array::new().with("url", parameter))
        .with("details", Value::array())
        .into()
}

async fn details(rest: &Rest<'_>, request: &RestRequest) -> Result<RestResponse, RouteError> {
    let url = request.text("url");
    let url = url.trim().trim_end_matches('/').to_owned();
    if !is_remote_url(&url, &rest.state.site.home()) {
        return Err(invalid(rest));
    }
    let answer = send(HttpRequest::of(&url).at_most(MOST), TIMEOUT).await;
    let answer = match answer {
        Ok(answer) => answer,
        Err(HttpError::Address(_) | HttpError::NotPublic(_) | HttpError::Connection(_)) => {
            return Err(invalid(rest));
        }
        Err(error) => {
            let text = error.to_string();
            tracing::info!(error = text, "a page could not be looked at");
            let source = "URL not found. Response returned a non-200 status code for this URL.";
            return Err(rest.error("no_response", source, 404).into());
        }
    };
    if answer.status != 200 || answer.body.is_empty() {
        let source = "URL not found. Response returned a non-200 status code for this URL.";
        return Err(rest.error("no_response", source, 404).into());
    }
    let html = String::from_utf8_lossy(&answer.body);
    let head = Head::of(&html);
    let value = Value::array()
        .with("title", head.title())
        .with("icon", absolute(&url, &head.icon()))
        .with("description", head.description())
        .with("image", absolute(&url, &head.image()));
    Ok(RestResponse::new(Body::Value(value)).cached_for(None))
}

/// The head of a page: its elements with their attributes.
struct Head<'a> {
    html: &'a str,
    tags: Vec<(String, Vec<(String, String)>)>,
}

impl<'a> Head<'a> {
    fn of(html: &'a str) -> Self {
        let lower = html.to_ascii_lowercase();
        let end = lower.find("</head").or_else(|| lower.find("<body"));
        let html = end.and_then(|end| html.get(..end)).unwrap_or(html);
        let starts = html.split('<').skip(1);
        let tags = starts.filter_map(tag).collect();
        Self { html, tags }
    }

    fn title(&self) -> String {
        let lower = self.html.to_ascii_lowercase();
        let text = lower.find("<title").and_then(|start| {
            let from = start + lower.get(start..)?.find('>')? + 1;
            let end = from + lower.get(from..)?.find("</title")?;
            self.html.get(from..end)
        });
        plain(text.unwrap_or_default())
    }

    fn meta(&self, names: &[&str]) -> String {
        let found = names.iter().find_map(|name| {
            let mut tags = self.tags.iter().filter(|(tag, _)| tag == "meta");
            tags.find_map(|(_, attributes)| {
                let value = |wanted: &[&str]| {
                    let mut all = attributes.iter();
                    all.find(|(key, _)| wanted.contains(&key.as_str()))
                        .map(|(_, v)| v.as_str())
                };
                let is_it = value(&["name", "property"])?.eq_ignore_ascii_case(name);
                is_it
                    .then(|| value(&["content"]))
                    .flatten()
                    .map(str::to_owned)
            })
        });
        plain(&found.unwrap_or_default())
    }

    fn description(&self) -> String {
        self.meta(&["description", "og:description"])
    }

    fn image(&self) -> String {
        self.meta(&["og:image", "og:image:url"])
    }

    fn icon(&self) -> String {
        let mut links = self.tags.iter().filter(|(tag, _)| tag == "link");
        let found = links.find_map(|(_, attributes)| {
            let value = |wanted: &str| {
                let mut all = attributes.iter();
                all.find(|(key, _)| key == wanted).map(|(_, v)| v.as_str())
            };
            let rel = value("rel")?.to_ascii_lowercase();
            let is_icon = rel.split_whitespace().any(|word| word == "icon");
            is_icon.then(|| value("href")).flatten().map(str::to_owned)
        });
        found.unwrap_or_default()
    }
}

fn plain(text: &str) -> String {
    let decoded = html_entity_decode(text.as_bytes());
    sanitize_text_field(&String::from_utf8_lossy(&decoded))
}

/// The name and the attributes of what follows a `<`; `None` for ends, comments and what is no element.
fn tag(text: &str) -> Option<(String, Vec<(String, String)>)> {
    let end = text.find('>')?;
    let inside = text.get(..end)?;
    let name_end = inside
        .find(|c: char| !c.is_ascii_alphanumeric())
        .unwrap_or(inside.len());
    let name = inside.get(..name_end)?.to_ascii_lowercase();
    if name.is_empty() {
        return None;
    }
    let mut rest = inside.get(name_end..)?;
    let mut attributes = Vec::new();
    while let Some((key, after)) = rest.split_once('=') {
        let key = key
            .trim()
            .rsplit(char::is_whitespace)
            .next()
            .unwrap_or_default();
        let after = after.trim_start();
        let quote = after.chars().next().filter(|c| matches!(c, '"' | '\''));
        let (value, left) = match quote {
            Some(quote) => {
                let inner = after.get(1..)?;
                inner.split_once(quote)?
            }
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        attributes.push((key.to_ascii_lowercase(), value.to_owned()));
        rest = left;
    }
    Some((name, attributes))
}

/// An address of the page as an absolute one; empty for none.
fn absolute(page: &str, address: &str) -> String {
    let address = address.trim();
    if address.is_empty() || address.starts_with("data:image") {
        return address.to_owned();
    }
    let lower = address.to_ascii_lowercase();
    if lower.starts_with("http://") || lower.starts_with("https://") {
        return address.to_owned();
    }
    let Some((scheme, rest)) = page.split_once("://") else {
        return String::new();
    };
    let host = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if let Some(other) = address.strip_prefix("//") {
        return format!("{scheme}://{other}");
    }
    if let Some(path) = address.strip_prefix('/') {
        return format!("{scheme}://{host}/{path}");
    }
    let is_scheme = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric());
    if address
        .split_once(':')
        .is_some_and(|(start, _)| is_scheme(start))
    {
        return String::new();
    }
    let path = rest.split(['?', '#']).next().unwrap_or_default();
    let folder = path.rsplit_once('/').map_or(host, |(folder, _)| folder);
    format!("{scheme}://{folder}/{address}")
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<html><head><title>Uno &amp; dos</title>\n\
        <meta property='og:image' content=\"/a.png\"><meta name=description content='Lo &quot;uno&quot;'>\
        <link href=/i.ico rel=\"shortcut icon\"></head><body><title>no</title></body>";

    #[test]
    fn heads_are_read() {
        let head = Head::of(PAGE);
        assert_eq!(head.title(), "Uno & dos");
        assert_eq!(head.description(), "Lo \"uno\"");
        assert_eq!(
            absolute("https://a.example/x/y", &head.image()),
            "https://a.example/a.png"
        );
        assert_eq!(head.icon(), "/i.ico");
        assert_eq!(absolute("https://a.example", "javascript:alert(1)"), "");
    }

    proptest::proptest! {
        #[test]
        fn never_panics(text in "\\PC*") {
            let page = format!("<head><meta {text}");
            let head = Head::of(&page);
            let _ = (head.title(), head.icon(), head.description(), Head::of(&text).image());
        }
    }
}

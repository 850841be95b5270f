//! What an address becomes.

use std::borrow::Cow;

use memchr::{memchr_iter, memchr2_iter};

use super::{ClickableSettings, scan};
use crate::wordpress::formatting::internal_link::{LinkAddress, wp_is_internal_link};
use crate::wordpress::formatting::passes::{Ahead, Edits, into_string};
use crate::wordpress::formatting::spaces::is_white;

/// Links addresses with a scheme.
pub(super) fn link_urls(edits: &mut Edits<'_>, settings: &ClickableSettings<'_>) {
    let text = edits.source();
    let mut at = 0;
    while let Some(url) = scan::next_url(text, at) {
        let bracket = usize::from(text.get(url.end) == Some(&b')'));
        let extension = scan::extension_end(text, url.end + bracket);
        at = extension;
        let address = text.get(url.start..url.end).unwrap_or_default();
        // A bracket directly before the scheme is not part of the address, so it cannot be the first character.
        let takes_bracket = bracket == 1 && address.contains(&b'(');
        let mut url_text = address.to_vec();
        let mut suffix = Vec::new();
        if takes_bracket {
            url_text.push(b')');
        } else if bracket == 1 {
            suffix.push(b')');
        }
        url_text.extend_from_slice(text.get(url.end + bracket..extension).unwrap_or_default());
        let kept = balanced_length(&url_text);
        let mut tail = url_text.split_off(kept);
        tail.append(&mut suffix);
        if let Some(mut link) = link(&as_text(&url_text), settings) {
            link.push_str(&as_text(&tail));
            edits.replace(url.start..extension, link.as_bytes());
        }
    }
}

/// Brackets belong to an address only in pairs: the length up to the first that has no partner.
fn balanced_length(url: &[u8]) -> usize {
    let count = |bracket: u8| memchr_iter(bracket, url).count();
    let (mut open, mut close) = (count(b'('), count(b')'));
    let mut kept = url.len();
    for at in memchr2_iter(b'(', b')', url).rev() {
        if open >= close {
            break;
        }
        if url.get(at) == Some(&b'(') {
            open -= 1;
        } else {
            close -= 1;
            kept = at;
        }
    }
    kept
}

/// Links what starts with `www.` or `ftp.`.
pub(super) fn link_www(edits: &mut Edits<'_>, settings: &ClickableSettings<'_>) {
    let text = edits.source();
    let mut at = 0;
    while let Some(byte) = text.get(at) {
        at += 1;
        if !is_white(*byte) && *byte != b'>' {
            continue;
        }
        let Some(end) = scan::www_end(text, at) else {
            continue;
        };
        let address = text.get(at..end).unwrap_or_default();
        let last = matches!(address.last(), Some(b'.' | b',' | b';' | b':' | b')'));
        let kept = end - usize::from(last);
        let address = text.get(at..kept).unwrap_or_default();
        if let Some(link) = link(&format!("http://{}", as_text(address)), settings) {
            edits.replace(at..kept, link.as_bytes());
        }
        at = end;
    }
}

/// Links mail addresses.
pub(super) fn link_emails(edits: &mut Edits<'_>) {
    let text = edits.source();
    let mut floor = 0;
    for at in memchr_iter(b'@', text) {
        if at < floor {
            continue;
        }
        if let Some((start, end)) = scan::email(text, floor, at) {
            let address = as_text(text.get(start..end).unwrap_or_default());
            let link = format!("<a href=\"mailto:{address}\">{address}</a>");
            edits.replace(start..end, link.as_bytes());
            floor = end;
        }
    }
}

fn link(address: &str, settings: &ClickableSettings<'_>) -> Option<String> {
    let url = (settings.esc_url)(address);
    (!url.is_empty()).then(|| {
        let rel = rel(&url, settings);
        format!("<a href=\"{url}\"{rel}>{url}</a>")
    })
}

fn rel(url: &str, settings: &ClickableSettings<'_>) -> &'static str {
    let is_web = LinkAddress::parse(url).is_some_and(|address| {
        address.scheme.eq_ignore_ascii_case("http") || address.scheme.eq_ignore_ascii_case("https")
    });
    let is_internal = wp_is_internal_link(url, settings.internal_hosts);
    match (is_web && !is_internal, settings.ugc) {
        (true, true) => " rel=\"nofollow ugc\"",
        (true, false) => " rel=\"nofollow\"",
        (false, true) => " rel=\"ugc\"",
        (false, false) => "",
    }
}

/// Takes the inner link out of a link that holds nothing but another.
pub(super) fn unnest(edits: &mut Edits<'_>) {
    let text = edits.source();
    let angle = || Ahead::new(b">");
    let (mut outer_angle, mut inner_angle, mut close_angle) = (angle(), angle(), angle());
    let mut at = 0;
    let starts = |at: usize, what: &[u8]| {
        text.get(at..at + what.len())
            .is_some_and(|found| found.eq_ignore_ascii_case(what))
    };
    while let Some(offset) = memchr::memchr(b'<', text.get(at..).unwrap_or_default()) {
        let outer = at + offset;
        at = outer + 1;
        if !starts(outer, b"<a") {
            continue;
        }
        let Some(outer_end) = outer_angle.find(text, outer) else {
            return;
        };
        let attributes = text.get(outer + 2..outer_end).unwrap_or_default();
        let white = matches!(attributes.first(), Some(b' ' | b'\r' | b'\n' | b'\t'));
        let inner = outer_end + 1;
        if !(attributes.is_empty() || (white && attributes.len() > 1)) || !starts(inner, b"<a ") {
            continue;
        }
        let Some(inner_end) = inner_angle
            .find(text, inner + 3)
            .filter(|end| *end > inner + 3)
        else {
            continue;
        };
        let Some(close) = close_angle.find(text, inner_end + 1) else {
            return;
        };
        let content_end = close.saturating_sub(3);
        if content_end > inner_end + 1 && starts(content_end, b"</a></a>") {
            edits.remove(inner..inner_end + 1);
            edits.replace(content_end..close + 5, b"</a>");
            at = close + 5;
        }
    }
}

/// Part of a text that is cut at ASCII characters.
fn as_text(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => Cow::Borrowed(text),
        Err(_) => Cow::Owned(into_string(bytes.to_vec())),
    }
}

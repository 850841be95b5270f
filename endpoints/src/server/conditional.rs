//! Conditional requests: `If-None-Match`, `If-Modified-Since`, `If-Match`, `If-Unmodified-Since`, evaluated like the
//! recorded site's front server: a date must be equal, and when both a date and ETags are sent, both must match.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use http::header::{HeaderName, IF_MATCH, IF_MODIFIED_SINCE, IF_NONE_MATCH, IF_UNMODIFIED_SINCE};
use http::{HeaderMap, HeaderValue};

/// The result of a request's conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Condition {
    /// Send the full response.
    Send,
    /// 304.
    NotModified,
    /// 412.
    Failed,
}

/// Evaluates the conditions of a GET or HEAD.
#[must_use]
pub fn judge(headers: &HeaderMap, etag: &HeaderValue, modified: SystemTime) -> Condition {
    if let Some(date) = date_of(headers, IF_UNMODIFIED_SINCE)
        && whole_seconds(modified) > whole_seconds(date)
    {
        return Condition::Failed;
    }
    if headers.contains_key(IF_MATCH) && !any_tag(headers, &IF_MATCH, etag, false) {
        return Condition::Failed;
    }
    let since = headers.contains_key(IF_MODIFIED_SINCE);
    let tags = headers.contains_key(IF_NONE_MATCH);
    if !since && !tags {
        return Condition::Send;
    }
    let unmodified = !since
        || date_of(headers, IF_MODIFIED_SINCE)
            .is_some_and(|d| whole_seconds(d) == whole_seconds(modified));
    if unmodified && !(tags && none_match(headers, etag)) {
        Condition::NotModified
    } else {
        Condition::Send
    }
}

/// Whether no ETag of `If-None-Match` equals this one (weak comparison): the body must be sent.
#[must_use]
pub fn none_match(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    !any_tag(headers, &IF_NONE_MATCH, etag, true)
}

fn any_tag(headers: &HeaderMap, name: &HeaderName, etag: &HeaderValue, weakly: bool) -> bool {
    let plain = |tag: &'_ [u8]| -> Vec<u8> {
        let tag = tag.trim_ascii();
        if weakly {
            tag.strip_prefix(b"W/").unwrap_or(tag).to_vec()
        } else {
            tag.to_vec()
        }
    };
    let wanted = plain(etag.as_bytes());
    headers.get_all(name).iter().any(|value| {
        // Our ETags contain no comma, so splitting at commas is safe.
        value
            .as_bytes()
            .split(|b| *b == b',')
            .any(|tag| tag.trim_ascii() == b"*" || plain(tag) == wanted)
    })
}

/// A header with a date.
#[must_use]
pub fn date_of(headers: &HeaderMap, name: HeaderName) -> Option<SystemTime> {
    parse_date(headers.get(name)?.to_str().ok()?)
}

/// Parses an HTTP date: `Sat, 21 Nov 2026 00:43:20 GMT` or one of the two obsolete formats.
#[must_use]
pub fn parse_date(text: &str) -> Option<SystemTime> {
    httpdate::parse_http_date(text.trim()).ok()
}

/// Formats an HTTP date: `Sat, 21 Nov 2026 00:43:20 GMT`.
#[must_use]
pub fn date_value(time: SystemTime) -> HeaderValue {
    // The latest date of the format; later ones (a broken file time) are clamped to it.
    let latest = UNIX_EPOCH + Duration::from_secs(253_402_300_799);
    let time = time.clamp(UNIX_EPOCH, latest);
    HeaderValue::try_from(httpdate::fmt_http_date(time))
        .unwrap_or_else(|_| HeaderValue::from_static("Thu, 01 Jan 1970 00:00:00 GMT"))
}

/// Whole seconds since 1970; times before that count as 1970.
#[must_use]
pub fn whole_seconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH)
        .map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_are_judged_as_the_front_server_does() {
        const DATE: &str = "Sat, 21 Nov 2026 00:43:20 GMT";
        const LATER: &str = "Sun, 22 Nov 2026 00:43:20 GMT";
        const EARLIER: &str = "Fri, 20 Nov 2026 00:43:20 GMT";
        let etag = HeaderValue::from_static("\"6b00e928-4b59\"");
        let modified = parse_date(DATE).unwrap();
        use Condition::{Failed, NotModified, Send};
        let table: &[(&[(HeaderName, &str)], Condition)] = &[
            (&[], Send),
            (&[(IF_MODIFIED_SINCE, DATE)], NotModified),
            (&[(IF_MODIFIED_SINCE, LATER)], Send),
            (&[(IF_MODIFIED_SINCE, "nonsense")], Send),
            (&[(IF_NONE_MATCH, "\"6b00e928-4b59\"")], NotModified),
            (&[(IF_NONE_MATCH, "W/\"6b00e928-4b59\"")], NotModified),
            (&[(IF_NONE_MATCH, "\"x\", \"6b00e928-4b59\"")], NotModified),
            (&[(IF_NONE_MATCH, "*")], NotModified),
            (&[(IF_NONE_MATCH, "\"x\"")], Send),
            (&[(IF_NONE_MATCH, "\"x\""), (IF_MODIFIED_SINCE, DATE)], Send),
            (
                &[
                    (IF_NONE_MATCH, "\"6b00e928-4b59\""),
                    (IF_MODIFIED_SINCE, EARLIER),
                ],
                Send,
            ),
            (&[(IF_MATCH, "\"6b00e928-4b59\"")], Send),
            (&[(IF_MATCH, "W/\"6b00e928-4b59\"")], Failed),
            (&[(IF_MATCH, "*")], Send),
            (&[(IF_UNMODIFIED_SINCE, EARLIER)], Failed),
            (&[(IF_UNMODIFIED_SINCE, LATER)], Send),
        ];
        for (list, expected) in table {
            let headers = list
                .iter()
                .map(|(n, v)| (n.clone(), v.parse().unwrap()))
                .collect();
            assert_eq!(judge(&headers, &etag, modified), *expected, "{list:?}");
        }
    }
}

//! A cookie whose value is the same for all visitors of a page. It does not make the page uncacheable: it is added to
//! each response whose request lacks it, with an expiry computed from the date of that response.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use http::header::{COOKIE, SET_COOKIE};
use http::{HeaderMap, HeaderValue, Response};

use super::conditional::date_value;

/// The cookie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct VisitorCookie {
    /// Its name.
    pub name: String,
    /// Its value, encoded.
    pub value: String,
    /// Its lifetime.
    pub lifetime: Duration,
    /// Path, domain and other attributes, printed after the date: `; path=/`.
    pub attributes: String,
}

/// The cookies that a visitor sent.
pub(super) struct SentCookies(Vec<HeaderValue>);

impl SentCookies {
    pub(super) fn of(headers: &HeaderMap) -> Self {
        Self(headers.get_all(COOKIE).iter().cloned().collect())
    }

    /// Whether the first cookie of the name has the value.
    fn has(&self, name: &str, value: &str) -> bool {
        let cookies = self
            .0
            .iter()
            .flat_map(|h| h.as_bytes().split(|b| *b == b';'));
        let mut values = cookies.filter_map(|cookie| {
            let rest = cookie.trim_ascii().strip_prefix(name.as_bytes())?;
            rest.strip_prefix(b"=")
        });
        values.next() == Some(value.as_bytes())
    }
}

impl VisitorCookie {
    /// The `Set-Cookie` header in PHP's format; `None` when name, value or attributes are not valid in a header.
    fn line(&self, now: SystemTime) -> Option<HeaderValue> {
        let is_word = |text: &str| {
            let ends = |b: u8| matches!(b, b';' | b',' | b'=' | b' ') || b.is_ascii_control();
            !text.is_empty() && !text.bytes().any(ends)
        };
        if !is_word(&self.name) || !is_word(&self.value) {
            return None;
        }
        let expires = date_value(now + self.lifetime);
        let line = format!(
            "{}={}; expires={}; Max-Age={}{}",
            self.name,
            self.value,
            expires.to_str().ok()?,
            self.lifetime.as_secs(),
            self.attributes
        );
        HeaderValue::try_from(line).ok()
    }

    /// Stores the cookie in the response's extensions until the request's cookies are compared.
    pub(super) fn attach_to<B>(cookie: Option<&Arc<Self>>, response: &mut Response<B>) {
        if let Some(cookie) = cookie {
            response.extensions_mut().insert(Arc::clone(cookie));
        }
    }

    /// Adds the stored cookie to the response if the visitor did not send it.
    pub(super) fn give<B>(response: &mut Response<B>, sent: &SentCookies, now: SystemTime) {
        let Some(cookie) = response.extensions_mut().remove::<Arc<Self>>() else {
            return;
        };
        if !sent.has(&cookie.name, &cookie.value)
            && let Some(line) = cookie.line(now)
        {
            response.headers_mut().append(SET_COOKIE, line);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_given_to_who_has_not_got_it() {
        let cookie = Arc::new(VisitorCookie {
            name: "pll_language".to_owned(),
            value: "en".to_owned(),
            lifetime: Duration::from_secs(60),
            attributes: "; path=/; SameSite=Lax".to_owned(),
        });
        let given = |cookie: &Arc<VisitorCookie>, sent: &[&str]| {
            let mut headers = HeaderMap::new();
            for value in sent {
                headers.append(COOKIE, HeaderValue::from_str(value).unwrap());
            }
            let mut response = Response::new(());
            VisitorCookie::attach_to(Some(cookie), &mut response);
            VisitorCookie::give(
                &mut response,
                &SentCookies::of(&headers),
                SystemTime::UNIX_EPOCH,
            );
            let line = response.headers().get(SET_COOKIE);
            line.map(|line| line.to_str().unwrap().to_owned())
        };
        let line = "pll_language=en; expires=Thu, 01 Jan 1970 00:01:00 GMT; Max-Age=60; path=/; SameSite=Lax";
        for missing in [
            &[][..],
            &["a=1; pll_language=es"],
            &["xpll_language=en", "pll_language=; pll_language=en"],
        ] {
            assert_eq!(
                given(&cookie, missing).as_deref(),
                Some(line),
                "{missing:?}"
            );
        }
        assert_eq!(given(&cookie, &["a=1", "b=2; pll_language=en"]), None);
        let mut broken = VisitorCookie::clone(&cookie);
        broken.value = "en; domain=x".to_owned();
        assert_eq!(given(&Arc::new(broken), &[]), None);
    }
}

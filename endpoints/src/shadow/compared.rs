//! Compares our answer with the other server's.

use std::io::Read as _;

use bytes::Bytes;
use http::header::{CONTENT_ENCODING, CONTENT_TYPE, HeaderName, LOCATION};
use http::{HeaderMap, HeaderValue, StatusCode};
use recordings::client_response::ClientResponse;
use recordings::compare::compare;
use recordings::recording::Response;
use recordings::rules::Rules;

use super::findings::Found;

/// An answer is compared up to this size, in bytes.
pub const LARGEST: usize = 4 * 1024 * 1024;

/// The headers that are compared; the others are each server's own.
const HEADERS: [HeaderName; 2] = [CONTENT_TYPE, LOCATION];

/// An answer.
#[derive(Debug, Clone)]
pub struct Answer {
    /// The status.
    pub status: StatusCode,
    /// The headers.
    pub headers: HeaderMap,
    /// The body as it was sent.
    pub body: Bytes,
}

impl Answer {
    /// The body without its encoding; `None` when it is too large, or not what its headers say.
    fn text(&self) -> Option<String> {
        let encoding = self.headers.get(CONTENT_ENCODING);
        let encoding = encoding
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default();
        let most = u64::try_from(LARGEST).unwrap_or(u64::MAX).saturating_add(1);
        let mut bytes = Vec::new();
        let read = match encoding {
            "" | "identity" => self.body.as_ref().take(most).read_to_end(&mut bytes),
            "gzip" => flate2::read::MultiGzDecoder::new(self.body.as_ref())
                .take(most)
                .read_to_end(&mut bytes),
            "br" => brotli::Decompressor::new(self.body.as_ref(), 4096)
                .take(most)
                .read_to_end(&mut bytes),
            _ => return None,
        };
        let is_whole = read.is_ok() && bytes.len() <= LARGEST;
        is_whole.then(|| String::from_utf8_lossy(&bytes).into_owned())
    }

    fn headers(&self) -> Vec<(String, String)> {
        let text = |value: &HeaderValue| String::from_utf8_lossy(value.as_bytes()).into_owned();
        let compared = HEADERS.iter().filter_map(|name| {
            let value = self.headers.get(name)?;
            Some((name.as_str().to_owned(), text(value)))
        });
        compared.collect()
    }
}

/// What differs in our answer from the other server's; `None` when one of them cannot be read. Nonces and what else changes
/// from answer to answer is no difference.
pub fn differences(want: &Answer, got: &Answer, is_head: bool) -> Option<Vec<Found>> {
    let (wanted, ours) = match is_head {
        true => (String::new(), String::new()),
        false => (want.text()?, got.text()?),
    };
    let wanted = Response {
        status: want.status.as_u16(),
        headers: want.headers(),
        body: wanted,
        has_no_body: is_head,
        ..Response::default()
    };
    let ours = ClientResponse {
        status: got.status.as_u16(),
        headers: got.headers(),
        bytes: ours.clone().into_bytes(),
        body: ours,
    };
    let found = compare(&wanted, &ours, &mut Rules::everything());
    let found = found.into_iter().map(|difference| Found {
        kind: difference.kind.name(),
        want: difference.want().to_owned(),
        got: difference.got().to_owned(),
        place: difference.place,
    });
    Some(found.collect())
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::*;

    fn page(body: impl Into<Bytes>) -> Answer {
        let mut headers = HeaderMap::new();
        headers.insert(
            CONTENT_TYPE,
            HeaderValue::from_static("text/html; charset=UTF-8"),
        );
        Answer {
            status: StatusCode::OK,
            headers,
            body: body.into(),
        }
    }

    #[test]
    fn an_encoded_page_is_the_same_and_a_broken_one_is_none() {
        let text = "<!doctype html><html><head><title>a</title></head><body><p class=\"a\">Uno</p></body></html>";
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(text.as_bytes()).unwrap();
        let mut gzip = page(packed.finish().unwrap());
        gzip.headers
            .insert(CONTENT_ENCODING, HeaderValue::from_static("gzip"));
        assert_eq!(differences(&page(text), &gzip, false), Some(Vec::new()));
        let other = differences(&page(text.replace("Uno", "Dos")), &gzip, false).unwrap();
        let kinds: Vec<_> = other.iter().map(|found| found.kind).collect();
        assert_eq!(kinds, ["text"]);
        gzip.body = Bytes::from_static(b"no");
        assert_eq!(differences(&page(text), &gzip, false), None);
        // A body that grows without end when it is unpacked.
        let mut bomb = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        bomb.write_all(&vec![b' '; LARGEST + 10]).unwrap();
        gzip.body = bomb.finish().unwrap().into();
        assert_eq!(differences(&gzip, &page(text), false), None);
    }

    /// Another server may send anything.
    #[test]
    fn a_hostile_page_is_compared_in_bounds() {
        let deep = "<div><b><table>".repeat(60_000);
        let began = std::time::Instant::now();
        let compared = std::thread::Builder::new()
            .stack_size(super::super::worker::STACK)
            .spawn(move || differences(&page(deep), &page("<p>a</p>"), false))
            .unwrap();
        assert!(
            compared
                .join()
                .unwrap()
                .is_none_or(|found| !found.is_empty())
        );
        assert!(began.elapsed() < std::time::Duration::from_secs(30));
    }
}

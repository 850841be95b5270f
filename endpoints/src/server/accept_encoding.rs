//! `Accept-Encoding`: parsing it, and compressing bodies with gzip and brotli.

use std::io::Write;

use bytes::Bytes;
use http::header::{ACCEPT_ENCODING, VARY};
use http::{HeaderMap, HeaderValue};

/// The encodings that a client accepts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AcceptEncoding {
    /// gzip.
    pub gzip: bool,
    /// brotli.
    pub brotli: bool,
    /// Whether brotli has a higher weight than gzip.
    pub prefers_brotli: bool,
    /// Whether gzip has a higher weight than brotli.
    pub prefers_gzip: bool,
}

impl AcceptEncoding {
    /// Parses the header; a weight of zero means not accepted.
    #[must_use]
    pub fn of(headers: &HeaderMap) -> Self {
        let (mut gzip, mut brotli) = (0, 0);
        for value in headers.get_all(ACCEPT_ENCODING) {
            for item in value.as_bytes().split(|b| *b == b',') {
                let mut parts = item.split(|b| *b == b';');
                let name = parts.next().unwrap_or_default().trim_ascii();
                let weight = parts.find_map(weight).unwrap_or(WHOLE);
                if name.eq_ignore_ascii_case(b"gzip") || name.eq_ignore_ascii_case(b"x-gzip") {
                    gzip = weight;
                } else if name.eq_ignore_ascii_case(b"br") {
                    brotli = weight;
                }
            }
        }
        AcceptEncoding {
            gzip: gzip > 0,
            brotli: brotli > 0,
            prefers_brotli: brotli > gzip,
            prefers_gzip: gzip > brotli,
        }
    }
}

/// The default weight, in thousandths.
const WHOLE: u16 = 1000;

/// `q=0.5`, in thousandths; `None` for another parameter. A value that is not a number counts as 1.
fn weight(parameter: &[u8]) -> Option<u16> {
    let parameter = parameter.trim_ascii();
    let weight = parameter
        .strip_prefix(b"q=")
        .or_else(|| parameter.strip_prefix(b"Q="))?;
    let (whole, fraction) = match weight.iter().position(|b| *b == b'.') {
        Some(dot) => (weight.get(..dot)?, weight.get(dot.saturating_add(1)..)?),
        None => (weight, &[][..]),
    };
    let is_number = !weight.is_empty() && [whole, fraction].concat().iter().all(u8::is_ascii_digit);
    if !is_number || whole.iter().any(|digit| *digit != b'0') {
        return Some(WHOLE);
    }
    let digits = fraction.iter().copied().chain(std::iter::repeat(b'0'));
    let sum = |sum: u16, digit: u8| sum * 10 + u16::from(digit - b'0');
    // A fourth digit is not allowed; a weight such as 0.0001 still counts as more than zero.
    let rest = fraction.iter().skip(3).any(|digit| *digit != b'0');
    Some(digits.take(3).fold(0, sum).max(u16::from(rest)))
}

/// Adds `Vary: Accept-Encoding`.
pub fn add_vary(headers: &mut HeaderMap) {
    let is_present = headers.get_all(VARY).iter().any(|value| {
        value
            .as_bytes()
            .split(|b| *b == b',')
            .any(|w| w.trim_ascii().eq_ignore_ascii_case(b"accept-encoding"))
    });
    if !is_present {
        headers.append(VARY, HeaderValue::from_static("Accept-Encoding"));
    }
}

/// Compresses with gzip; `None` when it does not get smaller. The result is a copy of its size: the allocator leaves a
/// buffer that shrinks by less than half where it is.
#[must_use]
pub fn gzip(body: &[u8], level: u32) -> Option<Bytes> {
    let mut encoder = flate2::write::GzEncoder::new(
        Vec::with_capacity(body.len() / 3),
        flate2::Compression::new(level.min(9)),
    );
    encoder.write_all(body).ok()?;
    let packed = encoder.finish().ok()?;
    (packed.len() < body.len()).then(|| Bytes::copy_from_slice(&packed))
}

/// Decompresses a body that has `length` bytes.
#[must_use]
pub fn gunzip(packed: &[u8], length: usize) -> Bytes {
    let mut body = Vec::with_capacity(length);
    let mut decoder = flate2::write::GzDecoder::new(&mut body);
    let unpacked = decoder
        .write_all(packed)
        .and_then(|()| decoder.try_finish());
    if let Err(error) = unpacked {
        tracing::error!(%error, "a packed page cannot be unpacked");
    }
    drop(decoder);
    Bytes::from(body)
}

/// Compresses with brotli; `None` when it does not get smaller. A copy, as that of [`gzip`].
#[must_use]
pub fn brotli(body: &[u8], quality: u32) -> Option<Bytes> {
    let parameters = brotli::enc::BrotliEncoderParams {
        quality: i32::try_from(quality.min(11)).unwrap_or(5),
        size_hint: body.len(),
        lgwin: window_bits(body.len()),
        ..Default::default()
    };
    let mut packed = Vec::with_capacity(body.len() / 3);
    let mut input = body;
    brotli::BrotliCompress(&mut input, &mut packed, &parameters).ok()?;
    (packed.len() < body.len()).then(|| Bytes::copy_from_slice(&packed))
}

/// The smallest window that holds the whole body: a larger one costs memory and saves nothing. Below 17 bits the
/// encoder uses another algorithm, which allocates 30 MB.
fn window_bits(length: usize) -> i32 {
    let bits = usize::BITS.saturating_sub(length.leading_zeros());
    i32::try_from(bits).unwrap_or(22).clamp(17, 22)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_of_zero_are_refusals() {
        for (value, gzip, brotli, preferred) in [
            ("gzip, deflate, br", true, true, ""),
            ("gzip;q=0, br;q=0.5", false, true, "br"),
            ("GZIP ; q=1.0", true, false, "gzip"),
            ("br;q=0.000", false, false, ""),
            ("identity", false, false, ""),
            ("gzipped, brr", false, false, ""),
            ("br, gzip;q=0.8", true, true, "br"),
            ("br;q=0.1, gzip;q=0.75", true, true, "gzip"),
            ("br;q=0.0001", false, true, "br"),
            ("br;q=", false, true, "br"),
            ("br;q=x.y, gzip;q=.9", true, true, "br"),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, value.parse().unwrap())]);
            let wanted = AcceptEncoding {
                gzip,
                brotli,
                prefers_brotli: preferred == "br",
                prefers_gzip: preferred == "gzip",
            };
            assert_eq!(AcceptEncoding::of(&headers), wanted, "{value}");
        }
    }

    #[test]
    fn what_was_packed_comes_back() {
        let body: Vec<u8> = (0..200_000_u32)
            .flat_map(|n| (n / 7).to_le_bytes())
            .collect();
        let packed = gzip(&body, 4).unwrap();
        assert_eq!(gunzip(&packed, body.len()), body);
    }

    #[test]
    fn what_does_not_shrink_stays_as_it_is() {
        assert_eq!(gzip(b"ab", 4), None);
        assert!(gzip(&[b'a'; 4096], 4).is_some_and(|packed| packed.len() < 100));
        assert!(brotli(&[b'a'; 4096], 5).is_some_and(|packed| packed.len() < 100));
    }
}

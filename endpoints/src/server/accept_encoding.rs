//! Which compressions a client takes (`Accept-Encoding`), and making them.

use std::io::Write;

use bytes::Bytes;
use http::HeaderMap;
use http::header::ACCEPT_ENCODING;

/// The compressions that a client takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct AcceptEncoding {
    /// gzip.
    pub gzip: bool,
    /// brotli.
    pub brotli: bool,
}

impl AcceptEncoding {
    /// Reads the header; a weight of zero means that it is not taken.
    #[must_use]
    pub fn of(headers: &HeaderMap) -> Self {
        let mut accepts = AcceptEncoding::default();
        for value in headers.get_all(ACCEPT_ENCODING) {
            for item in value.as_bytes().split(|b| *b == b',') {
                let mut parts = item.split(|b| *b == b';');
                let name = parts.next().unwrap_or_default().trim_ascii();
                let taken = parts.all(|parameter| !is_zero_weight(parameter));
                if name.eq_ignore_ascii_case(b"gzip") || name.eq_ignore_ascii_case(b"x-gzip") {
                    accepts.gzip = taken;
                } else if name.eq_ignore_ascii_case(b"br") {
                    accepts.brotli = taken;
                }
            }
        }
        accepts
    }
}

fn is_zero_weight(parameter: &[u8]) -> bool {
    let parameter = parameter.trim_ascii();
    let Some(weight) = parameter
        .strip_prefix(b"q=")
        .or_else(|| parameter.strip_prefix(b"Q="))
    else {
        return false;
    };
    !weight.is_empty() && weight.iter().all(|b| matches!(b, b'0' | b'.'))
}

/// Compresses with gzip; `None` when it does not get smaller.
#[must_use]
pub fn gzip(body: &[u8], level: u32) -> Option<Bytes> {
    let mut encoder = flate2::write::GzEncoder::new(
        Vec::with_capacity(body.len() / 3),
        flate2::Compression::new(level.min(9)),
    );
    encoder.write_all(body).ok()?;
    let mut packed = encoder.finish().ok()?;
    packed.shrink_to_fit();
    (packed.len() < body.len()).then(|| Bytes::from(packed))
}

/// What `gzip` packed, `length` bytes of it.
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

/// Compresses with brotli; `None` when it does not get smaller.
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
    packed.shrink_to_fit();
    (packed.len() < body.len()).then(|| Bytes::from(packed))
}

/// The smallest window that holds the whole body: a larger one costs memory and saves nothing. Below 17 bits the
/// encoder takes another way, which fills 30 MB.
fn window_bits(length: usize) -> i32 {
    let bits = usize::BITS.saturating_sub(length.leading_zeros());
    i32::try_from(bits).unwrap_or(22).clamp(17, 22)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_of_zero_are_refusals() {
        for (value, gzip, brotli) in [
            ("gzip, deflate, br", true, true),
            ("gzip;q=0, br;q=0.5", false, true),
            ("GZIP ; q=1.0", true, false),
            ("br;q=0.000", false, false),
            ("identity", false, false),
            ("gzipped, brr", false, false),
        ] {
            let headers = HeaderMap::from_iter([(ACCEPT_ENCODING, value.parse().unwrap())]);
            assert_eq!(
                AcceptEncoding::of(&headers),
                AcceptEncoding { gzip, brotli },
                "{value}"
            );
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

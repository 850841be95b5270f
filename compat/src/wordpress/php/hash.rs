//! `md5`, `sha1`, `crc32` and `base64_encode`, as text or number, as PHP gives them.

use base64::Engine as _;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig, STANDARD};
use md5::Digest as _;

/// `md5`: 32 hexadecimal digits.
pub fn md5(bytes: &[u8]) -> String {
    hex(&md5::Md5::digest(bytes))
}

/// `sha1`: 40 hexadecimal digits.
pub fn sha1(bytes: &[u8]) -> String {
    hex(&sha1::Sha1::digest(bytes))
}

/// `bin2hex`.
pub fn hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from_digit(nibble.into(), 16).unwrap_or('0');
    bytes
        .iter()
        .flat_map(|b| [digit(b >> 4), digit(b & 15)])
        .collect()
}

/// `crc32`: the polynomial of zip and PNG.
pub fn crc32(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// `base64_encode`.
pub fn base64_encode(bytes: &[u8]) -> String {
    STANDARD.encode(bytes)
}

/// `base64_decode`, not strict: what is no base64 character is skipped.
pub fn base64_decode(text: &[u8]) -> Vec<u8> {
    let config = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    let engine = GeneralPurpose::new(&base64::alphabet::STANDARD, config);
    let mut kept: Vec<u8> = text
        .iter()
        .copied()
        .filter(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/'))
        .collect();
    // A single character left over carries less than a byte.
    if kept.len() % 4 == 1 {
        kept.pop();
    }
    engine.decode(kept).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_is_read_leniently() {
        assert_eq!(base64_decode(b"aG9s\nYQ=="), b"hola");
        assert_eq!(base64_decode(b"aG9sYQ"), b"hola");
        assert_eq!(base64_decode(b"a"), b"");
    }
}

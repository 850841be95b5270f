//! Keyed hashes as PHP's `hash_hmac` makes them: lower-case hexadecimal text.
//!
//! Contract wordpress-core, section 12.1. Which key belongs to which purpose is `salt`'s matter.

use std::fmt::Write as _;

use hmac::{Hmac, KeyInit, Mac};
use md5::Md5;
use sha1::Sha1;
use sha2::{Digest, Sha256, Sha384, Sha512};
use subtle::ConstantTimeEq;

/// The hash algorithms that WordPress and the plugins of a site ask for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HashAlgorithm {
    /// 128 bits, WordPress's default for keyed hashes.
    Md5,
    /// 160 bits.
    Sha1,
    /// 256 bits, used for the last part of an auth cookie.
    Sha256,
    /// 384 bits, used before bcrypt since WordPress 6.8.
    Sha384,
    /// 512 bits.
    Sha512,
}

impl HashAlgorithm {
    /// The algorithm of PHP's name for it (`"sha256"`), if it is one of ours.
    pub fn from_name(name: &str) -> Option<Self> {
        Some(match name.to_ascii_lowercase().as_str() {
            "md5" => Self::Md5,
            "sha1" => Self::Sha1,
            "sha256" => Self::Sha256,
            "sha384" => Self::Sha384,
            "sha512" => Self::Sha512,
            _ => return None,
        })
    }
}

/// PHP's `hash_hmac(…, binary: true)`.
pub fn hash_hmac_raw(algorithm: HashAlgorithm, data: &[u8], key: &[u8]) -> Vec<u8> {
    match algorithm {
        HashAlgorithm::Md5 => mac::<Hmac<Md5>>(data, key),
        HashAlgorithm::Sha1 => mac::<Hmac<Sha1>>(data, key),
        HashAlgorithm::Sha256 => mac::<Hmac<Sha256>>(data, key),
        HashAlgorithm::Sha384 => mac::<Hmac<Sha384>>(data, key),
        HashAlgorithm::Sha512 => mac::<Hmac<Sha512>>(data, key),
    }
}

fn mac<M: Mac + KeyInit>(data: &[u8], key: &[u8]) -> Vec<u8> {
    // HMAC takes keys of every length, so the error arm is never reached; an empty result would
    // equal no hash that a visitor could send.
    let Ok(mut mac) = <M as KeyInit>::new_from_slice(key) else {
        return Vec::new();
    };
    mac.update(data);
    mac.finalize().into_bytes().to_vec()
}

/// PHP's `hash_hmac`: hexadecimal text.
pub fn hash_hmac(algorithm: HashAlgorithm, data: &[u8], key: &[u8]) -> String {
    hex(&hash_hmac_raw(algorithm, data, key))
}

/// PHP's `md5`.
pub fn md5_hex(data: &[u8]) -> String {
    hex(&Md5::digest(data))
}

/// PHP's `hash('sha256', …)`.
pub fn sha256_hex(data: &[u8]) -> String {
    hex(&Sha256::digest(data))
}

/// PHP's `bin2hex`.
pub fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().saturating_mul(2));
    for byte in bytes {
        // Writing into a String cannot fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// PHP's `hash_equals`: equality without telling by its duration where two secrets differ.
pub fn hash_equals(known: &str, given: &str) -> bool {
    known.as_bytes().ct_eq(given.as_bytes()).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn algorithm_names_are_phps() {
        assert_eq!(
            HashAlgorithm::from_name("SHA256"),
            Some(HashAlgorithm::Sha256)
        );
        assert_eq!(HashAlgorithm::from_name("crc32"), None);
    }

    #[test]
    fn equality_needs_the_same_length() {
        assert!(hash_equals("ab", "ab"));
        assert!(!hash_equals("ab", "abc"));
        assert!(!hash_equals("", "a"));
    }
}

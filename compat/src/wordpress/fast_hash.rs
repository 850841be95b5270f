//! `wp_fast_hash`: the quick hash that WordPress 6.8 stores for random tokens.
//!
//! Vectors README, family wordpress-security: BLAKE2b of 30 bytes with a public key. It protects
//! nothing by itself; what it hashes must be hard to guess.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use blake2::Blake2bMac;
use blake2::digest::consts::U30;
use blake2::digest::{FixedOutput, KeyInit, Update};

use super::hash::hash_equals;
use super::password::phpass_check;

const PREFIX: &str = "$generic$";
const KEY: &[u8] = b"wp_fast_hash_6.8+";

/// The highest cost that WordPress ever used, as a power of two. The hash may come from a visitor's cookie, so a higher
/// cost would allow denial of service.
const PHPASS_COST_MAX: u32 = 13;

/// `wp_fast_hash`.
pub fn wp_fast_hash(message: &[u8]) -> String {
    let digest = match Blake2bMac::<U30>::new_from_slice(KEY) {
        Ok(mut mac) => {
            mac.update(message);
            URL_SAFE_NO_PAD.encode(mac.finalize_fixed())
        }
        // The key's length is right by construction.
        Err(_) => String::new(),
    };
    format!("{PREFIX}{digest}")
}

/// `wp_verify_fast_hash`: also accepts the portable hashes used before WordPress 6.8.
pub fn wp_verify_fast_hash(message: &[u8], hash: &str) -> bool {
    if hash.starts_with(PREFIX) {
        hash_equals(&wp_fast_hash(message), hash)
    } else {
        phpass_check(message, hash, PHPASS_COST_MAX)
    }
}

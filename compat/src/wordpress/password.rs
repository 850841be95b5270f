//! Passwords: checking every form that a WordPress users table holds, and hashing new ones.
//!
//! Contract wordpress-core, section 12.4. New hashes are those of WordPress 6.8: `$wp` and bcrypt.
//! Argon2 and the crypt(3) families besides bcrypt are not checked: such a password is refused.

use crate::wordpress::php::trim::trim;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use md5::{Digest, Md5};
use rand::seq::IndexedRandom;

use super::hash::{HashAlgorithm, hash_equals, hash_hmac_raw, md5_hex};

/// Longer passwords, in bytes, are refused before any hashing.
pub const PASSWORD_MAX: usize = 4096;
/// The cost of new hashes: PHP's default for bcrypt up to 8.3.
const BCRYPT_COST: u32 = 10;
/// The cost of new portable hashes, as a power of two: 2^13 rounds, the letter `B`.
const PHPASS_COST: u32 = 13;
/// The highest cost that a portable hash can name.
const PHPASS_COST_MAX: u32 = 30;
/// The alphabet of portable hashes, in the order of its values.
const ITOA64: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// `wp_check_password`: whether `password` is the one that `hash` was made of.
///
/// Slow on purpose (tens of milliseconds): call it off the async threads.
pub fn wp_check_password(password: &[u8], hash: &str) -> bool {
    if hash.len() <= 32 {
        return hash_equals(&md5_hex(password), hash);
    }
    if password.len() > PASSWORD_MAX {
        return false;
    }
    if let Some(rest) = hash.strip_prefix("$wp") {
        // The password is taken as sent here; only hashing trims it.
        password_verify(prehash(password).as_bytes(), rest)
    } else if hash.starts_with("$P$") {
        phpass_check(password, hash, PHPASS_COST_MAX)
    } else {
        password_verify(password, hash)
    }
}

/// `wp_hash_password`. `None` when the password is too long or the system has no randomness.
pub fn wp_hash_password(password: &[u8]) -> Option<String> {
    if password.len() > PASSWORD_MAX {
        return None;
    }
    let parts = bcrypt::hash_with_result(password_prehash(password), BCRYPT_COST).ok()?;
    Some(format!(
        "$wp{}",
        parts.format_for_version(bcrypt::Version::TwoY)
    ))
}

/// `wp_password_needs_rehash`: whether a stored hash is not of today's form and cost.
pub fn wp_password_needs_rehash(hash: &str) -> bool {
    let today = hash
        .strip_prefix("$wp")
        .and_then(|h| h.strip_prefix("$2y$"))
        .and_then(|h| h.split_once('$'));
    match today {
        Some((cost, rest)) => cost.parse() != Ok(BCRYPT_COST) || rest.len() != 53,
        None => true,
    }
}

/// `wp_generate_password`: letters and digits, on wish with signs, each from the system's randomness.
pub fn wp_generate_password(length: usize, special: bool, extra_special: bool) -> String {
    let mut chars = String::from("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789");
    if special {
        chars.push_str("!@#$%^&*()");
    }
    if extra_special {
        chars.push_str("-_ []{}<>~`+=,.;:/?|");
    }
    let chars = chars.as_bytes();
    let mut random = rand::rng();
    let draw = |_| chars.choose(&mut random).map_or('a', |c| char::from(*c));
    (0..length).map(draw).collect()
}

/// A secret for `Salts::collect`, as WordPress draws it: 64 characters of every kind.
pub fn generate_salt() -> String {
    wp_generate_password(64, true, true)
}

/// What bcrypt gets for a new hash since WordPress 6.8: base64 of HMAC-SHA384 of the trimmed
/// password, so that no character is lost to bcrypt's limit of 72 bytes.
pub fn password_prehash(password: &[u8]) -> String {
    prehash(trim(password))
}

fn prehash(password: &[u8]) -> String {
    STANDARD.encode(hash_hmac_raw(HashAlgorithm::Sha384, password, b"wp-sha384"))
}

/// PHP's `password_verify` for bcrypt.
fn password_verify(password: &[u8], hash: &str) -> bool {
    // `$2x$` marks hashes of an old faulty implementation that the crate does not imitate.
    if !["$2y$", "$2a$", "$2b$"]
        .iter()
        .any(|id| hash.starts_with(id))
    {
        return false;
    }
    // PHP hands a C string to bcrypt: it ends at the first NUL.
    let end = memchr::memchr(0, password).unwrap_or(password.len());
    let password = password.get(..end).unwrap_or(password);
    bcrypt::verify(password, hash).unwrap_or(false)
}

/// The portable hasher's `CheckPassword`. `cost_max` bounds the power of two that a hash may ask for.
pub fn phpass_check(password: &[u8], hash: &str, cost_max: u32) -> bool {
    if password.len() > PASSWORD_MAX {
        return false;
    }
    // PHP's hasher passes other formats to crypt(). They are never stored here, and a visitor could send a bcrypt
    // hash with a cost that takes hours.
    phpass_cost(hash).is_some_and(|cost| cost <= cost_max)
        && phpass_crypt(password, hash).is_some_and(|made| hash_equals(&made, hash))
}

/// The portable hasher's `HashPassword`, as used for the cookie of protected posts.
pub fn phpass_hash(password: &[u8], salt: [u8; 6]) -> Option<String> {
    if password.len() > PASSWORD_MAX {
        return None;
    }
    let cost = ITOA64.get(usize::try_from(PHPASS_COST).ok()?)?;
    let setting = format!("$P${}{}", char::from(*cost), encode64(&salt));
    phpass_crypt(password, &setting)
}

/// The portable hasher's `crypt_private`: the whole hash for a setting (`$P$`, cost, salt) or a
/// stored hash. `None` where PHP answers `*0` or `*1`.
pub fn phpass_crypt(password: &[u8], setting: &str) -> Option<String> {
    let rounds = 1u64.checked_shl(phpass_cost(setting)?)?;
    let head = setting.get(..12)?;
    let salt = head.as_bytes().get(4..)?;
    let mut hash = Md5::new()
        .chain_update(salt)
        .chain_update(password)
        .finalize();
    for _ in 0..rounds {
        hash = Md5::new()
            .chain_update(hash)
            .chain_update(password)
            .finalize();
    }
    Some(format!("{head}{}", encode64(&hash)))
}

/// The cost of a portable setting, `None` if the text is none.
fn phpass_cost(setting: &str) -> Option<u32> {
    let rest = setting
        .strip_prefix("$P$")
        .or_else(|| setting.strip_prefix("$H$"))?;
    let letter = rest.as_bytes().first()?;
    let cost = ITOA64.iter().position(|c| c == letter)?;
    let cost = u32::try_from(cost).ok()?;
    (7..=PHPASS_COST_MAX).contains(&cost).then_some(cost)
}

/// The portable hasher's base 64: little-endian groups of three bytes.
fn encode64(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3).saturating_mul(4));
    for group in bytes.chunks(3) {
        let mut value = 0u32;
        for (i, byte) in group.iter().enumerate() {
            value |= u32::from(*byte) << (8 * i);
        }
        for i in 0..=group.len() {
            let digit = usize::try_from((value >> (6 * i)) & 0x3f).unwrap_or(0);
            text.push(ITOA64.get(digit).map_or('.', |c| char::from(*c)));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_contracts_examples() {
        assert_eq!(
            phpass_crypt(b"cueva", "$P$Babcdefgh").as_deref(),
            Some("$P$BabcdefghJsT5Sop.kLDzOeuWYVfSP0")
        );
        assert_eq!(
            password_prehash(b"cueva"),
            "VywUmLmrnfIh96jYO1hGlSS+hqqR7WF/b5NDQFrivYyNhwTemBshXYK6yWLWYAGV"
        );
    }

    #[test]
    fn a_new_hash_is_accepted_and_needs_no_rehash() {
        let hash = wp_hash_password(b" cueva ").unwrap();
        assert!(hash.starts_with("$wp$2y$10$"));
        assert!(wp_check_password(b"cueva", &hash));
        assert!(!wp_check_password(b" cueva ", &hash));
        assert!(!wp_password_needs_rehash(&hash));
        assert!(wp_password_needs_rehash(
            "$P$BabcdefghJsT5Sop.kLDzOeuWYVfSP0"
        ));
        assert!(wp_password_needs_rehash(&hash.replace("$10$", "$12$")));
        assert!(wp_hash_password(&[b'x'; 4097]).is_none());
    }

    #[test]
    fn a_portable_hash_costs_what_the_caller_allows() {
        let hash = phpass_hash(b"clave", *b"salted").unwrap();
        assert!(hash.starts_with("$P$B") && hash.len() == 34);
        assert!(phpass_check(b"clave", &hash, 13));
        assert!(!phpass_check(b"clave", &hash, 12));
        // 2^30 rounds would take minutes.
        assert!(!phpass_check(
            b"clave",
            "$P$SabcdefghJsT5Sop.kLDzOeuWYVfSP0",
            13
        ));
    }

    #[test]
    fn drawn_passwords_differ() {
        let salt = generate_salt();
        assert_eq!(salt.len(), 64);
        assert_ne!(salt, generate_salt());
        let plain = wp_generate_password(43, false, false);
        assert!(plain.bytes().all(|b| b.is_ascii_alphanumeric()));
    }

    #[test]
    fn a_sent_bcrypt_hash_costs_nothing() {
        let hash = "$2y$31$K56lV5CeRFOctcFenCu.deEr2Reh6RkXHd9iO1VqwhiHvOwgSfA9u";
        assert!(!phpass_check(b"x", hash, 13));
    }

    proptest! {
        #[test]
        fn never_panics(password: Vec<u8>, hash in "(\\$(P|H|2y|wp\\$2y)\\$[./0-9A-C]?)?\\PC{0,70}") {
            phpass_check(&password, &hash, 7);
            wp_password_needs_rehash(&hash);
            phpass_cost(&hash);
        }
    }
}

//! What `caching_sha2_password` makes of a password.

use sha2::{Digest, Sha256};

/// The twenty bytes of the greeting; none is 0.
pub fn first_nonce() -> Vec<u8> {
    (1..=20).map(|i| i * 6).collect()
}

/// Those of a switch.
pub fn other_nonce() -> Vec<u8> {
    (1..=20).map(|i| 127 - i).collect()
}

/// `XOR(SHA256(password), SHA256(SHA256(SHA256(password)), nonce))`.
pub fn scramble(password: &str, nonce: &[u8]) -> Vec<u8> {
    let once = Sha256::digest(password.as_bytes());
    let twice = Sha256::digest(once);
    let mixed = Sha256::new().chain_update(twice).chain_update(nonce);
    let mixed = mixed.finalize();
    once.iter().zip(mixed).map(|(a, b)| a ^ b).collect()
}

/// Takes the nonce off a password that came by RSA.
pub fn unscrambled(sent: &[u8], nonce: &[u8]) -> Vec<u8> {
    let nonce = nonce.iter().cycle();
    sent.iter().zip(nonce).map(|(a, b)| a ^ b).collect()
}

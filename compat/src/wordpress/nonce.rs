//! nonce.

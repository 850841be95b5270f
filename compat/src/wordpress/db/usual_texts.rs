//! The prepared statement cache for statements whose text is built at run time.
//!
//! Their texts depend on branches and list lengths, so there may be many: only the first [`MOST_TEXTS`] repeated ones
//! stay prepared on a connection.

use std::sync::{LazyLock, Mutex, PoisonError};

use crate::wordpress::name_hash::NameSet;

/// How many texts stay prepared.
const MOST_TEXTS: usize = 32;
/// A longer text is no usual one.
const MOST_BYTES: usize = 2_000;

static TEXTS: LazyLock<Mutex<NameSet<Box<str>>>> = LazyLock::new(Mutex::default);

/// Whether a text was seen before and there is room for it.
pub(super) fn is_usual(text: &str) -> bool {
    if text.len() > MOST_BYTES {
        return false;
    }
    let mut texts = TEXTS.lock().unwrap_or_else(PoisonError::into_inner);
    let is_known = texts.contains(text);
    if !is_known && texts.len() < MOST_TEXTS {
        texts.insert(text.into());
    }
    is_known
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_texts_are_usual() {
        let text = |n: usize| ["statement ", &n.to_string()].concat();
        let known = |n: usize| is_usual(&text(n));
        assert_eq!((known(0), known(0)), (false, true));
        (1..=MOST_TEXTS).for_each(|n| assert!(!known(n)));
        assert!(known(1) && !known(MOST_TEXTS) && !known(MOST_TEXTS));
        assert!(!is_usual(&"x".repeat(MOST_BYTES + 1)));
    }
}

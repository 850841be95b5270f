//! The prepared statement cache for statements whose text is built at run time.
//!
//! Their texts depend on branches and list lengths, so there may be many: only the first [`MAX_STATEMENTS`] repeated ones
//! stay prepared on a connection.

use std::sync::{LazyLock, Mutex, PoisonError};

use crate::wordpress::name_hash::NameSet;

/// How many statements stay prepared.
const MAX_STATEMENTS: usize = 32;
/// Longer statements are not cached.
const MAX_BYTES: usize = 2_000;

static STATEMENTS: LazyLock<Mutex<NameSet<Box<str>>>> = LazyLock::new(Mutex::default);

/// Whether a text was seen before and there is room for it.
pub(super) fn is_cached(text: &str) -> bool {
    if text.len() > MAX_BYTES {
        return false;
    }
    let mut texts = STATEMENTS.lock().unwrap_or_else(PoisonError::into_inner);
    let is_known = texts.contains(text);
    if !is_known && texts.len() < MAX_STATEMENTS {
        texts.insert(text.into());
    }
    is_known
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_statements_are_cached() {
        let text = |n: usize| ["statement ", &n.to_string()].concat();
        let known = |n: usize| is_cached(&text(n));
        assert_eq!((known(0), known(0)), (false, true));
        (1..=MAX_STATEMENTS).for_each(|n| assert!(!known(n)));
        assert!(known(1) && !known(MAX_STATEMENTS) && !known(MAX_STATEMENTS));
        assert!(!is_cached(&"x".repeat(MAX_BYTES + 1)));
    }
}

//! What is compared, and what counts as equal.

use std::collections::HashMap;

use crate::placeholder;
use crate::volatile::mask;

/// How much is compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// Status, type, redirect, and of a page what is seen in it.
    Contract,
    /// Everything that a browser or a script can see.
    Everything,
}

/// What is compared, what counts as equal, and what is known of values that were masked in the recordings.
#[derive(Debug)]
pub struct Rules {
    scope: Scope,
    has_masks: bool,
    /// Values that stand for the placeholders of masked ones; the first that was found is the one that must come again.
    bound: HashMap<String, String>,
    /// Headers besides those that always count.
    headers: Vec<String>,
}

impl Rules {
    /// What a contract of Oxipress fixes: scripts, style sheets and most headers are its own.
    #[must_use]
    pub fn contract() -> Self {
        Self {
            scope: Scope::Contract,
            has_masks: true,
            bound: HashMap::new(),
            headers: Vec::new(),
        }
    }

    /// Everything counts; values that look like nonces and hashes are no difference.
    #[must_use]
    pub fn everything() -> Self {
        Self {
            scope: Scope::Everything,
            ..Self::contract()
        }
    }

    /// Whether values that look like nonces, hashes and versions are no difference. Not needed where a baseline is asked
    /// twice.
    #[must_use]
    pub fn with_masks(mut self, has_masks: bool) -> Self {
        self.has_masks = has_masks;
        self
    }

    /// Whether only what a contract fixes is compared.
    pub(crate) fn is_contract(&self) -> bool {
        self.scope == Scope::Contract
    }

    /// Whether a header counts, even one that depends on the server.
    pub(crate) fn counts_header(&self, name: &str) -> bool {
        self.headers.iter().any(|h| h.eq_ignore_ascii_case(name))
    }

    /// Headers that count for the next comparison, even those that depend on the server.
    pub fn count_headers(&mut self, names: &[String]) {
        self.headers = names.to_vec();
    }

    /// Whether two texts are no difference.
    pub(crate) fn same(&mut self, want: &str, got: &str) -> bool {
        if want == got {
            return true;
        }
        let masked = |text: &str| match self.has_masks {
            true => mask(text),
            false => text.to_owned(),
        };
        let (want, got) = (masked(want), masked(got));
        want == got || placeholder::same(&want, &got, &mut self.bound)
    }

    /// A function that takes out of a text what is no difference.
    pub(crate) fn canonical(&self) -> impl Fn(&str) -> String + use<> {
        let has_masks = self.has_masks;
        move |text| match has_masks {
            true => mask(text),
            false => text.to_owned(),
        }
    }
}

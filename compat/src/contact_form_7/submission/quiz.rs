//! Quizzes: the answer's hash and the check of an answer.
//!
//! Contract "contact-form-7", section 14. The hash is part of the form, so a known pair of answer and hash can be
//! replayed; quizzes stop only simple bots.

use crate::contact_form_7::canonicalize::{LetterCase, canonicalize};
use crate::wordpress::hash::hash_equals;
use crate::wordpress::php::{Array, Value};
use crate::wordpress::salt::Salts;

/// Scheme of the hash (contract "contact-form-7", section 14).
const SCHEME: &str = "wpcf7_quiz";

/// The hash of a question's answer.
pub fn quiz_answer_hash(answer: &str, salts: &Salts) -> String {
    let answer = canonicalize(answer, LetterCase::Lower, true);
    salts.wp_hash(answer.as_bytes(), SCHEME)
}

/// Whether the posted answer of a quiz is correct.
pub(super) fn is_right(post: &Array, name: &str, salts: &Salts) -> bool {
    let posted = |name: &str| post.get(name).and_then(Value::as_str).unwrap_or_default();
    let expected = posted(&format!("_wpcf7_quiz_answer_{name}"));
    hash_equals(expected, &quiz_answer_hash(posted(name), salts))
}

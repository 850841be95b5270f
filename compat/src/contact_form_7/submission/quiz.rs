//! Quizzes: the answer's hash, and whether a posted answer is the right one.
//!
//! Contract "contact-form-7", section 14. The hash travels through the browser, so a known pair can be sent
//! again: it keeps simple robots out, no more.

use crate::contact_form_7::canonicalize::{LetterCase, canonicalize};
use crate::wordpress::hash::hash_equals;
use crate::wordpress::php::{Array, Value};
use crate::wordpress::salt::Salts;

/// Scheme of the hash (contract "contact-form-7", section 14).
const SCHEME: &str = "wpcf7_quiz";

/// The hash that goes with a question.
pub fn quiz_answer_hash(answer: &str, salts: &Salts) -> String {
    let answer = canonicalize(answer, LetterCase::Lower, true);
    salts.wp_hash(answer.as_bytes(), SCHEME)
}

/// Whether a body answers the quiz of a name rightly.
pub(super) fn is_right(post: &Array, name: &str, salts: &Salts) -> bool {
    let posted = |name: &str| post.get(name).and_then(Value::as_str).unwrap_or_default();
    let expected = posted(&format!("_wpcf7_quiz_answer_{name}"));
    hash_equals(expected, &quiz_answer_hash(posted(name), salts))
}

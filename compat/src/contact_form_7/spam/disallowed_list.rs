//! The site's list of disallowed words (option `disallowed_keys`).
//!
//! Contract "contact-form-7", section 16. Unlike WordPress's own check of comments, words count from two to 256
//! bytes, and letter case is ignored for ASCII only.

use crate::contact_form_7::messages::translated;
use crate::contact_form_7::submission::Submission;
use crate::contact_form_7::text::array_flatten;
use crate::wordpress::spam_check::Pending;

use super::SpamFilter;

/// The spam log's text; `%s` is the word.
const REASON: &str = "Disallowed words (%s) are used.";

/// Lengths of a word that counts, in bytes.
const WORD_LENGTHS: std::ops::RangeInclusive<usize> = 2..=256;

/// The filter.
#[derive(Debug, Clone)]
pub struct DisallowedList {
    /// The option `disallowed_keys`: one word a line.
    pub disallowed_keys: String,
}

impl SpamFilter for DisallowedList {
    fn agent(&self) -> &'static str {
        "disallowed_list"
    }

    fn priority(&self) -> u8 {
        10
    }

    fn check<'a>(&'a self, submission: &'a Submission<'_>) -> Pending<'a, Option<String>> {
        Box::pin(async move {
            if self.disallowed_keys.trim().is_empty() {
                return Ok(None);
            }
            let mut target = Vec::new();
            for value in submission.posted_data.values().flat_map(array_flatten) {
                target.extend_from_slice(&value.to_bytes());
                target.push(b'\n');
            }
            target.extend(submission.meta.remote_ip.bytes());
            target.push(b'\n');
            target.extend(submission.meta.user_agent.bytes());
            let word = wpcf7_check_disallowed_list(&self.disallowed_keys, &target);
            let reason = translated(submission.form.locale, REASON);
            Ok(word.map(|word| reason.replace("%s", word)))
        })
    }
}

/// The first word of the list found in the text.
pub fn wpcf7_check_disallowed_list<'a>(list: &'a str, target: &[u8]) -> Option<&'a str> {
    let target = target.to_ascii_lowercase();
    list.split('\n').map(str::trim).find(|word| {
        WORD_LENGTHS.contains(&word.len())
            && memchr::memmem::find(&target, &word.to_ascii_lowercase().into_bytes()).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::wpcf7_check_disallowed_list;

    #[test]
    fn words_are_looked_for_anywhere_without_regard_to_case() {
        let list = "a\n  Casino \nñu";
        let found = |text: &str| wpcf7_check_disallowed_list(list, text.as_bytes());
        assert_eq!(found("mega-CASINOS"), Some("Casino"));
        assert_eq!(found("aaa"), None);
        assert_eq!(found("ñu"), Some("ñu"));
        assert_eq!(found("Ñu"), None);
    }
}

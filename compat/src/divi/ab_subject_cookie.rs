//! The cookie with a visitor's subject in a split test.
//!
//! Contract divi-ajax, section 1.4. Which variant a new visitor gets is decided elsewhere.

use crate::wordpress::hash::{HashAlgorithm, hash_equals, hash_hmac};

/// The key when wp-config.php has no NONCE_SALT.
const DEFAULT_KEY: &str = "default-divi-hash-key";

/// Name of the cookie of one test: post id and testing id without a separator.
pub fn ab_subject_cookie_name(post_id: i64, testing_id: &str) -> String {
    format!("et_pb_ab_view_page_{post_id}{testing_id}")
}

/// Value of the cookie for a subject. `nonce_salt` is the constant of wp-config.php.
pub fn ab_subject_cookie(subject_id: &str, nonce_salt: Option<&str>) -> String {
    let key = nonce_salt.unwrap_or(DEFAULT_KEY);
    hash_hmac(HashAlgorithm::Md5, subject_id.as_bytes(), key.as_bytes())
}

/// The subject of a cookie value; the first of the list when it matches none.
pub fn ab_subject_of_cookie<'a>(
    subjects: &[&'a str],
    cookie: &str,
    nonce_salt: Option<&str>,
) -> Option<&'a str> {
    subjects
        .iter()
        .find(|id| hash_equals(&ab_subject_cookie(id, nonce_salt), cookie))
        .or(subjects.first())
        .copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_cookie_names_the_first_subject() {
        let subjects = ["1", "2"];
        let second = ab_subject_cookie("2", Some("s"));
        assert_eq!(
            ab_subject_of_cookie(&subjects, &second, Some("s")),
            Some("2")
        );
        assert_eq!(ab_subject_of_cookie(&subjects, "x", Some("s")), Some("1"));
        assert_eq!(ab_subject_of_cookie(&[], "x", None), None);
        // Contract divi-ajax 1.4: post 92 with testing id 777.
        assert_eq!(
            ab_subject_cookie_name(92, "777"),
            "et_pb_ab_view_page_92777"
        );
    }
}

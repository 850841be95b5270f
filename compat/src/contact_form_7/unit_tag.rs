//! Unit tags: the id of one form on one page.
//!
//! Contract "contact-form-7" section 7.2.

/// `wpcf7_sanitize_unit_tag`: letters, digits, `-` and `_` are left.
pub fn sanitize_unit_tag(tag: &str) -> String {
    tag.chars()
        .filter(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
        .collect()
}

/// The unit tag of the `n`-th form of a page; with the post around it when it stands in the main loop.
pub fn unit_tag(form_id: i64, post_id: Option<i64>, n: usize) -> String {
    match post_id {
        Some(post_id) => format!("wpcf7-f{form_id}-p{post_id}-o{n}"),
        None => format!("wpcf7-f{form_id}-o{n}"),
    }
}

//! `capital_P_dangit`: the right spelling of WordPress.
//!
//! Contract wordpress-core 8.1, priority 11.

/// Corrects a text, where the word follows a space, `>`, `(` or an opening quote. `opening_double` is the locale's
/// opening double quote.
pub fn capital_p_dangit(text: &str, opening_double: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut copied = 0;
    for (at, _) in text.match_indices("Wordpress") {
        let before = text.get(copied..at).unwrap_or_default();
        out.push_str(before);
        // A word that was corrected cannot be the context of the next: it ends with a letter.
        let starts = [" ", "&#8216;", ">", "("]
            .into_iter()
            .chain([opening_double])
            .any(|start| before.ends_with(start));
        out.push_str(if starts { "WordPress" } else { "Wordpress" });
        copied = at + "Wordpress".len();
    }
    out.push_str(text.get(copied..).unwrap_or_default());
    out
}

/// Corrects a title: everywhere.
pub fn capital_p_dangit_title(title: &str) -> String {
    title.replace("Wordpress", "WordPress")
}

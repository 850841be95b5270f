//! `wpcf7_autop`: the HTML formatter that puts paragraphs and line breaks into form templates and HTML mails.
//!
//! Contract "contact-form-7" section 5. It changes markup only; the form-tags of a template are placeholders
//! meanwhile ([`formatted_template`]).

mod chunk;
mod element;
mod formatter;
mod placeholder;
mod template;

pub use chunk::{Chunk, ChunkKind, normalize_start_tag, pre_format, separate_into_chunks};
pub use formatter::{Formatter, FormatterOptions};
pub use placeholder::{PlaceholderKind, Placeholders};
pub use template::formatted_template;

/// Formats a text; `br` makes line breaks `<br />`.
pub fn wpcf7_autop(input: &str, br: bool) -> String {
    let mut foreign = Placeholders::default();
    let input = foreign.replace_foreign_elements(input);
    let options = FormatterOptions {
        auto_br: br,
        ..FormatterOptions::default()
    };
    foreign.restore(&Formatter::format(&input, options))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Hostile texts of 64 KB: the output stays small, so the work does too.
    #[test]
    fn hostile_text_stays_linear() {
        for unit in [
            "<div>", "<b><i>", "<li><ol>", "<!--", "<a", "</p>", "<svg", "[", "\n\n<p>", "</li>",
            "<x:y>",
        ] {
            let input = unit.repeat(65_536 / unit.len());
            assert!(wpcf7_autop(&input, true).len() < 8 << 20, "{unit}");
        }
        let nested = format!("<li><ol>{}{}", "<div>".repeat(6000), "</li>".repeat(6000));
        assert!(wpcf7_autop(&nested, true).len() < 8 << 20);
    }

    proptest! {
        #[test]
        fn any_text_is_formatted(
            input in "(<|>|/|!--|-->|p|div|li|ol|b|td|tr|table|svg|math|pre|dl|dd| |\n|\r|\"|\u{a0}|é){0,60}",
            br in any::<bool>(),
        ) {
            let _ = wpcf7_autop(&input, br);
        }
    }
}

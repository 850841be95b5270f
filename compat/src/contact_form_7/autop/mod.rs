//! `wpcf7_autop`: the HTML formatter that puts paragraphs and line breaks into form templates and HTML mails.
//!
//! Contract "contact-form-7" section 5. It changes markup only; form-tags come in as placeholders
//! ([`Placeholders`]) and are put back by the caller.

mod chunk;
mod element;
mod formatter;
mod placeholder;

pub use chunk::{Chunk, ChunkKind, normalize_start_tag, pre_format, separate_into_chunks};
pub use formatter::{Formatter, FormatterOptions};
pub use placeholder::{PlaceholderKind, Placeholders};

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

    /// Contract "contact-form-7" section 24 B: id, input, output.
    const CASES: &[(&str, &str, &str)] = &[
        ("B1", "a", "<p>a\n</p>"),
        ("B2", "a\nb", "<p>a<br />\nb\n</p>"),
        ("B3", "a\n\nb", "<p>a\n</p>\n<p>b\n</p>"),
        ("B4", "  a  b  \n  c", "<p>a b<br />\nc\n</p>"),
        ("B5", "<div>a</div>", "<div>\n\t<p>a\n\t</p>\n</div>"),
        (
            "B6",
            "<div>\na\n\nb\n</div>",
            "<div>\n\t<p>a\n\t</p>\n\t<p>b\n\t</p>\n</div>",
        ),
        ("B7", "<p>a\nb</p>", "<p>a<br />\nb\n</p>"),
        ("B8", "<p>a</p>\nb", "<p>a\n</p>\n<p>b\n</p>"),
        ("B9", "a<br>b", "<p>a<br />\nb\n</p>"),
        ("B10", "a<br />\nb", "<p>a\n</p>\n<p>b\n</p>"),
        (
            "B11",
            "<h2>T\nU</h2>\nx",
            "<h2>T<br />\nU\n</h2>\n<p>x\n</p>",
        ),
        (
            "B12",
            "<span>a</span> <span>b</span>",
            "<p><span>a</span><span>b</span>\n</p>",
        ),
        (
            "B13",
            "<span>a</span>\n<span>b</span>",
            "<p><span>a</span><br />\n<span>b</span>\n</p>",
        ),
        (
            "B14",
            "<ul>\n<li>a\n<li>b\n</ul>",
            "<ul>\n\t<li>\n\t\t<p>a\n\t\t</p>\n\t</li>\n\t<li>\n\t\t<p>b\n\t\t</p>\n\t</li>\n</ul>",
        ),
        ("B15", "<pre>a\n\nb</pre>", "<pre>a\n\nb\n</pre>"),
        ("B16", "<!-- c -->a", "<!-- c -->\n<p>a\n</p>"),
        (
            "B17",
            "<table><tr><td>a</td></tr></table>",
            "<table>\n\t<tr>\n\t\t<td>\n\t\t\t<p>a\n\t\t\t</p>\n\t\t</td>\n\t</tr>\n</table>",
        ),
        (
            "B19",
            "<style>\n.a{}\n\n.b{}\n</style>",
            "<style>\n.a{}\n\n.b{}\n</style>",
        ),
        (
            "B20",
            "<script>\nvar a=1;\n\nb();\n</script>",
            "<p><script>\nvar a=1;\n\nb();\n</script>\n</p>",
        ),
        (
            "B21",
            "<svg viewBox=\"0\"><path d=\"\"/></svg> t",
            "<p><svg viewBox=\"0\"><path d=\"\"/></svg> t\n</p>",
        ),
        ("B22", "a\r\nb", "<p>a<br />\nb\n</p>"),
    ];

    #[test]
    fn case_table() {
        for (id, input, output) in CASES {
            assert_eq!(&wpcf7_autop(input, true), output, "{id}");
        }
    }

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

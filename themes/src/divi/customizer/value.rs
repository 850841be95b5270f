//! Option values as CSS values.

/// A value without characters that could end its declaration or the style element.
pub fn css_value(value: &str) -> String {
    let is_safe = |c: &char| !matches!(c, '<' | '>' | '{' | '}' | ';' | '\\' | '\n' | '\r');
    value.trim().chars().filter(is_safe).collect()
}

/// A list such as `bold|italic` as declarations; missing parts are set to `normal`.
pub fn font_style(value: &str) -> String {
    let has = |word: &str| value.split('|').any(|part| part.trim() == word);
    let pick = |word: &'static str, usual: &'static str| if has(word) { word } else { usual };
    format!(
        "font-weight:{};font-style:{};text-transform:{};text-decoration:{}",
        pick("bold", "normal"),
        pick("italic", "normal"),
        pick("uppercase", "none"),
        pick("underline", "none")
    )
}

/// A font family with its fallbacks.
pub fn font_family(value: &str) -> String {
    let name = css_value(value).replace(['\'', '"'], "");
    format!("'{name}',Helvetica,Arial,Lucida,sans-serif")
}

/// A number formatted as in PHP.
pub fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_inside() {
        assert_eq!(css_value("#fff}</style><script>"), "#fff/stylescript");
        assert_eq!(number(2.95), "2.95");
        assert_eq!(number(27.0), "27");
        assert!(font_style("bold|underline").starts_with("font-weight:bold;font-style:normal;"));
        assert_eq!(
            font_family("Open 'Sans'"),
            "'Open Sans',Helvetica,Arial,Lucida,sans-serif"
        );
    }
}

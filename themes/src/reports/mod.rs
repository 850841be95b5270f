//! Reports of commands as self-contained HTML pages: their own style sheet, plots as inline SVG, no script.
//!
//! Everything in them comes from a site that may be hostile: templates escape it, addresses become links only when they
//! are http or https.

pub mod audit;
mod audit_address;
mod audit_map;
pub mod bars;
pub mod replay;
pub mod shadow;
pub mod treemap;

/// The style sheet that all reports share.
pub const STYLE: &str = include_str!("../../assets/reports/report.css");

/// What pages with differences have besides.
const DIFFERENCES_STYLE: &str = include_str!("../../assets/reports/differences.css");

/// An address that may be linked.
pub fn safe_link(url: &str) -> Option<&str> {
    let has_scheme = |scheme: &str| {
        let start = url.get(..scheme.len());
        start.is_some_and(|start| start.eq_ignore_ascii_case(scheme))
    };
    (has_scheme("https://") || has_scheme("http://")).then_some(url)
}

/// A number with its digits in groups of three.
pub fn number(n: u64) -> String {
    let digits = n.to_string();
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push('\u{202f}');
        }
        out.push(digit);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_groups_and_links_a_scheme() {
        assert_eq!(number(1_234_567), "1\u{202f}234\u{202f}567");
        assert_eq!(number(12), "12");
        assert!(safe_link("HTTPS://a/").is_some() && safe_link("javascript:alert(1)").is_none());
        assert!(safe_link("ht").is_none() && safe_link("//a/").is_none());
    }
}

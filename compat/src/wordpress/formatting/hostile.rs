//! No text makes the markup functions panic, and none takes them more than linear time.

use std::time::{Duration, Instant};

use proptest::prelude::*;

use super::autop::wpautop;
use super::balance_tags::force_balance_tags;
use super::capital_p_dangit::capital_p_dangit;
use super::clickable::{ClickableSettings, make_clickable};
use super::convert_chars::convert_chars;
use super::ent2ncr::ent2ncr;
use super::html_split::wp_html_split;
use super::normalize_whitespace::normalize_whitespace;
use super::rel_nofollow::{RelSettings, wp_rel_nofollow};
use super::shortcode_unautop::shortcode_unautop;
use super::smilies::convert_smilies;
use super::strip_all_tags::wp_strip_all_tags;
use super::texturize::{TexturizeStrings, wptexturize};
use super::trim_words::{WordCountType, wp_html_excerpt, wp_trim_words};

/// A function by name; what it returns matters only so far that it must be computed.
type Named = (&'static str, Box<dyn Fn(&str) -> usize>);

/// Every function of the folder's markup part.
fn functions() -> Vec<Named> {
    let mut functions = text_functions();
    functions.extend(link_functions());
    functions
}

fn link_functions() -> Vec<Named> {
    let clickable = |text: &str| {
        let settings = ClickableSettings {
            esc_url: &str::to_owned,
            internal_hosts: &["a.test"],
            ugc: true,
        };
        make_clickable(text, &settings).len()
    };
    let rel = |text: &str| {
        let settings = RelSettings {
            wp_kses_hair: &|_| Vec::new(),
            esc_attr: &str::to_owned,
            internal_hosts: &[],
        };
        wp_rel_nofollow(text, &settings).len()
    };
    vec![
        ("make_clickable", Box::new(clickable)),
        ("wp_rel_nofollow", Box::new(rel)),
    ]
}

fn text_functions() -> Vec<Named> {
    let strings = TexturizeStrings::default();
    let is_tag = |name: &str| matches!(name, "a" | "x" | "code");
    vec![
        ("wpautop", Box::new(|text| wpautop(text, true).len())),
        (
            "wptexturize",
            Box::new(move |text| wptexturize(text, &strings, &is_tag).len()),
        ),
        (
            "shortcode_unautop",
            Box::new(move |text| shortcode_unautop(text, &is_tag).len()),
        ),
        (
            "convert_smilies",
            Box::new(|text| convert_smilies(text, "/s/").len()),
        ),
        (
            "force_balance_tags",
            Box::new(|text| force_balance_tags(text).len()),
        ),
        ("wp_html_split", Box::new(|text| wp_html_split(text).len())),
        (
            "wp_strip_all_tags",
            Box::new(|text| wp_strip_all_tags(text, true).len()),
        ),
        (
            "normalize_whitespace",
            Box::new(|text| normalize_whitespace(text).len()),
        ),
        ("convert_chars", Box::new(|text| convert_chars(text).len())),
        ("ent2ncr", Box::new(|text| ent2ncr(text).len())),
        (
            "capital_P_dangit",
            Box::new(|text| capital_p_dangit(text, "«").len()),
        ),
        (
            "wp_trim_words",
            Box::new(|text| wp_trim_words(text, 5, "…", WordCountType::Words).len()),
        ),
        (
            "wp_html_excerpt",
            Box::new(|text| wp_html_excerpt(text, 5, "…").len()),
        ),
    ]
}

/// What the functions look for.
#[rustfmt::skip]
const PIECES: &[&str] = &[
    "<p>", "</p>", "<div>", "<div", "</div>", "<pre>", "</pre>", "<pre wp-pre-tag-0></pre>", "<br>", "<br />",
    "<hr\r>", "<option", "</object>", "<source", "<li", "<blockquote", "</b>", "<script>", "</script>", "<!--",
    "-->", "<![CDATA[", "]]>", "<?", "?>", "<!doctype", "[x", "[/x]", "[[x]", "[code]", "]", "\"", "'", "''", "9",
    "x", "-", "--", "&", "&nbsp;", "&lt;", ";", "#38;", ":)", "8-)", "http://", "www.", "ftp.", "a.test", "@", "(",
    ")", "<a ", "</a>", "\\", "\n", "\r", "\n\n", " ", "\u{a0}", "é", "🙂", "<WPPreserveNewline />",
    "<!-- wpnl -->", "Wordpress", "|", "/", ">", "<", "=", ".", "...", "'tis", " (tm)",
];

/// What makes a careless scan read the rest of the text again and again.
#[rustfmt::skip]
const UNITS: &[&str] = &[
    "<p>", "<div", "<div ", "</p>", "<p><li", "<p><blockquote ", "<br>", "<br", "<hr", "<pre", "<pre></pre>",
    "<script", "<script>", "<style>\n", "<svg ", "<option ", "<object", "<param", "<source", "[video ",
    "<figcaption", "<!--", "<![CDATA[", "<?", "<", ">", "[", "[x", "[x ", "[x]", "[x <", "<p>[x", "<p>[x]",
    "<p>[x]<p>[a]", "[/x]", "\"", "'", "\" ", "1' ", "1\" ", "-", " - ", "9x", "9.", "9,9x", "&", "&#1", "&a",
    "''", "'99'", ":", ":)", " :) ", "8", "a://", " a://", ".a://", "http://a.test/(", ")", " www.", "www.a", "@",
    "a@", "a.b@a.b", " a@a.", "<a ", "<a><a x>", "<a x>y</a>", "<b>", "<b><i>", "</b>", "<b><i></x>", "<a-", "\\",
    "\n", "\r", " ", "\n ", "\t\n", "&nbsp;", "\u{a0}", "\u{1}", "é", "Wordpress", "a ", "`",
];

fn pieces() -> impl Strategy<Value = String> {
    prop::collection::vec(prop::sample::select(PIECES), 0..40).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn never_panics(text in prop_oneof![pieces(), any::<String>()]) {
        for (_, function) in functions() {
            function(&text);
        }
    }
}

#[test]
fn stays_linear() {
    // A debug build is about twenty times slower than the release build that the limit of 50 ms is for.
    let limit = Duration::from_millis(if cfg!(debug_assertions) { 2000 } else { 50 });
    let mut slow = Vec::new();
    for (name, function) in functions() {
        for unit in UNITS {
            let half = unit.repeat(32_768 / unit.len());
            let spaces = " ".repeat(32_768);
            for text in [half.repeat(2), format!("<p>{half}{spaces}")] {
                let start = Instant::now();
                function(&text);
                let took = start.elapsed();
                if took > limit {
                    slow.push(format!("{name} {unit:?} {took:?}"));
                }
            }
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

//! Text functions take time in proportion to their input: 64 KB of hostile text each.

use std::time::Duration;

use compat::wordpress::formatting::{
    accents, email, escape, file_name, path, sanitize, sanitize_field, sanitize_title,
    specialchars, strip_all_tags,
};
use compat::wordpress::kses;
use compat::wordpress::url;

const SIZE: usize = 64 * 1024;

/// Texts that make a careless search start over and over.
#[expect(clippy::too_many_lines, reason = "a list")]
fn hostile() -> Vec<(String, String)> {
    [
        "&",
        "&a",
        "<",
        "<!--",
        "<!-- >",
        "<script>",
        "<script",
        "</1",
        "<a b=\"",
        "<a b='c",
        "<a b",
        "a b",
        "%",
        "%%4",
        "%41",
        "---",
        "&#0",
        "&#x",
        "&amp;",
        "&#58",
        "url(",
        "calc(",
        "-gradient(",
        "(",
        "[",
        "a[",
        "a=&",
        "a[b]=1&",
        ":",
        "feed:",
        "//",
        "<!-- wp:a -->",
        "<!-- wp:a {",
        "<!-- /wp:a -->",
        "<!-- wp:a {\"b\":\"",
        "}",
        "--->",
        "a,",
        ".",
        "é",
        "n\u{303}",
        "\\0",
        "\\\"",
        "<![CDATA[",
        "@",
        "<?",
        "<!",
        "<p style=\"color:url(",
        "<p a",
        " ",
    ]
    .into_iter()
    .flat_map(|unit| {
        let text = unit.repeat(SIZE / unit.len());
        let part = unit.repeat(SIZE / 4 / unit.len());
        let tagged =
            format!("<p style=\"color:red;background:{part}\" {part}>\n<p {part}>\n{part}\nx>");
        [(unit.to_owned(), text), (format!("tag {unit}"), tagged)]
    })
    .collect()
}

/// A function under test and its name.
type Call = (&'static str, fn(&str) -> usize);

fn calls() -> Vec<Call> {
    let mut calls: Vec<Call> = vec![
        ("esc_html", |t| escape::esc_html(t).len()),
        ("esc_js", |t| escape::esc_js(t).len()),
        ("esc_xml", |t| escape::esc_xml(t).len()),
        ("decode", |t| {
            specialchars::wp_specialchars_decode(t, specialchars::QuoteStyle::Quotes).len()
        }),
        ("strip", |t| {
            strip_all_tags::wp_strip_all_tags(t, true).len()
        }),
        ("sanitize_title", |t| {
            sanitize_title::sanitize_title(t, "", "es_ES").len()
        }),
        ("sanitize_text_field", |t| {
            sanitize_field::sanitize_text_field(t).len()
        }),
        ("sanitize_user", |t| {
            sanitize::sanitize_user(t, true, "").len()
        }),
        ("sanitize_sql_orderby", |t| {
            sanitize::sanitize_sql_orderby(t).map_or(0, str::len)
        }),
        ("sanitize_file_name", |t| {
            file_name::sanitize_file_name(t, "", false).len()
        }),
        ("remove_accents", |t| accents::remove_accents(t, "ca").len()),
        ("sanitize_email", |t| email::sanitize_email(t).len()),
        ("wp_basename", |t| path::wp_basename(t, ".jpg").len()),
    ];
    calls.extend([
        (
            "esc_url",
            (|t| url::esc_url(t, &kses::WP_ALLOWED_PROTOCOLS).len()) as fn(&str) -> usize,
        ),
        ("add_query_arg", |t| {
            url::add_query_arg(&[("k", "v".into())], &format!("/?{t}")).len()
        }),
        ("wp_kses_post", |t| kses::wp_kses_post(t).len()),
        ("wp_filter_kses", |t| kses::wp_filter_kses(t).len()),
        ("safecss", |t| {
            kses::safecss::safecss_filter_attr(&format!("background:{t}")).len()
        }),
    ]);
    calls
}

/// What this thread has spent so far.
fn time_on_processor() -> Option<Duration> {
    let stat = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanos = stat.split(' ').next()?.parse().ok()?;
    Some(Duration::from_nanos(nanos))
}

#[test]
fn hostile_text_costs_linear_time() {
    // Time on the processor: what other programs do meanwhile does not count. An unoptimised build needs more.
    let limit = Duration::from_millis(if cfg!(debug_assertions) { 1500 } else { 50 });
    let mut slow = Vec::new();
    for (unit, text) in hostile() {
        for (name, call) in calls() {
            let start = time_on_processor().unwrap();
            let length = call(&text);
            let took = time_on_processor().unwrap().saturating_sub(start);
            if took > limit {
                slow.push(format!("{name} on {unit:?}: {took:?}, {length} bytes out"));
            }
        }
    }
    assert!(slow.is_empty(), "{}", slow.join("\n"));
}

//! The small corrections at the end: punctuation, slashes, `www.`.
//!
//! Contract "wordpress-core", section 5.2, items 10 to 12.

use super::addresses::Address;
use super::facts::CanonicalFacts;
use super::paging::without_index;
use crate::wordpress::link::{trailingslashit, untrailingslashit};
use crate::wordpress::rewrite::collapse_slashes;

/// What writers leave at the end of a link: itself, and encoded.
const PUNCTUATION: [&str; 26] = [
    " ",
    "%20",
    "!",
    "%21",
    "\"",
    "%22",
    "'",
    "%27",
    "(",
    "%28",
    ")",
    "%29",
    ",",
    "%2C",
    ".",
    "%2E",
    ";",
    "%3B",
    "{",
    "%7B",
    "}",
    "%7D",
    "%E2%80%9C",
    "%E2%80%9D",
    "\u{201c}",
    "\u{201d}",
];

/// The text without punctuation at its end.
fn without_punctuation(text: &str) -> &str {
    let mut text = text;
    loop {
        let end = PUNCTUATION.iter().find_map(|p| {
            let start = text.len().checked_sub(p.len())?;
            let tail = text.get(start..)?;
            tail.eq_ignore_ascii_case(p).then_some(start)
        });
        match end {
            Some(at) => text = &text[..at],
            None => return text,
        }
    }
}

/// Corrects host, path and query of the target. `is_file`: the target is a file, its path is left alone.
pub(super) fn tidy(
    facts: &CanonicalFacts<'_>,
    original: &Address,
    mut redirect: Address,
    is_file: bool,
) -> Address {
    let home = Address::parse(&facts.links.site.home()).unwrap_or_default();
    if !home.host.is_empty() {
        redirect.host.clone_from(&home.host);
    }
    redirect.port = home.port;
    redirect.path = without_punctuation(&without_index(&redirect.path)).to_owned();
    redirect.query = tidy_query(&redirect.query);
    if !facts.links.rewrite.using_index_permalinks() {
        redirect.path = redirect.path.replace("/index.php/", "/");
    }
    redirect.path = slash(facts, &redirect.path, is_file);
    redirect.path = collapse_slashes(&redirect.path);
    let home_path = trailingslashit(&home.path);
    if trailingslashit(&redirect.path) == home_path {
        redirect.path = home_path;
    }
    let (asked, ours) = (original.host.to_lowercase(), redirect.host.to_lowercase());
    let only_www = format!("www.{asked}") == ours || format!("www.{ours}") == asked;
    if asked == ours || !only_www {
        redirect.host.clone_from(&original.host);
    }
    redirect
}

fn slash(facts: &CanonicalFacts<'_>, path: &str, is_file: bool) -> String {
    let (is, vars) = (&facts.query.is, &facts.query.vars);
    let pretty = facts.links.rewrite.using_permalinks();
    let listed = !is.is_front_page || vars.int("paged") > 1;
    let path = if pretty && !is_file && !is.is_404 && listed {
        facts.links.user_trailingslashit(path)
    } else if is.is_front_page {
        trailingslashit(path)
    } else {
        path.to_owned()
    };
    if is.is_robots || vars.is_set("sitemap") || vars.is_set("sitemap-stylesheet") {
        untrailingslashit(&path).to_owned()
    } else {
        path
    }
}

/// Drops empty `p`, `page_id`, `cat`, `tag`, punctuation after them at the end, and the name `rss`.
fn tidy_query(query: &str) -> String {
    const NAMES: [&str; 4] = ["p", "page_id", "cat", "tag"];
    let last = query.matches('&').count();
    let pairs = query.split('&').enumerate().filter_map(|(at, pair)| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        if !NAMES.contains(&name) {
            return Some(
                if pair == "feed=rss" {
                    "feed=rss2"
                } else {
                    pair
                }
                .to_owned(),
            );
        }
        let value = if at == last {
            without_punctuation(value)
        } else {
            value
        };
        (!value.is_empty()).then(|| format!("{name}={value}"))
    });
    let pairs: Vec<String> = pairs.collect();
    pairs.join("&").trim_matches('&').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tidies_ends() {
        assert_eq!(without_punctuation("/contacto)%2e\u{201d}"), "/contacto");
        assert_eq!(tidy_query("p=27.&x=1"), "p=27.&x=1");
        assert_eq!(tidy_query("x=1&p=27.,"), "x=1&p=27");
        assert_eq!(tidy_query("p=&cat&x"), "x");
        assert_eq!(tidy_query("feed=rss"), "feed=rss2");
    }
}

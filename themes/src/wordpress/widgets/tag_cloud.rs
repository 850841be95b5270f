//! `WP_Widget_Tag_Cloud` and the block `core/tag-cloud` (`wp_tag_cloud`).

use std::sync::Arc;

use compat::wordpress::blocks::BlockCall;
use compat::wordpress::db::tag::SitePart;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::taxonomy::Term;
use compat::wordpress::widget::Widget;
use serde_json::Value as Json;

use super::block::{self, wrapper_class};
use super::kinds::WidgetOutput;
use super::settings::{href, is_on, text_setting, widget_title};
use crate::wordpress::number::count_i18n;
use crate::wordpress::view::{Page, View};

/// What of a taxonomy's terms a cloud shows, and how large.
#[derive(Debug, Clone, PartialEq)]
pub struct TagCloud<'a> {
    /// The taxonomy.
    pub taxonomy: &'a str,
    /// Each term with the number of its posts.
    pub has_counts: bool,
    /// Maximum number of terms: those with the most posts.
    pub number: usize,
    /// Size of the term with the fewest posts, and of that with the most.
    pub sizes: (f64, f64),
    /// Unit of the sizes.
    pub unit: &'a str,
}

impl<'a> TagCloud<'a> {
    /// The cloud that WordPress makes of a taxonomy unless told otherwise.
    pub fn of(taxonomy: &'a str) -> Self {
        Self {
            taxonomy,
            has_counts: false,
            number: 45,
            sizes: (8.0, 22.0),
            unit: "pt",
        }
    }
}

/// `tag_cloud`; prints nothing without terms.
pub(super) fn tag_cloud(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let view = &page.view;
    let wanted = text_setting(widget, "taxonomy");
    let taxonomy = view
        .site
        .registry
        .taxonomies
        .get(wanted.as_str())
        .or_else(|| view.site.registry.taxonomies.get("post_tag"))?;
    let default = view.label(taxonomy.text_domain, &taxonomy.label);
    let cloud = TagCloud {
        has_counts: is_on(widget, "count"),
        ..TagCloud::of(&taxonomy.name)
    };
    let cloud = term_cloud(view, &cloud);
    if cloud.is_empty() {
        return None;
    }
    Some(WidgetOutput {
        title: widget_title(view, widget, &default),
        content: format!("<div class=\"tagcloud\">{cloud}</div>\n"),
        ..WidgetOutput::default()
    })
}

/// The links of a taxonomy's terms, larger where there are more posts (`wp_tag_cloud`).
pub fn term_cloud(view: &View, cloud: &TagCloud<'_>) -> String {
    let (smallest, largest) = cloud.sizes;
    view.shows(SitePart::TermCounts);
    let mut terms: Vec<&Arc<Term>> = view.site.terms.of(cloud.taxonomy).iter().collect();
    terms.retain(|t| t.count > 0);
    terms.sort_by_key(|t| std::cmp::Reverse(t.count));
    terms.truncate(cloud.number);
    terms.sort_by_cached_key(|t| natural(&t.name));
    let weights: Vec<f64> = terms.iter().map(|t| weight(t.count)).collect();
    let least = weights.iter().copied().fold(f64::INFINITY, f64::min);
    let spread = weights.iter().copied().fold(0.0, f64::max) - least;
    let step = (largest - smallest) / if spread <= 0.0 { 1.0 } else { spread };
    let links: Vec<String> = terms
        .iter()
        .zip(&weights)
        .enumerate()
        .map(|(at, (term, weight))| {
            let size = smallest + (weight - least) * step;
            link(view, term, at + 1, size, cloud)
        })
        .collect();
    links.join("\n")
}

/// The weight of a count: its logarithm (`default_topic_count_scale`).
fn weight(count: i64) -> f64 {
    #[expect(clippy::cast_precision_loss, reason = "a count of rows")]
    let count = count as f64;
    ((count + 1.0).log10() * 100.0).round()
}

fn link(view: &View, term: &Arc<Term>, position: usize, size: f64, cloud: &TagCloud<'_>) -> String {
    let url = view.links().get_term_link(term).unwrap_or_default();
    let formatted = count_i18n(view, term.count);
    let items = view
        .locale
        .ngettext("%s item", "%s items", term.count.unsigned_abs())
        .replace("%s", &formatted);
    let count = if cloud.has_counts {
        format!("<span class=\"tag-link-count\"> ({formatted})</span>")
    } else {
        String::new()
    };
    format!(
        "<a href=\"{}\" class=\"tag-cloud-link tag-link-{} tag-link-position-{position}\" \
         style=\"font-size: {size}{};\" aria-label=\"{} ({})\">{}{count}</a>",
        href(&url),
        term.term_id.0,
        cloud.unit,
        esc_attr(&term.name),
        esc_attr(&items),
        esc_html(&term.name),
    )
}

/// `core/tag-cloud`.
pub(super) fn block(call: &BlockCall<'_, Page>, page: &mut Page) -> String {
    let block = call.block;
    let size = |name, default| {
        block::text(block, name)
            .and_then(parse_size)
            .unwrap_or(default)
    };
    let (smallest, unit) = size("smallestFontSize", (8.0, "pt"));
    let (largest, _) = size("largestFontSize", (22.0, "pt"));
    let number = block.attr("numberOfTags").and_then(Json::as_u64);
    let cloud = TagCloud {
        has_counts: block::is_on(block, "showTagCounts"),
        number: number.and_then(|n| usize::try_from(n).ok()).unwrap_or(45),
        sizes: (smallest, largest),
        unit,
        ..TagCloud::of(block::text(block, "taxonomy").unwrap_or("post_tag"))
    };
    let view = &page.view;
    let content = match term_cloud(view, &cloud) {
        cloud if cloud.is_empty() => view.text("There&#8217;s no content to show here yet."),
        cloud => cloud,
    };
    let class = wrapper_class(block, &[], "wp-block-tag-cloud");
    format!("<p class=\"{class}\">{content}</p>")
}

/// A size with its unit, as `12pt`.
fn parse_size(text: &str) -> Option<(f64, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let (number, unit) = text.split_at(end);
    let is_unit = unit.bytes().all(|b| b.is_ascii_alphabetic() || b == b'%');
    let number = number.parse().ok()?;
    is_unit.then_some((number, unit))
}

/// A piece of a name, digits or other characters, for natural case-insensitive order (`strnatcasecmp`).
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Piece {
    Number(u64),
    Text(Vec<u8>),
}

fn natural(name: &str) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = name.as_bytes();
    while let Some(first) = rest.first() {
        let is_digit = first.is_ascii_digit();
        let end = rest
            .iter()
            .position(|b| b.is_ascii_digit() != is_digit)
            .unwrap_or(rest.len());
        let (piece, after) = rest.split_at(end);
        rest = after;
        pieces.push(if is_digit {
            let digits = piece.iter().map(|b| u64::from(b - b'0'));
            Piece::Number(digits.fold(0, |n, d| n.saturating_mul(10).saturating_add(d)))
        } else {
            Piece::Text(piece.to_ascii_lowercase())
        });
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_ordered_as_people_count() {
        let mut names = ["b10", "B9", "a", "10", "9"];
        names.sort_by_cached_key(|name| natural(name));
        assert_eq!(names, ["9", "10", "a", "B9", "b10"]);
    }

    #[test]
    fn sizes_have_units() {
        assert_eq!(parse_size("1.5em"), Some((1.5, "em")));
        assert_eq!(parse_size("80%"), Some((80.0, "%")));
        for wrong in ["12", "", "px", "1px\"", "1.2.3px"] {
            assert_eq!(parse_size(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn weights_grow_with_the_logarithm() {
        assert_eq!([1, 2, 4].map(weight), [30.0, 48.0, 70.0]);
    }
}

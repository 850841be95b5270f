//! The shortcodes: a widget, a number, a URL, a link or the structured data. Contract "reviews-widget", section 3.

use compat::reviews::SiteReviews;
use compat::reviews::attributes::{ReviewsWidget, first_tag, place_id};
use compat::reviews::place::Place;
use compat::reviews::shortcode_atts::ShortcodeAtts;
use compat::reviews::target::Links;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::shortcode::ShortcodeCall;
use minijinja::{Value, context};

use super::words::rating_number;
use super::{structured_data, widget};
use crate::wordpress::head::url;
use crate::wordpress::view::Page;

/// Number of shortcodes rendered, including those without a widget (recording opiniones, variant 18).
#[derive(Clone, Debug, Default)]
struct Printed(usize);

/// The output type of a shortcode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Widget,
    Rating,
    Count,
    Link(Target, Form),
    StructuredData,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target {
    Reviews,
    WriteReview,
    Maps,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Link,
    Url,
}

/// The type of a word: with or without `google_`, singular or plural.
fn kind(word: &str) -> Option<Kind> {
    let word = word.trim().to_ascii_lowercase().replace('-', "_");
    let word = word.strip_prefix("google_").unwrap_or(&word);
    Some(match word.trim_end_matches('s') {
        "review" => Kind::Widget,
        "rating" => Kind::Rating,
        "rating_count" | "review_count" | "ratings_count" | "reviews_count" => Kind::Count,
        "reviews_link" | "review_link" => Kind::Link(Target::Reviews, Form::Link),
        "reviews_url" | "review_url" => Kind::Link(Target::Reviews, Form::Url),
        "write_review_link" | "write_reviews_link" => Kind::Link(Target::WriteReview, Form::Link),
        "write_review_url" | "write_reviews_url" => Kind::Link(Target::WriteReview, Form::Url),
        "maps_link" | "map_link" => Kind::Link(Target::Maps, Form::Link),
        "maps_url" | "map_url" => Kind::Link(Target::Maps, Form::Url),
        "structured_data" => Kind::StructuredData,
        _ => return None,
    })
}

/// Whether a shortcode's default type is a link.
fn is_link_tag(tag: &str) -> bool {
    tag.ends_with("_link") || tag.ends_with("_links") || tag.starts_with("link")
}

/// Renders a shortcode.
pub(super) fn reviews_rating(call: &ShortcodeCall<'_, Page>, page: &mut Page) -> String {
    let printed = page.globals.of::<Printed>();
    printed.0 += 1;
    let instance = printed.0;
    let given = ShortcodeAtts(&call.atts);
    let kind = match given.text("type") {
        Some(name) => match kind(name) {
            Some(kind) => kind,
            None if given.is_off("errors") => return String::new(),
            None => return not_found(call.tag, name),
        },
        None => call.atts.position(0).and_then(kind).unwrap_or_else(|| {
            if is_link_tag(call.tag) {
                Kind::Link(Target::Reviews, Form::Link)
            } else {
                Kind::Widget
            }
        }),
    };
    let view = page.view.clone();
    let place_id = place_id(given, &view.site.options);
    let place = view.site_data.get::<SiteReviews>().place(&place_id);
    match kind {
        Kind::Widget => {
            let widget = ReviewsWidget::of(&call.atts, &view.site.options);
            widget::print(&view, &widget, instance)
        }
        Kind::Rating => rating_number(&view.locale, place.rating),
        Kind::Count => place.rating_count.to_string(),
        Kind::Link(target, form) => link(page, given, &place, (target, form), call.content),
        Kind::StructuredData => structured_data_element(page, given, &place),
    }
}

fn not_found(tag: &str, name: &str) -> String {
    let (tag, name) = (esc_html(tag), esc_html(name));
    format!("<pre class=\"error\">[{tag} type not found: {name}]</pre>")
}

/// A link around the enclosed text; the URL when there is none or only the URL is requested.
fn link(
    page: &Page,
    given: ShortcodeAtts<'_>,
    place: &Place,
    (target, form): (Target, Form),
    content: &str,
) -> String {
    let links = Links::of(given, &place.place_id, None, false);
    let address = match target {
        Target::Reviews => &links.reviews_url,
        Target::WriteReview => &links.write_review_url,
        Target::Maps => &place.url,
    };
    if form == Form::Url || content.is_empty() {
        return esc_html(address).into_owned();
    }
    let own = |name: &str| given.classes(name).unwrap_or_default();
    let class = [own("class"), own("link_class")].concat().join(" ");
    let values = context! {
        href => Value::from_safe_string(url(address)),
        class,
        target => links.target.unwrap_or_default(),
        rel => links.rel.unwrap_or_default(),
        content,
    };
    page.view.render("reviews/link.html", values)
}

fn structured_data_element(page: &Page, given: ShortcodeAtts<'_>, place: &Place) -> String {
    let view = &page.view;
    let json = structured_data::json(view, place);
    if given.is_off("outer_tag") {
        return json;
    }
    match first_tag(given).as_deref() {
        Some("script") => format!("<script type=\"application/ld+json\">{json}</script>"),
        Some(tag) => format!("<{tag} class=\"structured-data\">{json}</{tag}>"),
        None => format!("<pre class=\"structured-data\">{json}</pre>"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_by_name() {
        for (word, expected) in [
            ("reviews", Some(Kind::Widget)),
            ("google_rating", Some(Kind::Rating)),
            ("review_count", Some(Kind::Count)),
            (
                "reviews_links",
                Some(Kind::Link(Target::Reviews, Form::Link)),
            ),
            ("maps_url", Some(Kind::Link(Target::Maps, Form::Url))),
            ("no_existe", None),
        ] {
            assert_eq!(kind(word), expected, "{word}");
        }
        assert!(is_link_tag("reviews_rating_links") && !is_link_tag("reviews_rating"));
    }
}

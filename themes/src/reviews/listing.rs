//! The reviews of a widget: contract "reviews-widget", sections 4.5 and 4.6.

use compat::reviews::attributes::ReviewsWidget;
use compat::reviews::excerpt::{ReviewText, review_text};
use compat::reviews::item_style::{Avatar, Piece, ReviewDate};
use compat::reviews::punctuation::punctuated;
use compat::reviews::relative_time::relative_time;
use compat::reviews::review::Review;
use compat::wordpress::date::wp_date;
use minijinja::{Value, context};

use super::image;
use super::words::word;
use crate::wordpress::head::url;
use crate::wordpress::view::View;

/// One review with its index.
struct Item<'a> {
    view: &'a View,
    widget: &'a ReviewsWidget,
    review: &'a Review,
}

/// The template values of all reviews.
pub(super) fn items(view: &View, widget: &ReviewsWidget, reviews: &[&Review]) -> Vec<Value> {
    let items = reviews.iter().enumerate();
    items
        .map(|(index, review)| {
            let item = Item {
                view,
                widget,
                review,
            };
            context! { index, class => item.class(index), pieces => item.pieces() }
        })
        .collect()
}

impl Item<'_> {
    fn class(&self, index: usize) -> String {
        let style = &self.widget.item;
        let mut class = format!("rating-{}", self.review.rating);
        if let Some(view) = self.widget.carousel.view {
            class.push_str(if index < view { " visible" } else { " hidden" });
        }
        for (is_on, name) in [
            (style.avatar == Avatar::Hidden, " no-avatar"),
            (style.date == ReviewDate::Hidden, " no-date"),
            (style.is_text_first, " text-first"),
            (style.is_inline, " inline"),
            (style.is_author_last, " author-switch"),
        ] {
            if is_on {
                class.push_str(name);
            }
        }
        class
    }

    /// The parts in order; adjacent name, rating and date share an element.
    fn pieces(&self) -> Vec<Value> {
        let mut pieces = Vec::new();
        let mut lines: Vec<Value> = Vec::new();
        for piece in &self.widget.item.order {
            let other = match piece {
                Piece::Name => {
                    lines.extend(self.name());
                    continue;
                }
                Piece::Rating => {
                    lines.push(self.rating());
                    continue;
                }
                Piece::Date => {
                    lines.extend(self.date());
                    continue;
                }
                Piece::Avatar => self.avatar(),
                Piece::Text => self.text(),
            };
            let Some(other) = other else { continue };
            if !lines.is_empty() {
                pieces.push(context! { kind => "meta", lines => std::mem::take(&mut lines) });
            }
            pieces.push(other);
        }
        if !lines.is_empty() {
            pieces.push(context! { kind => "meta", lines });
        }
        pieces
    }

    /// The author's URL; empty for plain text.
    fn href(&self) -> Value {
        let is_plain = self.widget.links.authors_are_plain;
        let href = if is_plain {
            String::new()
        } else {
            url(&self.review.author_url)
        };
        Value::from_safe_string(href)
    }

    fn rel(&self) -> String {
        self.widget.links.rel.clone().unwrap_or_default()
    }

    fn avatar(&self) -> Option<Value> {
        let style = &self.widget.item;
        let is_there = style.avatar != Avatar::Hidden
            && !self.widget.has_theme("badge")
            && !self.review.author_url.is_empty();
        is_there.then(|| {
            let src = image::avatar(self.view, &style.avatar, self.review);
            context! {
                kind => "avatar",
                href => self.href(),
                rel => self.rel(),
                src => Value::from_safe_string(url(&src)),
                alt => word(&self.view.locale, "Avatar"),
                loading => style.loading.unwrap_or_default(),
            }
        })
    }

    fn name(&self) -> Option<Value> {
        let name = self.widget.item.name_format.apply(&self.review.author_name);
        (!name.is_empty()).then(|| {
            context! { kind => "name", href => self.href(), rel => self.rel(), text => name }
        })
    }

    fn rating(&self) -> Value {
        let full = usize::try_from(self.review.rating).unwrap_or(0).min(5);
        context! { kind => "rating", full => "★".repeat(full), rest => "☆".repeat(5 - full) }
    }

    fn date(&self) -> Option<Value> {
        let (class, text) = match &self.widget.item.date {
            ReviewDate::Hidden => return None,
            ReviewDate::Format(format) => {
                let strings = self.view.locale.wp_locale().date_strings();
                let zone = self.view.timezone();
                ("date", wp_date(format, self.review.time, &zone, &strings))
            }
            ReviewDate::Relative => ("relative-time-description", self.age()),
            ReviewDate::Stored => (
                "relative-time-description",
                self.review.relative_time_description.clone(),
            ),
        };
        (!text.is_empty()).then(|| context! { kind => "date", class, text })
    }

    fn age(&self) -> String {
        let age = self.view.now.saturating_sub(self.review.time);
        relative_time(age, self.view.locale.code())
            .unwrap_or_else(|| self.review.relative_time_description.clone())
    }

    fn text(&self) -> Option<Value> {
        let style = &self.widget.item;
        if !style.has_text || self.review.text.is_empty() {
            return None;
        }
        let own = match style.has_punctuation {
            true => punctuated(&self.review.text),
            false => self.review.text.as_str().into(),
        };
        let text = review_text(&own, style.excerpt, style.line_breaks);
        let height = style.text_height.clone().unwrap_or_default();
        let more = style.more.as_deref();
        let more = more.unwrap_or_else(|| word(&self.view.locale, "More"));
        let safe = Value::from_safe_string;
        Some(match text {
            ReviewText::Whole { html, is_excerpt } => {
                context! { kind => "text", is_excerpt, is_cut => false, height, html => safe(html) }
            }
            ReviewText::Cut { snippet, rest } => context! {
                kind => "text", is_excerpt => true, is_cut => true, height, more,
                html => safe(snippet), rest => safe(rest),
            },
        })
    }
}

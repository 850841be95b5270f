//! The reviews of a product.
//!
//! Contract "woocommerce", section 6.3.

use compat::woocommerce::product::Product;
use compat::wordpress::comment::{Comment, Thread};
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::kses::bad_protocol::WP_ALLOWED_PROTOCOLS;
use compat::wordpress::link::{PaginateLinks, PaginateStyle};
use minijinja::context;

use super::review_form::review_form;
use crate::markup::markup;
use crate::woocommerce::list_pages::page_texts;
use crate::woocommerce::rating::rating_html;
use crate::woocommerce::shop::Shop;
use crate::wordpress::comments::{CommentPages, List, comment_author, get_avatar, listing};
use crate::wordpress::view::{Page, View};

/// `comments_template` of a product.
pub fn reviews(page: &mut Page, shop: &Shop, product: &Product) -> String {
    let view = shop.view.clone();
    let post = &product.post;
    let shown = listing(&view, &view.comments);
    let mut state = List::new(&view, post, shown.pages);
    let list: String = shown
        .threads
        .iter()
        .map(|thread| item(page, shop, &mut state, thread, 1))
        .collect();
    view.render(
        "woocommerce/reviews.html",
        context! {
            heading => markup(heading(page, shop, product)),
            no_reviews => view.comments.is_empty().then(|| shop.text("There are no reviews yet.")),
            list => markup(list),
            navigation => markup(navigation(&view, product, shown.pages)),
            form => markup(review_form(page, shop, product)),
        },
    )
}

fn heading(page: &mut Page, shop: &Shop, product: &Product) -> String {
    let count = product.rating.reviews;
    if count <= 0 || !shop.has_ratings() {
        return esc_html(&shop.text("Reviews")).into_owned();
    }
    let text = shop.plural("%1$s review for %2$s", "%1$s reviews for %2$s", count);
    let title = crate::wordpress::content::the_title(page, &product.post);
    let text = text.replacen("%1$s", &count.to_string(), 1);
    text.replacen("%2$s", &format!("<span>{title}</span>"), 1)
}

fn item(
    page: &mut Page,
    shop: &Shop,
    list: &mut List<'_>,
    thread: &Thread<'_>,
    depth: usize,
) -> String {
    let view = shop.view.clone();
    let comment = thread.comment;
    let post = list.post;
    let class = list
        .alternation
        .comment_class(&view, post, comment, depth, "");
    let theme = view.theme.clone();
    let text = theme
        .comment_text
        .apply(&comment.content, page)
        .into_owned();
    let replies: String = thread
        .replies
        .iter()
        .map(|reply| item(page, shop, list, reply, depth + 1))
        .collect();
    let meta = shop
        .data()
        .reviews
        .get(&comment.id)
        .copied()
        .unwrap_or_default();
    let rating = if shop.has_ratings() && meta.rating > 0 {
        rating_html(shop, &meta.rating.to_string(), 0)
    } else {
        String::new()
    };
    let avatar = get_avatar(&view, comment, theme.product_theme.avatar_size, "");
    let has_label = shop.is_yes("woocommerce_review_rating_verification_label", "yes");
    view.render(
        "woocommerce/review.html",
        context! {
            class => markup(class),
            id => comment.id.0,
            avatar => markup(avatar),
            rating => markup(rating),
            awaiting => (comment.approved == "0").then(|| shop.text("Your review is awaiting approval")),
            author => comment_author(&view, comment),
            verified => (has_label && meta.is_verified).then(|| shop.text("verified owner")),
            datetime => view.mysql2date("c", &comment.date),
            date => written_on(&view, comment),
            text => markup(text),
            replies => markup(replies),
        },
    )
}

fn written_on(view: &View, comment: &Comment) -> String {
    let format = view.site.options.text("date_format");
    view.mysql2date(&format, &comment.date)
}

/// The links between pages of reviews; empty for one page.
fn navigation(view: &View, product: &Product, pages: CommentPages) -> String {
    let number = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let permalink = view.links().get_permalink(&product.post);
    let links = PaginateLinks {
        base: format!("{}%_%", permalink.trim_end_matches('/')),
        format: "/comment-page-%#%/".to_owned(),
        total: number(pages.last),
        current: number(pages.current),
        add_fragment: "#comments".to_owned(),
        style: PaginateStyle::List,
        ..PaginateLinks::default()
    };
    let row = links.render(&page_texts(view), |n| n.to_string(), &WP_ALLOWED_PROTOCOLS);
    let row = row.map(|row| format!("<nav class=\"woocommerce-pagination\">{row}</nav>"));
    row.unwrap_or_default()
}

//! The form that a review is written in: stars, text, name, e-mail address.
//!
//! Contract "woocommerce", section 6.3. The submission is WordPress's own (`wp-comments-post.php`).

use compat::woocommerce::product::Product;
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use minijinja::context;

use crate::markup::markup;
use crate::woocommerce::shop::Shop;
use crate::wordpress::comment_form::{cancel_url, consent, email_notes, required_mark};
use crate::wordpress::comments::reply_to_comment;
use crate::wordpress::content::the_title;
use crate::wordpress::head::url;
use crate::wordpress::view::Page;

/// The texts of the stars, best first.
const STARS: [(u8, &str); 5] = [
    (5, "Perfect"),
    (4, "Good"),
    (3, "Average"),
    (2, "Not that bad"),
    (1, "Very poor"),
];

/// The form, or the text that only buyers may review.
pub fn review_form(page: &mut Page, shop: &Shop, product: &Product) -> String {
    let view = shop.view.clone();
    if shop.is_yes("woocommerce_review_rating_verification_required", "no") {
        let text = "Only logged in customers who have purchased this product may leave a review.";
        let text = esc_html(&shop.text(text)).into_owned();
        return format!("<p class=\"woocommerce-verification-required\">{text}</p>\n");
    }
    let reply_to = reply_to_comment(&view, &product.post).map_or(0, |c| c.id.0);
    let title = if view.comments.is_empty() {
        let title = the_title(page, &product.post);
        let text = shop.text("Be the first to review &ldquo;%s&rdquo;");
        text.replacen("%s", &title, 1)
    } else {
        shop.text("Add a review")
    };
    let is_user = view.visitor.user.is_some();
    let must_log_in = !is_user && view.site.options.is_on("comment_registration");
    let notes = (!is_user).then(|| email_notes(&view));
    view.render(
        "woocommerce/review_form.html",
        context! {
            title => markup(title),
            cancel_url => markup(cancel_url(&view)),
            cancel_label => view.text("Cancel reply"),
            is_reply => reply_to != 0,
            must_log_in => must_log_in.then(|| markup(log_in(shop))),
            action => format!("{}/wp-comments-post.php", view.site.siteurl()),
            notes => notes.map(markup),
            fields => markup(fields(shop)),
            submit => shop.text("Submit"),
            post_id => product.id().0,
            parent => reply_to,
        },
    )
}

fn log_in(shop: &Shop) -> String {
    let page = shop.options().int("woocommerce_myaccount_page_id");
    let link = shop.view.page_url(compat::wordpress::post::PostId(page));
    let link = link.unwrap_or_else(|| format!("{}/wp-login.php", shop.view.site.siteurl()));
    let text = shop.text("You must be %1$slogged in%2$s to post a review.");
    let text = text.replacen("%1$s", &format!("<a href=\"{}\">", url(&link)), 1);
    text.replacen("%2$s", "</a>", 1)
}

fn fields(shop: &Shop) -> String {
    let view = &shop.view;
    let required = required_mark(view);
    let mut fields = if shop.has_ratings() {
        rating(shop)
    } else {
        String::new()
    };
    fields.push_str(&format!(
        "<p class=\"comment-form-comment\"><label for=\"comment\">{}&nbsp;{required}</label>\
         <textarea id=\"comment\" name=\"comment\" cols=\"45\" rows=\"8\" required></textarea></p>",
        esc_html(&shop.text("Your review"))
    ));
    if view.visitor.user.is_some() {
        return fields;
    }
    let (mark, attribute) = if view.site.options.is_on("require_name_email") {
        (format!("&nbsp;{required}"), " required")
    } else {
        (String::new(), "")
    };
    let commenter = &view.visitor.commenter;
    for (name, kind, label, complete, value) in [
        ("author", "text", "Name", "name", &commenter.name),
        ("email", "email", "Email", "email", &commenter.email),
    ] {
        fields.push_str(&format!(
            "<p class=\"comment-form-{name}\"><label for=\"{name}\">{}{mark}</label><input id=\"{name}\" name=\"{name}\" \
             type=\"{kind}\" autocomplete=\"{complete}\" value=\"{}\" size=\"30\"{attribute} /></p>\n",
            esc_html(&shop.text(label)),
            esc_attr(value)
        ));
    }
    fields + &consent(view, true)
}

fn rating(shop: &Shop) -> String {
    let is_required = shop.is_yes("woocommerce_review_rating_required", "yes");
    let (mark, attribute) = if is_required {
        ("&nbsp;<span class=\"required\">*</span>", " required")
    } else {
        ("", "")
    };
    let mut options = format!("<option value=\"\">{}</option>", shop.text("Rate&hellip;"));
    for (stars, text) in STARS {
        let text = esc_html(&shop.text(text)).into_owned();
        options.push_str(&format!(
            "\n\t\t\t\t\t\t<option value=\"{stars}\">{text}</option>"
        ));
    }
    format!(
        "<div class=\"comment-form-rating\"><label for=\"rating\" id=\"comment-form-rating-label\">{}{mark}</label>\
         <select name=\"rating\" id=\"rating\"{attribute}>\n\t\t\t\t\t\t{options}\n\t\t\t\t\t</select></div>",
        esc_html(&shop.text("Your rating"))
    )
}

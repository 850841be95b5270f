//! `WC_Widget_Products`, `WC_Widget_Top_Rated_Products` and `WC_Widget_Recent_Reviews`.

use std::sync::Arc;

use compat::woocommerce::catalogue::product_list::ProductListQuery;
use compat::woocommerce::product::Product;
use compat::woocommerce::recently_viewed::{RecentlyViewed, recently_viewed_number};
use compat::woocommerce::widget_data::{WidgetData, number_of, products_query, top_rated_query};
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::kses::wp_kses_post;
use compat::wordpress::widget::Widget;

use crate::woocommerce::picture::{THUMBNAIL, product_image};
use crate::woocommerce::rating::rating_html;
use crate::woocommerce::shop::Shop;
use crate::wordpress::comments::comment_author;
use crate::wordpress::head::url;
use crate::wordpress::view::Page;
use crate::wordpress::widgets::{WidgetOutput, widget_title};

/// `woocommerce_products`; prints nothing without products.
pub(super) fn products(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let hides_free = widget.settings.at("hide_free").to_bool();
    list(
        page,
        widget,
        &products_query(widget),
        "Products",
        |product| !hides_free || !matches!(product.price.trim(), "" | "0"),
    )
}

/// `woocommerce_top_rated_products`; prints nothing without products.
pub(super) fn top_rated(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let query = top_rated_query(widget);
    list(page, widget, &query, "Top rated products", |_| true)
}

fn list(
    page: &mut Page,
    widget: &Widget,
    query: &ProductListQuery,
    title: &'static str,
    is_shown: impl Fn(&Product) -> bool,
) -> Option<WidgetOutput> {
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let ids = view.page_data.get::<WidgetData>().lists.get(query)?;
    let products = ids.iter().filter_map(|id| shop.products().get(*id));
    let products: Vec<_> = products.filter(|p| is_shown(p)).cloned().collect();
    listed(page, widget, &shop, &products, title)
}

/// `woocommerce_recently_viewed_products`, the newest first; prints nothing for visitors who have seen none.
pub(super) fn recently_viewed(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let view = page.view.clone();
    let viewed = view.page_data.get::<RecentlyViewed>();
    let shop = Shop::of(&view).with_products(viewed.products.clone());
    let ids = viewed.ids.iter().take(recently_viewed_number(widget));
    let products: Vec<_> = ids
        .filter_map(|id| viewed.products.get(*id))
        .cloned()
        .collect();
    listed(page, widget, &shop, &products, "Recently Viewed Products")
}

fn listed(
    page: &mut Page,
    widget: &Widget,
    shop: &Shop,
    products: &[Arc<Product>],
    title: &'static str,
) -> Option<WidgetOutput> {
    if products.is_empty() {
        return None;
    }
    let mut items = String::new();
    for product in products {
        let picture = product_image(page, shop, product, THUMBNAIL);
        let rating = if shop.has_ratings() {
            rating_html(shop, &product.rating.average, 0)
        } else {
            String::new()
        };
        items.push_str(&format!(
            "<li>\n\t\n\t<a href=\"{}\">\n\t\t{picture}\t\t<span class=\"product-title\">{}</span>\n\t</a>\n\n\
             \t{rating}\n\t{}\n\t</li>\n",
            shop.href(product),
            wp_kses_post(product.title()),
            shop.prices().price_html(product)
        ));
    }
    Some(WidgetOutput {
        title: widget_title(&shop.view, widget, &shop.text(title)),
        content: format!("<ul class=\"product_list_widget\">{items}</ul>"),
        ..WidgetOutput::default()
    })
}

/// `woocommerce_recent_reviews`; prints nothing without reviews.
pub(super) fn recent_reviews(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let number = usize::try_from(number_of(widget)).unwrap_or_default();
    let mut items = String::new();
    let reviews = &view.page_data.get::<WidgetData>().reviews;
    for review in reviews.iter().take(number) {
        let comment = &review.comment;
        let Some(product) = shop.products().get(comment.post_id).cloned() else {
            continue;
        };
        let links = view.links();
        let link = links.get_comment_link(&product.post, comment.id.0, None);
        let picture = product_image(page, &shop, &product, THUMBNAIL);
        let stars = rating_html(&shop, &review.rating.to_string(), 0);
        let author = comment_author(&view, comment);
        let reviewer = shop.text("by %s").replacen("%s", &esc_html(&author), 1);
        items.push_str(&format!(
            "<li>\n\t\n\t\n\t<a href=\"{}\">\n\t\t{picture}\t\t<span class=\"product-title\">{}</span>\n\t</a>\n\n\
             \t{stars}\n\t<span class=\"reviewer\">{reviewer}</span>\n\n\t\n\t</li>\n",
            url(&link),
            wp_kses_post(product.title()),
        ));
    }
    if items.is_empty() {
        return None;
    }
    let default = shop.text("Recent reviews");
    Some(WidgetOutput {
        title: widget_title(&view, widget, &default),
        content: format!("<ul class=\"product_list_widget\">{items}</ul>"),
        ..WidgetOutput::default()
    })
}

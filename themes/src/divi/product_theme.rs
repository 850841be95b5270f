//! The theme's part in the pages of a shop.
//!
//! Contract "woocommerce", sections 15.1 and 15.2.

use compat::wordpress::post::Post;
use compat::wordpress::shop_content::ShopContent;

use crate::product_theme::ProductTheme;
use crate::wordpress::content::{get_the_content, the_content};
use crate::wordpress::view::{Page, View};

use super::post_settings::{is_pagebuilder_used, is_wide_list, page_layout};

pub(super) fn product_theme() -> ProductTheme<View, Page> {
    ProductTheme {
        columns,
        related: columns,
        list_picture: |picture| {
            format!(
                "<span class=\"et_shop_image\">{picture}<span class=\"et_overlay\"></span></span>"
            )
        },
        product_head: |head| format!("<div class=\"clearfix\">{head}</div>"),
        has_list_button: false,
        has_gallery: true,
        // Recordings pages/producto-aceite-de-la-loma and woo/add-variation-missing.
        has_srcset: false,
        avatar_size: 80,
        note_rows: Some(4),
        after_order: "<div class=\"et_pb_ab_shop_conversion\"></div>\n",
        built_product,
        kept_description,
        prints_notices: |view| view.page_data.get::<ShopContent>().has_notices,
        has_all_assets: true,
    }
}

/// Whether the page of a product was made with the builder, and changed there.
fn is_built(view: &View, post: &Post) -> bool {
    let meta = view.objects.post_meta(post.id);
    is_pagebuilder_used(view, post)
        && meta.text("_et_pb_product_page_layout") == "et_build_from_scratch"
        && meta.text("_et_pb_woo_page_content_status") == "modified"
}

fn built_product(page: &mut Page, post: &Post) -> Option<String> {
    let view = page.view.clone();
    if !is_built(&view, post) {
        return None;
    }
    let outer = page.content_post.replace(post.id);
    let content = the_content(page, &get_the_content(&view, post));
    page.content_post = outer;
    Some(format!(
        "<div id=\"et-boc\" class=\"et-boc\">\n{content}</div>\n"
    ))
}

/// The description that was written before the builder was used.
fn kept_description(view: &View, post: &Post) -> Option<String> {
    let meta = view.objects.post_meta(post.id);
    is_built(view, post).then(|| meta.text("_et_pb_old_content").into_owned())
}

/// Four columns without a sidebar, three beside one.
fn columns(view: &View) -> usize {
    let single = view
        .query
        .queried_post()
        .filter(|_| view.query.is.is_singular);
    let is_wide = match single {
        Some(post) => page_layout(view, post) == "et_full_width_page",
        None => is_wide_list(view),
    };
    if is_wide { 4 } else { 3 }
}

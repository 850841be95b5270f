//! The theme's part in the pages of a shop.
//!
//! Contract "woocommerce", section 15.1.

use crate::product_theme::ProductTheme;
use crate::wordpress::view::View;

use super::post_settings::{is_wide_list, page_layout};

pub(super) fn product_theme() -> ProductTheme<View> {
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
    }
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

//! Pages with the blocks of the cart and of the checkout.
//!
//! Contract "woocommerce-store-api", sections 11.1 and 11.2. The forms are drawn by the plugin's own scripts.

use compat::woocommerce::blocks::{NAMESPACES, printed};
use compat::woocommerce::checkout::{CheckoutPageData, CheckoutView};
use compat::wordpress::blocks::{BlockCall, Blocks};

use super::asset_files::version;
use super::checkout::checkout;
use crate::wordpress::assets::Style;
use crate::wordpress::view::Page;

pub(super) fn register(blocks: &mut Blocks<Page>) {
    for namespace in NAMESPACES {
        blocks.register_namespace(namespace, |call, _| printed(call.block, &call.content));
    }
    blocks.register("woocommerce/cart", |call, page| {
        enqueue_styles(page, "cart");
        printed(call.block, &call.content)
    });
    blocks.register("woocommerce/checkout", checkout_block);
}

/// The block of the checkout; the pages after and for an order are those of the shortcode.
fn checkout_block(call: BlockCall<'_, Page>, page: &mut Page) -> String {
    let view = page.view.clone();
    if !matches!(
        view.page_data.get::<CheckoutPageData>().view,
        CheckoutView::Form
    ) {
        return checkout(page);
    }
    enqueue_styles(page, "checkout");
    printed(call.block, &call.content)
}

/// The sheets of the blocks, before the footer's scripts.
fn enqueue_styles(page: &mut Page, own: &str) {
    let view = page.view.clone();
    let version = format!("wc-{}", version(&view));
    for (handle, file) in [
        (format!("wc-blocks-style-{own}"), format!("{own}.css")),
        (
            "wc-blocks-packages-style".to_owned(),
            "packages-style.css".to_owned(),
        ),
    ] {
        let href = view.plugin_url(&format!("woocommerce/assets/client/blocks/{file}"));
        page.assets
            .late_style(Style::linked(&handle, &href, &version));
    }
}

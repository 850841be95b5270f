//! Pages with the blocks of the cart and of the checkout.
//!
//! Contract "woocommerce-store-api", sections 11.1 to 11.4. The forms are drawn by the plugin's own scripts.

use compat::woocommerce::block_page::ShopBlock;
use compat::woocommerce::blocks::{NAMESPACES, printed};
use compat::woocommerce::checkout::{CheckoutPageData, CheckoutView};
use compat::woocommerce::shopping::Visit;
use compat::wordpress::blocks::{BlockCall, Blocks};
use compat::wordpress::post::PostId;

use super::asset_files::version;
use super::block_scripts::enqueue;
use super::block_settings::settings;
use super::checkout::checkout;
use crate::wordpress::assets::Style;
use crate::wordpress::view::Page;

pub(super) fn register(blocks: &mut Blocks<Page>) {
    for namespace in NAMESPACES {
        blocks.register_namespace(namespace, |call, _| printed(call.block, &call.content));
    }
    blocks.register("woocommerce/cart", |call, page| {
        shown(&call, page, ShopBlock::Cart)
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
    shown(&call, page, ShopBlock::Checkout)
}

/// A block with its sheets and scripts.
fn shown(call: &BlockCall<'_, Page>, page: &mut Page, kind: ShopBlock) -> String {
    enqueue_styles(page, kind.name());
    let settings = settings(page, kind, call.block);
    enqueue(page, kind, &settings);
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

/// Names the checkout as the next page where a cart's block shows items (contract, section 11.6).
pub(super) fn prerender_checkout(page: &mut Page) {
    let view = page.view.clone();
    let mut posts = view.query.queried_post().into_iter();
    let has_block = posts.any(|post| ShopBlock::Cart.is_in(&post.content));
    if !has_block || view.page_data.get::<Visit>().cart.is_empty() {
        return;
    }
    let id = view.site.options.int("woocommerce_checkout_page_id");
    if let Some(url) = view.page_url(PostId(id)) {
        page.assets.prerender(&url);
    }
}

//! The shop's style sheets, scripts and data on every page.
//!
//! Contract "woocommerce", sections 11 and 15.1.

use compat::woocommerce::catalogue::shop_page::ShopPage;
use compat::wordpress::php::Value;
use compat::wordpress::php::hash::md5;
use compat::wordpress::post::PostId;
use compat::wordpress::shop_content::ShopContent;

use crate::column::Hooks;
use crate::wordpress::assets::{Script, Style};
use crate::wordpress::view::{Page, View};

use super::account_assets;
use super::account_links::is_account;
use super::addresses::cart_url;
use super::asset_files::{ajax_addresses, json, script, version};
use super::block_pages::prerender_checkout;
use super::cart_assets;
use super::checkout_assets;
use super::product_assets::{self, gallery_styles, product_scripts};

pub(super) fn register(hooks: &mut Hooks) {
    hooks.wp_enqueue_scripts(13, enqueue);
    hooks.wp_head(10, generator);
    hooks.wp_head(11, gallery_noscript);
    hooks.wp_footer(10, super::structured_data::structured_data);
    hooks.wp_footer(10, photoswipe);
    hooks.wp_footer(10, no_js_script);
    hooks.wp_footer(19, product_assets::variation_templates);
}

fn enqueue(page: &mut Page) {
    let view = page.view.clone();
    let version = version(&view);
    prerender_checkout(page);
    let shown = ShopPage::of(&view.query);
    let is_product = matches!(shown, Some(ShopPage::Product));
    let is_list = shown.is_some() && !is_product;
    if is_product {
        gallery_styles(page);
    }
    let is_cart = cart_assets::is_cart(&view);
    let is_checkout = checkout_assets::is_checkout(&view);
    let is_account = is_account(&view);
    if is_cart || is_checkout || is_account {
        cart_assets::style(page);
    }
    styles(page);
    let file = "jquery-blockui/jquery.blockUI.min.js";
    let own = format!("2.7.0-wc.{version}");
    page.assets
        .head_script(script(&view, "wc-jquery-blockui", file, &own));
    add_to_cart_script(page);
    if is_product {
        product_scripts(page);
    }
    if is_checkout {
        checkout_assets::early_scripts(page);
    }
    if is_account {
        account_assets::early_scripts(page);
    }
    let own = format!("2.1.4-wc.{version}");
    let file = "js-cookie/js.cookie.min.js";
    page.assets
        .head_script(script(&view, "wc-js-cookie", file, &own));
    let domain = view.locale.domain("woocommerce");
    let params = ajax_addresses(&view)
        .with("i18n_password_show", domain.translate("Show password"))
        .with("i18n_password_hide", domain.translate("Hide password"));
    let file = "frontend/woocommerce.min.js";
    let own = script(&view, "woocommerce", file, &version);
    page.assets
        .head_script(own.localized("woocommerce_params", &json(&params)));
    if is_cart {
        cart_assets::scripts(page);
    }
    if is_checkout {
        checkout_assets::scripts(page);
    }
    if is_account {
        account_assets::scripts(page);
    }
    // The theme adds those of products and of the checkout to pages with a part of a shop.
    let has_parts = is_list || is_checkout || shows_parts(&view);
    if has_parts && view.theme.product_theme.has_all_assets {
        all_assets(page);
    }
}

/// The assets of products and of the checkout.
fn all_assets(page: &mut Page) {
    gallery_styles(page);
    cart_assets::style(page);
    product_scripts(page);
    let script = cart_fragments(&page.view);
    page.assets.head_script(script);
    checkout_assets::scripts(page);
    checkout_assets::late_scripts(page);
    checkout_assets::select_script(page);
}

/// Whether elements of a page builder show parts of the shop.
fn shows_parts(view: &View) -> bool {
    view.page_data.get::<ShopContent>().is_shown
}

fn styles(page: &mut Page) {
    let view = page.view.clone();
    let version = version(&view);
    let css = |file: &str| view.plugin_url(&format!("woocommerce/assets/{file}"));
    let assets = &mut page.assets;
    let sheet =
        |name: &str, file: &str| Style::linked(name, &css(&format!("css/{file}")), &version);
    assets.style(sheet("woocommerce-layout", "woocommerce-layout.css"));
    assets.style(
        sheet("woocommerce-smallscreen", "woocommerce-smallscreen.css")
            .media("only screen and (max-width: 768px)"),
    );
    assets.style(sheet("woocommerce-general", "woocommerce.css"));
    let required = ".woocommerce form .form-row .required { visibility: visible; }";
    assets.style(Style::inline("woocommerce-inline", required));
    let blocks = format!("wc-{version}");
    let href = css("client/blocks/wc-blocks.css");
    assets.late_style(Style::linked("wc-blocks-style", &href, &blocks));
}

fn add_to_cart_script(page: &mut Page) {
    let view = page.view.clone();
    let options = &view.site.options;
    if options.text_or("woocommerce_enable_ajax_add_to_cart", "yes") == "yes" {
        let file = "frontend/add-to-cart.min.js";
        let script = script(&view, "wc-add-to-cart", file, &version(&view));
        let params = json(&add_to_cart_params(&view));
        page.assets
            .head_script(script.localized("wc_add_to_cart_params", &params));
    }
}

fn add_to_cart_params(view: &View) -> Value {
    let cart = PostId(view.site.options.int("woocommerce_cart_page_id"));
    let is_cart = view.query.is.is_page && view.query.queried_post_id() == Some(cart);
    let domain = view.locale.domain("woocommerce");
    ajax_addresses(view)
        .with("i18n_view_cart", domain.translate("View cart"))
        .with("cart_url", cart_url(view))
        .with("is_cart", if is_cart { "1" } else { "" })
        .with(
            "cart_redirect_after_add",
            view.site
                .options
                .text_or("woocommerce_cart_redirect_after_add", "no")
                .into_owned(),
        )
}

/// Enqueues the cart fragments script, used by the cart widget.
pub fn enqueue_cart_fragments(page: &mut Page) {
    let script = cart_fragments(&page.view);
    page.assets.footer_script(script);
}

fn cart_fragments(view: &View) -> Script {
    // `get_site_url( 1, '/' )` and the theme's folder.
    let key = format!(
        "1_{}/{}",
        view.site.siteurl(),
        view.site.options.text("template")
    );
    let hash = md5(key.as_bytes());
    let params = ajax_addresses(view)
        .with("cart_hash_key", format!("wc_cart_hash_{hash}"))
        .with("fragment_name", format!("wc_fragments_{hash}"))
        .with("request_timeout", "5000");
    let file = "frontend/cart-fragments.min.js";
    let script = script(view, "wc-cart-fragments", file, &version(view));
    script.localized("wc_cart_fragments_params", &json(&params))
}

fn generator(page: &mut Page) -> String {
    format!(
        "<meta name=\"generator\" content=\"WooCommerce {}\" />\n",
        compat::wordpress::formatting::escape::esc_attr(&version(&page.view))
    )
}

fn gallery_noscript(_page: &mut Page) -> String {
    "\t<noscript><style>.woocommerce-product-gallery{ opacity: 1 !important; }</style></noscript>\n\t".to_owned()
}

/// The dialog in which pictures of products open, on pages with its script.
fn photoswipe(page: &mut Page) -> String {
    let view = page.view.clone();
    let is_shown = ShopPage::of(&view.query).is_some() || shows_parts(&view);
    if !view.theme.product_theme.has_gallery || !is_shown {
        return String::new();
    }
    product_assets::photoswipe(&view)
}

/// The script that replaces the body class `woocommerce-no-js`.
fn no_js_script(_page: &mut Page) -> String {
    "\t<script type='text/javascript'>document.body.className = document.body.className.replace('woocommerce-no-js', 'woocommerce-js');</script>\n".to_owned()
}

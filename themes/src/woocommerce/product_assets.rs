//! Scripts and style sheets of a product's page.
//!
//! Contract "woocommerce", section 11.

use compat::wordpress::php::Value;
use minijinja::context;

use super::asset_files::{ajax_addresses, json, script, version};
use super::shop::TEXT_DOMAIN;
use crate::wordpress::assets::Style;
use crate::wordpress::view::{Page, View};

/// The style sheets of the lightbox.
pub fn gallery_styles(page: &mut Page) {
    let view = page.view.clone();
    if !view.theme.product_theme.has_gallery {
        return;
    }
    let version = version(&view);
    for (handle, file) in [
        ("photoswipe", "photoswipe.min.css"),
        (
            "photoswipe-default-skin",
            "default-skin/default-skin.min.css",
        ),
    ] {
        let href = view.plugin_url(&format!("woocommerce/assets/css/photoswipe/{file}"));
        page.assets.style(Style::linked(handle, &href, &version));
    }
}

/// The scripts of a product's pictures, tabs and stars.
pub fn product_scripts(page: &mut Page) {
    let view = page.view.clone();
    let version = version(&view);
    let scripts = [
        ("wc-zoom", "zoom/jquery.zoom.min.js", "1.7.21"),
        (
            "wc-flexslider",
            "flexslider/jquery.flexslider.min.js",
            "2.7.2",
        ),
        ("wc-photoswipe", "photoswipe/photoswipe.min.js", "4.1.1"),
        (
            "wc-photoswipe-ui-default",
            "photoswipe/photoswipe-ui-default.min.js",
            "4.1.1",
        ),
    ];
    if view.theme.product_theme.has_gallery {
        for (handle, file, own) in scripts {
            let own = format!("{own}-wc.{version}");
            page.assets.head_script(script(&view, handle, file, &own));
        }
    }
    let params = json(&single_product_params(&view));
    let file = "frontend/single-product.min.js";
    let script = script(&view, "wc-single-product", file, &version);
    page.assets
        .head_script(script.localized("wc_single_product_params", &params));
}

/// What the stars of a review are called.
const STARS: [&str; 5] = [
    "1 of 5 stars",
    "2 of 5 stars",
    "3 of 5 stars",
    "4 of 5 stars",
    "5 of 5 stars",
];

fn single_product_params(view: &View) -> Value {
    let text = |source: &str| view.label(TEXT_DOMAIN, source);
    let stars = STARS
        .iter()
        .fold(Value::array(), |list, stars| list.with_pushed(text(stars)));
    let slider = Value::array()
        .with("rtl", view.locale.wp_locale().is_rtl)
        .with("animation", "slide")
        .with("smoothHeight", true)
        .with("directionNav", false)
        .with("controlNav", "thumbnails")
        .with("slideshow", false)
        .with("animationSpeed", 500)
        .with("animationLoop", false)
        .with("allowOneSlide", false);
    let lightbox = Value::array()
        .with("shareEl", false)
        .with("closeOnScroll", false)
        .with("history", false)
        .with("hideAnimationDuration", 0)
        .with("showAnimationDuration", 0);
    let enabled = if view.theme.product_theme.has_gallery {
        "1"
    } else {
        ""
    };
    let required = view
        .site
        .options
        .text_or("woocommerce_review_rating_required", "yes");
    Value::array()
        .with("i18n_required_rating_text", text("Please select a rating"))
        .with("i18n_rating_options", stars)
        .with(
            "i18n_product_gallery_trigger_text",
            text("View full-screen image gallery"),
        )
        .with("review_rating_required", required.into_owned())
        .with("flexslider", slider)
        .with("zoom_enabled", enabled)
        .with("zoom_options", Value::array())
        .with("photoswipe_enabled", enabled)
        .with("photoswipe_options", lightbox)
        .with("flexslider_enabled", enabled)
}

/// Whether the page has a form of a variable product.
#[derive(Clone, Default)]
struct HasVariations(bool);

/// The templates that the script of variable products fills, once a page.
pub fn variation_templates(page: &mut Page) -> String {
    if !page.globals.of::<HasVariations>().0 {
        return String::new();
    }
    let text = page.view.label(TEXT_DOMAIN, UNAVAILABLE);
    page.view.render(
        "woocommerce/variation_templates.html",
        context! { text => text },
    )
}

/// The script of a variable product's form.
pub fn enqueue_variations(page: &mut Page) {
    page.globals.of::<HasVariations>().0 = true;
    let view = page.view.clone();
    let text = |source: &str| view.label(TEXT_DOMAIN, source);
    let addresses = ajax_addresses(&view);
    let params = Value::array()
        .with("wc_ajax_url", addresses.at("wc_ajax_url").clone())
        .with(
            "i18n_no_matching_variations_text",
            text("Sorry, no products matched your selection. Please choose a different combination."),
        )
        .with(
            "i18n_make_a_selection_text",
            text("Please select some product options before adding this product to your cart."),
        )
        .with("i18n_unavailable_text", text(UNAVAILABLE))
        .with(
            "i18n_reset_alert_text",
            text("Your selection has been reset. Please select some product options before adding this product to your cart."),
        );
    let params = json(&params);
    let version = version(&view);
    let file = "frontend/add-to-cart-variation.min.js";
    let script = script(&view, "wc-add-to-cart-variation", file, &version);
    page.assets
        .footer_script(script.localized("wc_add_to_cart_variation_params", &params));
}

const UNAVAILABLE: &str =
    "Sorry, this product is unavailable. Please choose a different combination.";

/// The dialog of the lightbox.
pub fn photoswipe(view: &View) -> String {
    let text = |source: &str| view.label(TEXT_DOMAIN, source);
    view.render(
        "woocommerce/photoswipe.html",
        context! {
            dialog => text("Full screen image"),
            zoom => text("Zoom in/out"),
            fullscreen => text("Toggle fullscreen"),
            share => text("Share"),
            close => text("Close (Esc)"),
            previous => text("Previous (arrow left)"),
            next => text("Next (arrow right)"),
        },
    )
}

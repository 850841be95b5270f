//! Rules of the modules of a shop that no table row covers: tables, stars, lists of choices.
//!
//! Contract "divi-css", section 18; recordings woo/cart-divi and pages/tienda-divi.

use compat::divi::attributes::is_filled;
use compat::wordpress::formatting::escape::esc_html;

use super::super::styles::{DEVICES, Styles, name};
use super::super::values::plain;

/// Adds the rules. The modules of the recordings print some of them with their defaults.
pub fn add(styles: &mut Styles<'_>) {
    match styles.module() {
        "shop" => add_spaced(styles, "rating", &STARS),
        "wc_cart_products" | "wc_checkout_order_details" => add_table(styles),
        "wc_cart_totals" => {
            add_table(styles);
            add_spaced(styles, "form_field", &SELECT_ARROW);
        }
        "wc_checkout_billing" | "wc_checkout_shipping" => {
            add_spaced(styles, "form_field", &SELECT_ARROW);
        }
        _ => {}
    }
}

/// The space between the cells of a table, on each device.
fn add_table(styles: &mut Styles<'_>) {
    const TABLE: &str = "%%order_class%% table.shop_table";
    let is_collapsed = styles.get("collapse_table_gutters_borders") == "on";
    let gutters = ["horizontal_gutter_width", "vertical_gutter_width"];
    if !is_collapsed && gutters.iter().all(|option| styles.get(option).is_empty()) {
        return;
    }
    for (media, device) in DEVICES {
        let css = if is_collapsed {
            "border-collapse: collapse;".to_owned()
        } else {
            let [horizontal, vertical] =
                gutters.map(|option| plain(styles.forced(option, device, "0px"), ""));
            format!("border-collapse: separate; border-spacing: {horizontal} {vertical};")
        };
        styles.rule(media, TABLE, &css);
    }
}

/// What is placed by the space between the letters of a text: selector, and the declaration before and behind the space.
struct Spaced(&'static str, &'static str, &'static str);

/// The row of stars is as wide as five of them with the spaces between them.
const STARS: Spaced = Spaced(
    "%%order_class%% ul.products li.product .star-rating",
    "width: calc(5.4em + (",
    " * 4));",
);

/// The arrow of a list of choices stands where it stands without spaces between letters.
const SELECT_ARROW: Spaced = Spaced(
    "%%order_class%% .select2-container--default .select2-selection--single .select2-selection__arrow b",
    "margin-left: calc(-",
    " - 4px);",
);

fn add_spaced(styles: &mut Styles<'_>, group: &str, spaced: &Spaced) {
    let Spaced(selector, before, behind) = spaced;
    let values = styles.three(&name(&[group, "_letter_spacing"]), "");
    for ((media, _), value) in DEVICES.into_iter().zip(values) {
        if is_filled(value) {
            let css = format!("{before}{}{behind}", esc_html(value));
            styles.rule(media, selector, &css);
        }
    }
}

//! What a list of the catalogue is narrowed by: prices, stars, attributes; and what it is narrowed by already.
//!
//! Contract "woocommerce", section 5.1: `min_price`, `max_price`, `rating_filter`, `filter_{attribute}`.

use compat::woocommerce::catalogue::attribute_taxonomies::AttributeTaxonomies;
use compat::woocommerce::catalogue::filter::CatalogFilter;
use compat::woocommerce::widget_data::{WidgetData, narrowing_of};
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::php::Value;
use compat::wordpress::php::float::to_php_string;
use compat::wordpress::php::html::html_entity_decode;
use compat::wordpress::widget::Widget;
use minijinja::context;

use super::address::ListAddress;
use crate::markup::markup;
use crate::woocommerce::asset_files::{json, script, version};
use crate::woocommerce::list_pages::query_string_form_fields;
use crate::woocommerce::rating::rating_html;
use crate::woocommerce::shop::Shop;
use crate::wordpress::head::url;
use crate::wordpress::view::Page;
use crate::wordpress::widgets::{WidgetOutput, widget_title};

/// The step of the prices' slider.
const STEP: f64 = 10.0;

fn output(shop: &Shop, widget: &Widget, title: &str, content: String) -> WidgetOutput {
    WidgetOutput {
        title: widget_title(&shop.view, widget, &shop.text(title)),
        content,
        ..WidgetOutput::default()
    }
}

/// `woocommerce_price_filter`; prints nothing for a list of one price.
pub(super) fn price_filter(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let address = ListAddress::of(&shop)?;
    let range = view.page_data.get::<WidgetData>().prices?;
    let min = (range.min / STEP).floor() * STEP;
    let max = (range.max / STEP).ceil() * STEP;
    if min >= max {
        return None;
    }
    let chosen = CatalogFilter::of(&view.query.get);
    let shown = |own: Option<f64>, bound: f64, is_min: bool| {
        let own = own.unwrap_or(bound) / STEP;
        let stepped = if is_min { own.floor() } else { own.ceil() };
        to_php_string(stepped * STEP)
    };
    price_scripts(page, &shop);
    let content = view.render(
        "woocommerce/price_filter.html",
        context! {
            action => markup(url(&address.with_no_filter())),
            step => to_php_string(STEP),
            min => to_php_string(min),
            max => to_php_string(max),
            chosen_min => shown(chosen.min_price, min, true),
            chosen_max => shown(chosen.max_price, max, false),
            fields => markup(query_string_form_fields(&shop, &["min_price", "max_price", "paged"])),
            words => context! {
                min => shop.text("Min price"),
                max => shop.text("Max price"),
                filter => shop.text("Filter"),
                price => shop.text("Price:"),
            },
        },
    );
    Some(output(&shop, widget, "Filter by price", content))
}

/// The script of the prices' slider, with how amounts are written.
fn price_scripts(page: &mut Page, shop: &Shop) {
    let view = page.view.clone();
    let own = version(&view);
    let settings = &shop.settings;
    let symbol = compat::woocommerce::money::currency_symbol(&settings.currency);
    let decoded =
        |text: &str| String::from_utf8_lossy(&html_entity_decode(text.as_bytes())).into_owned();
    let format = settings.price_format.replace("%1$s", "%s");
    let params = Value::array()
        .with("currency_format_num_decimals", 0)
        .with("currency_format_symbol", decoded(symbol))
        .with(
            "currency_format_decimal_sep",
            settings.decimal_separator.as_str(),
        )
        .with(
            "currency_format_thousand_sep",
            settings.thousand_separator.as_str(),
        )
        .with("currency_format", decoded(&format.replace("%2$s", "%v")));
    let file = "frontend/price-slider.min.js";
    let slider = script(&view, "wc-price-slider", file, &own);
    page.assets
        .footer_script(slider.localized("woocommerce_price_slider_params", &json(&params)));
}

/// `woocommerce_rating_filter`; prints nothing without stars.
pub(super) fn rating_filter(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let address = ListAddress::of(&shop)?;
    let counts = &view.page_data.get::<WidgetData>().ratings;
    let mut items = String::new();
    for stars in (1..=5_u8).rev() {
        let found = counts.iter().find(|(own, _)| *own == i64::from(stars));
        let Some((_, count)) = found.filter(|(_, count)| *count > 0) else {
            continue;
        };
        let is_chosen = address.ratings.contains(&stars);
        let mut ratings = address.ratings.clone();
        if is_chosen {
            ratings.retain(|own| *own != stars);
        } else {
            ratings.push(stars);
            ratings.sort_unstable();
        }
        let class = if is_chosen {
            "wc-layered-nav-rating chosen"
        } else {
            "wc-layered-nav-rating"
        };
        // The stars are a part of a link.
        let stars = rating_html(&shop, &stars.to_string(), 0);
        let stars = stars
            .replacen("<div", "<span", 1)
            .replacen("</div>", "</span>", 1);
        items.push_str(&format!(
            "<li class=\"{class}\"><a href=\"{}\">{stars} ({count})</a></li>",
            url(&address.with_ratings(&ratings))
        ));
    }
    if items.is_empty() {
        return None;
    }
    let content = format!("<ul>{items}</ul>");
    Some(output(&shop, widget, "Average rating", content))
}

/// `woocommerce_layered_nav`: the values of an attribute; prints nothing without products that have one.
pub(super) fn layered_nav(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let address = ListAddress::of(&shop)?;
    let narrowing = narrowing_of(widget);
    let counts = view.page_data.get::<WidgetData>().values.get(&narrowing)?;
    let (taxonomy, is_any) = &narrowing;
    let chosen = address.chosen(taxonomy);
    let mut items = String::new();
    for term in view.site.terms.of(taxonomy) {
        let is_chosen = chosen.contains(&term.slug);
        let count = counts.get(&term.term_id).copied().unwrap_or(0);
        if count == 0 && !is_chosen {
            continue;
        }
        let mut slugs = chosen.to_vec();
        let class = if is_chosen {
            slugs.retain(|slug| *slug != term.slug);
            " woocommerce-widget-layered-nav-list__item--chosen chosen"
        } else {
            slugs.push(term.slug.clone());
            ""
        };
        let link = address.with_values(taxonomy, &slugs, *is_any);
        items.push_str(&format!(
            "<li class=\"woocommerce-widget-layered-nav-list__item wc-layered-nav-term{class}\">\
             <a rel=\"nofollow\" href=\"{}\">{}</a> <span class=\"count\">({count})</span></li>",
            url(&link),
            esc_html(&term.name)
        ));
    }
    if items.is_empty() {
        return None;
    }
    let content = format!("<ul class=\"woocommerce-widget-layered-nav-list\">{items}</ul>");
    Some(output(&shop, widget, "Filter by", content))
}

/// `woocommerce_layered_nav_filters`: what the list is narrowed by; prints nothing without filters.
pub(super) fn active_filters(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let view = page.view.clone();
    let shop = Shop::of(&view);
    let address = ListAddress::of(&shop)?;
    let filter = CatalogFilter::of(&view.query.get);
    let label = esc_attr(&shop.text("Remove filter")).into_owned();
    let item = |link: &str, text: &str| {
        format!(
            "<li class=\"chosen\"><a rel=\"nofollow\" aria-label=\"{label}\" href=\"{}\">{text}</a></li>",
            url(link)
        )
    };
    let mut items = chosen_values(&shop, &address, &item);
    for (own, name, source) in [
        (filter.min_price, "min_price", "Min %s"),
        (filter.max_price, "max_price", "Max %s"),
    ] {
        if let Some(price) = own {
            let text = shop.text(source);
            let text = text.replacen("%s", &shop.settings.price(price), 1);
            items.push_str(&item(&address.without(name), &text));
        }
    }
    for stars in &address.ratings {
        let rest: Vec<u8> = address
            .ratings
            .iter()
            .filter(|s| *s != stars)
            .copied()
            .collect();
        let text = shop.text("Rated %s out of 5");
        let text = text.replacen("%s", &stars.to_string(), 1);
        items.push_str(&item(&address.with_ratings(&rest), &esc_html(&text)));
    }
    if items.is_empty() {
        return None;
    }
    let content = format!("<ul>{items}</ul>");
    Some(output(&shop, widget, "Active filters", content))
}

/// The values of attributes that the list is narrowed by.
fn chosen_values(
    shop: &Shop,
    address: &ListAddress,
    item: &impl Fn(&str, &str) -> String,
) -> String {
    let view = &shop.view;
    let mut items = String::new();
    for own in &address.attributes {
        for slug in &own.slugs {
            let mut terms = view.site.terms.of(&own.taxonomy).iter();
            let Some(term) = terms.find(|term| term.slug == *slug) else {
                continue;
            };
            let rest: Vec<String> = own.slugs.iter().filter(|s| *s != slug).cloned().collect();
            let link = address.with_values(&own.taxonomy, &rest, own.is_any);
            let taxonomies = view.site_data.get::<AttributeTaxonomies>();
            let name = taxonomies.label(&own.taxonomy);
            let class = format!(
                "chosen chosen-{} chosen-{}",
                esc_attr(name.trim()),
                esc_attr(slug)
            );
            let text = item(&link, &esc_html(&term.name));
            items.push_str(&text.replacen("\"chosen\"", &format!("\"{class}\""), 1));
        }
    }
    items
}

//! A line of the cart as the cart's page and the mini cart print it.
//!
//! Contract "woocommerce", sections 7.4 and 7.5.

use std::sync::Arc;

use compat::woocommerce::cart::{CartLine, Products};
use compat::woocommerce::cart_product::CartProduct;
use compat::woocommerce::product::Product;
use compat::woocommerce::shopping::{CART_ACTION, Sums, Visit};
use compat::wordpress::formatting::autop::wpautop;
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::formatting::sanitize::sanitize_html_class;
use compat::wordpress::kses::wp_kses_post;
use compat::wordpress::nonce::NonceContext;
use compat::wordpress::php::url::urlencode;
use compat::wordpress::url::{QueryArg, add_query_arg};

use super::addresses::cart_url;
use super::cart_amount::amount;
use super::picture::{THUMBNAIL, product_image};
use super::shop::Shop;
use crate::wordpress::view::{Page, View};

/// A nonce of the shop for the visitor: that of a guest with a session is his own.
pub fn nonce(view: &View, action: &str) -> String {
    let visit = view.page_data.get::<Visit>();
    match (view.visitor.user, visit.guest_id()) {
        (None, Some(guest)) if action.starts_with("woocommerce") => {
            let mut nonces = NonceContext::anonymous(&view.salts, view.now);
            nonces.user = guest;
            nonces.create(action)
        }
        _ => view.nonce(action),
    }
}

/// Hidden fields with a nonce and the address of the page (`wp_nonce_field`).
pub fn nonce_fields(view: &View, action: &str, name: &str) -> String {
    use compat::wordpress::formatting::escape::esc_attr;
    let value = nonce(view, action);
    let referer = esc_attr(view.visitor.page_url.as_str()).into_owned();
    format!(
        "<input type=\"hidden\" id=\"{name}\" name=\"{name}\" value=\"{value}\" />\
         <input type=\"hidden\" name=\"_wp_http_referer\" value=\"{referer}\" />"
    )
}

/// A line with its product.
pub struct CartItem<'a> {
    /// The line.
    pub line: &'a CartLine,
    /// Its product, as the cart knows it.
    pub product: &'a CartProduct,
    /// Its product, as the catalogue knows it.
    pub own: &'a Arc<Product>,
    sums: Option<&'a Sums>,
}

/// The lines of a visit whose products are known.
pub fn items(visit: &Visit) -> impl Iterator<Item = CartItem<'_>> {
    visit.cart.lines.iter().filter_map(|line| {
        Some(CartItem {
            line,
            product: visit.goods.product(line.bought())?,
            own: visit.goods.get(line.bought())?,
            sums: visit.sums.as_deref(),
        })
    })
}

impl CartItem<'_> {
    /// The address that removes the line.
    pub fn remove_url(&self, view: &View) -> String {
        let nonce = nonce(view, CART_ACTION);
        let args = [
            ("remove_item", QueryArg::from(self.line.key.as_str())),
            ("_wpnonce", QueryArg::from(nonce.as_str())),
        ];
        add_query_arg(&args, &cart_url(view))
    }

    /// The product's address with the chosen values; `None` for a product that is not shown.
    pub fn permalink(&self, shop: &Shop, visit: &Visit) -> Option<String> {
        if !self.own.is_visible(shop.options(), false, shop.may_edit()) {
            return None;
        }
        let page = visit.goods.product(self.own.page_id());
        let page = page.map_or(self.product.permalink.as_str(), |p| p.permalink.as_str());
        let chosen = self.line.variation.iter();
        let chosen = chosen.filter(|(_, value)| !value.is_empty());
        let args: Vec<_> = chosen
            .map(|(key, value)| {
                let value = urlencode(value.as_bytes());
                (key.as_str(), QueryArg::from(value.as_str()))
            })
            .collect();
        if args.is_empty() {
            return Some(page.to_owned());
        }
        Some(add_query_arg(&args, page))
    }

    /// The name, as markup.
    pub fn name(&self) -> String {
        wp_kses_post(&self.product.name)
    }

    /// The picture.
    pub fn picture(&self, page: &mut Page, shop: &Shop) -> String {
        product_image(page, shop, self.own, THUMBNAIL)
    }

    /// The price of one unit, as the cart shows prices.
    pub fn price(&self, shop: &Shop) -> String {
        let amount = match self.sums {
            Some(sums) => sums.unit_price(self.product),
            None => self.product.price.unwrap_or_default(),
        };
        shop.settings.price(amount)
    }

    /// The price of all units before discounts.
    pub fn subtotal(&self, shop: &Shop) -> String {
        let line = self.sums.and_then(|sums| {
            let mut lines = sums.items.lines.iter();
            let line = lines.find(|own| own.key == self.line.key)?;
            Some(sums.scene().shown(line.subtotal, line.subtotal_tax))
        });
        line.map_or_else(String::new, |shown| amount(shop, shown))
    }

    /// The chosen values that the name does not hold already.
    pub fn details(&self, shop: &Shop, visit: &Visit) -> String {
        let of_page = visit.goods.get(self.own.page_id());
        let attribute = |key: &str| {
            let key = key.strip_prefix("attribute_").unwrap_or(key);
            of_page.and_then(|product| product.attribute(key))
        };
        let rows: String = self
            .line
            .variation
            .iter()
            .filter_map(|(key, value)| {
                let own = attribute(key);
                let shown = own.map_or(value.as_str(), |own| own.label_of(value));
                let label = match own {
                    Some(own) => super::attribute_label::attribute_label(shop, own),
                    None => key.strip_prefix("attribute_").unwrap_or(key).to_owned(),
                };
                let is_in_name = is_in_name(shown, &self.product.name);
                (!shown.is_empty() && !is_in_name).then(|| row(&label, shown))
            })
            .collect();
        if rows.is_empty() {
            return String::new();
        }
        format!("<dl class=\"variation\">\n{rows}\t</dl>\n")
    }

    /// What is said when the product is ordered from elsewhere first; empty: nothing.
    pub fn backorder(&self, shop: &Shop) -> String {
        let options = shop.options();
        let wanted = compat::wordpress::php::cast::int_to_float(self.line.quantity);
        let is_told = self.own.backorders_require_notification(options)
            && self.own.is_on_backorder(wanted, options);
        if is_told {
            shop.text("Available on backorder")
        } else {
            String::new()
        }
    }
}

fn row(label: &str, value: &str) -> String {
    let class = sanitize_html_class(&format!("variation-{label}"), "");
    let value = wp_kses_post(&wpautop(value, true));
    format!(
        "\t\t\t<dt class=\"{class}\">{}:</dt>\n\t\t<dd class=\"{class}\">{value}</dd>\n",
        esc_html(label)
    )
}

/// `wc_is_attribute_in_product_name`: the value stands before a comma or at the end of the name.
pub fn is_in_name(value: &str, name: &str) -> bool {
    let (value, name) = (value.to_lowercase(), name.to_lowercase());
    name.contains(&format!(" {value},")) || name.ends_with(&format!(" {value}"))
}

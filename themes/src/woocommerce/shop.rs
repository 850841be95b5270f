//! What the shop's markup is made from: the page's products, prices, texts.

use std::sync::Arc;

use compat::woocommerce::money::PriceSettings;
use compat::woocommerce::page_data::ShopPageData;
use compat::woocommerce::price_html::PriceContext;
use compat::woocommerce::product::{Product, Products};
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::options::Options;

use crate::wordpress::head::url;
use crate::wordpress::view::View;

/// The text domain of the plugin's texts.
pub const TEXT_DOMAIN: &str = "woocommerce";

/// The shop on one page.
pub struct Shop {
    /// The view.
    pub view: Arc<View>,
    /// How amounts are written.
    pub settings: PriceSettings,
    /// Products that are not the page's.
    own: Option<Products>,
}

impl Shop {
    /// The shop of a view.
    pub fn of(view: &Arc<View>) -> Self {
        Self {
            view: Arc::clone(view),
            settings: PriceSettings::from_options(&view.site.options),
            own: None,
        }
    }

    /// The shop with other products than the page's: those of a cart.
    #[must_use]
    pub fn with_products(mut self, products: Products) -> Self {
        self.own = Some(products);
        self
    }

    /// The shop's options.
    pub fn options(&self) -> &Options {
        &self.view.site.options
    }

    /// What was loaded for the page.
    pub fn data(&self) -> &ShopPageData {
        self.view.page_data.get()
    }

    /// The page's products, or those that were named instead.
    pub fn products(&self) -> &Products {
        self.own.as_ref().unwrap_or(&self.data().products)
    }

    /// A translated text of the plugin.
    pub fn text(&self, source: &str) -> String {
        self.view.label(TEXT_DOMAIN, source)
    }

    /// A translated text that depends on a number.
    pub fn plural(&self, one: &str, many: &str, n: i64) -> String {
        let n = n.unsigned_abs();
        let domain = self.view.locale.domain(TEXT_DOMAIN);
        domain.ngettext(one, many, n).to_owned()
    }

    /// What prices are printed with.
    pub fn prices(&self) -> PriceContext<'_> {
        PriceContext {
            products: self.products(),
            options: self.options(),
            settings: &self.settings,
            taxes: self.view.site_data.get(),
            texts: self.view.locale.domain(TEXT_DOMAIN),
            now: self.view.now,
        }
    }

    /// Whether the visitor may edit products, and buys unpublished ones.
    pub fn may_edit(&self) -> bool {
        self.view.visitor.capabilities.has("edit_others_products")
    }

    /// Whether a product is on sale.
    pub fn is_on_sale(&self, product: &Product) -> bool {
        product.is_on_sale(self.products(), self.options(), self.view.now)
    }

    /// Whether a product may be bought.
    pub fn is_purchasable(&self, product: &Product) -> bool {
        product.is_purchasable(self.may_edit())
    }

    /// The address of a product, escaped; that of a variation's product.
    pub fn permalink(&self, product: &Product) -> String {
        let post = self.view.objects.post(product.page_id());
        let post = post.unwrap_or(&product.post);
        self.view.links().get_permalink(post)
    }

    /// The address, for an attribute.
    pub fn href(&self, product: &Product) -> String {
        url(&self.permalink(product))
    }

    /// Whether an option that is on unless it is set otherwise is on.
    pub fn is_yes(&self, option: &str, default: &str) -> bool {
        self.options().text_or(option, default) == "yes"
    }

    /// Whether reviews have stars (`wc_review_ratings_enabled`).
    pub fn has_ratings(&self) -> bool {
        self.is_yes("woocommerce_enable_reviews", "yes")
            && self.is_yes("woocommerce_enable_review_rating", "yes")
    }

    /// The sale flash; empty for other products.
    pub fn sale_flash(&self, product: &Product) -> String {
        if !self.is_on_sale(product) {
            return String::new();
        }
        let text = self.text("Sale!");
        format!("\n\t<span class=\"onsale\">{}</span>\n\t", esc_html(&text))
    }
}

//! The options about taxes.

use crate::wordpress::options::Options;
use crate::wordpress::php::round::{Half, round_half};

/// Whose address decides which taxes hold: option `woocommerce_tax_based_on`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TaxBase {
    /// Where the goods go.
    #[default]
    Shipping,
    /// Where the customer lives.
    Billing,
    /// Where the shop is.
    Shop,
}

/// Whether prices are shown with their taxes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TaxDisplay {
    /// Without.
    #[default]
    Excluding,
    /// With.
    Including,
}

impl TaxDisplay {
    fn of(option: &str) -> Self {
        match option {
            "incl" => Self::Including,
            _ => Self::Excluding,
        }
    }
}

/// Where taxes are rounded: option `woocommerce_tax_round_at_subtotal`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum RoundingPlace {
    /// In every line.
    #[default]
    Line,
    /// In the sums alone.
    Subtotal,
}

/// Which class taxes shipping: option `woocommerce_shipping_tax_class`.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum ShippingTaxClass {
    /// That of the goods.
    #[default]
    Inherit,
    /// This one; the empty slug is the standard class.
    Class(String),
}

/// The options about taxes.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct TaxSettings {
    /// Whether the shop has taxes at all.
    pub is_enabled: bool,
    /// Option `woocommerce_prices_include_tax`, as stored; see [`TaxSettings::prices_include_tax`].
    pub entered_with_tax: bool,
    /// Whose address decides.
    pub based_on: TaxBase,
    /// Which class taxes shipping.
    pub shipping_class: ShippingTaxClass,
    /// Where taxes are rounded.
    pub rounding: RoundingPlace,
    /// Where a tax in the middle between two cents goes: down in shops whose prices include tax.
    pub half: Half,
    /// Whether the shop's pages show prices with tax.
    pub display_shop: TaxDisplay,
    /// Whether cart and checkout do.
    pub display_cart: TaxDisplay,
    /// Whether taxes are one row each (`itemized`).
    pub is_itemized: bool,
}

impl TaxSettings {
    /// The settings of a site.
    pub fn from_options(options: &Options) -> Self {
        let is_on = |name: &str| options.text(name) == "yes";
        let entered_with_tax = is_on("woocommerce_prices_include_tax");
        Self {
            is_enabled: is_on("woocommerce_calc_taxes"),
            entered_with_tax,
            based_on: match &*options.text("woocommerce_tax_based_on") {
                "billing" => TaxBase::Billing,
                "base" => TaxBase::Shop,
                _ => TaxBase::Shipping,
            },
            shipping_class: match &*options.text_or("woocommerce_shipping_tax_class", "inherit") {
                "inherit" => ShippingTaxClass::Inherit,
                class => ShippingTaxClass::Class(class.to_owned()),
            },
            rounding: if is_on("woocommerce_tax_round_at_subtotal") {
                RoundingPlace::Subtotal
            } else {
                RoundingPlace::Line
            },
            half: if entered_with_tax {
                Half::Down
            } else {
                Half::Up
            },
            display_shop: TaxDisplay::of(&options.text("woocommerce_tax_display_shop")),
            display_cart: TaxDisplay::of(&options.text("woocommerce_tax_display_cart")),
            is_itemized: options.text_or("woocommerce_tax_total_display", "itemized") == "itemized",
        }
    }

    /// `wc_prices_include_tax`: without taxes no price includes any.
    pub fn prices_include_tax(&self) -> bool {
        self.is_enabled && self.entered_with_tax
    }

    /// `wc_round_tax_total`: a tax to so many places.
    pub fn round_tax_total(&self, tax: f64, places: i32) -> f64 {
        round_half(tax, places, self.half)
    }
}

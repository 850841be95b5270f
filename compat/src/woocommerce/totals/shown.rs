//! Amounts as cart and checkout show them.
//!
//! Contract "woocommerce", section 8.5.

use super::cart_totals::CartTotals;
use super::lines::TotalsScene;
use crate::woocommerce::tax::TaxDisplay;

/// What is written behind an amount in small letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TaxLabel {
    /// `inc_tax_or_vat`: the shop enters prices without tax and shows them with it.
    Including,
    /// `ex_tax_or_vat`: the shop enters prices with tax and shows them without it.
    Excluding,
}

/// An amount of a row of the totals.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ShownAmount {
    /// In the currency.
    pub amount: f64,
    /// What is written behind it.
    pub label: Option<TaxLabel>,
}

impl TotalsScene<'_> {
    /// Whether cart and checkout show prices with tax: not to customers who pay none.
    pub fn displays_tax(&self) -> bool {
        self.taxes.display_cart == TaxDisplay::Including && !self.is_vat_exempt
    }

    /// An amount with or without its tax.
    pub fn shown(&self, net: f64, tax: f64) -> ShownAmount {
        let entered_with_tax = self.taxes.prices_include_tax();
        let (amount, label) = if self.displays_tax() {
            let label = (!entered_with_tax).then_some(TaxLabel::Including);
            (net + tax, label)
        } else {
            (net, entered_with_tax.then_some(TaxLabel::Excluding))
        };
        ShownAmount {
            amount,
            label: label.filter(|_| tax > 0.0),
        }
    }
}

impl CartTotals {
    /// `get_cart_subtotal`.
    pub fn shown_subtotal(&self, scene: &TotalsScene<'_>) -> ShownAmount {
        scene.shown(self.subtotal, self.subtotal_tax)
    }

    /// `get_cart_shipping_total`; `None`: it is free.
    pub fn shown_shipping(&self, scene: &TotalsScene<'_>) -> Option<ShownAmount> {
        (self.shipping_total > 0.0).then(|| scene.shown(self.shipping_total, self.shipping_tax))
    }

    /// The tax rows: each rate that makes a tax, with the sum of what lines and shipping pay of it.
    pub fn tax_rows(
        &self,
        scene: &TotalsScene<'_>,
    ) -> Vec<(crate::woocommerce::tax::TaxRateId, f64)> {
        let decimals = scene.prices.decimals;
        let mut rows = self
            .contents_taxes
            .map(|tax| scene.taxes.round_tax_total(tax, decimals));
        for (id, tax) in &self.shipping_taxes.0 {
            rows.add(*id, crate::wordpress::php::round::round(*tax, decimals));
        }
        rows.0.retain(|(_, tax)| *tax != 0.0);
        rows.0
    }
}

//! Stock: what there is, what may be sold, and what is said about it.
//!
//! Contract "woocommerce", sections 2.10 and 6.4.

use super::fields::{Backorders, ManageStock, Product, StockStatus};
use crate::wordpress::options::Options;

/// What a product's page says about the stock.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Availability {
    /// Nothing.
    Silent,
    /// There is some.
    InStock,
    /// So many are left; `can_backorder` adds that more may be ordered.
    Quantity {
        /// The number.
        quantity: f64,
        /// Whether the number is told because it is low.
        is_low: bool,
        /// Whether more may be ordered.
        can_backorder: bool,
    },
    /// There is some, whose number is not told; more may be ordered.
    InStockOrBackorder,
    /// It is ordered when it is sold.
    OnBackorder,
    /// There is none.
    OutOfStock,
}

impl Product {
    /// `managing_stock`: a number in stock counts.
    pub fn manages_stock(&self, options: &Options) -> bool {
        options.text_or("woocommerce_manage_stock", "yes") == "yes"
            && self.stock.managed != ManageStock::No
    }

    /// `is_in_stock`.
    pub fn is_in_stock(&self) -> bool {
        self.stock.status != StockStatus::OutOfStock
    }

    /// `backorders_allowed`.
    pub fn backorders_allowed(&self) -> bool {
        self.stock.backorders != Backorders::No
    }

    /// `backorders_require_notification`.
    pub fn backorders_require_notification(&self, options: &Options) -> bool {
        self.manages_stock(options) && self.stock.backorders == Backorders::Notify
    }

    /// `is_on_backorder`, for a number wanted.
    pub fn is_on_backorder(&self, wanted: f64, options: &Options) -> bool {
        self.stock.status == StockStatus::OnBackorder
            || self.manages_stock(options)
                && self.backorders_allowed()
                && self.stock.quantity.unwrap_or(0.0) < wanted
    }

    /// `has_enough_stock`.
    pub fn has_enough_stock(&self, wanted: f64, options: &Options) -> bool {
        !self.manages_stock(options)
            || self.backorders_allowed()
            || self.stock.quantity.unwrap_or(0.0) >= wanted
    }

    /// `get_max_purchase_quantity`; `None` for any number.
    pub fn max_purchase_quantity(&self, options: &Options) -> Option<f64> {
        if self.is_sold_individually {
            return Some(1.0);
        }
        let is_unlimited = self.backorders_allowed() || !self.manages_stock(options);
        (!is_unlimited).then(|| self.stock.quantity.unwrap_or(0.0))
    }

    /// `wc_get_low_stock_amount`.
    pub fn low_stock_amount(&self, options: &Options) -> f64 {
        let of_shop = || {
            let text = options.text_or("woocommerce_notify_low_stock_amount", "2");
            text.trim().parse().unwrap_or(0.0)
        };
        self.stock.low_amount.unwrap_or_else(of_shop)
    }

    /// `get_availability`.
    pub fn availability(&self, options: &Options) -> Availability {
        if !self.is_in_stock() {
            return Availability::OutOfStock;
        }
        let manages = self.manages_stock(options);
        if self.is_on_backorder(1.0, options) {
            let is_said = !manages || self.backorders_require_notification(options);
            return if is_said {
                Availability::OnBackorder
            } else {
                Availability::Silent
            };
        }
        if !manages {
            return Availability::Silent;
        }
        let quantity = self.stock.quantity.unwrap_or(0.0);
        let can_backorder = self.backorders_require_notification(options);
        let format = options.text("woocommerce_stock_format");
        let is_low = format == "low_amount";
        let tells = match format.as_ref() {
            "" => true,
            "low_amount" => quantity <= self.low_stock_amount(options),
            _ => false,
        };
        match (tells, can_backorder) {
            (true, _) => Availability::Quantity {
                quantity,
                is_low,
                can_backorder,
            },
            (false, true) => Availability::InStockOrBackorder,
            (false, false) => Availability::InStock,
        }
    }

    /// The class of the line about the stock.
    pub fn availability_class(&self, options: &Options) -> &'static str {
        if !self.is_in_stock() {
            "out-of-stock"
        } else if self.is_on_backorder(1.0, options) {
            "available-on-backorder"
        } else {
            "in-stock"
        }
    }
}

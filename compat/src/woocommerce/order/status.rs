//! Statuses of orders.
//!
//! Contract "woocommerce", section 13.1.

use crate::wordpress::l10n::TextDomain;

/// The status of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum OrderStatus {
    /// It has to be paid.
    #[default]
    Pending,
    /// It is paid, or is paid on delivery.
    Processing,
    /// The payment is awaited.
    OnHold,
    /// Nothing is left to be done.
    Completed,
    /// It was given up.
    Cancelled,
    /// The money went back.
    Refunded,
    /// The payment failed.
    Failed,
    /// The buyer is still filling in the checkout block.
    CheckoutDraft,
}

impl OrderStatus {
    /// All of them.
    pub const ALL: [Self; 8] = [
        Self::Pending,
        Self::Processing,
        Self::OnHold,
        Self::Completed,
        Self::Cancelled,
        Self::Refunded,
        Self::Failed,
        Self::CheckoutDraft,
    ];

    /// As stored.
    pub fn stored(self) -> &'static str {
        match self {
            Self::Pending => "wc-pending",
            Self::Processing => "wc-processing",
            Self::OnHold => "wc-on-hold",
            Self::Completed => "wc-completed",
            Self::Cancelled => "wc-cancelled",
            Self::Refunded => "wc-refunded",
            Self::Failed => "wc-failed",
            Self::CheckoutDraft => "wc-checkout-draft",
        }
    }

    /// Without the prefix `wc-`, as APIs and classes have it.
    pub fn slug(self) -> &'static str {
        let stored = self.stored();
        stored.strip_prefix("wc-").unwrap_or(stored)
    }

    /// The status of a stored text; statuses of extensions are unknown.
    pub fn of(stored: &str) -> Option<Self> {
        let slug = stored.strip_prefix("wc-").unwrap_or(stored);
        Self::ALL.into_iter().find(|own| own.slug() == slug)
    }

    /// Shown to people. `texts`: domain `woocommerce`.
    pub fn label<'a>(self, texts: TextDomain<'a>) -> &'a str {
        let name = match self {
            Self::Pending => "Pending payment",
            Self::Processing => "Processing",
            Self::OnHold => "On hold",
            Self::Completed => "Completed",
            Self::Cancelled => "Cancelled",
            Self::Refunded => "Refunded",
            Self::Failed => "Failed",
            Self::CheckoutDraft => "Draft",
        };
        texts.translate_with_context(name, "Order status")
    }

    /// `wc_get_is_paid_statuses`.
    pub fn is_paid(self) -> bool {
        matches!(self, Self::Processing | Self::Completed)
    }

    /// Whether the buyer may pay for it (`woocommerce_valid_order_statuses_for_payment`).
    pub fn is_payable(self) -> bool {
        matches!(self, Self::Pending | Self::Failed)
    }

    /// Whether it may be paid by its number (contract "woocommerce-store-api", section 8.9): drafts too.
    pub fn is_payable_by_id(self) -> bool {
        self.is_payable() || self == Self::CheckoutDraft
    }

    /// Whether a payment may complete it (`woocommerce_valid_order_statuses_for_payment_complete`).
    pub fn accepts_payment(self) -> bool {
        matches!(self, Self::OnHold | Self::Cancelled) || self.is_payable_by_id()
    }

    /// Whether stock is taken for it, sales and uses of coupons are counted (contract, section 13.2).
    pub fn takes_stock(self) -> bool {
        matches!(self, Self::Processing | Self::OnHold | Self::Completed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stored_statuses_are_read() {
        for status in OrderStatus::ALL {
            assert_eq!(OrderStatus::of(status.stored()), Some(status));
            assert_eq!(OrderStatus::of(status.slug()), Some(status));
        }
        assert_eq!(OrderStatus::of("wc-shipped"), None);
        assert_eq!(OrderStatus::OnHold.slug(), "on-hold");
    }
}

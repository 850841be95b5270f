//! Reports of payment providers.

use crate::woocommerce::order::model::OrderId;

/// What became of a payment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum PaymentOutcome {
    /// The money is taken.
    Paid {
        /// What the provider calls the payment.
        transaction_id: String,
    },
    /// The money is reserved; the shop takes it later.
    Reserved {
        /// What the provider calls the payment.
        transaction_id: String,
    },
    /// Money that was reserved is not taken: the shop has given it up, or it was reserved for too long.
    Released {
        /// What the provider calls the payment.
        transaction_id: String,
    },
    /// There will be no money by this attempt.
    Failed {
        /// Why, in the provider's words.
        reason: String,
    },
    /// The buyer is still about it.
    Waiting,
}

/// What a provider reports of an order; who says it has been verified.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PaymentReport {
    /// Id of the gateway.
    pub gateway: &'static str,
    /// The order.
    pub order: OrderId,
    /// The order's number at the provider, where it has one of its own.
    pub number: String,
    /// In the smallest unit of the currency.
    pub amount: i64,
    /// Three letters.
    pub currency: String,
    /// What became of the payment.
    pub outcome: PaymentOutcome,
}

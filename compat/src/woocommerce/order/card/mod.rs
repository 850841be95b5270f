//! Payment by card: what the shop tells its payment providers, and what it believes of their reports.
//!
//! Contract "woocommerce", sections 9.7, 13.1 and 13.6. Stripe: Payment Intents and Checkout Sessions. Redsys: payment page
//! with signed parameters. The requests themselves are made by the floor above.

mod currency;
mod gateways;
mod outcome;
mod redsys;
mod report;
mod stripe;
mod urls;

pub use currency::minor_units;
pub(super) use gateways::{Redsys, Stripe};
pub use outcome::{PaymentOutcome, PaymentReport};
pub use redsys::{REDSYS, REDSYS_NUMBER, RedsysForm, RedsysNotice, RedsysSettings, RedsysUrls};
pub use report::{Judged, RefusedReport, judge, note_payment, record_payment, set_payment_meta};
pub use stripe::{
    STRIPE, STRIPE_INTENT, STRIPE_SESSION, StripePayment, StripeSettings, has_stripe_signature,
    idempotency_key, stripe_payment,
};
pub use urls::{
    CARD_BACK, CARD_PAY, REDSYS_CALLBACK, STRIPE_CALLBACK, callback_url, card_url, is_paid_by_card,
    is_payment_method, placed_url, posted_payment_method,
};

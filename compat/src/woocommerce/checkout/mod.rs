//! The checkout: its form, what it has sent, and what it takes until an order may be placed.
//!
//! Contract "woocommerce", section 9.

mod address;
mod finish;
mod form;
mod page_data;
mod posted;
mod process;
mod review;
mod settings;
mod validate;

pub use address::{PostedPlace, ReviewRequest};
pub use finish::{
    Buyer, PreparedOrder, Refusal, awaiting_order, choose_payment_method, chosen_payment_method,
    finish, placed_before, prepare, refuse, tell_refusal,
};
pub use form::{CheckoutField, CheckoutForm, Fieldset, needs_shipping_address};
pub use page_data::{CheckoutPageData, CheckoutView, OrderAccess};
pub use posted::{CheckoutChoices, PostedCheckout};
pub use process::{
    CheckoutInput, RELOAD, ReadyCheckout, Verdict, available_gateways, check_form, needs_payment,
};
pub use review::{Review, review};
pub use settings::{CheckoutSettings, ShipTo};
pub use validate::{CheckoutError, validate_fields};

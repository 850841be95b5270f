//! The end points of the account's page.
//!
//! Contract "woocommerce", sections 1.2 and 14.

use crate::woocommerce::order::{PageEndpoint, endpoint_url};
use crate::wordpress::options::Options;
use crate::wordpress::rewrite::QueryVars;

/// An end point of the account's page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AccountEndpoint {
    /// The buyer's orders; its value is a page's number.
    Orders,
    /// One of them; its value is the number.
    ViewOrder,
    /// What the buyer may download.
    Downloads,
    /// Addresses; its value names one.
    EditAddress,
    /// Names, e-mail address and password.
    EditAccount,
    /// Saved ways to pay.
    PaymentMethods,
    /// Saves a way to pay.
    AddPaymentMethod,
    /// Deletes a saved way to pay.
    DeletePaymentMethod,
    /// Makes a saved way to pay the first.
    SetDefaultPaymentMethod,
    /// The password is forgotten.
    LostPassword,
    /// Logs out.
    CustomerLogout,
}

impl AccountEndpoint {
    /// All of them, in the order in which a request's are looked for.
    pub const ALL: [Self; 11] = [
        Self::Orders,
        Self::ViewOrder,
        Self::Downloads,
        Self::EditAddress,
        Self::EditAccount,
        Self::PaymentMethods,
        Self::AddPaymentMethod,
        Self::DeletePaymentMethod,
        Self::SetDefaultPaymentMethod,
        Self::LostPassword,
        Self::CustomerLogout,
    ];

    /// Its option and its name.
    pub fn page_endpoint(self) -> PageEndpoint {
        let (option, name) = match self {
            Self::Orders => ("woocommerce_myaccount_orders_endpoint", "orders"),
            Self::ViewOrder => ("woocommerce_myaccount_view_order_endpoint", "view-order"),
            Self::Downloads => ("woocommerce_myaccount_downloads_endpoint", "downloads"),
            Self::EditAddress => (
                "woocommerce_myaccount_edit_address_endpoint",
                "edit-address",
            ),
            Self::EditAccount => (
                "woocommerce_myaccount_edit_account_endpoint",
                "edit-account",
            ),
            Self::PaymentMethods => (
                "woocommerce_myaccount_payment_methods_endpoint",
                "payment-methods",
            ),
            Self::AddPaymentMethod => (
                "woocommerce_myaccount_add_payment_method_endpoint",
                "add-payment-method",
            ),
            Self::DeletePaymentMethod => (
                "woocommerce_myaccount_delete_payment_method_endpoint",
                "delete-payment-method",
            ),
            Self::SetDefaultPaymentMethod => (
                "woocommerce_myaccount_set_default_payment_method_endpoint",
                "set-default-payment-method",
            ),
            Self::LostPassword => (
                "woocommerce_myaccount_lost_password_endpoint",
                "lost-password",
            ),
            Self::CustomerLogout => ("woocommerce_logout_endpoint", "customer-logout"),
        };
        PageEndpoint { option, name }
    }

    /// Its name in addresses of the site; empty: the shop has switched it off.
    pub fn word(self, options: &Options) -> String {
        let own = self.page_endpoint();
        options.text_or(own.option, own.name).into_owned()
    }

    /// Its address below the account's page, without a nonce.
    pub fn url(self, options: &Options, account: &str, value: &str) -> String {
        endpoint_url(options, account, self.page_endpoint(), value)
    }

    /// The end point that a request names, with its value.
    pub fn of(vars: &QueryVars) -> Option<(Self, String)> {
        let mut all = Self::ALL.into_iter();
        let named = all.find(|own| vars.get(own.page_endpoint().name).is_some())?;
        let value = vars.text(named.page_endpoint().name);
        Some((named, value.to_owned()))
    }
}

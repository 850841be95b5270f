//! What the account's page shows besides the visit.

use std::sync::Arc;

use super::address::AddressKind;
use super::orders::OrderPage;
use super::permission::DownloadPermission;
use crate::woocommerce::address::Address;
use crate::woocommerce::order::Order;
use crate::wordpress::php::Array;

/// A file that a user may download.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CustomerDownload {
    /// The permission.
    pub permission: DownloadPermission,
    /// Name of the file.
    pub name: String,
    /// Name of the product.
    pub product_name: String,
    /// Its page, when the visitor may see it.
    pub product_url: Option<String>,
}

/// What the page for a forgotten password shows.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum LostPasswordStep {
    /// The form that asks whose it is.
    #[default]
    Ask,
    /// The mail was sent.
    Sent,
    /// The form for a new one.
    Choose {
        /// The key of the mail.
        key: String,
        /// Whose password it is.
        login: String,
    },
}

/// Which page of the account is shown.
#[derive(Debug, Clone, Default)]
pub enum AccountView {
    /// A guest sees the forms that log in and register.
    #[default]
    Login,
    /// The first page.
    Dashboard,
    /// The orders.
    Orders(OrderPage),
    /// An order with what the shop has written about it; `None`: it is none of the user's.
    Order(Option<Arc<Order>>, Vec<(i64, String)>),
    /// The downloads.
    Downloads,
    /// Both addresses.
    Addresses,
    /// The form of an address.
    EditAddress(AddressKind),
    /// The form of names, e-mail address and password.
    EditAccount,
    /// Saved ways to pay: there are none.
    PaymentMethods,
    /// A forgotten password.
    LostPassword(LostPasswordStep),
}

/// What is known of the user.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AccountUser {
    /// `user_login`.
    pub login: String,
    /// `display_name`.
    pub display_name: String,
    /// `user_email`.
    pub email: String,
    /// `first_name`.
    pub first_name: String,
    /// `last_name`.
    pub last_name: String,
    /// Whether the password was made by the shop and not changed since.
    pub has_generated_password: bool,
}

/// What the account's page shows besides the visit.
#[derive(Debug, Clone, Default)]
pub struct AccountPageData {
    /// The page.
    pub view: AccountView,
    /// The user; `None`: a guest.
    pub user: Option<AccountUser>,
    /// The form as it was posted to the page.
    pub post: Array,
    /// Billing and shipping address of the user.
    pub addresses: [Address; 2],
    /// What may be downloaded: by the user, or of the shown order.
    pub downloads: Vec<CustomerDownload>,
    /// Whether the end point asks for a first password (`action=newaccount`).
    pub sets_password: bool,
}

crate::type_map_entry!(AccountPageData);

impl AccountPageData {
    /// A posted field that is not empty, as it was typed.
    pub fn posted(&self, name: &str) -> Option<String> {
        let value = self.post.get(name).filter(|value| value.to_bool())?;
        Some(value.as_str_lossy()?.into_owned())
    }
}

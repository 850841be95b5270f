//! The account of a buyer: end points, orders, downloads, addresses, details.
//!
//! Contract "woocommerce", sections 1.2, 9.2, 13.2 and 14. Users, passwords and login sessions are WordPress's.

mod address;
mod details;
mod endpoint;
mod mail;
mod orders;
mod page_data;
mod permission;

pub use address::{AddressKind, PostedAddress, load_addresses, posted_address, save_address};
pub use details::{
    AccountDetails, DetailChange, DetailFacts, is_email_of_other, password_changed, save_details,
};
pub use endpoint::AccountEndpoint;
pub use mail::AccountMail;
pub use orders::{
    OrderPage, OrderRow, customer_notes, customer_orders, order_of_key, order_statuses,
};
pub use page_data::{
    AccountPageData, AccountUser, AccountView, CustomerDownload, LostPasswordStep,
};
pub use permission::{
    DownloadLink, DownloadPermission, Downloader, SAME_DOWNLOAD, customer_permissions,
    find_permission, order_permissions, product_downloads, track_download,
};

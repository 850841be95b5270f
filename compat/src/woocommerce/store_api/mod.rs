//! The rules of the Store API (`wc/store/v1`): what it finds, what it accepts, how it refuses.
//!
//! Contract "woocommerce-store-api". The routes are the matter of the floor above; the session of a request is opened and
//! stored in `shopping`.

mod add;
mod address;
mod check;
mod collection_data;
mod error;
mod money;
mod product_list;
mod product_order;
mod product_prices;
mod quantity;
mod review_list;
mod term_filter;
mod term_list;

pub use add::{Shelf, StoreAdd, add_to_cart};
pub use address::{AddressErrors, AddressKind, clean_address, country_codes, validate_address};
pub use check::cart_errors;
pub use collection_data::{CollectionData, PriceRange, StockCount};
pub use error::StoreError;
pub use money::{minor_units, with_currency};
pub use product_list::{DateColumn, PriceBound, StoreProducts, last_modified};
pub use product_order::{ProductOrder, ProductOrderBy};
pub use product_prices::{PriceSource, ProductPrices};
pub use quantity::QuantityLimits;
pub use review_list::{ReviewOrder, ReviewRow, StoreReviews};
pub use term_filter::{AttributeFilter, TermFilter};
pub use term_list::{StoreTerm, TermOrder, TermQuery, review_counts, terms};

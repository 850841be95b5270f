//! What the checkout's page shows besides the visit.

use std::sync::Arc;

use crate::woocommerce::order::{Order, OrderProduct};
use crate::woocommerce::product::Products;
use crate::wordpress::php::{Array, Value};

/// What the visitor may see of an order whose number the address names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OrderAccess {
    /// That it was received, and no more: the key is wrong or missing.
    #[default]
    None,
    /// All of it.
    Full,
    /// A form to log in: it is another user's.
    Login,
    /// A form that asks for the e-mail address of the bill.
    VerifyEmail {
        /// Whether a wrong one was given.
        has_failed: bool,
    },
}

/// Which page of the checkout is shown.
#[derive(Debug, Clone, Default)]
pub enum CheckoutView {
    /// The form.
    #[default]
    Form,
    /// The order that was received.
    Received {
        /// What the visitor may see.
        access: OrderAccess,
        /// The order, when there is one of the number.
        order: Option<Arc<Order>>,
    },
    /// Payment of an order.
    Pay {
        /// What the visitor may see.
        access: OrderAccess,
        /// The order; `None`: it may not be paid, the notices say why.
        order: Option<Arc<Order>>,
    },
}

/// What the checkout's page shows besides the visit.
#[derive(Debug, Clone, Default)]
pub struct CheckoutPageData {
    /// The page.
    pub view: CheckoutView,
    /// The form as it was posted to the page.
    pub post: Array,
    /// Whether errors keep the form from being shown.
    pub has_cart_errors: bool,
    /// The products of the order.
    pub products: Products,
    /// The same, as the order knows them.
    pub order_products: Vec<OrderProduct>,
    /// The content of the page of terms.
    pub terms_content: Option<String>,
}

crate::type_map_entry!(CheckoutPageData);

impl CheckoutPageData {
    /// A posted field that is not empty.
    pub fn posted(&self, name: &str) -> Option<String> {
        let value = self.post.get(name).filter(|value| value.to_bool())?;
        let clean = crate::woocommerce::clean::wc_clean(value);
        Some(clean.as_str_lossy()?.into_owned())
    }

    /// Whether the page was posted to.
    pub fn is_posted(&self) -> bool {
        self.post.iter().next().is_some()
    }

    /// A posted field as it is.
    pub fn raw(&self, name: &str) -> Option<&Value> {
        self.post.get(name)
    }
}

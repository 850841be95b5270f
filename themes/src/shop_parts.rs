//! The parts of a shop that elements of a page builder show.
//!
//! The column of the shop registers [`ShopParts`]; the column of the builder asks for parts. The types take what a page is
//! rendered from (`V`) and one rendering of it (`P`) as parameters: see [`crate::wordpress::view`].

use compat::wordpress::shop_content::{ShopList, ShopProduct};

/// A part of the cart's page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CartPart {
    /// The visitor's notices; the text of an empty cart.
    Notices,
    /// The form with the lines; nothing for an empty cart. Its field for quantities may have a template of the theme's own.
    Form {
        /// The theme's template for a quantity.
        quantity: Option<&'static str>,
    },
    /// The totals; nothing for an empty cart.
    Totals,
    /// Products that are bought with those of the cart.
    CrossSells(Beside),
}

/// A part of the checkout's page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CheckoutPart {
    /// Notices, and the forms for a login and for a coupon. The login form may have a template of the theme's own.
    Notices {
        /// The theme's template for the login form.
        login: Option<&'static str>,
    },
    /// The fields of the bill.
    Billing,
    /// The fields of the delivery.
    Shipping,
    /// The note.
    Additional,
    /// The lines of the order.
    Details,
    /// The choice of a payment with the button; after the order, all of its page.
    Payment,
}

/// A list beside a product or a cart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Beside {
    /// The most products; `None` for the shop's number.
    pub number: Option<usize>,
    /// Columns; `None` for the shop's number.
    pub columns: Option<usize>,
    /// Products left out at the beginning.
    pub offset: usize,
    /// The order.
    pub order: BesideOrder,
}

/// The order of a list beside a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum BesideOrder {
    /// As they are named.
    #[default]
    Own,
    /// By popularity.
    Popularity,
    /// By rating.
    Rating,
    /// The oldest first.
    Date,
    /// The newest first.
    DateDesc,
    /// The cheapest first.
    Price,
    /// The dearest first.
    PriceDesc,
}

/// A tab of a product's page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProductTab {
    /// `description`, `additional_information` or `reviews`.
    pub key: &'static str,
    /// Its title.
    pub title: String,
    /// Its content, without a heading of its own.
    pub content: String,
}

/// A part of a product's page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ProductPart {
    /// The visitor's notices; nothing without any.
    Notices,
    /// The name.
    Title,
    /// The price.
    Price,
    /// Pictures.
    Images {
        /// Whether the mark of a sale is shown.
        has_flash: bool,
        /// Whether the first picture is shown.
        has_image: bool,
        /// Whether the others are shown.
        has_gallery: bool,
    },
    /// The mean of the reviews; nothing without stars.
    Rating,
    /// The line about the stock; nothing where there is none.
    Stock,
    /// The short description.
    ShortDescription,
    /// The long description.
    Description,
    /// The form that puts it into the cart.
    AddToCart,
    /// SKU, categories and tags.
    Meta,
    /// The table of attributes; nothing without any.
    AdditionalInformation,
    /// Reviews and their form.
    Reviews,
    /// Products that are better.
    Upsells(Beside),
    /// Products like it.
    Related(Beside),
}

/// A part of the shop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ShopPart<'a> {
    /// Of the cart.
    Cart(CartPart),
    /// Of the checkout.
    Checkout(CheckoutPart),
    /// Of a product.
    Product(ShopProduct, ProductPart),
    /// A list.
    List(&'a ShopList),
    /// The list of the page.
    MainList {
        /// Columns; `None` for the theme's number.
        columns: Option<usize>,
    },
    /// The way from the front page.
    Breadcrumb {
        /// The name of the front page; empty for the shop's word.
        home: &'a str,
        /// The address of the front page; empty for the site's.
        home_url: &'a str,
        /// What stands between the steps, as markup.
        separator: &'a str,
    },
}

/// What the visitor's cart and checkout are like.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ShopState {
    /// The cart is empty.
    pub is_cart_empty: bool,
    /// Something in the cart keeps it from being bought.
    pub has_cart_errors: bool,
    /// The page pays for an order.
    pub is_order_pay: bool,
    /// The page thanks for an order.
    pub is_order_received: bool,
    /// Orders are sent to the address of the bill only.
    pub ships_to_billing_only: bool,
}

/// What the shop prints for a page builder.
pub struct ShopParts<V, P> {
    /// Whether the site has a shop.
    pub is_there: bool,
    /// Prints a part; an empty text where there is nothing to show.
    pub print: fn(&mut P, &ShopPart<'_>) -> String,
    /// The state of cart and checkout.
    pub state: fn(&V) -> ShopState,
    /// The tabs of a product that have content, in order.
    pub tabs: fn(&mut P, ShopProduct) -> Vec<ProductTab>,
    /// The attachments of a product's gallery.
    pub gallery: fn(&V, ShopProduct) -> Vec<i64>,
}

impl<V, P> Default for ShopParts<V, P> {
    /// A site without a shop.
    fn default() -> Self {
        Self {
            is_there: false,
            print: |_, _| String::new(),
            state: |_| ShopState::default(),
            tabs: |_, _| Vec::new(),
            gallery: |_, _| Vec::new(),
        }
    }
}

//! Putting a product into the cart.
//!
//! Contract "woocommerce", section 7.2.

use super::contents::{Cart, Products, data_hash};
use super::item_key::generate_cart_id;
use super::line::CartLine;
use super::message::{Argument, CartMessage, MessageLink};
use crate::woocommerce::cart_product::{CartProduct, VariationAttribute};
use crate::woocommerce::product::ProductType;
use crate::woocommerce::session::NoticeKind;
use crate::wordpress::formatting::sanitize_field::sanitize_text_field;
use crate::wordpress::formatting::sanitize_title::sanitize_title;
use crate::wordpress::php::Array;
use crate::wordpress::php::cast::string_to_int;
use crate::wordpress::php::html::html_entity_decode;
use crate::wordpress::post::PostId;

/// What a visitor wants to put in.
#[derive(Debug, Clone, Default)]
pub struct AddRequest {
    /// A product, or a variation.
    pub product_id: PostId,
    /// A variation of it; 0: none.
    pub variation_id: PostId,
    /// Units.
    pub quantity: i64,
    /// Posted `attribute_…`.
    pub attributes: Vec<(String, String)>,
    /// What extensions add to the line.
    pub data: Array,
    /// Whether the request came from the product's own page.
    pub is_on_product_page: bool,
    /// Language of the site (`de_DE`): slugs of posted terms are made in it.
    pub locale: String,
}

/// Why nothing was put in.
#[derive(Debug, Clone, PartialEq)]
pub enum Refusal {
    /// The visitor is told nothing.
    Silent,
    /// The visitor is told this.
    Told(Box<CartMessage>),
}

impl From<CartMessage> for Refusal {
    fn from(message: CartMessage) -> Self {
        Self::Told(Box::new(message))
    }
}

/// A posted quantity: its whole part; an empty field, or `0`, is one.
pub fn posted_quantity(text: &str) -> i64 {
    match text {
        "" | "0" => 1,
        text => string_to_int(text.as_bytes()),
    }
}

/// The message after products were put in: names and units.
pub fn added_message(items: &[(String, i64)]) -> CartMessage {
    let number = u64::try_from(items.len()).unwrap_or(u64::MAX);
    let items = items.iter().map(|(name, quantity)| Argument::Item {
        name: name.clone(),
        quantity: *quantity,
    });
    CartMessage {
        plural: Some(("%s have been added to your cart.", number)),
        ..CartMessage::new(NoticeKind::Success, "%s has been added to your cart.")
    }
    .with(Argument::List(items.collect()))
    .linked(MessageLink::ViewCart)
}

impl Cart {
    /// `add_to_cart`: puts a product in and gives the key of its line.
    ///
    /// # Errors
    /// Why it was not put in.
    pub fn add(
        &mut self,
        request: &AddRequest,
        products: &dyn Products,
    ) -> Result<String, Refusal> {
        let asked = products
            .product(request.product_id)
            .ok_or(Refusal::Silent)?;
        let (product, variation_id) = match asked.kind {
            ProductType::Variation => {
                let parent = products.product(asked.parent_id).ok_or(Refusal::Silent)?;
                (parent, asked.id)
            }
            _ => (asked, request.variation_id),
        };
        if request.quantity <= 0 {
            return Err(Refusal::Silent);
        }
        let (bought, variation) = match (product.kind, variation_id.0) {
            (ProductType::Variable, 0) => return Err(choose_options(product, request).into()),
            (ProductType::Variable, _) => {
                let variation = products.product(variation_id).ok_or(Refusal::Silent)?;
                if variation.parent_id != product.id {
                    return Err(no_variation_of(product).into());
                }
                (variation, chosen_attributes(variation, request)?)
            }
            _ => (product, Vec::new()),
        };
        let key = generate_cart_id(
            bought.product_id(),
            bought.variation_id(),
            &variation,
            &request.data,
        );
        let quantity = if bought.is_sold_individually {
            1
        } else {
            request.quantity
        };
        self.check_addition(bought, &key, quantity, products)?;
        match self.line_mut(&key) {
            Some(line) => line.quantity = line.quantity.saturating_add(quantity),
            None => self.lines.push(CartLine {
                key: key.clone(),
                product_id: bought.product_id(),
                variation_id: bought.variation_id(),
                variation,
                quantity,
                data_hash: data_hash(bought),
                rest: request.data.clone(),
            }),
        }
        Ok(key)
    }

    /// Whether so many units more of a product may be put in.
    fn check_addition(
        &self,
        product: &CartProduct,
        key: &str,
        quantity: i64,
        products: &dyn Products,
    ) -> Result<(), Refusal> {
        let name = product.name.as_str();
        if product.is_sold_individually && self.line(key).is_some() {
            let message = CartMessage::error("You cannot add another \"%s\" to your cart.");
            return Err(message.with(name).linked(MessageLink::ViewCart).into());
        }
        if !product.is_purchasable {
            return Err(CartMessage::error("Sorry, this product cannot be purchased.").into());
        }
        if !product.is_in_stock {
            const OUT: &str =
                "You cannot add &quot;%s&quot; to the cart because the product is out of stock.";
            return Err(CartMessage::error(OUT).with(name).into());
        }
        let Some(stock) = &product.stock else {
            return Ok(());
        };
        let left = stock.quantity.to_string();
        if !product.has_enough_stock(quantity) {
            const FEW: &str = "You cannot add that amount of &quot;%1$s&quot; to the cart because there is not enough stock (%2$s remaining).";
            return Err(CartMessage::error(FEW)
                .with(name)
                .with(left.as_str())
                .into());
        }
        let in_cart = self.quantity_of_stock(stock.managed_by, products);
        if in_cart > 0 && !product.has_enough_stock(in_cart.saturating_add(quantity)) {
            const FEW: &str = "You cannot add that amount to the cart &mdash; we have %1$s in stock and you already have %2$s in your cart.";
            let message = CartMessage::error(FEW).with(left.as_str());
            let message = message.with(in_cart.to_string().as_str());
            return Err(message.linked(MessageLink::ViewCart).into());
        }
        Ok(())
    }
}

fn choose_options(product: &CartProduct, request: &AddRequest) -> CartMessage {
    const ELSEWHERE: &str =
        "Please choose product options by visiting <a href=\"%1$s\" title=\"%2$s\">%2$s</a>.";
    if request.is_on_product_page {
        return CartMessage::error("Please choose product options for %1$s.")
            .with(product.name.as_str());
    }
    CartMessage::error(ELSEWHERE)
        .with(product.permalink.as_str())
        .with(product.name.as_str())
}

fn no_variation_of(product: &CartProduct) -> CartMessage {
    const OTHER: &str = "The selected product isn't a variation of %2$s, please choose product options by visiting <a href=\"%1$s\" title=\"%2$s\">%2$s</a>.";
    CartMessage::error(OTHER)
        .with(product.permalink.as_str())
        .with(product.name.as_str())
}

/// The attributes of a variation: its own ones, and of those for which it takes any value the posted ones.
fn chosen_attributes(
    variation: &CartProduct,
    request: &AddRequest,
) -> Result<Vec<(String, String)>, Refusal> {
    let (mut chosen, mut missing) = (Vec::new(), Vec::new());
    for attribute in &variation.attributes {
        let mut posted = request.attributes.iter();
        let posted = posted.find(|(key, _)| *key == attribute.key);
        let posted = posted.map(|(_, value)| posted_value(attribute, value, &request.locale));
        let value = match posted.filter(|value| !value.is_empty()) {
            Some(value) if value == attribute.value => value,
            Some(value) if attribute.value.is_empty() && attribute.options.contains(&value) => {
                value
            }
            Some(_) => {
                let message = CartMessage::error("Invalid value posted for %s");
                return Err(message.with(attribute.label.as_str()).into());
            }
            None if attribute.value.is_empty() => {
                missing.push(Argument::from(attribute.label.as_str()));
                continue;
            }
            None => attribute.value.clone(),
        };
        chosen.push((attribute.key.clone(), value));
    }
    if missing.is_empty() {
        return Ok(chosen);
    }
    let number = u64::try_from(missing.len()).unwrap_or(u64::MAX);
    let message = CartMessage {
        plural: Some(("%s are required fields", number)),
        ..CartMessage::error("%s is a required field")
    };
    Err(message.with(Argument::List(missing)).into())
}

fn posted_value(attribute: &VariationAttribute, posted: &str, locale: &str) -> String {
    if attribute.is_taxonomy {
        return sanitize_title(posted, "", locale);
    }
    let clean = sanitize_text_field(posted);
    String::from_utf8_lossy(&html_entity_decode(clean.as_bytes())).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::woocommerce::cart_product::Stock;
    use crate::wordpress::l10n::Locale;

    fn shop() -> Vec<CartProduct> {
        let product = |id: i64| CartProduct {
            id: PostId(id),
            name: format!("P{id}"),
            price: Some(9.99),
            is_purchasable: true,
            is_in_stock: true,
            ..CartProduct::default()
        };
        let attribute =
            |key: &str, is_taxonomy, value: &str, options: &[&str]| VariationAttribute {
                key: key.to_owned(),
                label: key.replace("attribute_", ""),
                is_taxonomy,
                value: value.to_owned(),
                options: options.iter().map(|o| (*o).to_owned()).collect(),
            };
        let size = |value| attribute("attribute_talla", false, value, &["M", "L & XL"]);
        vec![
            product(14),
            CartProduct {
                kind: ProductType::Variable,
                permalink: "/p22/".to_owned(),
                ..product(22)
            },
            CartProduct {
                kind: ProductType::Variation,
                parent_id: PostId(22),
                attributes: vec![
                    attribute("attribute_pa_color", true, "azul", &["azul", "rojo"]),
                    size(""),
                ],
                ..product(24)
            },
            CartProduct {
                stock: Some(Stock {
                    managed_by: PostId(30),
                    quantity: 3,
                    reserved: 0,
                    backorders_allowed: false,
                }),
                ..product(30)
            },
            CartProduct {
                is_sold_individually: true,
                ..product(31)
            },
            CartProduct {
                is_purchasable: false,
                ..product(32)
            },
            CartProduct {
                is_in_stock: false,
                ..product(33)
            },
        ]
    }

    fn add(
        cart: &mut Cart,
        product: i64,
        variation: i64,
        quantity: i64,
        posted: &[(&str, &str)],
    ) -> String {
        let request = AddRequest {
            product_id: PostId(product),
            variation_id: PostId(variation),
            quantity,
            attributes: posted
                .iter()
                .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
                .collect(),
            ..AddRequest::default()
        };
        match cart.add(&request, &shop()) {
            Ok(key) => key,
            Err(Refusal::Silent) => String::new(),
            Err(Refusal::Told(message)) => message.text(Locale::english().domain("woocommerce")),
        }
    }

    #[test]
    fn lines_have_the_keys_of_the_contract() {
        let mut cart = Cart::default();
        let simple = "aab3238922bcc25a6f606eb525ffdc56";
        assert_eq!(add(&mut cart, 14, 0, 1, &[]), simple);
        assert_eq!(add(&mut cart, 14, 0, 2, &[]), simple);
        assert_eq!((cart.lines.len(), cart.contents_count()), (1, 3));
        assert_eq!(cart.lines[0].data_hash, "b5c1d5ca8bae6d4896cf1807cdf763f0");
        let posted = [("attribute_pa_color", "Azul"), ("attribute_talla", "M")];
        let variation = "f9f77768c4c4ca5d89700196c3373a74";
        assert_eq!(add(&mut cart, 22, 24, 1, &posted), variation);
        assert_eq!(add(&mut cart, 24, 0, 1, &posted[1..]), variation);
        assert_eq!(cart.line(variation).unwrap().quantity, 2);
    }

    #[test]
    fn refusals_say_why() {
        let mut cart = Cart::default();
        assert_eq!(add(&mut cart, 14, 0, 0, &[]), "");
        assert_eq!(add(&mut cart, 99, 0, 1, &[]), "");
        assert!(add(&mut cart, 22, 0, 1, &[]).contains("<a href=\"/p22/\" title=\"P22\">"));
        assert!(add(&mut cart, 22, 14, 1, &[]).starts_with("The selected product isn't"));
        assert_eq!(add(&mut cart, 22, 24, 1, &[]), "talla is a required field");
        let red = [("attribute_pa_color", "rojo"), ("attribute_talla", "M")];
        assert_eq!(
            add(&mut cart, 22, 24, 1, &red),
            "Invalid value posted for pa_color"
        );
        let entity = [("attribute_talla", "L &amp; XL")];
        assert_eq!(add(&mut cart, 22, 24, 1, &entity).len(), 32);
        assert!(add(&mut cart, 30, 0, 4, &[]).contains("(3 remaining)"));
        assert_eq!(add(&mut cart, 30, 0, 2, &[]).len(), 32);
        assert!(
            add(&mut cart, 30, 0, 2, &[]).contains("we have 3 in stock and you already have 2")
        );
        assert_eq!(add(&mut cart, 31, 0, 5, &[]).len(), 32);
        assert!(add(&mut cart, 31, 0, 1, &[]).starts_with("You cannot add another \"P31\""));
        assert!(add(&mut cart, 32, 0, 1, &[]).contains("cannot be purchased"));
        assert!(add(&mut cart, 33, 0, 1, &[]).contains("out of stock"));
        assert_eq!(cart.contents_count(), 4);
        assert_eq!(posted_quantity("1.5"), 1);
        assert_eq!(posted_quantity("abc"), 0);
        assert_eq!((posted_quantity("0"), posted_quantity("")), (1, 1));
    }
}

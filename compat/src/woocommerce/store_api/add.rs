//! Putting a product into the cart, by the rules of the Store API.
//!
//! Contract "woocommerce-store-api", section 6.5 (add-item): the first step that fails is told.

use super::error::StoreError;
use super::quantity::QuantityLimits;
use crate::woocommerce::cart::{
    Argument, Cart, CartLine, CartMessage, Products, data_hash, generate_cart_id,
};
use crate::woocommerce::cart_product::{CartProduct, ProductKind, VariationAttribute};
use crate::woocommerce::product::variations::matching;
use crate::woocommerce::product::{Product, Products as Catalogue};
use crate::wordpress::formatting::escape::esc_html;
use crate::wordpress::formatting::sanitize_field::sanitize_text_field;
use crate::wordpress::formatting::sanitize_title::sanitize_title;
use crate::wordpress::php::Array;
use crate::wordpress::php::html::html_entity_decode;
use crate::wordpress::post::PostId;

/// What a client wants to put in.
#[derive(Debug, Clone, Default)]
pub struct StoreAdd {
    /// A product, or a variation.
    pub product: PostId,
    /// The id as it was sent, for the message.
    pub sent_id: String,
    /// Units; `None`: the fewest that may be bought.
    pub quantity: Option<i64>,
    /// Attributes by name, label or field name, with their values.
    pub variation: Vec<(String, String)>,
    /// Whether a key was sent: lines that exist are changed elsewhere.
    pub has_key: bool,
}

/// Where products are found.
#[derive(Clone, Copy)]
pub struct Shelf<'a> {
    /// As the cart knows them.
    pub products: &'a dyn Products,
    /// As the catalogue knows them.
    pub catalogue: &'a Catalogue,
    /// Language of the site: slugs of terms are made in it.
    pub locale: &'a str,
}

/// Puts a product in and gives the key of its line.
///
/// # Errors
/// Why it was not put in.
pub fn add_to_cart(
    cart: &mut Cart,
    add: &StoreAdd,
    shelf: Shelf<'_>,
) -> Result<String, StoreError> {
    const UNKNOWN: &str = "Product with ID \"%s\" was not found and cannot be added to the cart.";
    if add.has_key {
        let code = "woocommerce_rest_cart_item_exists";
        return Err(StoreError::bad_request(
            code,
            "Cannot create an existing cart item.",
        ));
    }
    let found = shelf.products.product(add.product);
    let known = shelf.catalogue.get(add.product);
    let (Some(product), Some(own)) = (found, known) else {
        let code = "woocommerce_rest_cart_invalid_product";
        let id = esc_html(&add.sent_id);
        return Err(StoreError::bad_request(code, UNKNOWN).with(&*id));
    };
    let (bought, variation) = chosen(product, own, add, shelf)?;
    let limits = QuantityLimits::of(bought);
    let quantity = if bought.is_sold_individually {
        1
    } else {
        add.quantity.unwrap_or(limits.minimum)
    };
    let is_public = shelf
        .catalogue
        .get(bought.id)
        .is_some_and(|p| p.post.is_published());
    check(cart, bought, is_public, quantity, shelf.products)?;
    if is_protected(own, shelf) {
        let text = "This product is protected and cannot be purchased.";
        return Err(StoreError::bad_request(
            "woocommerce_rest_add_to_cart_error",
            text,
        ));
    }
    let (id, variation_id) = (bought.product_id(), bought.variation_id());
    let key = generate_cart_id(id, variation_id, &variation, &Array::new());
    if let Some(line) = cart.lines.iter_mut().find(|line| line.key == key) {
        let sum = line.quantity.saturating_add(quantity);
        limits.check(sum, &bought.name)?;
        line.quantity = sum;
        return Ok(key);
    }
    cart.lines.push(CartLine {
        key: key.clone(),
        product_id: id,
        variation_id,
        variation,
        quantity: limits.fit(quantity),
        data_hash: data_hash(bought),
        rest: Array::new(),
    });
    Ok(key)
}

/// Whether a password protects the product, or the one whose variation it is.
fn is_protected(product: &Product, shelf: Shelf<'_>) -> bool {
    let page = shelf.catalogue.get(product.page_id());
    !product.post.password.is_empty() || page.is_some_and(|page| !page.post.password.is_empty())
}

/// Whether so many units more may be bought.
fn check(
    cart: &Cart,
    product: &CartProduct,
    is_public: bool,
    quantity: i64,
    products: &dyn Products,
) -> Result<(), StoreError> {
    const UNAVAILABLE: &str = "&quot;%s&quot; is not available for purchase.";
    const ZERO: &str =
        "You cannot add &quot;%s&quot; with a quantity less than or equal to 0 to the cart.";
    const OUT: &str =
        "You cannot add &quot;%s&quot; to the cart because the product is out of stock.";
    const FEW: &str = "You cannot add that amount of &quot;%1$s&quot; to the cart because there is not enough stock (%2$s remaining).";
    let name = esc_html(&product.name);
    let refused = |code, id| StoreError::bad_request(code, id).with(&*name);
    if !product.is_purchasable {
        let code = "woocommerce_rest_product_not_purchasable";
        // The name of what is not published stays hidden.
        return Err(if is_public {
            refused(code, UNAVAILABLE)
        } else {
            StoreError::bad_request(code, "This item is not available for purchase.")
        });
    }
    if quantity <= 0 {
        return Err(refused("woocommerce_rest_product_invalid_quantity", ZERO));
    }
    if !product.is_in_stock {
        return Err(refused("woocommerce_rest_product_out_of_stock", OUT));
    }
    let stock = product.stock.as_ref();
    if let Some(stock) = stock.filter(|stock| !stock.backorders_allowed) {
        let left = stock.quantity.saturating_sub(stock.reserved);
        let in_cart = cart.quantity_of_stock(stock.managed_by, products);
        if left < in_cart.saturating_add(quantity) {
            let code = "woocommerce_rest_product_partially_out_of_stock";
            return Err(refused(code, FEW).with(left.to_string().as_str()));
        }
    }
    Ok(())
}

/// What is bought, with the attributes of its line.
type Chosen<'a> = (&'a CartProduct, Vec<(String, String)>);

/// What is bought.
fn chosen<'a>(
    product: &'a CartProduct,
    own: &'a Product,
    add: &StoreAdd,
    shelf: Shelf<'a>,
) -> Result<Chosen<'a>, StoreError> {
    const MISSING: &str = "Missing attributes for variable product.";
    match product.kind {
        ProductKind::Variable => {
            let attributes = own.attributes.iter().filter(|a| a.is_variation).count();
            let first = own
                .children
                .iter()
                .find_map(|id| shelf.products.product(*id));
            let labelled = first.map_or(&[][..], |variation| variation.attributes.as_slice());
            let given = given_values(labelled, add, shelf.locale);
            let value = |key: &str| {
                let field = format!("attribute_{key}");
                let mut given = given.iter();
                given
                    .find(|(own, _)| *own == field)
                    .map(|(_, value)| value.clone())
            };
            let found = matching(own, shelf.catalogue, value);
            let found = found.and_then(|found| shelf.products.product(found.id()));
            let Some(variation) = found else {
                let code = "woocommerce_rest_variation_id_from_variation_data";
                return Err(if given.len() < attributes {
                    StoreError::bad_request("woocommerce_rest_missing_attributes", MISSING)
                } else {
                    StoreError::bad_request(code, "No matching variation found.")
                });
            };
            Ok((variation, line_attributes(variation, &given)?))
        }
        ProductKind::Variation => {
            let parent = shelf.products.product(product.parent_id);
            if parent.is_none() {
                let code = "woocommerce_rest_cart_invalid_parent_product";
                let text = "This product cannot be added to the cart.";
                return Err(StoreError::bad_request(code, text));
            }
            let given = given_values(&product.attributes, add, shelf.locale);
            Ok((product, line_attributes(product, &given)?))
        }
        _ => Ok((product, Vec::new())),
    }
}

/// The sent values by field name. An attribute may be named by its field, its label or its own name.
fn given_values(
    attributes: &[VariationAttribute],
    add: &StoreAdd,
    locale: &str,
) -> Vec<(String, String)> {
    let given = attributes.iter().filter_map(|attribute| {
        let name = attribute
            .key
            .strip_prefix("attribute_")
            .unwrap_or(&attribute.key);
        let lower = attribute.label.to_lowercase();
        let names = [attribute.key.as_str(), &attribute.label, &lower, name];
        let sent = names.iter().find_map(|name| {
            let mut sent = add.variation.iter();
            sent.find(|(key, _)| key == name)
        });
        let (_, value) = sent?;
        let value = if attribute.is_taxonomy {
            sanitize_title(value, "", locale)
        } else {
            let clean = sanitize_text_field(value);
            String::from_utf8_lossy(&html_entity_decode(clean.as_bytes())).into_owned()
        };
        Some((attribute.key.clone(), value))
    });
    given.collect()
}

/// The attributes of a line: the variation's own values, and of those for which it takes any the sent ones.
fn line_attributes(
    variation: &CartProduct,
    given: &[(String, String)],
) -> Result<Vec<(String, String)>, StoreError> {
    const INVALID: &str = "Invalid value posted for %1$s. Allowed values: %2$s";
    let (mut chosen, mut missing) = (Vec::new(), Vec::new());
    for attribute in &variation.attributes {
        let sent = given.iter().find(|(key, _)| *key == attribute.key);
        let sent = sent
            .map(|(_, value)| value.as_str())
            .filter(|value| !value.is_empty());
        let value = match sent {
            Some(value) if value == attribute.value => value,
            Some(value)
                if attribute.value.is_empty() && attribute.options.iter().any(|o| o == value) =>
            {
                value
            }
            Some(_) => {
                let code = "woocommerce_rest_invalid_variation_data";
                let allowed = if attribute.value.is_empty() {
                    attribute.options.join(", ")
                } else {
                    attribute.value.clone()
                };
                let error = StoreError::bad_request(code, INVALID);
                let error = error.with(&*esc_html(&attribute.label));
                return Err(error.with(&*esc_html(&allowed)));
            }
            None if attribute.value.is_empty() => {
                missing.push(Argument::from(&*esc_html(&attribute.label)));
                continue;
            }
            None => attribute.value.as_str(),
        };
        chosen.push((attribute.key.clone(), value.to_owned()));
    }
    if missing.is_empty() {
        return Ok(chosen);
    }
    let number = u64::try_from(missing.len()).unwrap_or(u64::MAX);
    let needed = CartMessage {
        plural: Some(("%s are required fields", number)),
        ..CartMessage::error("%s is a required field")
    };
    let code = "woocommerce_rest_missing_variation_data";
    let error = StoreError::bad_request(code, "Missing variation data for variable product.");
    Err(error.and(needed.with(Argument::List(missing))))
}

//! Fields of the cart's forms.

use compat::woocommerce::cart::CalculatorRequest;
use compat::woocommerce::clean::wc_clean;
use compat::woocommerce::shopping::{AddToCart, PostedQuantities, ShippingChoice};
use compat::wordpress::php::numeric::is_numeric;
use compat::wordpress::php::{Array, Key, Value};
use compat::wordpress::post::PostId;

use crate::wordpress::input::Input;

/// A field of the request: one of the form before one of the address.
fn field<'i>(input: &'i Input, name: &str) -> Option<&'i Value> {
    input.post.get(name).or_else(|| input.get.get(name))
}

fn clean(value: &Value) -> String {
    wc_clean(value)
        .as_str_lossy()
        .unwrap_or_default()
        .into_owned()
}

/// PHP's `absint` of a text.
fn id(text: &str) -> PostId {
    PostId(Value::from(text).to_int().saturating_abs())
}

/// What `add-to-cart` asks for; `None` when it is no number.
pub fn add_to_cart(input: &Input) -> Option<AddToCart> {
    let asked = input.request_text("add-to-cart");
    if !is_numeric(asked.as_bytes()) {
        return None;
    }
    let quantity = field(input, "quantity");
    let quantities = quantity.and_then(Value::as_array);
    Some(AddToCart {
        product: id(asked.trim()),
        variation: id(&input.request_text("variation_id")),
        quantity: quantity
            .and_then(Value::as_str_lossy)
            .unwrap_or_default()
            .into_owned(),
        quantities: quantities.map(texts).unwrap_or_default(),
        attributes: attributes(input),
        path: input.request.path().to_owned(),
        ..AddToCart::default()
    })
}

/// What a script asks to put in.
pub fn add_by_script(input: &Input, product: &str) -> AddToCart {
    AddToCart {
        product: id(product.trim()),
        quantity: input.post_text("quantity"),
        path: input.request.path().to_owned(),
        is_ajax: true,
        ..AddToCart::default()
    }
}

/// Posted `attribute_…`, of the address and of the form.
pub fn attributes(input: &Input) -> Vec<(String, String)> {
    let mut attributes: Vec<(String, String)> = Vec::new();
    for (key, value) in input.post.iter().chain(input.get.iter()) {
        let key = key.to_string_lossy();
        let is_new = !attributes.iter().any(|(own, _)| *own == key);
        if key.starts_with("attribute_") && is_new {
            let value = value.as_str_lossy().unwrap_or_default().into_owned();
            attributes.push((key, value));
        }
    }
    attributes
}

fn texts(list: &Array) -> PostedQuantities {
    let pairs = list
        .iter()
        .map(|(key, value)| (key.to_string_lossy(), value));
    let texts = pairs.filter_map(|(key, value)| Some((key, value.as_str_lossy()?.into_owned())));
    texts.collect()
}

/// `cart[{key}][qty]`.
pub fn quantities(input: &Input) -> PostedQuantities {
    let lines = field(input, "cart").map(Value::iter);
    let lines = lines
        .into_iter()
        .flatten()
        .filter_map(|(key, line)| Some((key.to_string_lossy(), line.get("qty")?)));
    let texts = lines.filter_map(|(key, value)| Some((key, value.as_str_lossy()?.into_owned())));
    texts.collect()
}

/// `shipping_method[{package}]`.
pub fn shipping_choice(input: &Input) -> ShippingChoice {
    let posted = input.post.get("shipping_method").map(Value::iter);
    let posted = posted.into_iter().flatten().filter_map(|(key, rate)| {
        let package = match key {
            Key::Int(package) => *package,
            Key::Str(_) => return None,
        };
        Some((package, clean(rate)))
    });
    posted.collect()
}

/// The fields of the shipping calculator.
pub fn calculator(input: &Input) -> CalculatorRequest {
    let text = |name: &str| field(input, name).map(clean).unwrap_or_default();
    let country = text("calc_shipping_country");
    CalculatorRequest {
        country: if country == "default" {
            String::new()
        } else {
            country
        },
        state: text("calc_shipping_state"),
        postcode: text("calc_shipping_postcode"),
        city: text("calc_shipping_city"),
    }
}

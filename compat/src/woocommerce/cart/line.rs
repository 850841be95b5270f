//! A line of the cart.

use crate::wordpress::php::{Array, Value};
use crate::wordpress::post::PostId;

/// The keys that a stored line starts with; what follows are amounts, and what extensions add.
const OWN_KEYS: [&str; 6] = [
    "key",
    "product_id",
    "variation_id",
    "variation",
    "quantity",
    "data_hash",
];

/// A line of the cart.
#[derive(Debug, Clone, PartialEq)]
pub struct CartLine {
    /// Its key.
    pub key: String,
    /// The product.
    pub product_id: PostId,
    /// Its variation; 0: none.
    pub variation_id: PostId,
    /// Chosen attributes in the order of the product.
    pub variation: Vec<(String, String)>,
    /// Units.
    pub quantity: i64,
    /// What the product was when it was put in.
    pub data_hash: String,
    /// What else is stored: amounts of the last calculation, and what extensions add.
    pub rest: Array,
}

impl CartLine {
    /// The post that is bought.
    pub fn bought(&self) -> PostId {
        match self.variation_id.0 {
            0 => self.product_id,
            _ => self.variation_id,
        }
    }

    /// The line of a stored value; `None` for what is no line.
    pub fn from_value(key: &str, value: &Value) -> Option<Self> {
        let stored = value.as_array()?;
        let text = |name: &str| value.at(name).to_string_lossy().into_owned();
        let mut rest = Array::new();
        for (name, value) in stored.iter() {
            if !OWN_KEYS.contains(&name.to_string_lossy().as_str()) {
                rest.insert(name.clone(), value.clone());
            }
        }
        let variation = value.at("variation").iter();
        let variation = variation
            .map(|(key, value)| (key.to_string_lossy(), value.to_string_lossy().into_owned()));
        Some(Self {
            key: key.to_owned(),
            product_id: PostId(value.at("product_id").to_int()),
            variation_id: PostId(value.at("variation_id").to_int()),
            variation: variation.collect(),
            quantity: value.at("quantity").to_int(),
            data_hash: text("data_hash"),
            rest,
        })
    }

    /// The value to store.
    pub fn to_value(&self) -> Value {
        let variation = self.variation.iter();
        let variation = variation.fold(Array::new(), |map, (key, value)| {
            map.with(key.as_str(), value.as_str())
        });
        let stored = Array::new()
            .with("key", self.key.as_str())
            .with("product_id", self.product_id.0)
            .with("variation_id", self.variation_id.0)
            .with("variation", variation)
            .with("quantity", self.quantity)
            .with("data_hash", self.data_hash.as_str());
        let mut stored = stored;
        for (name, value) in self.rest.iter() {
            stored.insert(name.clone(), value.clone());
        }
        stored.into()
    }
}

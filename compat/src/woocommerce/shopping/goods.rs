//! The products of a cart, as the catalogue and as the cart know them.

use std::collections::HashMap;
use std::sync::Arc;

use super::source::ShopSource;
use crate::woocommerce::cart::Products as CartProducts;
use crate::woocommerce::cart_product::{CartProduct, Stock, VariationAttribute};
use crate::woocommerce::catalogue::attribute_taxonomies::AttributeTaxonomies;
use crate::woocommerce::product::{self, Product, ProductType, Products};
use crate::woocommerce::shipping::ShippingClass;
use crate::woocommerce::stock::{OrderStorage, reserved_stock};
use crate::wordpress::db::DbError;
use crate::wordpress::object_cache::ObjectCache;
use crate::wordpress::php::cast::float_to_int;
use crate::wordpress::post::PostId;
use crate::wordpress::taxonomy::TermId;
use crate::wordpress::url::{QueryArg, add_query_arg};

/// Products by id.
#[derive(Debug, Clone, Default)]
pub struct Goods {
    /// As the catalogue knows them.
    pub catalogue: Products,
    /// The visitor's own order that is not placed yet, whose hold on the stock does not count; 0: none.
    pub(super) own_order: PostId,
    in_cart: HashMap<PostId, CartProduct>,
}

impl CartProducts for Goods {
    fn product(&self, id: PostId) -> Option<&CartProduct> {
        self.in_cart.get(&id)
    }
}

impl Goods {
    /// Loads products that are not held yet, with their variations.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn add(&mut self, source: &ShopSource<'_>, ids: &[PostId]) -> Result<(), DbError> {
        let new = ids.iter().filter(|id| id.0 > 0);
        let new = new.filter(|id| self.catalogue.get(**id).is_none());
        let new: Vec<_> = new.copied().collect();
        if new.is_empty() {
            return Ok(());
        }
        let mut objects = ObjectCache::default();
        self.catalogue
            .add(source.db, source.site, &mut objects, &new)
            .await?;
        let loaded: Vec<_> = self.catalogue.iter().map(Arc::clone).collect();
        for product in loaded {
            if matches!(product.post.status.as_str(), "trash" | "auto-draft") {
                continue;
            }
            if !self.in_cart.contains_key(&product.id()) {
                let own = self.cart_product(source, &objects, &product);
                self.in_cart.insert(own.id, own);
            }
        }
        self.add_reserved(source).await
    }

    /// A product as the catalogue knows it.
    pub fn get(&self, id: PostId) -> Option<&Arc<Product>> {
        self.catalogue.get(id)
    }

    /// Adds what orders that are being placed hold of the stock.
    async fn add_reserved(&mut self, source: &ShopSource<'_>) -> Result<(), DbError> {
        let stocks = self.in_cart.values().filter_map(|own| own.stock.as_ref());
        let mut holders: Vec<_> = stocks.map(|stock| stock.managed_by).collect();
        holders.sort_unstable_by_key(|id| id.0);
        holders.dedup();
        if holders.is_empty() {
            return Ok(());
        }
        let storage = OrderStorage::from_options(&source.site.options);
        let now = jiff::Timestamp::from_second(source.now).unwrap_or_default();
        let now = now.strftime("%Y-%m-%d %H:%M:%S").to_string();
        let reserved = reserved_stock(source.db, &holders, self.own_order, &now, storage).await?;
        for stock in self
            .in_cart
            .values_mut()
            .filter_map(|own| own.stock.as_mut())
        {
            stock.reserved = reserved.get(&stock.managed_by).copied().unwrap_or_default();
        }
        Ok(())
    }

    fn cart_product(
        &self,
        source: &ShopSource<'_>,
        objects: &ObjectCache,
        product: &Product,
    ) -> CartProduct {
        let options = &source.site.options;
        let of_page = self.catalogue.get(product.page_id());
        let of_page = of_page.map_or(product, |page| page.as_ref());
        let number = |text: &str| text.trim().parse::<f64>().ok();
        let size = &product.dimensions;
        CartProduct {
            id: product.id(),
            parent_id: product.post.parent,
            kind: product.kind,
            name: product.title().to_owned(),
            permalink: permalink(source, objects, of_page, product),
            price: number(&product.price),
            tax_status: product.tax_status,
            tax_class: product.tax_class.clone(),
            is_virtual: product.is_virtual,
            shipping_class: product.shipping_class.as_ref().map(|term| ShippingClass {
                id: term.term_id,
                slug: term.slug.clone(),
            }),
            weight: number(&product.weight),
            dimensions: [
                number(&size.length),
                number(&size.width),
                number(&size.height),
            ],
            category_ids: categories(source, of_page),
            is_on_sale: product.is_on_sale(&self.catalogue, options, source.now),
            is_purchasable: product.is_purchasable(source.may_edit),
            is_in_stock: product.is_in_stock(),
            is_sold_individually: product.is_sold_individually,
            stock: stock(source, product),
            attributes: attributes(source, of_page, product),
        }
    }
}

/// The address of a product; that of a variation chooses its values.
fn permalink(
    source: &ShopSource<'_>,
    objects: &ObjectCache,
    of_page: &Product,
    product: &Product,
) -> String {
    let link = source.links(objects).get_permalink(&of_page.post);
    let chosen = product.variation_attributes.iter();
    let chosen: Vec<_> = chosen
        .filter(|(_, value)| !value.is_empty())
        .map(|(key, value)| (format!("attribute_{key}"), value.as_str()))
        .collect();
    if product.kind != ProductType::Variation || chosen.is_empty() {
        return link;
    }
    let args: Vec<_> = chosen
        .iter()
        .map(|(key, value)| (key.as_str(), QueryArg::from(*value)))
        .collect();
    add_query_arg(&args, &link)
}

fn categories(source: &ShopSource<'_>, product: &Product) -> Vec<TermId> {
    let terms = &source.site.terms;
    let own = product.terms_of("product_cat");
    let mut ids: Vec<_> = own
        .flat_map(|term| terms.with_ancestors(term))
        .map(|term| term.term_id)
        .collect();
    ids.sort_unstable();
    ids.dedup();
    ids
}

fn stock(source: &ShopSource<'_>, product: &Product) -> Option<Stock> {
    product.manages_stock(&source.site.options).then(|| Stock {
        managed_by: match product.stock.managed {
            product::ManageStock::Parent => product.post.parent,
            _ => product.id(),
        },
        quantity: float_to_int(product.stock.quantity.unwrap_or_default()),
        reserved: 0,
        backorders_allowed: product.backorders_allowed(),
    })
}

/// The attributes of a variation in the order of the variable product.
fn attributes(
    source: &ShopSource<'_>,
    of_page: &Product,
    product: &Product,
) -> Vec<VariationAttribute> {
    if product.kind != ProductType::Variation {
        return Vec::new();
    }
    let own = |key: &str| {
        let mut own = product.variation_attributes.iter();
        own.find(|(name, _)| name == key)
            .map(|(_, value)| value.clone())
    };
    let taxonomies = source.site_data.get::<AttributeTaxonomies>();
    let all = of_page.attributes.iter().filter(|a| a.is_variation);
    all.map(|attribute| VariationAttribute {
        key: attribute.field_name(),
        label: if attribute.is_taxonomy {
            taxonomies.label(&attribute.name).to_owned()
        } else {
            attribute.name.clone()
        },
        is_taxonomy: attribute.is_taxonomy,
        value: own(&attribute.key).unwrap_or_default(),
        options: attribute.options().into_iter().map(str::to_owned).collect(),
    })
    .collect()
}

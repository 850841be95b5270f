//! The names of attributes.

use compat::woocommerce::catalogue::attribute_taxonomies::AttributeTaxonomies;
use compat::woocommerce::product::ProductAttribute;

use super::shop::Shop;

/// `wc_attribute_label`: the label of the attribute's taxonomy, or its own name.
pub fn attribute_label(shop: &Shop, attribute: &ProductAttribute) -> String {
    if !attribute.is_taxonomy {
        return attribute.name.clone();
    }
    let taxonomies = shop.view.site_data.get::<AttributeTaxonomies>();
    taxonomies.label(&attribute.name).to_owned()
}

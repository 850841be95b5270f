//! The shop's rates, tax classes and zones, and its settings: loaded with the site, anew when one of them changes.

use std::sync::Arc;

use crate::woocommerce::settings::ShopSettings;
use crate::woocommerce::shipping::{Zones, load_zones};
use crate::woocommerce::tax::{RateTable, load_rates, load_tax_classes};
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::options::Options;

/// What the amounts of a cart are made with, besides its products.
#[derive(Debug, Clone, Default)]
pub struct ShopTables {
    /// The options.
    pub settings: ShopSettings,
    /// The shop's rates; none where it has no taxes.
    pub rates: RateTable,
    /// Slugs of tax classes, in their order.
    pub classes: Vec<String>,
    /// The zones.
    pub zones: Zones,
}

crate::type_map_entry!(Arc<ShopTables>);

impl ShopTables {
    /// Reads them; tables that are not there are empty.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(db: &Db, options: &Options) -> Result<Self, DbError> {
        let settings = ShopSettings::from_options(options);
        let (rates, classes) = if settings.taxes.is_enabled {
            (
                or_empty(load_rates(db).await)?,
                or_empty(load_tax_classes(db).await)?,
            )
        } else {
            (RateTable::default(), Vec::new())
        };
        Ok(Self {
            settings,
            rates,
            classes,
            zones: or_empty(load_zones(db).await)?,
        })
    }
}

fn or_empty<T: Default>(loaded: Result<T, DbError>) -> Result<T, DbError> {
    match loaded {
        Err(error) if error.is_missing_table() => Ok(T::default()),
        loaded => loaded,
    }
}

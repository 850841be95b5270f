//! The column: the options of both plugins, which are read also where they are not autoloaded.

use std::sync::Arc;

use crate::type_map_entry;
use crate::wordpress::column::{Column, SiteData, SiteSource};
use crate::wordpress::db::DbError;

use super::language::PageLanguages;
use super::languages::Languages;
use super::settings::MultilingualSettings;

/// The column.
pub const COLUMN: Column = Column {
    option_names: &[
        "icl_sitepress_settings",
        "wpml_language_switcher",
        "polylang",
    ],
    load_site: Some(|source, data| Box::pin(load_site(source, data))),
    ..Column::new("multilingual", |_| true)
};

type_map_entry!(
    MultilingualSettings,
    Option<Arc<Languages>>,
    Option<PageLanguages>,
);

/// Configured languages count only where no plugin keeps some.
async fn load_site(source: &SiteSource<'_>, data: &mut SiteData) -> Result<(), DbError> {
    let languages = Languages::load(source.db, source.site).await?.map(Arc::new);
    if languages.is_none() {
        data.insert(source.configured.get::<MultilingualSettings>().clone());
    }
    data.insert(languages);
    Ok(())
}

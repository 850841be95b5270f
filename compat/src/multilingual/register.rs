//! The column: the options of both plugins, which are read also where they are not autoloaded.

use std::sync::Arc;

use crate::type_map_entry;
use crate::wordpress::column::{Column, SiteData, SiteSource};
use crate::wordpress::db::DbError;
use crate::wordpress::site::Site;

use super::languages::Languages;
use super::page_languages::PageLanguages;
use super::settings::MultilingualSettings;
use super::site_in::site_in;

/// The column.
pub const COLUMN: Column = Column {
    option_names: &[
        "icl_sitepress_settings",
        "wpml_language_switcher",
        "polylang",
    ],
    load_site: Some(|source, data| Box::pin(load_site(source, data))),
    in_languages: Some(in_languages),
    audit: super::audit::AUDIT,
    inventory: Some(|_, _, data, items| {
        let languages = data.get::<Option<Arc<Languages>>>();
        super::audit::inventory(languages.as_ref(), data.get(), items);
        Box::pin(async { Ok(()) })
    }),
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

fn in_languages(site: &Site, data: &SiteData) -> Vec<(String, Site)> {
    let languages = data.get::<Option<Arc<Languages>>>().iter();
    let all = languages.flat_map(|languages| languages.all.iter().map(move |l| (languages, l)));
    let sites = all.map(|(languages, language)| {
        let site = site_in(site, languages, language);
        (language.code.clone(), site)
    });
    sites.collect()
}

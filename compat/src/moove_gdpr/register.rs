//! The column: the option that holds the settings of old sites, and the plugin's texts.

use crate::type_map_entry;
use crate::wordpress::audit::part::{ColumnAudit, Software};
use crate::wordpress::column::{Column, SiteData, SiteSource, is_plugin_active};
use crate::wordpress::db::DbError;
use crate::wordpress::file_header::FileHeader;

use super::settings::Settings;

/// The column.
pub const COLUMN: Column = Column {
    option_names: &["moove_gdpr_plugin_settings"],
    audit: ColumnAudit {
        software: &[Software::plugin(
            "gdpr-cookie-compliance/moove-gdpr.php",
            "GDPR Cookie Compliance",
            &["5.0.12"],
        )],
        own_options: &["moove_*", "gdpr_*"],
        read_options: &[],
        content_types: &[],
    },
    translations: |translations| {
        translations.register_plugin("gdpr-cookie-compliance", "gdpr-cookie-compliance");
    },
    register: |_, _, registry| registry.headers.plugins.push(plugin_header()),
    load_site: Some(|source, data| Box::pin(load_site(source, data))),
    ..Column::new("moove_gdpr", |options| {
        is_plugin_active(options, "gdpr-cookie-compliance/moove-gdpr.php")
    })
};

type_map_entry!(Settings);

async fn load_site(source: &SiteSource<'_>, data: &mut SiteData) -> Result<(), DbError> {
    let settings = Settings::load(source.db, &source.site.options).await?;
    data.add_attachments([settings.int_or("moove_gdpr_company_logo_id", 0)]);
    data.insert(settings);
    Ok(())
}

/// The header of the plugin's file, for sites without it. Contract "wordpress-rest", section 16.
fn plugin_header() -> FileHeader {
    FileHeader {
        file: "gdpr-cookie-compliance/moove-gdpr.php".to_owned(),
        name: "GDPR Cookie Compliance".to_owned(),
        uri: "https://wordpress.org/plugins/gdpr-cookie-compliance/".to_owned(),
        version: "5.0.12".to_owned(),
        author: "Moove Agency".to_owned(),
        author_uri: "https://www.mooveagency.com".to_owned(),
        text_domain: "gdpr-cookie-compliance".to_owned(),
        ..FileHeader::default()
    }
}

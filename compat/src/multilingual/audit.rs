//! What an audit learns of the languages: both plugins, their options, the languages of the site.

use std::sync::Arc;

use super::languages::Languages;
use super::plugin::Plugin;
use super::settings::MultilingualSettings;
use crate::wordpress::audit::part::{
    ColumnAudit, InventoryItem, Software, SoftwareKind, version_option,
};
use crate::wordpress::options::Options;

/// The column's part. Both plugins follow their documentation and the shape of their data: neither was recorded.
pub const AUDIT: ColumnAudit = ColumnAudit {
    software: &[
        Software {
            kind: SoftwareKind::Plugin,
            file: "sitepress-multilingual-cms/sitepress.php",
            name: "WPML",
            recorded: &[],
            stored_version: |options| version_option(options, "icl_sitepress_version"),
        },
        Software {
            kind: SoftwareKind::Plugin,
            file: "polylang/polylang.php",
            name: "Polylang",
            recorded: &[],
            stored_version: polylang_version,
        },
    ],
    own_options: &["icl_*", "wpml_*", "wpml-*", "polylang*", "pll_*"],
    read_options: &[],
    content_types: &[],
};

fn polylang_version(options: &Options) -> Option<String> {
    let stored = options.value("polylang").get("version")?.as_str_lossy()?;
    Some(stored.into_owned())
}

/// The languages of the plugin, else those of the configuration.
pub fn inventory(
    languages: Option<&Arc<Languages>>,
    settings: &MultilingualSettings,
    items: &mut Vec<InventoryItem>,
) {
    if let Some(languages) = languages {
        let plugin = match languages.plugin {
            Plugin::Wpml => "WPML",
            Plugin::Polylang => "Polylang",
        };
        for language in &languages.all {
            let detail = format!("{plugin}, locale {}", language.locale);
            items.push(InventoryItem::new(
                "languages",
                None,
                &language.code,
                detail,
            ));
        }
        return;
    }
    if !settings.default.is_empty() {
        let detail = "from the configuration, every other path".to_owned();
        items.push(InventoryItem::new(
            "languages",
            None,
            &settings.default,
            detail,
        ));
    }
    for (prefix, locale) in &settings.prefixes {
        let detail = format!("from the configuration, below {prefix}");
        items.push(InventoryItem::new("languages", None, locale, detail));
    }
}

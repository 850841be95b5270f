//! The database of the site that a command is about.

use std::path::PathBuf;

use anyhow::Result;
use compat::wordpress::db::Db;

use super::{SiteArgs, serve};
use crate::config::{self, Settings};
use crate::demo_site::DemoSite;

/// The settings of the site, and its database.
pub(super) async fn open(site: SiteArgs) -> Result<(Settings, Db)> {
    let mut settings = config::load(site.config.as_deref(), std::env::vars())?;
    if let Some(root) = site.wp_root {
        settings.site.wp_root = root.to_string_lossy().into_owned();
    }
    if let Some(database) = site.database {
        settings.site.database = database;
    }
    if let Some(data_dir) = site.data_dir {
        settings.site.data_dir = data_dir.to_string_lossy().into_owned();
    }
    if DemoSite::is_wanted(&settings) {
        serve::demo_site(&settings).await?.name_in(&mut settings)?;
    }
    let root = Some(PathBuf::from(&settings.site.wp_root)).filter(|p| !p.as_os_str().is_empty());
    let wp_config = root.as_deref().map(serve::read_wp_config).transpose()?;
    let db = serve::connect(&settings, wp_config.flatten().as_ref()).await?;
    Ok((settings, db))
}

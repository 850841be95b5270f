//! Where served files come from: the site's folder, and the bundles of the browser modules.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use compat::wordpress::wp_config::WpConfig;

use crate::config::Settings;
use crate::packed_modules;
use crate::server::Mount;
use crate::server::files::MODULES_PAGE;

use super::site::data_dir;

/// The folder of the browser modules' builds in the source tree.
const BUNDLES: &str = "react-modules/dist";

/// The static file mounts: the site's folder, and the bundles of the browser modules.
pub(super) fn mounts(
    wp_root: Option<&Path>,
    wp_config: Option<&WpConfig>,
    settings: &Settings,
) -> Result<Vec<Mount>> {
    let mut mounts = Vec::new();
    if let Some(root) = wp_root {
        let content = wp_config.map_or_else(|| root.join("wp-content"), |c| c.content_dir(root));
        mounts.push(Mount {
            prefix: "/wp-content/".into(),
            folder: content,
            is_ours: false,
        });
        mounts.push(Mount {
            prefix: "/".into(),
            folder: root.to_owned(),
            is_ours: false,
        });
    }
    let modules = match settings.site.modules_dir.as_str() {
        "" => bundles(settings)?,
        given => PathBuf::from(given),
    };
    let build = modules.join(settings.site.modules.folder());
    if !build.is_dir() {
        tracing::warn!(folder = %build.display(), "no browser modules there: pages come without scripts of ours");
    }
    if settings.site.modules_page {
        mounts.push(Mount {
            prefix: MODULES_PAGE.into(),
            folder: modules.with_file_name("modules-page"),
            is_ours: true,
        });
    }
    mounts.push(Mount {
        prefix: "/wp-content/oxipress/modules/".into(),
        folder: build,
        is_ours: true,
    });
    Ok(mounts)
}

/// The folder of the bundles: one that is there, else those that the binary of a package holds.
fn bundles(settings: &Settings) -> Result<PathBuf> {
    let found = modules_dir(std::env::current_exe().ok().as_deref());
    if found.is_dir() || !packed_modules::is_packed() {
        return Ok(found);
    }
    let data_dir = data_dir(settings)?;
    let unpacked = packed_modules::below(&data_dir);
    let unpacked = unpacked.with_context(|| {
        format!(
            "unpacking the browser modules into {} (--data-dir)",
            data_dir.display()
        )
    })?;
    Ok(unpacked.unwrap_or(found))
}

/// The folder of the bundles: `modules` next to the binary, else `react-modules/dist` of the source tree that the
/// binary was built in, else of the current folder.
fn modules_dir(binary: Option<&Path>) -> PathBuf {
    let folder = binary.and_then(Path::parent);
    let beside = folder.map(|folder| folder.join("modules"));
    // `target/release/oxipress`, or `target/TRIPLE/release/oxipress`.
    let sources = folder
        .into_iter()
        .flat_map(|f| f.ancestors().skip(2).take(2));
    let mut built = sources.map(|tree| tree.join(BUNDLES));
    let found = beside
        .filter(|f| f.is_dir())
        .or_else(|| built.find(|f| f.is_dir()));
    found.unwrap_or_else(|| PathBuf::from(BUNDLES))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bundles_are_found_beside_the_binary_and_in_its_source_tree() {
        let dir = tempfile::tempdir().unwrap();
        let place = |path: &str| {
            let path = dir.path().join(path);
            std::fs::create_dir_all(&path).unwrap();
            path
        };
        for profile in ["release", "x86_64-unknown-linux-gnu/debug"] {
            let binary = place("tree/target").join(profile).join("oxipress");
            let bundles = place("tree/react-modules/dist");
            assert_eq!(modules_dir(Some(&binary)), bundles);
        }
        let bundles = place("opt/modules");
        assert_eq!(modules_dir(Some(&dir.path().join("opt/oxipress"))), bundles);
        let nowhere = Path::new("/nowhere/bin/oxipress");
        assert_eq!(modules_dir(Some(nowhere)), Path::new(BUNDLES));
    }
}

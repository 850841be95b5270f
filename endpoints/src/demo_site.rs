//! The demo site embedded in the binary, served when no site is configured.
//!
//! `build.rs` packs `fixtures/casas-cueva`. It is unpacked and imported once, into a folder named by a hash of its
//! content, so that a binary with another demo site uses another folder and existing ones stay untouched. The folder is
//! renamed to its final name when it is complete; a killed start leaves a temporary folder that the next start removes.
//!
//! Its language packs hold our own wording and are written when it is unpacked. Its rows are those of the recorded
//! site, plus pages that show every module (`fixtures/demo-pages`).

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use compat::wordpress::db::DatabaseUrl;
use compat::wordpress::db::import::{ImportSource, import};
use compat::wordpress::private_file;
use flate2::read::GzDecoder;

use crate::column::Columns;
use crate::config::{self, Settings};

static ARCHIVE: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/demo-site.tar.gz"));
const FOLDER: &str = concat!("casas-cueva-", env!("DEMO_SITE_HASH"));
const WORKING_FOLDER: &str = "unpacking";
const LOCK: &str = "unpacking.lock";
/// The recorded site, then rows that only the demo site has, for tables created by the first dump.
const DUMPS: [&str; 2] = ["site.sql", "demo.sql"];
const DUMP: &str = "all.sql";
/// The recorded site's configuration, and what only the demo site's pages add to it.
const CONFIGURATION: [&str; 2] = ["oxipress.toml", "demo.toml"];
const CONFIG: &str = "site.toml";
const DATABASE: &str = "site.sqlite";
/// The locales of its pages besides English.
const LOCALES: [&str; 3] = ["es_ES", "fr_FR", "de_DE"];

/// The demo site, unpacked.
#[derive(Debug)]
pub struct DemoSite {
    folder: PathBuf,
}

impl DemoSite {
    /// Whether the settings configure no site.
    #[must_use]
    pub fn is_wanted(settings: &Settings) -> bool {
        settings.site.wp_root.is_empty() && settings.site.database.is_empty()
    }

    /// The demo site below `data_dir`, unpacked if missing.
    ///
    /// # Errors
    /// When the folder cannot be written.
    pub async fn below(data_dir: &Path, columns: Columns) -> Result<Self> {
        let folder = data_dir.join(FOLDER);
        if !folder.is_dir() {
            unpack(data_dir, &folder, columns)
                .await
                .with_context(|| format!("unpacking the demo site into {}", data_dir.display()))?;
        }
        Ok(Self { folder })
    }

    /// Its folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Configures the settings for this site and its languages; mails go to a folder beside it unless one is configured.
    ///
    /// # Errors
    /// When its configuration cannot be read.
    pub fn name_in(&self, settings: &mut Settings, columns: Columns) -> Result<()> {
        let path = |name: &str| self.folder.join(name).to_string_lossy().into_owned();
        settings.site.wp_root = path("wp-root");
        settings.site.database = format!("sqlite:{}", path(DATABASE));
        for (setting, name) in [
            (&mut settings.mail.folder, "mail"),
            (&mut settings.mail.spool, "mail-spool"),
        ] {
            if setting.is_empty() {
                *setting = path(name);
            }
        }
        let file = self.folder.join(CONFIG);
        let own = config::load(Some(&file), std::iter::empty(), &columns.sections())?;
        for column in columns.endpoints {
            (column.configure_demo_site)(settings, &own);
        }
        Ok(())
    }
}

async fn unpack(data_dir: &Path, folder: &Path, columns: Columns) -> Result<()> {
    private_file::create_folder(data_dir)?;
    // Of two servers starting at the same time, the second waits and finds the folder. The lock ends with its process.
    let lock = private_file::create(&data_dir.join(LOCK))?;
    lock.lock()?;
    if folder.is_dir() {
        return Ok(());
    }
    let working = data_dir.join(WORKING_FOLDER);
    match fs::remove_dir_all(&working) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error.into()),
        _ => {}
    }
    // It stays private when the data folder was made by somebody else.
    private_file::create_folder(&working)?;
    let mut archive = tar::Archive::new(GzDecoder::new(ARCHIVE));
    // Files get the current time, so that their ETags differ from those of another demo site.
    archive.set_preserve_mtime(false);
    archive.unpack(&working)?;
    for locale in LOCALES {
        columns
            .compat
            .write_language_packs(&working.join("wp-root/wp-content"), locale)?;
    }
    join_files(&working, &CONFIGURATION, CONFIG)?;
    let dump = join_files(&working, &DUMPS, DUMP)?;
    let database = DatabaseUrl::sqlite(working.join(DATABASE));
    import(&ImportSource::File(dump.clone()), &database, |_| {}).await?;
    fs::remove_file(dump)?;
    fs::rename(&working, folder)?;
    Ok(())
}

/// Puts files one after the other into another, and removes them: rows are imported at once, sections of the configuration
/// follow one another.
fn join_files(working: &Path, parts: &[&str], joined: &str) -> Result<PathBuf> {
    let path = working.join(joined);
    let mut all = fs::File::create(&path)?;
    for part in parts {
        let part = working.join(part);
        io::copy(&mut fs::File::open(&part)?, &mut all)?;
        fs::remove_file(part)?;
    }
    Ok(path)
}

/// The default data folder (XDG base directory specification); `variable` looks up an environment variable.
#[must_use]
pub fn default_data_dir(variable: impl Fn(&str) -> Option<String>) -> Option<PathBuf> {
    // The XDG base directory specification says to ignore relative paths.
    let absolute = |name: &str| {
        variable(name)
            .map(PathBuf::from)
            .filter(|p| p.is_absolute())
    };
    let data = absolute("XDG_DATA_HOME")
        .or_else(|| absolute("HOME").map(|home| home.join(".local/share")))?;
    Some(data.join("oxipress"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::COLUMNS;
    use compat::multilingual::settings::MultilingualSettings;

    #[test]
    fn data_lies_where_the_desktop_keeps_it() {
        let dir = |variables: &[(&str, &str)]| {
            let found = default_data_dir(|name| {
                let mut known = variables.iter();
                known
                    .find(|(n, _)| *n == name)
                    .map(|(_, v)| (*v).to_owned())
            });
            found.map(|path| path.to_string_lossy().into_owned())
        };
        let home = ("HOME", "/home/ana");
        assert_eq!(
            dir(&[home]).as_deref(),
            Some("/home/ana/.local/share/oxipress")
        );
        let data = ("XDG_DATA_HOME", "/data");
        assert_eq!(dir(&[home, data]).as_deref(), Some("/data/oxipress"));
        let relative = ("XDG_DATA_HOME", "data");
        assert_eq!(
            dir(&[home, relative]).as_deref(),
            Some("/home/ana/.local/share/oxipress")
        );
        assert_eq!(dir(&[]), None);
    }

    #[tokio::test]
    async fn what_a_killed_start_left_is_cleared_away() {
        let dir = tempfile::tempdir().unwrap();
        let working = dir.path().join(WORKING_FOLDER);
        fs::create_dir_all(working.join("wp-root/wp-content")).unwrap();
        fs::write(working.join(DATABASE), "half").unwrap();
        fs::write(working.join("wp-root/stray"), "").unwrap();
        let site = DemoSite::below(dir.path(), COLUMNS).await.unwrap();
        assert!(!working.exists());
        assert!(!site.folder().join("wp-root/stray").exists());
        assert!(site.folder().join("wp-root/wp-config.php").is_file());
        for locale in LOCALES {
            let file = format!("wp-root/wp-content/languages/{locale}.mo");
            assert!(site.folder().join(file).is_file(), "{locale}");
        }

        let mut settings = Settings::default();
        assert!(DemoSite::is_wanted(&settings));
        site.name_in(&mut settings, COLUMNS).unwrap();
        assert!(!DemoSite::is_wanted(&settings));
        assert_eq!(settings.section::<MultilingualSettings>().default, "es_ES");

        // What somebody did to it stays.
        fs::write(site.folder().join("mine"), "").unwrap();
        DemoSite::below(dir.path(), COLUMNS).await.unwrap();
        assert!(site.folder().join("mine").exists());
    }

    #[tokio::test]
    async fn starts_at_the_same_time_share_one_folder() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().to_owned();
        let below = |path: PathBuf| {
            std::thread::spawn(move || {
                let runtime = tokio::runtime::Builder::new_current_thread()
                    .build()
                    .unwrap();
                runtime
                    .block_on(DemoSite::below(&path, COLUMNS))
                    .unwrap()
                    .folder
            })
        };
        let starts = [below(path.clone()), below(path.clone()), below(path)];
        let folders = starts.map(|start| start.join().unwrap());
        assert_eq!(folders[0], folders[1]);
        assert_eq!(folders[1], folders[2]);
        assert!(folders[0].join(DATABASE).is_file());
    }
}

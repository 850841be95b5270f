//! An attachment's file as it is stored: its paths, its metadata, all its files.

use compat::wordpress::media::library::metadata::files_of;
use compat::wordpress::media::library::rows::{ATTACHED_FILE, BACKUP_SIZES, IMAGE_ALT, METADATA};
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::php::Value;
use compat::wordpress::post::Post;

use super::route::Rest;
use super::route_error::RouteError;

/// What the meta of an attachment says.
#[derive(Debug, Default)]
pub struct StoredMedia {
    /// The path of the full file below the uploads folder.
    pub attached_file: String,
    /// The metadata.
    pub metadata: Value,
    /// The alternative text.
    pub alt: String,
    backup_sizes: Value,
}

impl StoredMedia {
    /// Loads it.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn load(rest: &Rest<'_>, post: &Post) -> Result<Self, RouteError> {
        let mut objects = ObjectCache::default();
        objects.prime_post_meta(&rest.app.db, &[post.id]).await?;
        let meta = objects.post_meta(post.id);
        Ok(Self {
            attached_file: meta.text(ATTACHED_FILE).into_owned(),
            metadata: meta.value(METADATA),
            alt: meta.text(IMAGE_ALT).into_owned(),
            backup_sizes: meta.value(BACKUP_SIZES),
        })
    }

    /// The folder below the uploads folder, with a slash at the end; empty for the uploads folder itself.
    pub fn folder(&self) -> &str {
        let slash = self.attached_file.rfind('/');
        slash
            .and_then(|slash| self.attached_file.get(..=slash))
            .unwrap_or_default()
    }

    /// Whether the paths lead to files below the uploads folder.
    pub fn is_below(&self) -> bool {
        let mut parts = self.attached_file.split('/');
        !self.attached_file.is_empty() && parts.all(|part| !matches!(part, "" | "." | ".."))
    }

    /// The name of the uploaded file.
    pub fn original_name(&self) -> &str {
        let original = self.metadata.at("original_image").as_str();
        let full = self.attached_file.rsplit('/').next().unwrap_or_default();
        original
            .filter(|name| !name.is_empty() && !name.contains('/'))
            .unwrap_or(full)
    }

    /// The path of the uploaded file below the uploads folder.
    pub fn original_path(&self) -> String {
        format!("{}{}", self.folder(), self.original_name())
    }

    /// All files, below the uploads folder.
    pub fn files(&self) -> Vec<std::path::PathBuf> {
        let names = files_of(&self.attached_file, &self.metadata, &self.backup_sizes);
        let names = names.iter().filter(|_| self.is_below());
        names
            .map(|name| format!("{}{name}", self.folder()).into())
            .collect()
    }

    /// `wp_image_file_matches_image_meta`: whether an address is that of the picture or of one made of it.
    pub fn is_file_of(&self, address: &str) -> bool {
        let address = address.split('?').next().unwrap_or_default();
        let file = self.metadata.at("file").to_string_lossy().into_owned();
        if file.len() <= 4 || !self.is_below() {
            return false;
        }
        let folder = file
            .rfind('/')
            .and_then(|slash| file.get(..=slash))
            .unwrap_or_default();
        let sizes = self
            .metadata
            .at("sizes")
            .values()
            .map(|size| size.at("file"));
        let mut names = sizes
            .chain([self.metadata.at("original_image")])
            .map(|name| name.to_string_lossy().into_owned())
            .filter(|name| !name.is_empty());
        address.ends_with(&file) || names.any(|name| address.ends_with(&format!("{folder}{name}")))
    }
}

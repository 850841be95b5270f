//! Files that buyers of a product download.
//!
//! Contract "woocommerce", section 13.2: meta `_downloadable_files`, a map of ids to name and address.

use crate::wordpress::php::Value;

/// A file of a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DownloadFile {
    /// Its id: permissions name it.
    pub id: String,
    /// Shown to buyers.
    pub name: String,
    /// An address, or a path below the site's folder.
    pub file: String,
    /// Whether buyers get it.
    pub is_enabled: bool,
}

/// What buyers get of a product's files.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Downloads {
    /// The files in their order.
    pub files: Vec<DownloadFile>,
    /// How often each is downloaded at most; `None`: as often as the buyer likes.
    pub limit: Option<i64>,
    /// Days for which they may be downloaded; `None`: for ever.
    pub days: Option<i64>,
}

impl Downloads {
    /// The downloads of a product's meta: `_downloadable_files`, `_download_limit` and `_download_expiry`.
    pub fn of_meta(files: &Value, limit: &str, expiry: &str) -> Self {
        let files = files.iter().filter_map(|(id, own)| {
            let text = |key: &str| own.at(key).to_string_lossy().into_owned();
            let file = text("file");
            (!file.is_empty()).then(|| DownloadFile {
                id: id.to_string_lossy(),
                name: text("name"),
                file,
                is_enabled: own.get("enabled").is_none_or(Value::to_bool),
            })
        });
        let number = |text: &str| text.trim().parse::<i64>().ok();
        Self {
            files: files.collect(),
            limit: number(limit).filter(|limit| *limit >= 0),
            days: number(expiry).filter(|days| *days > 0),
        }
    }

    /// A file by its id.
    pub fn file(&self, id: &str) -> Option<&DownloadFile> {
        self.files.iter().find(|own| own.id == id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_read_with_their_limits() {
        let file = |file: &str| Value::array().with("name", "Mapa").with("file", file);
        let files = Value::array()
            .with("a1", file("/wp-content/uploads/mapa.pdf"))
            .with("b2", file(""))
            .with("c3", file("mapa.zip").with("enabled", false));
        let downloads = Downloads::of_meta(&files, "3", "-1");
        assert_eq!((downloads.limit, downloads.days), (Some(3), None));
        assert_eq!(downloads.files.len(), 2);
        assert!(downloads.file("a1").is_some_and(|own| own.is_enabled));
        assert!(downloads.file("c3").is_some_and(|own| !own.is_enabled));
        let endless = Downloads::of_meta(&Value::Null, "", "30");
        assert_eq!((endless.limit, endless.days), (None, Some(30)));
    }
}

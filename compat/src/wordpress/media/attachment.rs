//! An attachment and its `_wp_attachment_metadata`.

use crate::wordpress::php::Value;

/// A file of the media library.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Attachment {
    /// The post's id.
    pub id: i64,
    /// The address of the uploads folder, without a slash at the end, in the scheme of the request.
    pub upload_base_url: String,
    /// The path below the uploads folder (`_wp_attached_file`).
    pub file: String,
    /// The post's MIME type.
    pub mime_type: String,
    /// The measurements, if they are stored.
    pub metadata: Option<ImageMeta>,
    /// The alternative text (`_wp_attachment_image_alt`), as stored.
    pub alt: String,
    /// The post's title.
    pub title: String,
}

impl Attachment {
    /// The address of the file.
    pub fn url(&self) -> String {
        if self.file.contains("://") {
            return self.file.clone();
        }
        let file = self.file.trim_start_matches('/');
        format!("{}/{file}", self.upload_base_url)
    }

    /// Whether the file is an image.
    pub fn is_image(&self) -> bool {
        self.mime_type.starts_with("image/")
    }
}

/// `_wp_attachment_metadata`, as far as images need it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImageMeta {
    /// Width of the full image, 0 when unknown.
    pub width: i64,
    /// Height of the full image, 0 when unknown.
    pub height: i64,
    /// The path below the uploads folder; videos have none.
    pub file: Option<String>,
    /// The smaller images by name of size, in the stored order.
    pub sizes: Vec<(String, ImageSizeMeta)>,
}

/// One of the smaller images.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImageSizeMeta {
    /// Its file name, without a folder.
    pub file: String,
    /// Its width.
    pub width: i64,
    /// Its height.
    pub height: i64,
    /// Its MIME type, empty when unknown.
    pub mime_type: String,
}

impl ImageMeta {
    /// The smaller image of that name.
    pub fn size(&self, name: &str) -> Option<&ImageSizeMeta> {
        self.sizes.iter().find(|(n, _)| n == name).map(|(_, s)| s)
    }

    /// The file name of the full image.
    pub fn basename(&self) -> Option<&str> {
        self.file.as_deref().map(basename)
    }
}

/// The last part of a path or address.
pub(super) fn basename(path: &str) -> &str {
    let path = path.trim_end_matches('/');
    path.rsplit('/').next().unwrap_or(path)
}

impl ImageMeta {
    /// Reads the unserialised meta value; `None` when it is no array.
    pub fn from_value(value: &Value) -> Option<Self> {
        value.as_array()?;
        let int = |value: &Value, key: &str| value.get(key).map_or(0, Value::to_int);
        let text =
            |value: &Value, key: &str| value.get(key).map(|v| v.to_string_lossy().into_owned());
        let sizes = value.get("sizes").and_then(Value::as_array).map(|sizes| {
            let sizes = sizes.iter().filter(|(_, size)| size.as_array().is_some());
            let size = |size: &Value| ImageSizeMeta {
                file: text(size, "file").unwrap_or_default(),
                width: int(size, "width"),
                height: int(size, "height"),
                mime_type: text(size, "mime-type").unwrap_or_default(),
            };
            sizes
                .map(|(name, value)| (name.to_string_lossy(), size(value)))
                .collect()
        });
        Some(Self {
            width: int(value, "width"),
            height: int(value, "height"),
            file: text(value, "file"),
            sizes: sizes.unwrap_or_default(),
        })
    }
}

//! `_wp_attachment_metadata` of pictures, with the keys in WordPress's order.
//!
//! Contract "wordpress-rest" section 7.3.

use crate::wordpress::php::{Array, Value};

use super::image_meta::ImageMetadata;

/// How the name of a file ends that is made of another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameEnd {
    /// What is behind the name of the original: `300x200`, `scaled`, `rotated`; empty for one of another type.
    pub suffix: String,
    /// Its extension, without a dot, when it is of another type.
    pub extension: Option<&'static str>,
}

/// A file made of a picture, before it has its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeImage {
    /// How its name ends.
    pub end: NameEnd,
    /// Width in pixels.
    pub width: i64,
    /// Height in pixels.
    pub height: i64,
    /// Its MIME type.
    pub mime: &'static str,
    /// Its length in bytes.
    pub filesize: u64,
}

/// `name-300x200.jpg`.
pub fn made_name(original: &str, end: &NameEnd) -> String {
    let (stem, own) = super::unique_name::split(original);
    let dash = if end.suffix.is_empty() { "" } else { "-" };
    let suffix = &end.suffix;
    match end.extension {
        Some(extension) => format!("{stem}{dash}{suffix}.{extension}"),
        None => format!("{stem}{dash}{suffix}{own}"),
    }
}

fn bytes(length: u64) -> Value {
    i64::try_from(length).unwrap_or(i64::MAX).into()
}

impl MadeImage {
    /// Its entry in `sizes`, under the name of the original file (without a folder).
    pub fn entry(&self, original: &str) -> Array {
        Array::new()
            .with("file", made_name(original, &self.end))
            .with("width", self.width)
            .with("height", self.height)
            .with("mime-type", self.mime)
            .with("filesize", bytes(self.filesize))
    }
}

/// A picture with what was made of it.
#[derive(Clone, Debug)]
pub struct ImageFacts<'a> {
    /// Its folder below the uploads folder, with a slash at the end; empty for the uploads folder itself.
    pub folder: &'a str,
    /// The name of the uploaded file.
    pub original: &'a str,
    /// Width and height of the uploaded file, as stored.
    pub size: (i64, i64),
    /// Its length in bytes.
    pub filesize: u64,
    /// The copy that takes its place: scaled, turned or of another type.
    pub full: Option<&'a MadeImage>,
    /// The smaller images by name of size.
    pub sizes: &'a [(String, MadeImage)],
    /// What the camera wrote.
    pub image_meta: &'a ImageMetadata,
    /// Whether the copy is upright and the original is not.
    pub was_turned: bool,
}

/// The path of the full image below the uploads folder (`_wp_attached_file`).
pub fn attached_file(facts: &ImageFacts<'_>) -> String {
    let name = facts.full.map_or_else(
        || facts.original.to_owned(),
        |full| made_name(facts.original, &full.end),
    );
    format!("{}{name}", facts.folder)
}

/// The metadata of a picture.
pub fn of_image(facts: &ImageFacts<'_>) -> Array {
    let (size, length) = facts.full.map_or((facts.size, facts.filesize), |f| {
        ((f.width, f.height), f.filesize)
    });
    let mut sizes = Array::new();
    for (name, made) in facts.sizes {
        sizes.insert(name.as_str(), made.entry(facts.original));
    }
    let mut image_meta = facts.image_meta.values.clone();
    if facts.was_turned {
        image_meta.insert("orientation", 1);
    }
    let mut metadata = Array::new()
        .with("width", size.0)
        .with("height", size.1)
        .with("file", attached_file(facts))
        .with("filesize", bytes(length))
        .with("sizes", sizes)
        .with("image_meta", image_meta);
    if facts.full.is_some() {
        metadata.insert("original_image", facts.original);
    }
    metadata
}

/// Names of all files of an attachment, without folders: full, smaller, original, kept from edits.
pub fn files_of(attached_file: &str, metadata: &Value, backup_sizes: &Value) -> Vec<String> {
    let text = |value: &Value| value.as_str_lossy().map(|t| t.into_owned());
    let mut names: Vec<String> = vec![super::super::attachment::basename(attached_file).to_owned()];
    names.extend(
        metadata
            .at("sizes")
            .values()
            .filter_map(|size| text(size.at("file"))),
    );
    names.extend(text(metadata.at("original_image")));
    // The thumbnail of old versions.
    names.extend(text(metadata.at("thumb")));
    names.extend(
        backup_sizes
            .values()
            .filter_map(|size| text(size.at("file"))),
    );
    // A name only: nothing leads to another folder.
    names.retain(|name| !name.is_empty() && !name.contains('/') && name != "." && name != "..");
    names.sort_unstable();
    names.dedup();
    names
}

//! What the theme says of itself where its files are not there: header, features, its options made of widgets.
//!
//! Contract "wordpress-rest", section 16; recordings owner/themes, owner/widget-create.

use crate::wordpress::file_header::FileHeader;
use crate::wordpress::php::{Array, Value};

/// The options that the theme makes of the areas.
pub(super) const WIDGET_CACHES: [&str; 1] = ["_et_builder_da_feature_cache"];

/// The header of its style sheet.
pub(super) fn header() -> FileHeader {
    FileHeader {
        file: "Divi".to_owned(),
        name: "Divi".to_owned(),
        uri: "http://www.elegantthemes.com/gallery/divi/".to_owned(),
        version: "4.20.4".to_owned(),
        description:
            "Smart. Flexible. Beautiful. Divi is the most powerful theme in our collection."
                .to_owned(),
        author: "Elegant Themes".to_owned(),
        author_uri: "http://www.elegantthemes.com".to_owned(),
        ..FileHeader::default()
    }
}

/// Its features (`add_theme_support`).
pub(super) fn supports() -> Array {
    let formats = ["standard", "video", "audio", "quote", "gallery", "link"];
    let background = Value::array()
        .with("default-image", "")
        .with("default-preset", "default")
        .with("default-position-x", "left")
        .with("default-position-y", "top")
        .with("default-size", "auto")
        .with("default-repeat", "repeat")
        .with("default-attachment", "scroll")
        .with("default-color", "");
    Array::new()
        .with("automatic-feed-links", true)
        .with("block-templates", true)
        .with("custom-background", background)
        .with("customize-selective-refresh-widgets", true)
        .with("formats", formats.into_iter().collect::<Value>())
        .with("post-thumbnails", true)
        .with("title-tag", true)
        .with("wp-block-styles", true)
}

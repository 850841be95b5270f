//! The sizes that a site registers, and how a request names one.

use super::dimensions::wp_constrain_dimensions;
use crate::wordpress::site::Registry;

/// A size as it is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ImageSize {
    /// By name: `thumbnail`, `large`, `full`, ...
    Named(String),
    /// By width and height.
    Box(i64, i64),
}

impl ImageSize {
    /// The size as a class name spells it: `large`, `300x200`.
    pub fn class(&self) -> String {
        match self {
            Self::Named(name) => name.clone(),
            Self::Box(width, height) => format!("{width}x{height}"),
        }
    }
}

impl From<&str> for ImageSize {
    fn from(name: &str) -> Self {
        Self::Named(name.to_owned())
    }
}

/// The box of a registered size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegisteredSize {
    /// Greatest width, 0 for none.
    pub width: i64,
    /// Greatest height, 0 for none.
    pub height: i64,
    /// Whether images are cut to fill the box.
    pub crop: bool,
}

/// All sizes of a site.
#[derive(Clone, Debug, Default)]
pub struct ImageSizes {
    /// By name: the four of the options table (`thumbnail_size_w`, ...) and those of the theme and the plugins.
    pub registered: Vec<(String, RegisteredSize)>,
    /// The theme's content width, 0 for none. It narrows `medium_large` and `large`.
    pub content_width: i64,
}

impl ImageSizes {
    /// The sizes that a site's columns registered.
    pub fn registered(registry: &Registry) -> Self {
        let size = |s: &crate::wordpress::site::ImageSize| {
            let (width, height, crop) = (s.width, s.height, s.crop);
            let size = RegisteredSize {
                width,
                height,
                crop,
            };
            (s.name.to_owned(), size)
        };
        Self {
            registered: registry.image_sizes.iter().map(size).collect(),
            content_width: registry.content_width,
        }
    }

    /// The box of a size.
    pub fn get(&self, name: &str) -> Option<RegisteredSize> {
        self.registered
            .iter()
            .find(|(n, _)| n == name)
            .map(|(_, s)| *s)
    }

    /// Shrinks an image's measurements to what a page shows at that size.
    pub fn constrain(&self, image: (i64, i64), size: &ImageSize) -> (i64, i64) {
        let name = match size {
            ImageSize::Box(width, height) => {
                return wp_constrain_dimensions(image, (*width, *height));
            }
            ImageSize::Named(name) if name == "thumb" => "thumbnail",
            ImageSize::Named(name) => name,
        };
        let Some(registered) = self.get(name) else {
            // `full`, or a name that is not registered: the original.
            return wp_constrain_dimensions(image, image);
        };
        let mut most = (registered.width, registered.height);
        if name == "thumbnail" && most == (0, 0) {
            most = (128, 96);
        }
        if matches!(name, "medium_large" | "large") && self.content_width > 0 {
            most.0 = most.0.min(self.content_width);
        }
        wp_constrain_dimensions(image, most)
    }
}

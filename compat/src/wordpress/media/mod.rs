//! Images of the media library: which file answers for a size, and the attributes of `img` tags.
//!
//! Contract "wordpress-core" section 8.5, with the rules of WordPress 6.8: `srcset`, `sizes`, `loading`,
//! `decoding`, `fetchpriority`. Everything here is a pure function over [`Attachment`] values that the caller has
//! loaded; [`attachment_ids_in`] says beforehand which ones a text needs.
//!
//! Reads no files and makes no smaller images (that is [`library`]). The position of an image on its page comes in as a
//! [`LoadingOptimization`].

mod attachment;
mod attachment_image;
mod content_tags;
mod dimensions;
mod downsize;
mod gallery;
mod image_sizes;
pub mod library;
mod loading;
mod srcset;
pub(crate) mod tag;

pub use attachment::{Attachment, ImageMeta, ImageSizeMeta};
pub use attachment_image::wp_get_attachment_image;
pub use content_tags::{attachment_ids_in, wp_filter_content_tags};
pub use dimensions::{
    CropPosition, image_resize_dimensions, wp_constrain_dimensions, wp_image_matches_ratio,
    wp_image_src_get_dimensions,
};
pub use downsize::{ImageSrc, image_get_intermediate_size, wp_get_attachment_image_src};
pub use gallery::{Galleries, galleries_in, gallery_ids};
pub use image_sizes::{ImageSize, ImageSizes, RegisteredSize};
pub use loading::{
    GivenAttributes, LoadingAttributes, LoadingOptimization, LoopPosition, MediaTag,
};
pub use srcset::{
    ImageFilters, Source, SrcsetImage, wp_calculate_image_sizes, wp_calculate_image_srcset,
    wp_get_attachment_image_sizes, wp_get_attachment_image_srcset,
};

/// The site's image sizes and the filters on images.
pub struct Media<'a> {
    /// The registered sizes and the theme's content width.
    pub sizes: &'a ImageSizes,
    /// What columns change, in the order of their registration.
    pub filters: &'a [&'a dyn ImageFilters],
}

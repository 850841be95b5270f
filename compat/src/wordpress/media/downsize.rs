//! `image_downsize`: the file of an attachment for a size.

use super::attachment::basename;
use super::dimensions::wp_image_matches_ratio;
use super::{Attachment, ImageMeta, ImageSize, ImageSizeMeta, Media};

/// The file for a size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImageSrc {
    /// Its address.
    pub url: String,
    /// The width to print.
    pub width: i64,
    /// The height to print.
    pub height: i64,
    /// Whether it is one of the smaller images.
    pub is_intermediate: bool,
}

/// The intermediate image for `size`.
///
/// A box takes the image of exactly that size, else the smallest larger one of the same shape, else the
/// thumbnail if that is large enough.
pub fn image_get_intermediate_size(
    media: &Media<'_>,
    meta: &ImageMeta,
    size: &ImageSize,
) -> Option<ImageSizeMeta> {
    let (width, height) = match size {
        ImageSize::Named(name) => return meta.size(name).cloned(),
        ImageSize::Box(width, height) => (*width, *height),
    };
    let mut best: Option<&ImageSizeMeta> = None;
    for (_, candidate) in &meta.sizes {
        if (candidate.width, candidate.height) == (width, height) {
            best = Some(candidate);
            break;
        }
        if candidate.width < width || candidate.height < height {
            continue;
        }
        let shape = match (width, height) {
            (0, _) | (_, 0) => (meta.width, meta.height),
            wanted => wanted,
        };
        let area = |image: &ImageSizeMeta| image.width.saturating_mul(image.height);
        // Of two with the same area the later one counts.
        if wp_image_matches_ratio((candidate.width, candidate.height), shape)
            && best.is_none_or(|b| area(candidate) <= area(b))
        {
            best = Some(candidate);
        }
    }
    let best = best.or_else(|| {
        meta.size("thumbnail")
            .filter(|t| t.width >= width && t.width >= height)
    })?;
    let mut found = best.clone();
    (found.width, found.height) = media.sizes.constrain((found.width, found.height), size);
    Some(found)
}

/// The file of `attachment` for `size`; `None` for a file that is no image and has no picture of itself.
pub fn wp_get_attachment_image_src(
    media: &Media<'_>,
    attachment: &Attachment,
    size: &ImageSize,
) -> Option<ImageSrc> {
    let meta = attachment.metadata.as_ref();
    let mut url = attachment.url();
    let mut name = basename(&url).to_owned();
    let (mut width, mut height, mut is_intermediate) = (0, 0, false);
    if !attachment.is_image() {
        // The first page of a PDF, for example.
        let full = meta?.size("full")?;
        url = url.replace(&name, &full.file);
        name.clone_from(&full.file);
        (width, height) = (full.width, full.height);
    }
    let smaller = meta.and_then(|meta| image_get_intermediate_size(media, meta, size));
    if let Some(smaller) = smaller {
        url = url.replace(&name, &smaller.file);
        (width, height) = (smaller.width, smaller.height);
        is_intermediate = true;
    }
    if (width, height) == (0, 0)
        && let Some(meta) = meta
    {
        (width, height) = (meta.width, meta.height);
    }
    (width, height) = media.sizes.constrain((width, height), size);
    Some(ImageSrc {
        url,
        width,
        height,
        is_intermediate,
    })
}

//! The arithmetic of image sizes.

use pictures::Resize;

use super::{Attachment, attachment::basename};
use crate::wordpress::php::round::round;

/// Where a crop keeps the image.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CropPosition {
    /// Left or top.
    Start,
    /// The middle.
    Center,
    /// Right or bottom.
    End,
}

#[expect(
    clippy::cast_possible_truncation,
    reason = "saturates; the values are lengths in pixels"
)]
fn rounded(value: f64) -> i64 {
    round(value, 0) as i64
}

#[expect(
    clippy::cast_precision_loss,
    reason = "the values are lengths in pixels"
)]
fn real(value: i64) -> f64 {
    value as f64
}

/// Shrinks `width` × `height` into a box; a side of the box that is 0 does not count.
pub fn wp_constrain_dimensions(
    (width, height): (i64, i64),
    (max_width, max_height): (i64, i64),
) -> (i64, i64) {
    if max_width == 0 && max_height == 0 {
        return (width, height);
    }
    let did_width = max_width > 0 && width > max_width;
    let did_height = max_height > 0 && height > max_height;
    let ratio = |did: bool, most: i64, is: i64| if did { real(most) / real(is) } else { 1.0 };
    let width_ratio = ratio(did_width && width > 0, max_width, width);
    let height_ratio = ratio(did_height && height > 0, max_height, height);
    let larger = width_ratio.max(height_ratio);
    let by = |ratio: f64| (rounded(real(width) * ratio), rounded(real(height) * ratio));
    let (w, h) = by(larger);
    let overflows = w > max_width || h > max_height;
    let (w, h) = by(if overflows {
        width_ratio.min(height_ratio)
    } else {
        larger
    });
    let (w, h) = (w.max(1), h.max(1));
    // Rounding may leave the result one pixel short of the box.
    let fill = |did: bool, is: i64, most: i64| if did && is == most - 1 { most } else { is };
    (
        fill(did_width, w, max_width),
        fill(did_height, h, max_height),
    )
}

fn nearly(a: i64, b: i64) -> bool {
    a.abs_diff(b) <= 1
}

/// Whether two sizes show the same cut of a picture, give or take a pixel.
pub fn wp_image_matches_ratio(source: (i64, i64), target: (i64, i64)) -> bool {
    let (larger, smaller) = if source.0 > target.0 {
        (source, target)
    } else {
        (target, source)
    };
    let constrained = wp_constrain_dimensions(larger, (smaller.0, 0));
    nearly(constrained.0, smaller.0) && nearly(constrained.1, smaller.1)
}

/// How to make an image of the wanted size; `None` when the original is too small or already has that size.
///
/// A wanted side of 0 follows from the other one. With `crop` the result fills the size exactly.
pub fn image_resize_dimensions(
    original: (i64, i64),
    wanted: (i64, i64),
    crop: Option<(CropPosition, CropPosition)>,
) -> Option<Resize> {
    let (orig_w, orig_h) = original;
    let (dest_w, dest_h) = wanted;
    if orig_w <= 0 || orig_h <= 0 || (dest_w <= 0 && dest_h <= 0) {
        return None;
    }
    let too_small = match (dest_w, dest_h) {
        (_, 0) => orig_w < dest_w,
        (0, _) => orig_h < dest_h,
        _ => orig_w < dest_w && orig_h < dest_h,
    };
    if too_small {
        return None;
    }
    let resize = match crop {
        Some(position) => cropped(original, wanted, position),
        None => Resize {
            source: (0, 0),
            size: wp_constrain_dimensions(original, wanted),
            cut: original,
        },
    };
    let same = nearly(resize.size.0, orig_w) && nearly(resize.size.1, orig_h);
    (!same).then_some(resize)
}

fn cropped(
    (orig_w, orig_h): (i64, i64),
    (dest_w, dest_h): (i64, i64),
    (x, y): (CropPosition, CropPosition),
) -> Resize {
    let aspect_ratio = real(orig_w) / real(orig_h);
    let mut new_w = dest_w.min(orig_w);
    let mut new_h = dest_h.min(orig_h);
    if new_w == 0 {
        new_w = rounded(real(new_h) * aspect_ratio);
    }
    if new_h == 0 {
        new_h = rounded(real(new_w) / aspect_ratio);
    }
    let size_ratio = (real(new_w) / real(orig_w)).max(real(new_h) / real(orig_h));
    let cut_w = rounded(real(new_w) / size_ratio);
    let cut_h = rounded(real(new_h) / size_ratio);
    let edge = |position: CropPosition, free: i64| match position {
        CropPosition::Start => 0,
        CropPosition::Center => free.div_euclid(2),
        CropPosition::End => free,
    };
    Resize {
        source: (edge(x, orig_w - cut_w), edge(y, orig_h - cut_h)),
        size: (new_w, new_h),
        cut: (cut_w, cut_h),
    }
}

/// The size of the file of `attachment` that `image_src` names.
pub fn wp_image_src_get_dimensions(image_src: &str, attachment: &Attachment) -> Option<(i64, i64)> {
    let meta = attachment.metadata.as_ref()?;
    if meta.basename().is_some_and(|name| image_src.contains(name)) {
        return Some((meta.width, meta.height));
    }
    let name = basename(image_src);
    let size = meta.sizes.iter().find(|(_, size)| size.file == name);
    size.map(|(_, size)| (size.width, size.height))
}

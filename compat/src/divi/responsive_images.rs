//! Divi's responsive images: `srcset` and `sizes` offer the theme's own breakpoints only.
//!
//! Contract "divi-theme", the paragraph on responsive image attributes. The theme option
//! `divi_enable_responsive_images` decides whether a site registers this; requests to the administration, ajax
//! included, keep WordPress's own values (recordings of the shop's ajax answers).

use crate::wordpress::media::library::sub_size::{SubSize, SubSizeHooks};
use crate::wordpress::media::{ImageFilters, ImageMeta, ImageSizeMeta, Source, SrcsetImage};

/// The image sizes that the theme registers for this, the widest first.
const BREAKPOINTS: [&str; 3] = [
    "et-pb-image--responsive--desktop",
    "et-pb-image--responsive--tablet",
    "et-pb-image--responsive--phone",
];

/// What uploads are made smaller to.
pub const SUB_SIZES: SubSizeHooks = SubSizeHooks {
    sizes: keep_shape,
    metadata: |_, _| {},
};

/// The files for breakpoints keep the shape of a new picture, and are not made of one that is no wider.
///
/// Contract "wordpress-rest" section 7.4; images made later (`post-process`) are cut to the registered boxes.
fn keep_shape(sizes: &mut Vec<SubSize>, (width, height): (i64, i64)) {
    let is_own = |size: &SubSize| BREAKPOINTS.contains(&size.name.as_str());
    sizes.retain(|size| !is_own(size) || size.width < width);
    for size in sizes.iter_mut().filter(|size| is_own(size)) {
        size.height = shaped(size.width, (width, height));
        size.crop = true;
    }
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    reason = "lengths in pixels"
)]
fn shaped(wanted: i64, (width, height): (i64, i64)) -> i64 {
    (height as f64 * wanted as f64 / width.max(1) as f64)
        .round()
        .max(1.0) as i64
}

/// The filters to register.
#[derive(Clone, Copy, Debug, Default)]
pub struct ResponsiveImages;

/// The files made for breakpoints, the widest first.
fn breakpoints(meta: &ImageMeta) -> impl Iterator<Item = &ImageSizeMeta> {
    BREAKPOINTS.iter().filter_map(|name| meta.size(name))
}

impl ImageFilters for ResponsiveImages {
    /// The printed file, then the narrower files of the breakpoints, whatever their shape.
    fn wp_calculate_image_srcset(
        &self,
        sources: Vec<Source>,
        image: &SrcsetImage<'_>,
    ) -> Vec<Source> {
        if breakpoints(image.meta).next().is_none() {
            return sources;
        }
        let width = image.size.0;
        let base_url = image.base_url();
        let printed = Source {
            url: image.src.to_owned(),
            width,
        };
        let narrower = breakpoints(image.meta).filter(|b| b.width < width);
        std::iter::once(printed)
            .chain(narrower.map(|b| Source {
                url: format!("{base_url}{}", b.file),
                width: b.width,
            }))
            .collect()
    }

    /// One range of viewports for each file; empty when the image is narrower than all of them.
    fn wp_calculate_image_sizes(&self, sizes: String, image: &SrcsetImage<'_>) -> String {
        let mut widths: Vec<i64> = breakpoints(image.meta).map(|b| b.width).collect();
        if widths.is_empty() {
            return sizes;
        }
        widths.retain(|&width| width < image.size.0);
        widths.sort_unstable();
        if widths.is_empty() {
            return String::new();
        }
        let mut from = 0;
        let mut out = String::new();
        for width in widths {
            out.push_str(&format!(
                "(min-width: {from}px) and (max-width: {width}px) {width}px, "
            ));
            from = width + 1;
        }
        out.push_str(&format!("(min-width: {from}px) {}px, 100vw", image.size.0));
        out
    }
}

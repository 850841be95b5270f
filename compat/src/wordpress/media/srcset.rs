//! `srcset` and `sizes`.

use super::attachment::basename;
use super::dimensions::wp_image_matches_ratio;
use super::{Attachment, ImageMeta, ImageSize, Media, wp_get_attachment_image_src};

/// One entry of a `srcset`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// The address.
    pub url: String,
    /// The width in pixels (`w`).
    pub width: i64,
}

/// The image for which a `srcset` or `sizes` is calculated.
#[derive(Clone, Copy, Debug)]
pub struct SrcsetImage<'a> {
    /// The width and height that the page prints.
    pub size: (i64, i64),
    /// The address that the page prints.
    pub src: &'a str,
    /// The image's own data.
    pub attachment: &'a Attachment,
    /// Its measurements.
    pub meta: &'a ImageMeta,
}

impl SrcsetImage<'_> {
    /// The address of the folder in which the image's files lie, with a slash at the end.
    pub fn base_url(&self) -> String {
        let file = self.meta.file.as_deref().unwrap_or_default();
        format!("{}/{}", self.attachment.upload_base_url, folder(file))
    }
}

/// What a column changes about images; every method may be left as it is.
pub trait ImageFilters: Sync {
    /// `wp_calculate_image_srcset`: the entries, the one of the printed address first.
    fn wp_calculate_image_srcset(
        &self,
        sources: Vec<Source>,
        _image: &SrcsetImage<'_>,
    ) -> Vec<Source> {
        sources
    }

    /// `wp_calculate_image_sizes`.
    fn wp_calculate_image_sizes(&self, sizes: String, _image: &SrcsetImage<'_>) -> String {
        sizes
    }

    /// `wp_content_img_tag`: a finished tag of a text; the id is 0 without an attachment.
    fn wp_content_img_tag(&self, tag: String, _context: &str, _attachment_id: i64) -> String {
        tag
    }
}

/// The widest file that is offered, unless it is the printed one itself.
const MAX_SRCSET_IMAGE_WIDTH: i64 = 2048;

/// The folder part of a path below the uploads folder, with a slash at the end; empty for none.
fn folder(file: &str) -> &str {
    file.rfind('/')
        .and_then(|slash| file.get(..=slash))
        .unwrap_or_default()
}

/// The mark of an image edited in WordPress: `-e` and 13 digits.
pub(super) fn edit_hash(name: &str) -> Option<&str> {
    name.match_indices("-e").find_map(|(at, _)| {
        let hash = name.get(at..at + 15)?;
        hash.get(2..)?
            .bytes()
            .all(|b| b.is_ascii_digit())
            .then_some(hash)
    })
}

/// The `srcset` of an image; `None` when there is nothing to choose from.
pub fn wp_calculate_image_srcset(media: &Media<'_>, image: &SrcsetImage<'_>) -> Option<String> {
    let meta = image.meta;
    let file = meta.file.as_deref().filter(|f| f.len() >= 4)?;
    if meta.sizes.is_empty() || image.size.0 < 1 {
        return None;
    }
    let animated = meta
        .size("thumbnail")
        .is_some_and(|t| t.mime_type == "image/gif");
    if animated && image.src.contains(file) {
        // The smaller files of an animated GIF stand still.
        return None;
    }
    let full = (!animated).then(|| (basename(file), meta.width, meta.height));
    let smaller = meta
        .sizes
        .iter()
        .map(|(_, s)| (s.file.as_str(), s.width, s.height));
    let base_url = image.base_url();
    let edited = edit_hash(basename(image.src));
    let mut sources: Vec<Source> = Vec::new();
    let mut src_matched = false;
    for (name, width, height) in smaller.chain(full) {
        let is_src = !src_matched && in_folder(image.src, folder(file), name);
        src_matched |= is_src;
        // `strpos` of PHP: a hash at the very start does not count as found.
        let leftover = edited.is_some_and(|hash| name.find(hash).is_none_or(|at| at == 0));
        if leftover || (width > MAX_SRCSET_IMAGE_WIDTH && !is_src) {
            continue;
        }
        if !wp_image_matches_ratio(image.size, (width, height)) {
            continue;
        }
        let source = Source {
            url: format!("{base_url}{name}"),
            width,
        };
        let same = sources.iter().position(|s| s.width == width);
        match (is_src, same) {
            (true, same) => {
                same.map(|at| sources.remove(at));
                sources.insert(0, source);
            }
            (false, Some(at)) => sources.splice(at..=at, [source]).for_each(drop),
            (false, None) => sources.push(source),
        }
    }
    for filter in media.filters {
        sources = filter.wp_calculate_image_srcset(sources, image);
    }
    (src_matched && sources.len() > 1).then(|| join(&sources))
}

/// Whether `src` names the file in its folder.
fn in_folder(src: &str, folder: &str, name: &str) -> bool {
    memchr::memmem::find_iter(src.as_bytes(), name.as_bytes())
        .any(|at| src.get(..at).is_some_and(|before| before.ends_with(folder)))
}

fn join(sources: &[Source]) -> String {
    let entries: Vec<_> = sources
        .iter()
        .map(|s| format!("{} {}w", s.url.replace(' ', "%20"), s.width))
        .collect();
    entries.join(", ")
}

/// The `sizes` of an image; `None` without a width.
pub fn wp_calculate_image_sizes(media: &Media<'_>, image: &SrcsetImage<'_>) -> Option<String> {
    let width = image.size.0.checked_abs().filter(|&w| w > 0)?;
    let mut sizes = format!("(max-width: {width}px) 100vw, {width}px");
    for filter in media.filters {
        sizes = filter.wp_calculate_image_sizes(sizes, image);
    }
    Some(sizes)
}

/// The `srcset` of an attachment at a size.
pub fn wp_get_attachment_image_srcset(
    media: &Media<'_>,
    attachment: &Attachment,
    size: &ImageSize,
) -> Option<String> {
    with_image(media, attachment, size, wp_calculate_image_srcset)
}

/// The `sizes` of an attachment at a size.
pub fn wp_get_attachment_image_sizes(
    media: &Media<'_>,
    attachment: &Attachment,
    size: &ImageSize,
) -> Option<String> {
    with_image(media, attachment, size, wp_calculate_image_sizes)
}

fn with_image(
    media: &Media<'_>,
    attachment: &Attachment,
    size: &ImageSize,
    calculate: fn(&Media<'_>, &SrcsetImage<'_>) -> Option<String>,
) -> Option<String> {
    let src = wp_get_attachment_image_src(media, attachment, size)?;
    let empty = ImageMeta::default();
    let image = SrcsetImage {
        size: (src.width, src.height),
        src: &src.url,
        attachment,
        meta: attachment.metadata.as_ref().unwrap_or(&empty),
    };
    calculate(media, &image)
}

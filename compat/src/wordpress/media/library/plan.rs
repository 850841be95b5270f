//! What is made of a picture, decided by its measurements before it is decoded: so the memory is known first.
//!
//! Contract "wordpress-rest" section 7.4.

use crate::wordpress::site::Registry;

use pictures::Resize;

use super::super::image_resize_dimensions;
use super::sub_size::SubSize;
use super::sub_sizes;
use pictures::{Format, Header};

/// `big_image_size_threshold`: the longest side of a full image.
pub const BIG_IMAGE_SIZE_THRESHOLD: i64 = 2560;

/// A file to make.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlannedImage {
    /// What is behind the name of the original; empty for one that is only of another type.
    pub suffix: String,
    /// How it is cut and scaled from the upright picture; `None`: as it is.
    pub resize: Option<Resize>,
}

/// What is made of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ImagePlan {
    /// The EXIF orientation of the file.
    pub orientation: i64,
    /// Width and height after turning.
    pub upright: (i64, i64),
    /// The type of the files.
    pub format: Format,
    /// Their extension, when it is another than that of the picture.
    pub extension: Option<&'static str>,
    /// The files, each once.
    pub files: Vec<PlannedImage>,
    /// The place in `files` of the copy that takes the place of the original.
    pub full: Option<usize>,
    /// The sizes by name, with their place in `files`.
    pub sizes: Vec<(String, usize)>,
}

/// Whether an orientation exchanges width and height.
fn lies_on_its_side(orientation: i64) -> bool {
    (5..=8).contains(&orientation)
}

/// Width and height of a picture after it is turned.
pub fn upright_size(header: &Header, orientation: i64) -> (i64, i64) {
    let (width, height) = (i64::from(header.width), i64::from(header.height));
    if lies_on_its_side(orientation) {
        (height, width)
    } else {
        (width, height)
    }
}

impl ImagePlan {
    /// What is made of an upload, in files of a type.
    pub fn of_upload(
        registry: &Registry,
        (header, orientation): (&Header, i64),
        format: Format,
    ) -> Self {
        let mut plan = Self::empty((header, orientation), format);
        let upright = plan.upright;
        let is_turned = (2..=8).contains(&orientation);
        let most = BIG_IMAGE_SIZE_THRESHOLD;
        let is_big = header.format != Format::Gif && upright.0.max(upright.1) > most;
        let scaled = image_resize_dimensions(upright, (most, most), None).filter(|_| is_big);
        let full = match scaled {
            Some(resize) => Some(("scaled", Some(resize))),
            // A copy of another type needs nothing else behind its name.
            None if plan.extension.is_some() => Some(("", None)),
            None => is_turned.then_some(("rotated", None)),
        };
        if let Some((suffix, resize)) = full {
            plan.full = Some(plan.files.len());
            plan.files.push(PlannedImage {
                suffix: suffix.to_owned(),
                resize,
            });
        }
        let full_size = scaled.map_or(upright, |resize| resize.size);
        plan.add(&sub_sizes::of_new(registry, full_size));
        plan
    }

    /// What is made later of an uploaded picture: these sizes.
    pub fn of_sizes(picture: (&Header, i64), format: Format, sizes: &[SubSize]) -> Self {
        let mut plan = Self::empty(picture, format);
        plan.add(sizes);
        plan
    }

    fn empty((header, orientation): (&Header, i64), format: Format) -> Self {
        Self {
            orientation,
            upright: upright_size(header, orientation),
            format,
            extension: (format != header.format).then(|| format.extension()),
            files: Vec::new(),
            full: None,
            sizes: Vec::new(),
        }
    }

    fn add(&mut self, sizes: &[SubSize]) {
        for size in sizes {
            let Some(resize) = size.of(self.upright) else {
                continue;
            };
            let planned = PlannedImage {
                suffix: format!("{}x{}", resize.size.0, resize.size.1),
                resize: Some(resize),
            };
            let same = self.files.iter().position(|f| f.suffix == planned.suffix);
            let place = match same {
                Some(place) => {
                    // One file for all of this size; the last one made stays.
                    self.files[place] = planned;
                    place
                }
                None => {
                    self.files.push(planned);
                    self.files.len() - 1
                }
            };
            self.sizes.push((size.name.clone(), place));
        }
    }

    /// The files that are scaled, of a picture with so many channels: what takes the most memory first, so the last ones to
    /// end are small.
    pub fn scaled(&self, channels: u8) -> Vec<(&PlannedImage, Resize)> {
        let files = self.files.iter();
        let mut all: Vec<_> = files
            .filter_map(|file| Some((file, file.resize?)))
            .collect();
        all.sort_by_key(|(file, _)| std::cmp::Reverse(self.making_bytes(file, channels)));
        all
    }

    /// Bytes that all of it takes at once: of the scaled files the first are made alone, the others so many at the same time;
    /// `length` is that of the picture's file.
    pub fn needed_bytes(
        &self,
        header: &Header,
        length: u64,
        (alone, at_once): (usize, usize),
    ) -> u64 {
        let bytes = |file: &PlannedImage| self.making_bytes(file, header.channels);
        let whole = self.files.iter().filter(|file| file.resize.is_none());
        let scaled: Vec<u64> = self
            .scaled(header.channels)
            .into_iter()
            .map(|(file, _)| bytes(file))
            .collect();
        let (first, others) = scaled.split_at(alone.min(scaled.len()));
        let alone = whole.map(bytes).chain(first.iter().copied()).max();
        let making = others
            .iter()
            .take(at_once)
            .sum::<u64>()
            .max(alone.unwrap_or(0));
        let turning = match self.orientation {
            5..=8 => header.pixel_bytes(),
            _ => 0,
        };
        // The pixels stay while the files are made; what only decoding takes is gone by then.
        let decoding = header.decoding_bytes.saturating_sub(header.pixel_bytes());
        let beside = making.max(turning).max(decoding);
        // The file, and the copy that its decoder has.
        let files = length.saturating_mul(2);
        let own = header.pixel_bytes().saturating_add(files);
        own.saturating_add(beside)
    }

    /// Bytes that making a file takes.
    fn making_bytes(&self, file: &PlannedImage, channels: u8) -> u64 {
        let (scaling, scaled) = file.resize.map_or((0, 0), |resize| {
            // Scaled across first, then down; and as much again for the encoded file.
            let scaled = resize.size.0 * resize.size.1 * 2;
            (resize.size.0 * resize.cut.1 + scaled, scaled)
        });
        let (width, height) = file.resize.map_or(self.upright, |resize| resize.size);
        let bytes = |number: i64| u64::try_from(number).unwrap_or(u64::MAX);
        let encoding = self
            .format
            .encoding_bytes(bytes(width.saturating_mul(height)));
        // What was scaled across is gone when it is encoded.
        let channels = i64::from(channels);
        let encoding = bytes(scaled.saturating_mul(channels)).saturating_add(encoding);
        bytes(scaling.saturating_mul(channels)).max(encoding)
    }
}

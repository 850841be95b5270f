//! One picture of AV1 data, decoded: its planes, by whoever decodes.

use re_rav1d::dav1d::{Decoder, Error, PixelLayout, PlanarImageComponent, Settings};

use crate::picture::{PictureError, broken};

/// Decodes AV1 data to a picture that is as expected.
pub type Decoding<'a> = &'a dyn Fn(&[u8], &Expected) -> Result<Frame, PictureError>;

/// What a picture must be like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Expected {
    /// Width and height.
    pub size: (u32, u32),
    /// Bits of a sample: 8, 10 or 12.
    pub bits: u8,
    /// Whether colours have half the width, and half the height; `None`: there are none.
    pub chroma: Option<(bool, bool)>,
}

impl Expected {
    /// Width and height of each plane.
    pub fn planes(&self) -> Vec<(usize, usize)> {
        let (width, height) = (self.size.0 as usize, self.size.1 as usize);
        let mut all = vec![(width, height)];
        if let Some((wide, high)) = self.chroma {
            let side = |side: usize, is_half: bool| if is_half { side.div_ceil(2) } else { side };
            all.extend([(side(width, wide), side(height, high)); 2]);
        }
        all
    }

    /// Bytes of a sample.
    pub fn depth(&self) -> usize {
        if self.bits > 8 { 2 } else { 1 }
    }

    /// Bytes of all planes.
    pub fn bytes(&self) -> usize {
        let samples = self.planes().iter().map(|(w, h)| w * h).sum::<usize>();
        samples * self.depth()
    }
}

/// A decoded picture: planes of samples by rows, without gaps; samples of more than 8 bits take two bytes, in the
/// order of the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// What it is like.
    pub is: Expected,
    /// Brightness, and the two colours.
    pub planes: Vec<Vec<u8>>,
}

impl Frame {
    /// A row of a plane.
    pub(super) fn row(&self, plane: usize, row: usize, width: usize) -> &[u8] {
        let length = width * self.is.depth();
        let plane = self.planes.get(plane).map_or(&[][..], Vec::as_slice);
        plane
            .get(row * length..(row + 1) * length)
            .unwrap_or_default()
    }
}

/// Pictures with more pixels are not decoded: so the sizes of planes fit the numbers that the decoder counts with.
const MOST_PIXELS: u64 = 1 << 28;
/// Steps in which a decoder takes its data and gives a picture.
const MOST_STEPS: usize = 64;

/// Decodes in this process. Broken data may end it (the decoder's functions are those of a C library, which cannot
/// unwind): files that came from outside are decoded by [`super::process`].
///
/// # Errors
/// When the data is broken, or its picture is not the expected one.
pub fn decode(data: &[u8], expected: &Expected) -> Result<Frame, PictureError> {
    let pixels = u64::from(expected.size.0) * u64::from(expected.size.1);
    let limit = u32::try_from(pixels).ok();
    let limit = limit.filter(|_| (1..=MOST_PIXELS).contains(&pixels) && !data.is_empty());
    let mut settings = Settings::new();
    settings.set_n_threads(1);
    settings.set_max_frame_delay(1);
    settings.set_all_layers(false);
    settings.set_frame_size_limit(limit.ok_or_else(|| broken("too many pixels"))?);
    let mut decoder = Decoder::with_settings(&settings).map_err(broken)?;
    let mut sent = decoder.send_data(data.to_vec(), None, None, None);
    for _ in 0..MOST_STEPS {
        match sent {
            Ok(()) | Err(Error::Again) => {}
            Err(error) => return Err(broken(error)),
        }
        match decoder.get_picture() {
            Ok(picture) => return planes(&picture, expected),
            Err(Error::Again) => sent = decoder.send_pending_data(),
            Err(error) => return Err(broken(error)),
        }
    }
    Err(broken("AV1 data without a picture"))
}

fn planes(picture: &re_rav1d::dav1d::Picture, expected: &Expected) -> Result<Frame, PictureError> {
    let chroma = match picture.pixel_layout() {
        PixelLayout::I400 => None,
        PixelLayout::I420 => Some((true, true)),
        PixelLayout::I422 => Some((true, false)),
        PixelLayout::I444 => Some((false, false)),
    };
    let bits = picture.bits_per_component().map_or(0, |bits| bits.0);
    let is_expected = (picture.width(), picture.height()) == expected.size
        && bits == usize::from(expected.bits)
        && chroma == expected.chroma;
    if !is_expected {
        return Err(broken("the AV1 picture is not as the file says"));
    }
    use PlanarImageComponent::{U, V, Y};
    let sizes = expected.planes().into_iter();
    let plane = |(component, (width, height)): (_, (usize, usize))| {
        let (stride, length) = (picture.stride(component) as usize, width * expected.depth());
        let plane = picture.plane(component);
        let rows = plane.chunks(stride.max(1)).take(height);
        let rows = rows.map(|row| row.get(..length));
        let rows: Option<Vec<&[u8]>> = rows.collect();
        rows.filter(|rows| rows.len() == height)
            .map(|rows| rows.concat())
    };
    let planes: Option<Vec<_>> = [Y, U, V].into_iter().zip(sizes).map(plane).collect();
    Ok(Frame {
        is: *expected,
        planes: planes.ok_or_else(|| broken("a plane of the AV1 picture is short"))?,
    })
}

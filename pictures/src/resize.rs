//! What part of a picture is scaled to what size.

/// What to cut from an image, and how large to print it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resize {
    /// Left edge and top edge of the cut.
    pub source: (i64, i64),
    /// Width and height of the result.
    pub size: (i64, i64),
    /// Width and height of the cut.
    pub cut: (i64, i64),
}

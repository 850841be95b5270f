//! What the forms of one page know of each other.
//!
//! Contract "contact-form-7" sections 3.8 (`id:`) and 7.2.

/// Kept while a page is rendered.
#[derive(Clone, Debug, Default)]
pub struct PageForms {
    /// Forms printed so far: the number in a unit tag.
    pub printed: usize,
    /// Ids that tags have taken.
    pub used_ids: Vec<String>,
}

//! State shared by the forms of one page.
//!
//! Contract "contact-form-7" sections 3.8 (`id:`) and 7.2.

/// The state.
#[derive(Clone, Debug, Default)]
pub struct PageForms {
    /// Number of forms rendered, used in unit tags.
    pub printed: usize,
    /// Ids used by form-tags.
    pub used_ids: Vec<String>,
}

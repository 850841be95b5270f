//! What the theme changes on the pages of a shop (WordPress's theme support for one).
//!
//! The column of the theme registers it; the column of the shop reads it. The type takes what a page is rendered from
//! (`V`) as a parameter: see [`crate::wordpress::view`].

/// Wraps markup in elements of the theme.
pub type Wrap = fn(String) -> String;

/// The theme's part in a shop's pages.
pub struct ProductTheme<V> {
    /// Columns of the catalogue's lists.
    pub columns: fn(&V) -> usize,
    /// Number and columns of products beside a product.
    pub related: fn(&V) -> usize,
    /// Around the picture of a product in a list.
    pub list_picture: Wrap,
    /// Around pictures and summary of a product's page.
    pub product_head: Wrap,
    /// Whether products in lists have a button.
    pub has_list_button: bool,
    /// Whether pictures of a product zoom, slide and open in a lightbox.
    pub has_gallery: bool,
    /// Whether pictures of a product's page name further files for other screens.
    pub has_srcset: bool,
    /// Width of the avatars of reviews, in pixels.
    pub avatar_size: u32,
    /// Lines of the note on the checkout's page; `None`: those of the shop.
    pub note_rows: Option<u32>,
    /// What follows the details of an order.
    pub after_order: &'static str,
}

impl<V> Default for ProductTheme<V> {
    fn default() -> Self {
        Self {
            columns: |_| 4,
            related: |_| 4,
            list_picture: |picture| picture,
            product_head: |head| head,
            has_list_button: true,
            has_gallery: false,
            has_srcset: true,
            avatar_size: 60,
            note_rows: None,
            after_order: "",
        }
    }
}

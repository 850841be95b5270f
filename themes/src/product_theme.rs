//! What the theme changes on the pages of a shop (WordPress's theme support for one).
//!
//! The column of the theme registers it; the column of the shop reads it. The type takes what a page is rendered from
//! (`V`) and one rendering of it (`P`) as parameters: see [`crate::wordpress::view`].

use compat::wordpress::post::Post;

/// Wraps markup in elements of the theme.
pub type Wrap = fn(String) -> String;

/// The theme's part in a shop's pages.
pub struct ProductTheme<V, P> {
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
    /// The content of a product's page that was made with the theme's own builder: it stands in place of summary, tabs and
    /// lists; `None` for other products.
    pub built_product: fn(&mut P, &Post) -> Option<String>,
    /// The long description of a product whose content was made with the theme's own builder; `None` for other products.
    pub kept_description: fn(&V, &Post) -> Option<String>,
    /// Whether notices stand in the content of the page and not above it.
    pub prints_notices: fn(&V) -> bool,
    /// Whether the assets of products and of the checkout are on a page that shows a part of a shop.
    pub has_all_assets: bool,
}

impl<V, P> Default for ProductTheme<V, P> {
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
            built_product: |_, _| None,
            kept_description: |_, _| None,
            prints_notices: |_| false,
            has_all_assets: false,
        }
    }
}

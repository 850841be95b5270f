//! Elements whose content is kept in the library: what stands in for them while they are drawn.
//!
//! Contract "divi-server", section 1.3 (rules: [`compat::divi::global_module`]). The library's posts are loaded with the
//! page; an element that stands inside of itself is drawn as the page has it.

use compat::divi::attributes::Attributes;
use compat::divi::global_module::{
    EXCLUDED_OPTIONS, LIBRARY_TYPE, LibraryItem, global_module, is_replaced_whole, module,
    put_attributes, whole,
};
use compat::divi::migration::migrate;

use crate::wordpress::view::Page;

use super::render_state::RenderState;

/// What the library says of an element that is drawn.
#[derive(Debug, Default)]
pub struct GlobalModule {
    is_open: bool,
    is_whole: bool,
    content: Option<String>,
}

impl GlobalModule {
    /// Looks an element up and puts the library's attributes over its own. To be closed when the element is drawn.
    pub fn open(slug: &str, attributes: &mut Attributes, page: &mut Page) -> Self {
        let view = page.view.clone();
        let Some(id) = global_module(attributes) else {
            return Self::default();
        };
        let post = view.page_columns.divi.library.get(&id);
        let Some(post) = post.filter(|post| post.post_type == LIBRARY_TYPE) else {
            return Self::default();
        };
        if !RenderState::of(page).open_global_module(id, post.content.len()) {
            return Self::default();
        }
        let meta = view.objects.post_meta(id);
        let excluded = meta.raw(EXCLUDED_OPTIONS).map(String::from_utf8_lossy);
        let item = LibraryItem {
            content: &post.content,
            excluded_options: excluded.as_deref(),
        };
        let is_whole = is_replaced_whole(slug);
        let content = if is_whole {
            let content = whole(item, slug, attributes);
            put_attributes(slug, attributes, item);
            Some(content)
        } else {
            module(slug, attributes, item)
        };
        migrate(slug, attributes);
        Self {
            is_open: true,
            is_whole,
            content,
        }
    }

    /// Whether the library's content stands in for the whole element.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The library's content, where it counts.
    pub fn content(&self) -> Option<&str> {
        self.content.as_deref()
    }

    /// The element is drawn.
    pub fn close(&self, page: &mut Page) {
        if self.is_open {
            RenderState::of(page).close_global_module();
        }
    }
}

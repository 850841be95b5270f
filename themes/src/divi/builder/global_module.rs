//! Global modules: elements whose content or attributes come from the library.
//!
//! Contract "divi-server", section 1.3 (rules: [`compat::divi::global_module`]). The library's posts are loaded with the
//! page; for an element nested in itself the page's own content is used.

use compat::divi::BuilderPageData;
use compat::divi::attributes::Attributes;
use compat::divi::global_module::{
    EXCLUDED_OPTIONS, LIBRARY_TYPE, LibraryItem, global_module, is_replaced_whole, module,
    put_attributes, whole,
};
use compat::divi::migration::migrate;

use crate::wordpress::view::Page;

use super::render_state::RenderState;

/// The library's version of an element.
#[derive(Debug, Default)]
pub struct GlobalModule {
    is_open: bool,
    is_whole: bool,
    content: Option<String>,
}

impl GlobalModule {
    /// Looks up an element and merges the library's attributes over its own. Must be closed after rendering.
    pub fn open(slug: &str, attributes: &mut Attributes, page: &mut Page) -> Self {
        let view = page.view.clone();
        let Some(id) = global_module(attributes) else {
            return Self::default();
        };
        let post = view.page_data.get::<BuilderPageData>().library.get(&id);
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

    /// Whether the library's content replaces the whole element.
    pub fn is_whole(&self) -> bool {
        self.is_whole
    }

    /// The library's content, if it is used.
    pub fn content(&self) -> Option<&str> {
        self.content.as_deref()
    }

    /// Called after the element was rendered.
    pub fn close(&self, page: &mut Page) {
        if self.is_open {
            RenderState::of(page).close_global_module();
        }
    }
}

//! A builder module (`et_pb_*`).

use compat::divi::attributes::Attributes;
use compat::divi::layout::ContentModel;

use crate::wordpress::view::Page;

use super::element::Element;
use super::rendered::Rendered;

/// A module. A new one is one file in [`super::super::modules`] and one line in its list.
#[derive(Debug, Clone, Copy)]
pub struct Module {
    /// The shortcode, as in `et_pb_text`.
    pub slug: &'static str,
    /// Default attributes.
    pub defaults: &'static [(&'static str, &'static str)],
    /// Renders an element.
    pub render: Render,
}

/// How a module renders an element. The first two variants need only the element, so they can run in parallel.
#[derive(Debug, Clone, Copy)]
pub enum Render {
    /// Without its content.
    Leaf(fn(&Element<'_>) -> Rendered),
    /// With its rendered content.
    Around(fn(&Element<'_>, Rendered) -> Rendered),
    /// With the page's state: content of other posts, menus, players, assets.
    OnPage(OnPage),
}

/// [`Render::OnPage`].
#[derive(Debug, Clone, Copy)]
pub struct OnPage {
    /// How the content is processed.
    pub content: ContentModel,
    /// Whether an element with these attributes and this content needs the page.
    pub needs_page: fn(&Attributes, &str) -> bool,
    /// Renders an element, whose rendered content is given.
    pub render: fn(&Element<'_>, Rendered, &mut Page) -> Rendered,
}

impl OnPage {
    /// Without the content of the element.
    pub const fn leaf(render: fn(&Element<'_>, Rendered, &mut Page) -> Rendered) -> Render {
        Self::with(ContentModel::Ignored, |_, _| true, render)
    }

    /// With the content of the element.
    pub const fn around(render: fn(&Element<'_>, Rendered, &mut Page) -> Rendered) -> Render {
        Self::with(ContentModel::Elements, |_, _| true, render)
    }

    /// With every option.
    pub const fn with(
        content: ContentModel,
        needs_page: fn(&Attributes, &str) -> bool,
        render: fn(&Element<'_>, Rendered, &mut Page) -> Rendered,
    ) -> Render {
        Render::OnPage(Self {
            content,
            needs_page,
            render,
        })
    }
}

impl Render {
    /// How the content of elements is processed.
    pub fn content_model(&self) -> ContentModel {
        match self {
            Self::Leaf(_) => ContentModel::Ignored,
            Self::Around(_) => ContentModel::Elements,
            Self::OnPage(on_page) => on_page.content,
        }
    }
}

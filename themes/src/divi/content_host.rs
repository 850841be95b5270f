//! Implements the host interface of `compat::divi`'s content filters for [`Page`].

use compat::divi::content::{BuilderLayout, ContentHost};
use compat::wordpress::shop_content::ShopContent;

use crate::wordpress::post_class::post_format;
use crate::wordpress::view::{Page, View};

use super::post_settings::{gutter_width, is_pagebuilder_used};

/// The class of content that shows a part of a shop, with a leading space.
pub(super) fn shop_class(view: &View) -> &'static str {
    if view.page_data.get::<ShopContent>().is_shown {
        " product"
    } else {
        ""
    }
}

impl ContentHost for Page {
    fn builder_layout(&self) -> Option<BuilderLayout> {
        let view = &self.view;
        let post = view.objects.post(self.content_post?)?;
        is_pagebuilder_used(view, post).then(|| BuilderLayout {
            gutter_width: gutter_width(view),
            inner_classes: shop_class(view).to_owned(),
        })
    }

    fn shows_quote(&self) -> bool {
        let view = &self.view;
        self.content_post
            .and_then(|id| view.objects.post(id))
            .is_some_and(|post| post.post_type == "post" && post_format(view, post) == "quote")
    }
}

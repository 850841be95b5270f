//! The shop page, which represents the product archive.

use compat::wordpress::db::tag::SitePart;
use compat::wordpress::post::PostId;

use crate::wordpress::view::View;

/// `post_type_archive_title`: that of products is the title of the shop page.
pub fn archive_title(view: &View, post_type: &str, title: &mut String) {
    if post_type != "product" {
        return;
    }
    view.shows(SitePart::PageTitles);
    let shop = PostId(view.site.options.int("woocommerce_shop_page_id"));
    if let Some(page) = view.site.pages.get(shop)
        && !page.title.is_empty()
    {
        page.title.clone_into(title);
    }
}

//! Which menu item stands for the shown page of the catalogue (`wc_nav_menu_item_classes`).

use compat::woocommerce::catalogue::shop_page::ShopPage;
use compat::wordpress::menu::MenuItem;

use crate::wordpress::view::View;

/// The page of the blog is no longer the parent; the shop's page is the current one, or the parent of a product.
pub fn item_class(view: &View, item: &MenuItem, classes: &mut Vec<String>) {
    let Some(shown) = ShopPage::of(&view.query) else {
        return;
    };
    let blog = view.site.options.int("page_for_posts");
    let shop = view.site.options.int("woocommerce_shop_page_id");
    let mut add = |class: &str| {
        if !classes.iter().any(|held| held == class) {
            classes.push(class.to_owned());
        }
    };
    let is_shop = shop > 0 && item.object_id == shop;
    match shown {
        _ if blog > 0 && item.object_id == blog => {
            classes.retain(|c| c != "current_page_parent" && c != "current-menu-item");
        }
        ShopPage::Shop if is_shop && item.object == "page" => {
            add("current-menu-item");
            add("current_page_item");
        }
        ShopPage::Product if is_shop => add("current_page_parent"),
        _ => {}
    }
}

//! Polylang's switcher as a menu item: it is replaced by the languages, either flat or below the current one.
//!
//! Contract "wordpress-core", section 19.2. The item is a stored one with the URL `#pll_switcher`; its meta
//! [`OPTIONS`] contains the switcher's options. On a site without Polylang it is an ordinary item.

use compat::multilingual::{LanguageLink, PageLanguages, Plugin};
use compat::wordpress::formatting::escape::esc_html;
use compat::wordpress::menu::{MenuItem, MenuItemCopy, MenuItemTarget, NavMenu};

use super::polylang_switcher::{SwitcherArgs, classes, flag, links, named};
use crate::wordpress::view::View;

/// The meta key of a switcher item.
const OPTIONS: &str = "_pll_menu_item";

/// The menu with switchers replaced by languages; `None` for a menu without one.
pub(super) fn items(view: &View, menu: &NavMenu) -> Option<Vec<MenuItem>> {
    let languages = view.page_data.get::<Option<PageLanguages>>().as_ref();
    let languages = languages.filter(|languages| languages.plugin == Plugin::Polylang)?;
    let is_switcher = |item: &MenuItem| item.meta.value(OPTIONS).to_bool();
    if !menu.items.iter().any(is_switcher) {
        return None;
    }
    let is_rtl = view.locale.wp_locale().is_rtl;
    let mut items = Vec::new();
    for item in &menu.items {
        if is_switcher(item) {
            items.extend(switcher(languages, item, is_rtl));
        } else {
            items.push(item.clone());
        }
    }
    Some(items)
}

fn switcher(languages: &PageLanguages, item: &MenuItem, is_rtl: bool) -> Vec<MenuItem> {
    let options = item.meta.value(OPTIONS);
    let args = SwitcherArgs::of(&options, is_rtl);
    let is_dropdown = options.at("dropdown").to_bool();
    let own = languages.links.iter().find(|link| link.is_current);
    let mut items = Vec::new();
    if let Some(own) = own.filter(|_| is_dropdown) {
        items.push(MenuItem {
            title: title(own, args),
            attr_title: String::new(),
            classes: vec!["pll-parent-menu-item".to_owned()],
            ..item.clone()
        });
    }
    let listed = links(languages, args).enumerate();
    items.extend(listed.map(|(index, link)| language(item, link, index == 0, args, is_dropdown)));
    items
}

fn language(
    item: &MenuItem,
    link: &LanguageLink,
    is_first: bool,
    args: SwitcherArgs,
    is_below: bool,
) -> MenuItem {
    let tag = link.language.html_tag();
    let classes = classes(link, is_first);
    let copy = MenuItemCopy {
        suffix: link.language.code.clone(),
        link_attributes: vec![("hreflang", tag.clone()), ("lang", tag)],
        is_never_current: link.is_current,
        is_below,
    };
    MenuItem {
        parent: if is_below { item.id } else { item.parent },
        title: title(link, args),
        attr_title: String::new(),
        target_object: MenuItemTarget::Custom,
        url: args.address(link).to_owned(),
        classes: classes.split(' ').map(str::to_owned).collect(),
        copy: Some(copy),
        ..item.clone()
    }
}

/// Flag and name; the name when both are disabled.
fn title(link: &LanguageLink, args: SwitcherArgs) -> String {
    let name = esc_html(args.name(&link.language));
    match (args.has_flags, args.has_names) {
        (true, true) => named(&flag(&link.language, args), &name, args),
        (true, false) => flag(&link.language, args),
        (false, _) => name.into_owned(),
    }
}

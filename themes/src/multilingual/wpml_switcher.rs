//! WPML's switcher: a dropdown that opens on click or hover, or a list.
//!
//! Contract "wordpress-core", section 19.1. It is printed by shortcode, in the footer, in menus and in sidebars.
//! Shortcodes: `[wpml_language_switcher]` and the older `[wpml_language_selector_widget]`.

use std::sync::Arc;

use compat::multilingual::{
    LanguageLink, MenuSlot, PageLanguages, Plugin, SwitcherSettings, SwitcherTemplate,
};
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::menu::NavMenu;
use compat::wordpress::widget::Widget;

use crate::wordpress::head::url;
use crate::wordpress::view::{Page, View};
use crate::wordpress::widgets::WidgetOutput;

/// A slot of a switcher.
#[derive(Clone, Copy)]
struct Slot<'a> {
    /// The slot's group: `statics`, `sidebars`.
    group: &'a str,
    /// Its name.
    name: &'a str,
    settings: &'a SwitcherSettings,
}

/// Renders the switcher of the shortcode.
pub fn switcher(view: &View, languages: &PageLanguages) -> String {
    let slot = Slot {
        group: "statics",
        name: "shortcode_actions",
        settings: &languages.switcher.shortcode,
    };
    at_slot(view, languages, slot)
}

/// The footer switcher, if enabled.
pub(super) fn in_footer(page: &mut Page) -> String {
    let view = Arc::clone(&page.view);
    let Some(languages) = wpml_languages(&view) else {
        return String::new();
    };
    let Some(settings) = &languages.switcher.footer else {
        return String::new();
    };
    let slot = Slot {
        group: "statics",
        name: "footer",
        settings,
    };
    at_slot(&view, languages, slot)
}

/// The page's languages, if managed by WPML.
fn wpml_languages(view: &View) -> Option<&PageLanguages> {
    let languages = view.page_data.get::<Option<PageLanguages>>().as_ref();
    languages.filter(|languages| languages.plugin == Plugin::Wpml)
}

fn at_slot(view: &View, languages: &PageLanguages, slot: Slot<'_>) -> String {
    let own = languages.links.iter().find(|link| link.is_current);
    let Some(own) = own.filter(|_| languages.links.len() > 1) else {
        return String::new();
    };
    let template = slot.settings.template;
    let slug = template_slug(template);
    let is_dropdown = matches!(
        template,
        SwitcherTemplate::DropdownClick | SwitcherTemplate::Dropdown
    );
    let script = match is_dropdown {
        true => format!(" js-wpml-ls-{slug}"),
        false => String::new(),
    };
    let rtl = if view.locale.wp_locale().is_rtl {
        " wpml-ls-rtl"
    } else {
        ""
    };
    let touch = if view.visitor.device.is_mobile {
        " wpml-ls-touch-device"
    } else {
        ""
    };
    let items = match is_dropdown {
        true => dropdown(languages, own, slot),
        false => list(languages, slot),
    };
    let place = esc_attr(&format!("wpml-ls-{}-{}", slot.group, slot.name)).into_owned();
    format!(
        "<div class=\"{place} wpml-ls{rtl}{touch} wpml-ls-{slug}{script}\">\n<ul>\n{items}</ul>\n</div>\n"
    )
}

fn template_slug(template: SwitcherTemplate) -> &'static str {
    match template {
        SwitcherTemplate::DropdownClick => "legacy-dropdown-click",
        SwitcherTemplate::Dropdown => "legacy-dropdown",
        SwitcherTemplate::ListHorizontal => "legacy-list-horizontal",
        SwitcherTemplate::ListVertical => "legacy-list-vertical",
    }
}

/// The first and last listed language, including the current one.
fn item_classes(languages: &PageLanguages, link: &LanguageLink, slot: &str) -> String {
    let code = &link.language.code;
    let mut classes = format!("wpml-ls-slot-{slot} wpml-ls-item wpml-ls-item-{code}");
    let is =
        |other: Option<&LanguageLink>| other.is_some_and(|o| o.language.code == link.language.code);
    for (yes, class) in [
        (link.is_current, " wpml-ls-current-language"),
        (is(languages.links.first()), " wpml-ls-first-item"),
        (is(languages.links.last()), " wpml-ls-last-item"),
    ] {
        if yes {
            classes.push_str(class);
        }
    }
    esc_attr(&classes).into_owned()
}

fn dropdown(languages: &PageLanguages, own: &LanguageLink, slot: Slot<'_>) -> String {
    let slug = template_slug(slot.settings.template);
    let others = languages.links.iter().filter(|link| !link.is_current);
    let others: String = others
        .map(|link| {
            let class = item_classes(languages, link, slot.name);
            let anchor = anchor(languages, link, slot.settings);
            format!("<li class=\"{class}\">\n{anchor}</li>\n")
        })
        .collect();
    let is_click = slot.settings.template == SwitcherTemplate::DropdownClick;
    let (tabindex, sub_menu) = match is_click {
        true => ("", "js-wpml-ls-sub-menu wpml-ls-sub-menu"),
        false => ("tabindex=\"0\" ", "wpml-ls-sub-menu"),
    };
    format!(
        "<li {tabindex}class=\"{} wpml-ls-item-{slug}\">\n\
         <a href=\"#\" class=\"js-wpml-ls-item-toggle wpml-ls-item-toggle\">{}<span class=\"wpml-ls-native\">{}</span></a>\n\
         <ul class=\"{sub_menu}\">\n{others}</ul>\n</li>\n",
        item_classes(languages, own, slot.name),
        flag(own, slot.settings),
        esc_html(own_name(languages, own, slot.settings)),
    )
}

fn list(languages: &PageLanguages, slot: Slot<'_>) -> String {
    let slug = template_slug(slot.settings.template);
    let is_shown = |link: &&LanguageLink| slot.settings.display_own || !link.is_current;
    let listed = languages.links.iter().filter(is_shown);
    listed
        .map(|link| {
            let class = item_classes(languages, link, slot.name);
            let anchor = anchor(languages, link, slot.settings);
            format!("<li class=\"{class} wpml-ls-item-{slug}\">\n{anchor}</li>\n")
        })
        .collect()
}

fn flag(link: &LanguageLink, settings: &SwitcherSettings) -> String {
    let address = &link.language.flag;
    if !settings.display_flags || address.is_empty() {
        return String::new();
    }
    // Next to a name the flag's `alt` is empty.
    let has_name = settings.display_native || settings.display_current;
    let alt = if has_name {
        String::new()
    } else {
        esc_attr(&link.language.native_name).into_owned()
    };
    let side = |name: &str, pixels: i64| match pixels {
        1.. => format!(" {name}=\"{pixels}\""),
        _ => String::new(),
    };
    let (width, height) = settings.flag_size;
    format!(
        "<img class=\"wpml-ls-flag\" src=\"{}\" alt=\"{alt}\"{}{} />",
        url(address),
        side("width", width),
        side("height", height)
    )
}

/// The label of the current language: its translated name if shown, else the native one.
fn own_name<'a>(
    languages: &PageLanguages,
    link: &'a LanguageLink,
    settings: &SwitcherSettings,
) -> &'a str {
    match settings.display_current {
        true => link.language.name_in(&languages.current),
        false => &link.language.native_name,
    }
}

fn anchor(languages: &PageLanguages, link: &LanguageLink, settings: &SwitcherSettings) -> String {
    format!(
        "<a href=\"{}\" class=\"wpml-ls-link\">{}{}</a>\n",
        url(&link.url),
        flag(link, settings),
        names(languages, link, settings)
    )
}

fn names(languages: &PageLanguages, link: &LanguageLink, switcher: &SwitcherSettings) -> String {
    let language = &link.language;
    let native = esc_html(&language.native_name);
    let display = esc_html(language.name_in(&languages.current));
    let lang = match link.is_current {
        true => String::new(),
        false => format!(" lang=\"{}\"", esc_attr(&language.code)),
    };
    let native_span = format!("<span class=\"wpml-ls-native\"{lang}>{native}</span>");
    match (switcher.display_native, switcher.display_current) {
        (true, true) if native != display => format!(
            "{native_span}<span class=\"wpml-ls-display\"><span class=\"wpml-ls-bracket\"> (</span>{display}<span class=\"wpml-ls-bracket\">)</span></span>"
        ),
        (true, _) => native_span,
        (false, true) => format!("<span class=\"wpml-ls-display\">{display}</span>"),
        (false, false) => String::new(),
    }
}

/// Adds the switcher to a menu, if enabled.
pub(super) fn in_menu(view: &View, menu: &NavMenu, depth: usize, items: &mut String) {
    let Some(languages) = wpml_languages(view).filter(|l| l.links.len() > 1) else {
        return;
    };
    let Some(slot) = languages.switcher.menus.get(&menu.term.term_id.0) else {
        return;
    };
    let printed = menu_items(languages, slot, menu.term.term_id.0, depth != 1);
    match slot.is_before {
        true => items.insert_str(0, &printed),
        false => items.push_str(&printed),
    }
}

fn menu_items(languages: &PageLanguages, slot: &MenuSlot, menu: i64, is_deep: bool) -> String {
    let settings = &slot.settings;
    let has_list = slot.is_hierarchical && languages.links.iter().any(|link| link.is_current);
    let item = |link: &LanguageLink, below: &str| {
        let id = format!("wpml-ls-{menu}-{}", link.language.code);
        let parent = match below {
            "" => "",
            _ => " menu-item-has-children",
        };
        format!(
            "<li id=\"menu-item-{id}\" class=\"menu-item {} wpml-ls-menu-item menu-item-type-wpml_ls_menu_item \
             menu-item-object-wpml_ls_menu_item{parent} menu-item-{id}\"><a href=\"{}\">{}{}</a>{below}</li>\n",
            item_classes(languages, link, &menu.to_string()),
            url(&link.url),
            flag(link, settings),
            names(languages, link, settings),
        )
    };
    let is_shown = |link: &&LanguageLink| settings.display_own || !link.is_current || has_list;
    let links = languages.links.iter().filter(is_shown);
    if !has_list {
        return links.map(|link| item(link, "")).collect();
    }
    // The other languages are children of the current one; a menu of depth 1 omits them.
    let others = links.clone().filter(|link| !link.is_current);
    let others: String = others.map(|link| item(link, "")).collect();
    let below = match is_deep && !others.is_empty() {
        true => format!("\n<ul class=\"sub-menu\">\n{others}</ul>\n"),
        false => String::new(),
    };
    let own = links.filter(|link| link.is_current);
    own.map(|link| item(link, &below)).collect()
}

/// The plugin's widget: the switcher of its sidebar.
pub(super) fn widget(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let view = Arc::clone(&page.view);
    let languages = wpml_languages(&view)?;
    let area = widget.settings.at("slug").to_string_lossy().into_owned();
    let slot = Slot {
        group: "sidebars",
        name: &area,
        settings: languages.switcher.sidebars.get(&area)?,
    };
    let content = at_slot(&view, languages, slot);
    (!content.is_empty()).then(|| WidgetOutput {
        content,
        ..WidgetOutput::default()
    })
}

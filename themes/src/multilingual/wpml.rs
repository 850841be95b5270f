//! WPML's switcher: a dropdown that opens by a click or under the pointer, or a list.
//!
//! Contract "wordpress-core", section 19.1. Shortcodes: `[wpml_language_switcher]` and the older
//! `[wpml_language_selector_widget]`.

use compat::multilingual::{LanguageLink, PageLanguages, SwitcherTemplate};
use compat::wordpress::formatting::escape::{esc_attr, esc_html};

use crate::theme::{Column, Registry};
use crate::wordpress::head::url;
use crate::wordpress::view::{View, wp_is_mobile};

/// The shortcodes that WPML itself registers.
pub const COLUMN: Column = Column {
    name: "multilingual",
    is_active: |options| {
        options
            .raw("icl_sitepress_settings")
            .is_some_and(|raw| !raw.is_empty())
    },
    register,
};

fn register(registry: &mut Registry) {
    for tag in ["wpml_language_switcher", "wpml_language_selector_widget"] {
        registry
            .shortcodes
            .register(tag, |_, page| super::switcher::switcher(&page.view));
    }
}

/// Class of the slot of shortcodes.
const SLOT: &str = "wpml-ls-slot-shortcode_actions";

/// Prints the switcher.
pub fn switcher(view: &View, languages: &PageLanguages) -> String {
    let own = languages.links.iter().find(|link| link.is_current);
    let Some(own) = own.filter(|_| languages.links.len() > 1) else {
        return String::new();
    };
    let slug = template_slug(languages.switcher.template);
    let script = match languages.switcher.template {
        SwitcherTemplate::DropdownClick | SwitcherTemplate::Dropdown => {
            format!(" js-wpml-ls-{slug}")
        }
        _ => String::new(),
    };
    let rtl = if view.locale.wp_locale().is_rtl {
        " wpml-ls-rtl"
    } else {
        ""
    };
    let touch = if wp_is_mobile(&view.visitor.user_agent) {
        " wpml-ls-touch-device"
    } else {
        ""
    };
    let items = match languages.switcher.template {
        SwitcherTemplate::DropdownClick | SwitcherTemplate::Dropdown => {
            dropdown(languages, own, slug)
        }
        _ => list(languages, slug),
    };
    format!(
        "<div class=\"wpml-ls-statics-shortcode_actions wpml-ls{rtl}{touch} wpml-ls-{slug}{script}\">\n<ul>\n{items}</ul>\n</div>\n"
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

/// First and last among all languages that are listed, the page's own included.
fn item_classes(languages: &PageLanguages, link: &LanguageLink) -> String {
    let mut classes = format!("{SLOT} wpml-ls-item wpml-ls-item-{}", link.language.code);
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

fn dropdown(languages: &PageLanguages, own: &LanguageLink, slug: &str) -> String {
    let others = languages.links.iter().filter(|link| !link.is_current);
    let others: String = others
        .map(|link| {
            let class = item_classes(languages, link);
            format!("<li class=\"{class}\">\n{}</li>\n", anchor(languages, link))
        })
        .collect();
    let is_click = languages.switcher.template == SwitcherTemplate::DropdownClick;
    let (tabindex, sub_menu) = match is_click {
        true => ("", "js-wpml-ls-sub-menu wpml-ls-sub-menu"),
        false => ("tabindex=\"0\" ", "wpml-ls-sub-menu"),
    };
    format!(
        "<li {tabindex}class=\"{} wpml-ls-item-{slug}\">\n\
         <a href=\"#\" class=\"js-wpml-ls-item-toggle wpml-ls-item-toggle\">{}<span class=\"wpml-ls-native\">{}</span></a>\n\
         <ul class=\"{sub_menu}\">\n{others}</ul>\n</li>\n",
        item_classes(languages, own),
        flag(languages, own),
        esc_html(own_name(languages, own)),
    )
}

fn list(languages: &PageLanguages, slug: &str) -> String {
    let is_shown = |link: &&LanguageLink| languages.switcher.display_own || !link.is_current;
    let listed = languages.links.iter().filter(is_shown);
    listed
        .map(|link| {
            let class = item_classes(languages, link);
            let anchor = anchor(languages, link);
            format!("<li class=\"{class} wpml-ls-item-{slug}\">\n{anchor}</li>\n")
        })
        .collect()
}

fn flag(languages: &PageLanguages, link: &LanguageLink) -> String {
    let address = &link.language.flag;
    if !languages.switcher.display_flags || address.is_empty() {
        return String::new();
    }
    // With a name beside it the picture says nothing of its own.
    let has_name = languages.switcher.display_native || languages.switcher.display_current;
    let alt = if has_name {
        String::new()
    } else {
        esc_attr(&link.language.native_name).into_owned()
    };
    format!(
        "<img class=\"wpml-ls-flag\" src=\"{}\" alt=\"{alt}\" />",
        url(address)
    )
}

/// The page's own language: the name in the page's language where that is shown, else the native one.
fn own_name<'a>(languages: &PageLanguages, link: &'a LanguageLink) -> &'a str {
    match languages.switcher.display_current {
        true => link.language.name_in(&languages.current),
        false => &link.language.native_name,
    }
}

fn anchor(languages: &PageLanguages, link: &LanguageLink) -> String {
    format!(
        "<a href=\"{}\" class=\"wpml-ls-link\">{}{}</a>\n",
        url(&link.url),
        flag(languages, link),
        names(languages, link)
    )
}

fn names(languages: &PageLanguages, link: &LanguageLink) -> String {
    let (language, switcher) = (&link.language, &languages.switcher);
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

//! Polylang's switcher: the widget `polylang`, as a list or as a dropdown.
//!
//! Contract "wordpress-core", section 19.2. The switcher in menus is in [`super::polylang_menu`]. Flags are linked from
//! the plugin's folder; the plugin itself inlines the same images.

use compat::multilingual::{Language, LanguageLink, PageLanguages};
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::php::Value;
use compat::wordpress::php::json::json_encode;
use compat::wordpress::widget::Widget;

use crate::wordpress::head::url;
use crate::wordpress::view::Page;
use crate::wordpress::widgets::{WidgetOutput, widget_title};

/// PHP's `JSON_HEX_TAG`, which escapes `<` and `>`.
const JSON_HEX_TAG: u32 = 1;

/// The arguments of a switcher (`pll_the_languages`).
#[derive(Debug, Clone, Copy)]
pub(super) struct SwitcherArgs {
    hides_current: bool,
    hides_missing: bool,
    /// Whether flags are shown.
    pub(super) has_flags: bool,
    /// Whether names are shown.
    pub(super) has_names: bool,
    leads_home: bool,
    hides_empty: bool,
    has_codes: bool,
    is_rtl: bool,
}

impl SwitcherArgs {
    /// The settings of a widget or of a menu's item.
    pub(super) fn of(settings: &Value, is_rtl: bool) -> Self {
        let is_on = |name: &str| settings.at(name).to_bool();
        Self {
            hides_current: is_on("hide_current"),
            hides_missing: is_on("hide_if_no_translation"),
            has_flags: is_on("show_flags"),
            has_names: is_on("show_names") || !is_on("show_flags"),
            leads_home: is_on("force_home"),
            // Missing settings default to on.
            hides_empty: settings.get("hide_if_empty").is_none_or(Value::to_bool),
            has_codes: settings.at("display_names_as").to_string_lossy() == "slug",
            is_rtl,
        }
    }

    /// The label of a language: its name or its code.
    pub(super) fn name(self, language: &Language) -> &str {
        match self.has_codes {
            true => &language.code,
            false => &language.native_name,
        }
    }

    /// The URL of a language.
    pub(super) fn address(self, link: &LanguageLink) -> &str {
        match self.leads_home {
            true => &link.home,
            false => &link.url,
        }
    }
}

pub(super) fn widget(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let view = page.view.clone();
    let languages = view.page_data.get::<Option<PageLanguages>>().as_ref()?;
    let args = SwitcherArgs::of(&widget.settings, view.locale.wp_locale().is_rtl);
    let content = match widget.settings.at("dropdown").to_bool() {
        true => dropdown(languages, args, widget.number),
        false => format!("<ul>\n{}</ul>\n", items(languages, args)),
    };
    Some(WidgetOutput {
        title: widget_title(&view, widget, ""),
        content,
        ..WidgetOutput::default()
    })
}

/// The switcher for shortcodes.
pub fn switcher(languages: &PageLanguages) -> String {
    let args = SwitcherArgs::of(&Value::Null, false);
    format!("<ul>\n{}</ul>\n", items(languages, args))
}

/// The languages that a switcher lists.
pub(super) fn links(
    languages: &PageLanguages,
    args: SwitcherArgs,
) -> impl Iterator<Item = &LanguageLink> {
    languages.links.iter().filter(move |link| {
        let is_missing = !link.is_translated && !link.is_current;
        let is_empty = args.hides_empty && link.language.is_empty;
        !(is_empty || args.hides_current && link.is_current || args.hides_missing && is_missing)
    })
}

fn items(languages: &PageLanguages, args: SwitcherArgs) -> String {
    let item = |(index, link): (usize, &LanguageLink)| item(link, index == 0, args);
    links(languages, args).enumerate().map(item).collect()
}

/// The classes of a language in a list.
pub(super) fn classes(link: &LanguageLink, is_first: bool) -> String {
    let language = &link.language;
    let mut classes = format!(
        "lang-item lang-item-{} lang-item-{}",
        language.term_id, language.code
    );
    for (yes, class) in [
        (link.is_current, " current-lang"),
        (!link.is_translated && !link.is_current, " no-translation"),
        (is_first, " lang-item-first"),
    ] {
        if yes {
            classes.push_str(class);
        }
    }
    classes
}

/// A language's flag; empty when flags are disabled. Next to a name its `alt` is empty.
pub(super) fn flag(language: &Language, args: SwitcherArgs) -> String {
    if !args.has_flags || language.flag.is_empty() {
        return String::new();
    }
    let alt = match args.has_names {
        true => String::new(),
        false => esc_attr(args.name(language)).into_owned(),
    };
    format!(
        "<img src=\"{}\" alt=\"{alt}\" width=\"16\" height=\"11\" style=\"width: 16px; height: 11px;\" />",
        url(&language.flag),
    )
}

/// A flag next to a name.
pub(super) fn named(flag: &str, name: &str, args: SwitcherArgs) -> String {
    let side = if args.is_rtl { "right" } else { "left" };
    format!("{flag}<span style=\"margin-{side}:0.3em;\">{name}</span>")
}

fn item(link: &LanguageLink, is_first: bool, args: SwitcherArgs) -> String {
    let language = &link.language;
    let tag = language.html_tag();
    let name = esc_html(args.name(language));
    let flag = flag(language, args);
    let label = match (args.has_flags, args.has_names) {
        (true, true) => named(&flag, &name, args),
        (true, false) => flag,
        (false, _) => name.into_owned(),
    };
    format!(
        "\t<li class=\"{}\"><a lang=\"{tag}\" hreflang=\"{tag}\" href=\"{}\">{label}</a></li>\n",
        esc_attr(&classes(link, is_first)),
        url(args.address(link)),
        tag = esc_attr(&tag),
    )
}

/// A `select` whose script navigates to the language's URL.
fn dropdown(languages: &PageLanguages, args: SwitcherArgs, number: i64) -> String {
    let option = |link: &LanguageLink| {
        let selected = if link.is_current {
            " selected='selected'"
        } else {
            ""
        };
        format!(
            "\t<option value=\"{}\" lang=\"{}\"{selected}>{}</option>\n",
            esc_attr(&link.language.code),
            esc_attr(&link.language.html_tag()),
            esc_html(args.name(&link.language))
        )
    };
    // The dropdown contains the current language, even if lists omit it.
    let args = SwitcherArgs {
        hides_current: false,
        ..args
    };
    let options: String = links(languages, args).map(option).collect();
    let urls = links(languages, args).fold(Value::array(), |map, link| {
        map.with(link.language.code.as_str(), args.address(link))
    });
    let urls = json_encode(&urls, JSON_HEX_TAG).unwrap_or_default();
    format!(
        "<select name=\"lang_choice_{number}\" id=\"lang_choice_{number}\" class=\"pll-switcher-select\">\n{options}</select>\n\
         <script type=\"text/javascript\">\nvar urls_{number} = {urls};\n\
         document.getElementById(\"lang_choice_{number}\").onchange = function() {{ location.href = urls_{number}[this.value]; }};\n</script>\n"
    )
}

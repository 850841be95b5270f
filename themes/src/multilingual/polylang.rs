//! Polylang's switcher: the widget `polylang`, as a list or as a dropdown.
//!
//! Contract "wordpress-core", section 19.2. Not here: the switcher as an item of a menu.

use compat::multilingual::{LanguageLink, PageLanguages};
use compat::wordpress::formatting::escape::{esc_attr, esc_html};
use compat::wordpress::php::Value;
use compat::wordpress::php::json::json_encode;
use compat::wordpress::widget::Widget;

use crate::theme::{Column, Registry};
use crate::wordpress::head::url;
use crate::wordpress::view::Page;
use crate::wordpress::widgets::{WidgetOutput, widget_title};

/// PHP's flag that keeps `<` and `>` out of JSON.
const JSON_HEX_TAG: u32 = 1;

/// The widget that Polylang itself registers.
pub const COLUMN: Column = Column {
    name: "multilingual",
    is_active: |options| options.raw("polylang").is_some_and(|raw| !raw.is_empty()),
    register,
};

fn register(registry: &mut Registry) {
    registry
        .widgets
        .register("polylang", "widget_polylang", widget);
}

/// What a switcher shows.
#[derive(Debug, Clone, Copy)]
struct Looks {
    hides_current: bool,
    hides_missing: bool,
    has_flags: bool,
    has_names: bool,
    leads_home: bool,
}

impl Default for Looks {
    fn default() -> Self {
        Self {
            hides_current: false,
            hides_missing: false,
            has_flags: false,
            has_names: true,
            leads_home: false,
        }
    }
}

fn widget(page: &mut Page, widget: &Widget) -> Option<WidgetOutput> {
    let view = page.view.clone();
    let languages = view.page_languages.as_ref()?;
    let is_on = |name: &str| widget.settings.at(name).to_bool();
    let looks = Looks {
        hides_current: is_on("hide_current"),
        hides_missing: is_on("hide_if_no_translation"),
        has_flags: is_on("show_flags"),
        has_names: is_on("show_names") || !is_on("show_flags"),
        leads_home: is_on("force_home"),
    };
    let content = match is_on("dropdown") {
        true => dropdown(languages, widget.number),
        false => format!("<ul>\n{}</ul>\n", items(languages, looks)),
    };
    Some(WidgetOutput {
        title: widget_title(&view, widget, ""),
        content,
        ..WidgetOutput::default()
    })
}

/// The switcher of a page, for the shortcodes that a site has chosen itself.
pub fn switcher(languages: &PageLanguages) -> String {
    format!("<ul>\n{}</ul>\n", items(languages, Looks::default()))
}

fn items(languages: &PageLanguages, looks: Looks) -> String {
    let listed = languages.links.iter().filter(|link| {
        !(looks.hides_current && link.is_current || looks.hides_missing && !link.is_translated)
    });
    let item = |(index, link): (usize, &LanguageLink)| item(link, index == 0, looks);
    listed.enumerate().map(item).collect()
}

fn item(link: &LanguageLink, is_first: bool, looks: Looks) -> String {
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
    let tag = language.html_tag();
    let name = esc_html(&language.native_name);
    let flag = match looks.has_flags && !language.flag.is_empty() {
        true => format!(
            "<img src=\"{}\" alt=\"{}\" />",
            url(&language.flag),
            esc_attr(&language.native_name)
        ),
        false => String::new(),
    };
    let name = match (looks.has_names, flag.is_empty()) {
        (true, true) => name.into_owned(),
        (true, false) => format!("<span style=\"margin-left:0.3em;\">{name}</span>"),
        (false, _) => String::new(),
    };
    let address = if looks.leads_home {
        &link.home
    } else {
        &link.url
    };
    format!(
        "\t<li class=\"{}\"><a lang=\"{tag}\" hreflang=\"{tag}\" href=\"{}\">{flag}{name}</a></li>\n",
        esc_attr(&classes),
        url(address),
        tag = esc_attr(&tag),
    )
}

/// A choice whose script leads to the address of the language.
fn dropdown(languages: &PageLanguages, number: i64) -> String {
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
            esc_html(&link.language.native_name)
        )
    };
    let options: String = languages.links.iter().map(option).collect();
    let urls = languages.links.iter().fold(Value::array(), |map, link| {
        map.with(link.language.code.as_str(), link.url.as_str())
    });
    let urls = json_encode(&urls, JSON_HEX_TAG).unwrap_or_default();
    format!(
        "<select name=\"lang_choice_{number}\" id=\"lang_choice_{number}\" class=\"pll-switcher-select\">\n{options}</select>\n\
         <script type=\"text/javascript\">\nvar urls_{number} = {urls};\n\
         document.getElementById(\"lang_choice_{number}\").onchange = function() {{ location.href = urls_{number}[this.value]; }};\n</script>\n"
    )
}

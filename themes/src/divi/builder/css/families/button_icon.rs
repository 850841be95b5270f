//! The icon of a button: left or right of the text, always visible or on hover only.
//!
//! Contract "divi-server", section 6.5.

use compat::divi::range_value::process_range_value;
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::icon_font::icon_font;
use super::super::selectors::Row;
use super::super::styles::{Styles, name};

const BASE: &str = "body #page-container .et_pb_section ";
const CUSTOM_ICON: &str = "body.et_button_custom_icon #page-container ";

/// The icon options of a button.
#[derive(Debug, Default)]
pub struct ButtonIcon {
    is_off: bool,
    icon: String,
    color: String,
    is_left: bool,
    /// `on`, `off`, or empty when it is not set.
    on_hover: String,
    is_on_hover_said: bool,
}

impl ButtonIcon {
    /// Whether the size of the icon follows the text size: only that of the default arrow does.
    pub fn follows_size(&self) -> bool {
        !self.is_off && self.icon.is_empty()
    }

    fn is_always_there(&self) -> bool {
        self.on_hover == "off"
    }

    fn font(&self) -> String {
        let (family, weight) = icon_font(&self.icon);
        format!("font-family: {family} !important; font-weight: {weight} !important;")
    }
}

/// Reads the icon options of a button.
pub fn read(
    styles: &Styles<'_>,
    row: &Row,
    get: &dyn Fn(&Styles<'_>, &str) -> String,
) -> ButtonIcon {
    ButtonIcon {
        is_off: get(styles, "use_icon") == "off",
        icon: get(styles, "icon"),
        color: get(styles, "icon_color"),
        is_left: get(styles, "icon_placement") == "left",
        on_hover: get(styles, "on_hover"),
        is_on_hover_said: !get(styles, "on_hover").is_empty()
            && styles.joined(&[&row.prefix, "on_hover"]) != "off",
    }
}

/// Adds the rules without media query.
pub fn add(styles: &mut Styles<'_>, main: &str, icon: &ButtonIcon, size: Option<&str>) {
    let base = based(main, "");
    let general = Media::General;
    if icon.is_on_hover_said && !icon.is_left {
        let hovered = based(main, ":hover");
        styles.add(general, &hovered, "padding-right: 2em;padding-left: 0.7em;");
    }
    // The buttons of social networks have no icon.
    if styles.module().starts_with("social_media_follow") {
        let both = name(&[&based(main, ":before"), ", ", &based(main, ":after")]);
        styles.add(general, &both, "display:none !important;");
        return;
    }
    if icon.is_off {
        let both = name(&[&base, ", ", &based(main, ":hover")]);
        styles.add(general, &both, "padding: 0.3em 1em !important;");
        let both = name(&[&based(main, ":before"), ", ", &based(main, ":after")]);
        styles.add(general, &both, "display:none !important;");
        return;
    }
    if icon.is_left {
        add_left(styles, main, icon);
    } else {
        add_right(styles, main, icon, size);
    }
}

fn add_left(styles: &mut Styles<'_>, main: &str, icon: &ButtonIcon) {
    let general = Media::General;
    let shown = icon.is_always_there();
    if shown {
        styles.add(
            general,
            &based(main, ""),
            "padding-right: 0.7em; padding-left:2em;",
        );
    } else {
        styles.add(
            general,
            &based(main, ":hover"),
            "padding-right: 0.7em; padding-left:2em;",
        );
    }
    styles.add(general, &based(main, ":after"), "display: none;");
    let color = color(icon);
    let font = icon.font();
    let opacity = if shown { "1" } else { "0" };
    let size = if icon.icon.is_empty() {
        ""
    } else {
        "font-size: inherit !important; "
    };
    styles.add(
        general,
        &based(main, ":before"),
        &format!(
            "content: attr(data-icon); {font} {color}line-height: inherit; {size}opacity:{opacity}; \
             margin-left: -1.3em; right:auto; display: inline-block; {font}"
        ),
    );
    let at = if shown {
        " margin-left: -1.3em;"
    } else {
        " opacity:1;"
    };
    let css = format!("margin-left:.3em; right: auto;{at}");
    styles.add(general, &based(main, ":hover:before"), &css);
}

fn color(icon: &ButtonIcon) -> String {
    if icon.color.is_empty() {
        String::new()
    } else {
        format!("color:{}; ", esc_html(&icon.color))
    }
}

fn add_right(styles: &mut Styles<'_>, main: &str, icon: &ButtonIcon, size: Option<&str>) {
    let general = Media::General;
    let shown = icon.is_always_there();
    if shown {
        let both = name(&[&based(main, ""), ", ", &based(main, ":hover")]);
        styles.add(general, &both, "padding-right: 2em; padding-left: 0.7em;");
    }
    let color = color(icon);
    if !icon.icon.is_empty() {
        let opacity = if shown { "1" } else { "0" };
        let font = icon.font();
        let place = if shown {
            "margin-left: .3em; left: auto;"
        } else {
            "margin-left: -1em; left:auto;"
        };
        let css = format!(
            "line-height: inherit; font-size: inherit !important; opacity:{opacity}; {place} \
             display: inline-block; {font} {color}"
        );
        styles.add(general, &based(main, ":after"), css.trim());
        let css = "margin-left: .3em; left: auto; opacity: 1;";
        styles.add(general, &based(main, ":hover:after"), css);
        return;
    }
    if icon.is_on_hover_said {
        styles.add(general, &based(main, ":hover:after"), "opacity: 1;");
    }
    if let Some(size) = size {
        add_icon_size(styles, main, Media::General, size);
    }
    let shown_css = if shown {
        "opacity: 1; display: inline-block;"
    } else {
        "opacity:0; display: inline-block;"
    };
    let css = if icon.is_on_hover_said || shown {
        shown_css
    } else {
        ""
    };
    styles.add(general, &based(main, ":after"), &name(&[&color, css]));
}

/// Adds the rules of a tablet or phone.
pub fn add_narrow(styles: &mut Styles<'_>, main: &str, icon: &ButtonIcon, media: Media) {
    let is_social = styles.module().starts_with("social_media_follow");
    if icon.is_off || is_social {
        return;
    }
    let shown = icon.is_always_there();
    let opacity = if shown { "1" } else { "0" };
    let font = icon.font();
    if icon.is_left {
        let css = format!(
            "line-height: inherit; font-size: inherit !important; margin-left: -1.3em; right: auto; \
             display: inline-block; opacity: {opacity}; content: attr(data-icon); {font}"
        );
        styles.add(media, &based(main, ":before"), &css);
        styles.add(media, &based(main, ":after"), "display: none;");
        let at = if shown {
            " margin-left: -1.3em;"
        } else {
            " opacity: 1;"
        };
        let css = format!("margin-left:.3em; right: auto;{at}");
        styles.add(media, &based(main, ":hover:before"), &css);
        return;
    }
    if icon.icon.is_empty() {
        // Child modules print only what their parent does not print for all of them.
        if matches!(styles.module(), "slide" | "pricing_table") {
            styles.add(
                media,
                &based(main, ":after"),
                &format!("opacity: {opacity};"),
            );
            return;
        }
        let css = format!("display: inline-block; opacity: {opacity};");
        styles.add(media, &based(main, ":after"), &css);
        styles.add(media, &based(main, ":hover:after"), "opacity: 1;");
        return;
    }
    let place = if shown {
        "margin-left: .3em;"
    } else {
        "margin-left: -1em;"
    };
    let css = format!(
        "line-height: inherit; font-size: inherit !important; {place} left: auto; \
         display: inline-block; opacity: {opacity}; content: attr(data-icon); {font}"
    );
    styles.add(media, &based(main, ":after"), &css);
    styles.add(media, &based(main, ":before"), "display: none;");
    let css = "margin-left: .3em; left: auto; opacity: 1;";
    styles.add(media, &based(main, ":hover:after"), css);
}

/// Adds a prefix and a suffix to each part of a selector list.
fn parts(before: &str, selector: &str, behind: &str) -> String {
    let parts = selector
        .split(", ")
        .map(|part| name(&[before, part, behind]));
    parts.collect::<Vec<_>>().join(", ")
}

/// [`parts`] with the prefix of button rules.
pub(super) fn based(selector: &str, behind: &str) -> String {
    parts(BASE, selector, behind)
}

/// Adds the size of the icon, as the text size has it.
pub(super) fn add_icon_size(styles: &mut Styles<'_>, main: &str, media: Media, size: &str) {
    let size = process_range_value(size, "");
    styles.add(media, &based(main, ":after"), "font-size:1.6em;");
    let css = format!("font-size:{};", esc_html(&size));
    styles.add(media, &parts(CUSTOM_ICON, main, ":after"), &css);
}

//! Form fields: colours of background, text and placeholder, with and without focus.
//!
//! Contract "divi-css", section 14.

use compat::divi::attributes::{State, is_filled};
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::config::Config;
use super::super::styles::{DEVICES, Styles, name};

const PLACEHOLDERS: [&str; 4] = [
    "::placeholder",
    "::-webkit-input-placeholder",
    "::-moz-placeholder",
    "::-ms-input-placeholder",
];

/// Adds the rules of all fields.
pub fn add(styles: &mut Styles<'_>) {
    for (field, config) in styles.fields.advanced.get("form_field").entries() {
        if styles.has(&name(&[field, "_"])) {
            add_field(styles, field, config);
        }
    }
}

/// The selectors of a field.
struct Field<'f> {
    name: &'f str,
    config: Config<'f>,
    main: String,
    /// What placeholders follow.
    base: String,
}

#[expect(
    clippy::too_many_lines,
    reason = "the steps of the contract, in their order"
)]
fn add_field(styles: &mut Styles<'_>, field: &str, config: Config<'_>) {
    let input = name(&[&styles.fields.main, " .input"]);
    let main = config
        .text(&["css", "main"])
        .unwrap_or_else(|| input.clone());
    let field = Field {
        name: field,
        config,
        base: if main.contains(',') {
            input
        } else {
            main.clone()
        },
        main,
    };
    let hover = field
        .css("hover")
        .unwrap_or_else(|| name(&[&field.main, ":hover"]));
    let focus = field
        .css("focus")
        .unwrap_or_else(|| name(&[&field.main, ":focus"]));
    let focus_hover = field.css("focus_hover");
    let focus_hover = focus_hover.unwrap_or_else(|| name(&[&field.main, ":focus:hover"]));
    let or = |key: &str, other: &str| field.css(key).unwrap_or_else(|| other.to_owned());
    let background = "background-color";
    let plain = [
        or("background_color", &field.main),
        or("background_color_hover", &hover),
    ];
    let focused = [
        or("focus_background_color", &focus),
        or("focus_background_color_hover", &focus_hover),
    ];
    // First the plain colours in all states, then those with focus.
    field.devices(
        styles,
        "background_color",
        background,
        &plain[0],
        "background_color",
    );
    field.devices(
        styles,
        "alternating_background_color",
        background,
        &or("alternating_background_color", &field.main),
        "alternating_background_color",
    );
    field.state(
        styles,
        "background_color",
        background,
        &plain[1],
        "background_color",
        State::Hover,
    );
    field.state(
        styles,
        "alternating_background_color",
        background,
        &or("alternating_background_color_hover", &hover),
        "alternating_background_color",
        State::Hover,
    );
    let sticky = styles.sticky_of(&field.main);
    field.state(
        styles,
        "background_color",
        background,
        &sticky,
        "background_color",
        State::Sticky,
    );
    field.devices(
        styles,
        "focus_background_color",
        background,
        &focused[0],
        "focus_background_color",
    );
    field.state(
        styles,
        "focus_background_color",
        background,
        &focused[1],
        "focus_background_color",
        State::Hover,
    );
    let sticky = styles.sticky_of(&focused[0]);
    field.state(
        styles,
        "focus_background_color",
        background,
        &sticky,
        "focus_background_color",
        State::Sticky,
    );
    field.text_colors(styles, &hover, &focus, &focus_hover);
}

impl Field<'_> {
    fn css(&self, key: &str) -> Option<String> {
        self.config.text(&["css", key])
    }

    fn option(&self, option: &str) -> String {
        name(&[self.name, "_", option])
    }

    /// The placeholders in a state; none where the field has its own options for them.
    fn placeholders(&self, end: &str) -> Option<String> {
        if self.config.get("placeholder").is_off() {
            return None;
        }
        let own = match end {
            "" => self.css("placeholder"),
            ":focus" => self.css("placeholder_focus"),
            _ => None,
        };
        let list = PLACEHOLDERS.map(|placeholder| name(&[&self.base, end, placeholder]));
        Some(own.unwrap_or_else(|| list.join(", ")))
    }

    fn end(&self, important: &str) -> &'static str {
        if self.config.is_important(important) {
            " !important"
        } else {
            ""
        }
    }

    fn devices(
        &self,
        styles: &mut Styles<'_>,
        option: &str,
        property: &str,
        selector: &str,
        important: &str,
    ) {
        let values = styles.three(&self.option(option), "");
        for ((media, _), value) in DEVICES.into_iter().zip(values) {
            if is_filled(value) {
                let css = format!("{property}: {}{};", esc_html(value), self.end(important));
                styles.rule(media, selector, &css);
            }
        }
    }

    fn state(
        &self,
        styles: &mut Styles<'_>,
        option: &str,
        property: &str,
        selector: &str,
        important: &str,
        state: State,
    ) {
        let option = self.option(option);
        let value = match state {
            State::Hover if styles.hover(&option) == styles.get(&option) => "",
            State::Hover => styles.hover(&option),
            _ => styles.sticky(&option),
        };
        if is_filled(value) {
            let end = self.end(important);
            let end = if end.is_empty() { ";" } else { " !important;;" };
            let css = format!("{property}:{}{end}", esc_html(value));
            styles.rule(Media::General, selector, &css);
        }
    }

    /// The colours of text and placeholders, without and with focus.
    fn text_colors(&self, styles: &mut Styles<'_>, hover: &str, focus: &str, focus_hover: &str) {
        let or = |key: &str, other: &str| self.css(key).unwrap_or_else(|| other.to_owned());
        for (option, key, place, on_hover, ends) in [
            (
                "text_color",
                "form_text_color",
                self.main.as_str(),
                hover,
                ["", ":hover"],
            ),
            (
                "focus_text_color",
                "focus_text_color",
                focus,
                focus_hover,
                [":focus", ":focus:hover"],
            ),
        ] {
            let list = |selector: String, end: &str| match self.placeholders(end) {
                Some(placeholders) => name(&[&selector, ", ", &placeholders]),
                None => selector,
            };
            let normal = or(key, place);
            let on_hover = list(or(&name(&[key, "_hover"]), on_hover), ends[1]);
            let with_placeholder = list(normal.clone(), ends[0]);
            self.devices(
                styles,
                option,
                "color",
                &with_placeholder,
                "form_text_color",
            );
            self.state(
                styles,
                option,
                "color",
                &on_hover,
                "form_text_color",
                State::Hover,
            );
            let sticky = styles.sticky_of(&list(place.to_owned(), ends[0]));
            self.state(
                styles,
                option,
                "color",
                &sticky,
                "form_text_color",
                State::Sticky,
            );
        }
    }
}

//! Text shadows of text groups, the element's text, buttons and form fields.
//!
//! Contract "divi-css", section 6.

use compat::divi::attributes::{State, is_filled};
use compat::wordpress::formatting::escape::esc_html;

use super::super::super::style_sheet::Media;
use super::super::config::Config;
use super::super::flag::Flag;
use super::super::styles::{Styles, hover_at_end, name};

const PARTS: [&str; 4] = [
    "_horizontal_length",
    "_vertical_length",
    "_blur_strength",
    "_color",
];

/// A group of options and where its shadow is printed.
struct Group {
    /// The options' names without the part.
    option: String,
    selectors: Vec<String>,
    hover: Option<String>,
    sticky: Option<String>,
    is_important: bool,
    /// Whether the selector of the sticky state is that of an element inside a sticky one.
    is_inside: bool,
}

/// Adds the rules.
pub fn add(styles: &mut Styles<'_>) {
    if !styles.has("text_shadow")
        && !styles
            .attributes
            .iter()
            .any(|(n, _)| n.contains("text_shadow_"))
    {
        return;
    }
    let groups = groups(styles);
    for (media, state) in [
        (Media::General, State::Desktop),
        (Media::Max980, State::Tablet),
        (Media::Max767, State::Phone),
        (Media::General, State::Hover),
        (Media::General, State::Sticky),
    ] {
        for group in &groups {
            add_state(styles, group, media, state);
        }
    }
}

fn important(config: Config<'_>) -> bool {
    config.is_important("text-shadow")
}

#[expect(
    clippy::too_many_lines,
    reason = "the steps of the contract, in their order"
)]
fn groups(styles: &Styles<'_>) -> Vec<Group> {
    let fields = styles.class_fields();
    let advanced = fields.advanced;
    let mut groups = Vec::new();
    let list = |config: Config<'_>, key: &str| {
        let list = config.get("css").get(key).list();
        list.into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    let first = |lists: Vec<Vec<String>>, default: String| {
        let found = lists.into_iter().find(|list| !list.is_empty());
        found.unwrap_or_else(|| vec![default])
    };
    let mut add = |option: String,
                   config: Config<'_>,
                   selectors: Vec<String>,
                   is_important: bool,
                   is_inside: bool| {
        let style = name(&[&option, "_style"]);
        if !fields.has(&style) && !fields.has(&name(&[&option, "_color"])) {
            return;
        }
        let stored = styles.attributes.value(&style).get(State::Desktop);
        let value = if stored.is_some() {
            styles.get(&style)
        } else {
            "none"
        };
        if value != "none" {
            groups.push(Group {
                option,
                selectors,
                hover: config
                    .text(&["css", "text_shadow_hover"])
                    .or_else(|| config.text(&["css", "hover"])),
                sticky: config
                    .text(&["css", "text_shadow_sticky"])
                    .or_else(|| config.text(&["css", "sticky"])),
                is_important,
                is_inside,
            });
        }
    };
    for (group, config) in advanced.get("fonts").entries() {
        if config.get("hide_text_shadow").is_on() {
            continue;
        }
        let selectors = first(
            vec![list(config, "text_shadow"), list(config, "main")],
            fields.main.clone(),
        );
        let selectors = vec![selectors.join(", ")];
        add(
            name(&[group, "_text_shadow"]),
            config,
            selectors,
            important(config),
            false,
        );
    }
    let text = advanced.get("text");
    if !text.is_off() {
        let selectors = first(
            vec![list(text, "text_shadow"), list(text, "main")],
            fields.main.clone(),
        );
        add(
            "text_shadow".to_owned(),
            text,
            selectors,
            important(text),
            false,
        );
    }
    for (button, config) in advanced.get("button").entries() {
        let default = name(&[&fields.main, " .et_pb_button"]);
        let selectors = first(vec![list(config, "main")], default);
        let is_inside = styles.fields.is(Flag::WrappedLink);
        add(
            name(&[button, "_text_shadow"]),
            config,
            selectors,
            important(config),
            is_inside,
        );
    }
    for (field, config) in advanced.get("form_field").entries() {
        let default = name(&[&fields.main, " .input"]);
        let lists = vec![list(config, "text_shadow"), list(config, "main")];
        let option = name(&[field, "_text_shadow"]);
        add(
            option,
            config,
            first(lists, default),
            important(config),
            false,
        );
    }
    groups
}

fn css(values: [&str; 4], is_important: bool) -> String {
    let values = values.into_iter().filter(|value| is_filled(value));
    let values: Vec<_> = values.map(esc_html).collect();
    let end = if is_important { "!important" } else { "" };
    format!("text-shadow: {}{end};", values.join(" "))
}

fn add_state(styles: &mut Styles<'_>, group: &Group, media: Media, state: State) {
    let names = PARTS.map(|part| name(&[&group.option, part]));
    let plain = names.each_ref().map(|option| styles.get(option));
    let values = match state {
        State::Desktop => plain,
        State::Tablet | State::Phone => {
            if !names.iter().any(|option| styles.is_responsive(option)) {
                return;
            }
            names.each_ref().map(|option| {
                if styles.is_responsive(option) {
                    styles.forced(option, state, "")
                } else {
                    styles.get(option)
                }
            })
        }
        _ => names.each_ref().map(|option| {
            let value = if state == State::Hover {
                styles.hover(option)
            } else {
                styles.sticky(option)
            };
            if value.is_empty() {
                styles.get(option)
            } else {
                value
            }
        }),
    };
    let css_of_state = css(values, group.is_important);
    if matches!(state, State::Hover | State::Sticky)
        && css_of_state == css(plain, group.is_important)
    {
        return;
    }
    let derived = |selector: &String| match state {
        State::Hover => group
            .hover
            .clone()
            .unwrap_or_else(|| hover_at_end(selector)),
        State::Sticky if group.is_inside => super::super::styles::inside_sticky(selector),
        State::Sticky => group
            .sticky
            .clone()
            .unwrap_or_else(|| styles.sticky_after_content(selector)),
        _ => selector.clone(),
    };
    let selectors: Vec<_> = group.selectors.iter().map(derived).collect();
    for selector in selectors {
        styles.rule_p(media, &selector, &css_of_state);
    }
}

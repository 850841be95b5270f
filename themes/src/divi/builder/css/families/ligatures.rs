//! Ligatures do not go with letter spacing: some browsers need a rule that switches them off.
//!
//! Contract "divi-css", section 7.3.

use compat::divi::attributes::State;

use super::super::super::style_sheet::Media;
use super::super::styles::Styles;

/// The selectors of texts with letter spacing, in order.
#[derive(Debug, Default)]
pub(super) struct Ligatures(Vec<String>);

impl Ligatures {
    /// Notes the rule of a text.
    pub(super) fn note(&mut self, selector: &str, css: &str, default: &str) {
        if css.contains("letter-spacing") {
            for browser in ["safari", "iphone", "uiwebview"] {
                self.change(selector, css, default, browser);
            }
        }
    }

    /// Notes the rule of a device.
    pub(super) fn note_device(&mut self, selector: &str, css: &str, default: &str, device: State) {
        let browser = match device {
            State::Phone => "iphone",
            _ => "uiwebview",
        };
        self.change(selector, css, default, browser);
    }

    fn change(&mut self, selector: &str, css: &str, default: &str, browser: &str) {
        let parts = selector
            .split(',')
            .map(|part| format!("body.{browser} {part}"));
        let selector = parts.collect::<Vec<_>>().join(",");
        let spacing = css.replace("letter-spacing", "");
        let spacing: String = spacing
            .chars()
            .filter(char::is_ascii_alphanumeric)
            .collect();
        let is_default = integer(&spacing) == 0 && integer(default) == 0;
        if is_default {
            self.0.retain(|known| *known != selector);
        } else if !self.0.contains(&selector) {
            self.0.push(selector);
        }
    }

    /// Prints the rules.
    pub(super) fn print(self, styles: &mut Styles<'_>) {
        for selector in self.0 {
            let css = "font-variant-ligatures: no-common-ligatures;";
            styles.rule_p(Media::General, &selector, css);
        }
    }
}

/// The integer at the beginning of a text.
fn integer(text: &str) -> u64 {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    text.get(..end)
        .and_then(|digits| digits.parse().ok())
        .unwrap_or_default()
}

//! What an element does to the list of texts with letter spacing, with which ligatures do not go.
//!
//! Contract "divi-css", section 7.3. The rules: [`super::ligature_rules`].

use compat::divi::attributes::State;

/// What an element does to the list of its kind, and where it prints the list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Ligatures {
    /// Selectors that it adds (true) or takes out.
    pub changes: Vec<(String, bool)>,
    /// How many rules of the element stand before the list.
    pub place: usize,
    /// Whether the family of fonts prints anything for the element, so that it prints the list too.
    pub is_open: bool,
}

impl Ligatures {
    /// Notes the rule of a text.
    pub fn note(&mut self, selector: &str, css: &str, default: &str) {
        if css.contains("letter-spacing") {
            for browser in ["safari", "iphone", "uiwebview"] {
                self.change(selector, css, default, browser);
            }
        }
    }

    /// Notes the rule of a device.
    pub fn note_device(&mut self, selector: &str, css: &str, default: &str, device: State) {
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
        self.changes.push((selector, !is_default));
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

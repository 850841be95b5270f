//! A form's additional settings: one `name: value` a line.
//!
//! Contract "contact-form-7", section 19. What a setting does is done where it matters: the form's markup,
//! the submission, the storage.

/// The additional settings of a form, as stored.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AdditionalSettings {
    lines: Vec<(String, String)>,
    /// Whether forms have nonces without a setting of their own (`WPCF7_VERIFY_NONCE`).
    pub verify_nonce: bool,
}

impl AdditionalSettings {
    /// Reads the stored text; lines that are no setting are left out.
    pub fn parse(text: &str) -> Self {
        let setting = |line: &str| {
            let (name, value) = line.split_once(':')?;
            let name = name.trim_end_matches([' ', '\t']);
            let is_name =
                !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
            is_name.then(|| (name.to_owned(), value.trim().to_owned()))
        };
        Self {
            lines: text.lines().filter_map(setting).collect(),
            verify_nonce: false,
        }
    }

    /// The first value of a setting.
    pub fn get(&self, name: &str) -> Option<&str> {
        let mut found = self.lines.iter().filter(|(n, _)| n == name);
        found.next().map(|(_, value)| value.as_str())
    }

    /// Whether a setting is switched on.
    pub fn is_true(&self, name: &str) -> bool {
        matches!(self.get(name), Some("on" | "true" | "1"))
    }

    /// Whether a setting is switched off.
    pub fn is_false(&self, name: &str) -> bool {
        matches!(self.get(name), Some("off" | "false" | "0"))
    }

    /// All settings in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.lines
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }

    /// `demo_mode`: nothing is sent or stored.
    pub fn is_in_demo_mode(&self) -> bool {
        self.is_true("demo_mode")
    }

    /// Whether forms carry and check a nonce of a logged-in visitor.
    pub fn is_nonce_active(&self) -> bool {
        self.verify_nonce || self.is_true("subscribers_only")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_settings_count_and_the_first_of_a_name() {
        let text = "# demo_mode: on\n demo_mode: on\nskip_mail \t: on \r\ndo_not_store: TRUE\nskip_mail: off\na-b: on";
        let settings = AdditionalSettings::parse(text);
        assert!(!settings.is_in_demo_mode());
        assert!(settings.is_true("skip_mail"));
        assert!(!settings.is_true("do_not_store") && !settings.is_false("do_not_store"));
        assert_eq!(settings.get("a-b"), None);
    }
}

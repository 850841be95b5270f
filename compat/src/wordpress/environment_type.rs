//! `wp_get_environment_type`: whether the site is a local one, a test, or the real one.

/// The types, the default first.
const TYPES: [&str; 4] = ["production", "local", "development", "staging"];

/// The type by the environment variable and the constant `WP_ENVIRONMENT_TYPE`; the constant counts more.
pub fn wp_get_environment_type(variable: Option<&str>, constant: Option<&str>) -> &'static str {
    let named = [constant, variable].into_iter().flatten();
    let mut named = named.filter(|name| !name.is_empty());
    let wanted = named.next().unwrap_or_default();
    TYPES
        .into_iter()
        .find(|name| *name == wanted)
        .unwrap_or(TYPES[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_constant_counts_more() {
        for (variable, constant, want) in [
            (None, None, "production"),
            (Some("local"), None, "local"),
            (Some("local"), Some("staging"), "staging"),
            (Some("local"), Some("other"), "production"),
            (Some("LOCAL"), None, "production"),
        ] {
            assert_eq!(wp_get_environment_type(variable, constant), want);
        }
    }
}

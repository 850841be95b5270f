//! What links depend on.

/// What links depend on.
pub struct ClickableSettings<'a> {
    /// `esc_url`; an empty answer leaves the address as text.
    pub esc_url: &'a dyn Fn(&str) -> String,
    /// Lower-case names of the site's own hosts, which get no `nofollow`.
    pub internal_hosts: &'a [&'a str],
    /// Whether the text is a comment, so that links are marked as made by users.
    pub ugc: bool,
}

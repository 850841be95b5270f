//! Statuses of posts that columns register (`register_post_status`).

/// A status that a column registers, not shown to visitors.
#[derive(Debug, Clone, Copy)]
pub struct OwnStatus {
    /// Its name.
    pub slug: &'static str,
    /// Its label, untranslated.
    pub label: &'static str,
    /// The context of the label.
    pub context: &'static str,
    /// The text domain of the label.
    pub text_domain: &'static str,
    /// Whether lists of the dashboard show such posts.
    pub show_in_list: bool,
}

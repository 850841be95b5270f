//! What columns add to the rules: endpoints and rules of their own (`add_rewrite_endpoint`, `add_rewrite_rule`).
//!
//! Contract "wordpress-core", section 3.2, item 3. WordPress's own rules are in [`super::assemble`].

/// Where an endpoint may stand: WordPress's endpoint masks (`EP_*`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Places(pub u32);

impl Places {
    /// `EP_NONE`.
    pub const NONE: Self = Self(0);
    /// `EP_PERMALINK`: single posts.
    pub const PERMALINK: Self = Self(1);
    /// `EP_ATTACHMENT`.
    pub const ATTACHMENT: Self = Self(2);
    /// `EP_DATE`.
    pub const DATE: Self = Self(4);
    /// `EP_YEAR`.
    pub const YEAR: Self = Self(8);
    /// `EP_MONTH`.
    pub const MONTH: Self = Self(16);
    /// `EP_DAY`.
    pub const DAY: Self = Self(32);
    /// `EP_ROOT`.
    pub const ROOT: Self = Self(64);
    /// `EP_COMMENTS`.
    pub const COMMENTS: Self = Self(128);
    /// `EP_SEARCH`.
    pub const SEARCH: Self = Self(256);
    /// `EP_CATEGORIES`.
    pub const CATEGORIES: Self = Self(512);
    /// `EP_TAGS`.
    pub const TAGS: Self = Self(1024);
    /// `EP_AUTHORS`.
    pub const AUTHORS: Self = Self(2048);
    /// `EP_PAGES`.
    pub const PAGES: Self = Self(4096);
    /// `EP_ALL`.
    pub const ALL: Self = Self(8191);

    /// Both together.
    pub const fn or(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether they have a place in common.
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }
}

/// An endpoint: a word after a URL that becomes a query variable, with an optional value.
#[derive(Debug, Clone)]
pub struct Endpoint {
    /// The word in the URL.
    pub name: String,
    /// Its query variable.
    pub query_var: String,
    /// After which URLs it may stand.
    pub places: Places,
}

/// Everything that columns add.
#[derive(Debug, Clone, Default)]
pub struct RewriteAdditions {
    /// Endpoints in order of registration.
    pub endpoints: Vec<Endpoint>,
    /// Rules (pattern, query) on top, registered before post types and core's own rules.
    pub early_rules: Vec<(String, String)>,
    /// Rules on top, registered after core's own rules.
    pub late_rules: Vec<(String, String)>,
    /// Rules at the very end.
    pub bottom_rules: Vec<(String, String)>,
    /// Query variables beside those of post types, taxonomies and endpoints.
    pub query_vars: Vec<String>,
    /// Names of post types and taxonomies in the order in which they were registered, when the order between the
    /// two kinds matters. Those not named follow: taxonomies, then post types.
    pub order: Vec<String>,
}

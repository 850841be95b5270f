//! What a diagnosis is asked besides the set-up itself.

/// What to look at besides the set-up itself.
#[derive(Debug, Clone, Default)]
pub struct Questions {
    /// The running server: `http://127.0.0.1:8080`.
    pub url: Option<String>,
    /// Where its metrics are, in place of `server.admin_listen`.
    pub admin: Option<String>,
    /// Where a test mail goes.
    pub send_test_to: Option<String>,
    /// A submission whose outcome is explained.
    pub submission: Option<i64>,
    /// A page of which is said whether it is kept in the page cache.
    pub page: Option<String>,
}

//! What a server answered to a replayed request.

/// A response of the server under test.
#[derive(Debug, Clone, Default)]
pub struct ClientResponse {
    /// The status.
    pub status: u16,
    /// Headers in order.
    pub headers: Vec<(String, String)>,
    /// The body, decoded leniently.
    pub body: String,
    /// The bytes of the body.
    pub bytes: Vec<u8>,
}

impl ClientResponse {
    /// A header by its name, the first of several.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(k, _)| k.eq_ignore_ascii_case(name))
            .map(|(_, v)| v.as_str())
    }
}

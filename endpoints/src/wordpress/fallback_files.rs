//! Files of ours in place of a plugin's or theme's own, for sites whose folder does not hold those.

use std::sync::Arc;

use http::header::CACHE_CONTROL;
use http::{HeaderValue, Method, StatusCode};

use crate::server::{Request, Response};

/// Our substitute for a file of a plugin or theme.
#[derive(Debug, Clone, Copy)]
pub struct FallbackFile {
    /// Its path.
    pub path: &'static str,
    /// Its type.
    pub content_type: &'static str,
    /// Its content.
    pub body: &'static str,
}

/// The files that the columns bring.
#[derive(Debug, Clone)]
pub struct FallbackFiles(Arc<[FallbackFile]>);

impl FromIterator<FallbackFile> for FallbackFiles {
    fn from_iter<I: IntoIterator<Item = FallbackFile>>(files: I) -> Self {
        Self(files.into_iter().collect())
    }
}

impl FallbackFiles {
    /// Whether there is a file at a path.
    pub fn has(&self, path: &str) -> bool {
        self.0.iter().any(|file| file.path == path)
    }

    /// The response to a request for one of the files; none for all else.
    pub fn response(&self, request: &Request) -> Option<Response> {
        let file = self.0.iter().find(|file| file.path == request.path())?;
        matches!(request.method, Method::GET | Method::HEAD).then(|| {
            Response::typed(StatusCode::OK, file.content_type, file.body)
                .with_header(CACHE_CONTROL, HeaderValue::from_static("max-age=86400"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_served_at_its_path_only() {
        let logo = FallbackFile {
            path: "/wp-content/themes/Divi/images/logo.png",
            content_type: "image/svg+xml",
            body: "<svg/>",
        };
        let files = FallbackFiles::from_iter([logo]);
        let get = |path: &str| files.response(&Request::get(path).unwrap());
        assert!(get(logo.path).is_some() && get("/x.png").is_none());
        assert!(files.has(logo.path) && !files.has("/x.png"));
    }
}

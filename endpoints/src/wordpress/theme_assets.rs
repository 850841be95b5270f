//! The base theme's sheet, from memory, and which files of the site pages may link.
//!
//! The sheet's URL contains a hash of its content (`themes::base_css`), so browsers may cache it for a year. A site
//! whose folder holds the theme's own style sheets uses those alone and gets an empty base sheet.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use bytes::Bytes;
use http::header::{CACHE_CONTROL, CONTENT_ENCODING, ETAG, VARY};
use http::{HeaderValue, Method, StatusCode};
use themes::base_css::{BaseCss, PATH};
use themes::wordpress::site_files::SiteFiles;

use crate::server::accept_encoding::{AcceptEncoding, brotli, gzip};
use crate::server::conditional::none_match;
use crate::server::{Request, Response};

use super::fallback_files::FallbackFiles;

/// URL prefix of files served by Oxipress itself.
const OURS: &str = "/wp-content/oxipress/";

/// The sheet in each content encoding.
struct EncodedSheet {
    version: String,
    plain: Bytes,
    gzip: Option<Bytes>,
    brotli: Option<Bytes>,
}

/// The compressed sheet, kept until the site's active columns change.
static ENCODED: Mutex<Option<Arc<EncodedSheet>>> = Mutex::new(None);

fn encoded(css: &BaseCss) -> Arc<EncodedSheet> {
    let mut last = ENCODED.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(sheet) = last.as_ref().filter(|s| s.version == css.version) {
        return sheet.clone();
    }
    let plain = Bytes::copy_from_slice(css.text.as_bytes());
    let sheet = Arc::new(EncodedSheet {
        version: css.version.clone(),
        gzip: gzip(&plain, 9),
        brotli: brotli(&plain, 11),
        plain,
    });
    *last = Some(sheet.clone());
    sheet
}

/// The response to a request for the base theme's style sheet; `None` for other requests.
///
/// `own_sheets` are the files of themes that make it needless, below the site's folder.
pub fn sheet<'s>(
    request: &Request,
    css: &BaseCss,
    wp_root: Option<&Path>,
    mut own_sheets: impl Iterator<Item = &'s &'static str>,
) -> Option<Response> {
    if request.path() != PATH {
        return None;
    }
    if !matches!(request.method, Method::GET | Method::HEAD) {
        return Some(Response::error_page(StatusCode::METHOD_NOT_ALLOWED));
    }
    if wp_root.is_some_and(|root| own_sheets.any(|sheet| root.join(sheet).is_file())) {
        let empty = Response::typed(StatusCode::OK, "text/css; charset=utf-8", "");
        let soon = HeaderValue::from_static("max-age=300");
        return Some(empty.with_header(CACHE_CONTROL, soon));
    }
    let etag = HeaderValue::from_str(&format!("\"{}\"", css.version)).ok()?;
    let response = if none_match(&request.headers, &etag) {
        body(request, css)
    } else {
        Response::new(StatusCode::NOT_MODIFIED)
    };
    let is_current = request
        .query()
        .is_some_and(|query| query == format!("ver={}", css.version));
    let age = if is_current {
        "public, max-age=31536000, immutable"
    } else {
        "no-cache"
    };
    Some(
        response
            .with_header(CACHE_CONTROL, HeaderValue::from_static(age))
            .with_header(ETAG, etag)
            .with_header(VARY, HeaderValue::from_static("Accept-Encoding")),
    )
}

fn body(request: &Request, css: &BaseCss) -> Response {
    let sheet = encoded(css);
    let accepts = AcceptEncoding::of(&request.headers);
    let (encoding, bytes) = match (&sheet.brotli, &sheet.gzip) {
        (Some(packed), _) if accepts.brotli => (Some("br"), packed),
        (_, Some(packed)) if accepts.gzip => (Some("gzip"), packed),
        _ => (None, &sheet.plain),
    };
    let response = Response::typed(StatusCode::OK, "text/css; charset=utf-8", bytes.clone());
    match encoding {
        Some(name) => response.with_header(CONTENT_ENCODING, HeaderValue::from_static(name)),
        None => response,
    }
}

/// Looks up which files exist: those of the site's folder and our substitutes for missing ones.
pub fn existing(
    fallback_files: FallbackFiles,
    wp_root: Option<PathBuf>,
    content: Option<PathBuf>,
) -> SiteFiles {
    SiteFiles::existing(move |path| {
        let below_content = path.strip_prefix("/wp-content/");
        let file = match (below_content, &content, &wp_root) {
            (Some(rest), Some(content), _) => Some(content.join(rest)),
            (_, _, Some(root)) => Some(root.join(path.trim_start_matches('/'))),
            _ => None,
        };
        let is_file = || file.is_some_and(|file| file.is_file());
        path.starts_with(OURS) || is_file() || fallback_files.has(path)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::columns::COLUMNS;

    fn own_sheets() -> impl Iterator<Item = &'static &'static str> {
        COLUMNS.declared(|column| column.own_sheets)
    }

    fn css() -> BaseCss {
        BaseCss {
            text: "a{color:red}".repeat(40),
            version: "00000000000000aa".to_owned(),
        }
    }

    fn header(response: &Response, name: http::HeaderName) -> String {
        let value = response.headers.get(name);
        value
            .and_then(|v| v.to_str().ok())
            .unwrap_or_default()
            .to_owned()
    }

    #[test]
    fn the_named_content_is_kept_for_a_year() {
        let target = format!("{PATH}?ver={}", css().version);
        let mut request = Request::get(&target).unwrap();
        let plain = sheet(&request, &css(), None, own_sheets()).unwrap();
        assert_eq!(plain.status, StatusCode::OK);
        assert!(header(&plain, CACHE_CONTROL).contains("immutable"));
        assert_eq!(header(&plain, CONTENT_ENCODING), "");
        request
            .headers
            .insert("accept-encoding", HeaderValue::from_static("gzip, br"));
        let packed = sheet(&request, &css(), None, own_sheets()).unwrap();
        assert_eq!(header(&packed, CONTENT_ENCODING), "br");
        let etag = header(&plain, ETAG);
        request
            .headers
            .insert("if-none-match", etag.parse().unwrap());
        assert_eq!(
            sheet(&request, &css(), None, own_sheets()).unwrap().status,
            StatusCode::NOT_MODIFIED
        );
    }

    #[test]
    fn another_content_is_asked_for_again() {
        let request = Request::get(&format!("{PATH}?ver=old")).unwrap();
        let response = sheet(&request, &css(), None, own_sheets()).unwrap();
        assert_eq!(header(&response, CACHE_CONTROL), "no-cache");
        assert!(
            sheet(
                &Request::get("/wp-content/x.css").unwrap(),
                &css(),
                None,
                own_sheets()
            )
            .is_none()
        );
    }

    #[test]
    fn a_theme_with_its_own_sheets_looks_by_those() {
        let root = tempfile::tempdir().unwrap();
        let own = root.path().join(own_sheets().next().unwrap());
        std::fs::create_dir_all(own.parent().unwrap()).unwrap();
        std::fs::write(own, "a{}").unwrap();
        let response = sheet(
            &Request::get(PATH).unwrap(),
            &css(),
            Some(root.path()),
            own_sheets(),
        )
        .unwrap();
        assert_eq!(header(&response, CACHE_CONTROL), "max-age=300");
    }
}

//! Static files: uploads, assets of themes and plugins, our own files. Headers as recorded in `static/*`: ETag of
//! time and size, 30 days for assets, ranges, conditions, compressed text. Scripts, dot files and anything outside
//! the folder, also through a symbolic link, are refused (hardening S6).

use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

use bytes::Bytes;
use http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_RANGE, CONTENT_TYPE, ETAG, EXPIRES,
    IF_RANGE, LAST_MODIFIED, LOCATION, RANGE,
};
use http::{HeaderMap, HeaderValue, Method, StatusCode};

use super::accept_encoding::{AcceptEncoding, add_vary};
use super::body_source::{BodySource, FileBody, FilePart, read_range};
use super::compressed_files::CompressedFiles;
use super::conditional::{Condition, date_of, date_value, judge, whole_seconds};
use super::config::Clock;
use super::file_path::{Unservable, relative_path};
use super::open_file::{Content, OpenFile, Opened, known_below, open_below};
use super::range::{RequestedRange, parse as parse_range};
use super::request::Request;
use super::response::Response;
use super::stored_files::{StoredContent, StoredFiles, away};

/// How long browsers keep assets: 30 days.
const ASSET_AGE: Duration = Duration::from_secs(2_592_000);
/// Files up to this size in bytes are read at once; larger ones in chunks.
const READ_AT_ONCE: u64 = 64 * 1024;

/// The URL of the browser modules' development page, the only folder served with its index file.
pub const MODULES_PAGE: &str = "/__modules/";

/// A folder and the URL prefix under which its files are served.
#[derive(Debug, Clone)]
pub struct Mount {
    /// Prefix of the request's path, with a slash at both ends: `/wp-content/`.
    pub prefix: String,
    /// The folder.
    pub folder: PathBuf,
    /// Whether the files are Oxipress's own, not the site's.
    pub is_ours: bool,
}

/// The result of a file lookup.
#[derive(Debug)]
pub enum Found {
    /// A file, or the response to the request's conditions.
    Response(Response),
    /// A folder; it is not listed. The response is a 403, or a redirect that adds the missing slash.
    Folder(Response),
    /// A kind of file that is never served; the response is a 403.
    Forbidden(Response),
    /// No such file.
    Missing,
}

/// The folders whose files are served.
pub struct Files {
    mounts: Vec<Mount>,
    private: Vec<&'static str>,
    packed: CompressedFiles,
    clock: Clock,
    pub(super) stored: Option<StoredFiles>,
}

impl Files {
    /// Serves files of these folders; the first folder that has the file wins.
    #[must_use]
    pub fn new(mounts: Vec<Mount>, clock: Clock) -> Self {
        Files {
            mounts,
            private: Vec::new(),
            packed: CompressedFiles::default(),
            clock,
            stored: None,
        }
    }

    /// Refuses the files below these folders, which are named from the root of the site.
    #[must_use]
    pub fn without(mut self, private: impl IntoIterator<Item = &'static str>) -> Self {
        self.private.extend(private);
        self
    }

    /// Whether a file below a prefix lies in a folder whose files nobody gets.
    pub(super) fn is_private(&self, prefix: &str, relative: &Path) -> bool {
        let path = Path::new(prefix.trim_matches('/')).join(relative);
        self.private.iter().any(|folder| path.starts_with(folder))
    }

    /// Looks up the requested file.
    pub async fn find(&self, request: &Request) -> Found {
        let path = request.path();
        let mut verdict = Found::Missing;
        for mount in &self.mounts {
            let Some(below) = path.strip_prefix(mount.prefix.as_str()) else {
                // The development page is also served without its trailing slash.
                if mount.prefix == MODULES_PAGE && path == MODULES_PAGE.trim_end_matches('/') {
                    return match folder_response(request) {
                        Found::Folder(redirect) => Found::Response(redirect),
                        other => other,
                    };
                }
                continue;
            };
            let below = match below {
                "" if mount.prefix == MODULES_PAGE => "index.html",
                below => below,
            };
            let relative = match relative_path(below) {
                Ok(relative) => relative,
                Err(Unservable::NotAPath) => return Found::Missing,
                Err(Unservable::Forbidden) => {
                    return Found::Forbidden(Response::error_page(StatusCode::FORBIDDEN));
                }
            };
            if self.is_private(&mount.prefix, &relative) {
                return Found::Forbidden(Response::error_page(StatusCode::FORBIDDEN));
            }
            let opened = match known_below(&mount.folder, &relative) {
                Some(known) => Ok(known),
                None => {
                    let folder = mount.folder.clone();
                    tokio::task::spawn_blocking(move || open_below(&folder, &relative)).await
                }
            };
            match opened {
                Ok(Opened::File(file)) => {
                    return Found::Response(self.respond(request, file, mount.is_ours).await);
                }
                Ok(Opened::Folder) => verdict = folder_response(request),
                Ok(Opened::Outside) => {
                    return Found::Forbidden(Response::error_page(StatusCode::FORBIDDEN));
                }
                Ok(Opened::Nothing) | Err(_) => {}
            }
        }
        match verdict {
            Found::Missing => self.find_stored(request).await,
            verdict => verdict,
        }
    }

    pub(super) async fn respond(
        &self,
        request: &Request,
        mut file: OpenFile,
        is_ours: bool,
    ) -> Response {
        if !request.is_read() {
            return Response::error_page(StatusCode::METHOD_NOT_ALLOWED);
        }
        let mut headers = HeaderMap::with_capacity(12);
        if file.kind.is_asset {
            headers.insert(EXPIRES, date_value((self.clock)() + ASSET_AGE));
            // Two `Cache-Control` headers, as recorded in static/jpg.
            headers.append(CACHE_CONTROL, HeaderValue::from_static("max-age=2592000"));
            headers.append(CACHE_CONTROL, HeaderValue::from_static("public"));
        }
        let is_packed = file.is_packed();
        if is_packed {
            add_vary(&mut headers);
        }
        let etag = file.etag();
        match judge(&request.headers, &etag, file.modified) {
            Condition::Failed => {
                return with_headers(
                    Response::error_page(StatusCode::PRECONDITION_FAILED),
                    headers,
                );
            }
            Condition::NotModified => {
                headers.insert(LAST_MODIFIED, date_value(file.modified));
                headers.insert(ETAG, etag);
                return with_headers(Response::new(StatusCode::NOT_MODIFIED), headers);
            }
            Condition::Send => {}
        }
        let accepts = AcceptEncoding::of(&request.headers);
        if is_packed
            && (accepts.gzip || accepts.brotli)
            && let Err(error) = file.fetch().await
        {
            return away(&error);
        }
        if is_packed
            && let Content::Local(local) = &file.content
            && let Some((coding, packed)) = self
                .packed
                .best(&file.state(), local, (accepts, is_ours))
                .await
        {
            return compressed_response(&file, (coding, packed), headers);
        }
        ranged_answer(request, file, headers).await
    }
}

fn folder_response(request: &Request) -> Found {
    if request.path().ends_with('/') {
        return Found::Folder(Response::error_page(StatusCode::FORBIDDEN));
    }
    let query = request
        .query()
        .map(|query| format!("?{query}"))
        .unwrap_or_default();
    let location = format!(
        "{}://{}{}/{query}",
        request.scheme.as_str(),
        request.host(),
        request.path()
    );
    let mut answer = Response::error_page(StatusCode::MOVED_PERMANENTLY);
    match super::response::header_value(&location) {
        Ok(location) => answer.headers.insert(LOCATION, location),
        Err(_) => return Found::Missing,
    };
    Found::Folder(answer)
}

fn with_headers(mut response: Response, headers: HeaderMap) -> Response {
    response.headers.extend(headers);
    response
}

/// A compressed file: weak ETag, no ranges (recordings static/css-gzip and static/js-gzip).
fn compressed_response(
    file: &OpenFile,
    (coding, packed): (&'static str, Bytes),
    mut headers: HeaderMap,
) -> Response {
    headers.insert(
        CONTENT_TYPE,
        HeaderValue::from_static(file.kind.content_type),
    );
    headers.insert(LAST_MODIFIED, date_value(file.modified));
    let mut weak = b"W/".to_vec();
    weak.extend_from_slice(file.etag().as_bytes());
    if let Ok(weak) = HeaderValue::from_bytes(&weak) {
        headers.insert(ETAG, weak);
    }
    headers.insert(CONTENT_ENCODING, HeaderValue::from_static(coding));
    let mut response = Response::new(StatusCode::OK);
    response.headers = headers;
    response.body = BodySource::Bytes(packed);
    response
}

/// The file, or the part that is asked for.
pub(super) async fn ranged_answer(
    request: &Request,
    file: OpenFile,
    mut headers: HeaderMap,
) -> Response {
    let wanted = if request.method == Method::GET && range_applies(request, &file) {
        parse_range(request.header(RANGE.as_str()), file.size)
    } else {
        RequestedRange::Whole
    };
    if wanted == RequestedRange::Unsatisfiable {
        // Without `ETag` and `Last-Modified`: recording static/mp4-rango-malo.
        let mut response = with_headers(
            Response::error_page(StatusCode::RANGE_NOT_SATISFIABLE),
            headers,
        );
        insert_text(&mut response.headers, &format!("bytes */{}", file.size));
        return response;
    }
    headers.insert(LAST_MODIFIED, date_value(file.modified));
    headers.insert(ETAG, file.etag());
    let size = file.size;
    match wanted {
        RequestedRange::Ranges(ranges) => match ranges.as_slice() {
            [(start, length)] => {
                headers.insert(
                    CONTENT_TYPE,
                    HeaderValue::from_static(file.kind.content_type),
                );
                insert_text(&mut headers, &content_range(*start, *length, size));
                let parts = vec![FilePart::Range {
                    start: *start,
                    length: *length,
                }];
                file_response(request, StatusCode::PARTIAL_CONTENT, file, parts, headers).await
            }
            several => multipart_response(request, several, file, headers).await,
        },
        _ => {
            headers.insert(
                CONTENT_TYPE,
                HeaderValue::from_static(file.kind.content_type),
            );
            headers.insert(ACCEPT_RANGES, HeaderValue::from_static("bytes"));
            let parts = vec![FilePart::Range {
                start: 0,
                length: size,
            }];
            file_response(request, StatusCode::OK, file, parts, headers).await
        }
    }
}

/// Whether the range applies: `If-Range` (an ETag or a date) is missing or matches.
fn range_applies(request: &Request, file: &OpenFile) -> bool {
    let condition = request.header(IF_RANGE.as_str());
    if condition.is_empty() {
        return request.headers.contains_key(RANGE);
    }
    if condition.ends_with('"') {
        return condition.as_bytes() == file.etag().as_bytes();
    }
    date_of(&request.headers, IF_RANGE)
        .is_some_and(|d| whole_seconds(d) == whole_seconds(file.modified))
}

async fn multipart_response(
    request: &Request,
    ranges: &[(u64, u64)],
    file: OpenFile,
    mut headers: HeaderMap,
) -> Response {
    // Twenty digits, like the front server's boundaries; they need not be secret.
    let boundary = format!(
        "{:020}",
        whole_seconds(file.modified)
            .wrapping_mul(31)
            .wrapping_add(file.size)
    );
    let mut parts = Vec::with_capacity(ranges.len().saturating_mul(2).saturating_add(1));
    for (start, length) in ranges {
        let head = format!(
            "\r\n--{boundary}\r\nContent-Type: {}\r\nContent-Range: {}\r\n\r\n",
            file.kind.content_type,
            content_range(*start, *length, file.size)
        );
        parts.push(FilePart::Between(Bytes::from(head)));
        parts.push(FilePart::Range {
            start: *start,
            length: *length,
        });
    }
    parts.push(FilePart::Between(Bytes::from(format!(
        "\r\n--{boundary}--\r\n"
    ))));
    if let Ok(value) = HeaderValue::try_from(format!("multipart/byteranges; boundary={boundary}")) {
        headers.insert(CONTENT_TYPE, value);
    }
    file_response(request, StatusCode::PARTIAL_CONTENT, file, parts, headers).await
}

/// Makes the body: read at once when it is small, else in chunks while it is sent.
async fn file_response(
    request: &Request,
    status: StatusCode,
    file: OpenFile,
    parts: Vec<FilePart>,
    headers: HeaderMap,
) -> Response {
    let local = match file.content {
        Content::Local(local) => local,
        Content::Stored(content) => {
            let body = match request.method {
                Method::HEAD => Ok(StoredContent::length_only(&parts)),
                _ => content.body(parts).await,
            };
            return match body {
                Ok(body) => with_body(status, headers, body),
                Err(error) => away(&error),
            };
        }
    };
    let body = match parts.as_slice() {
        [FilePart::Range { start, length }] if *length <= READ_AT_ONCE => {
            let (start, length) = (*start, *length);
            let read = tokio::task::spawn_blocking(move || read_range(&local, start, length)).await;
            match read.map_err(io::Error::other).flatten() {
                Ok(bytes) => BodySource::Bytes(bytes),
                Err(_) => return Response::error_page(StatusCode::INTERNAL_SERVER_ERROR),
            }
        }
        _ => BodySource::File(FileBody::new(local, parts)),
    };
    with_body(status, headers, body)
}

fn with_body(status: StatusCode, headers: HeaderMap, body: BodySource) -> Response {
    let mut response = Response::new(status);
    response.headers = headers;
    response.body = body;
    response
}

fn content_range(start: u64, length: u64, size: u64) -> String {
    format!(
        "bytes {start}-{}/{size}",
        start.saturating_add(length).saturating_sub(1)
    )
}

fn insert_text(headers: &mut HeaderMap, content_range: &str) {
    if let Ok(value) = HeaderValue::try_from(content_range) {
        headers.insert(CONTENT_RANGE, value);
    }
}

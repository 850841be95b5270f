//! Static files: uploads, assets of themes and plugins, our own files. Headers as recorded in `static/*`: ETag of
//! time and size, 30 days for assets, ranges, conditions, compressed text. Scripts, dot files and anything outside
//! the folder, also through a symbolic link, are refused (hardening S6).

use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use http::header::{
    ACCEPT_RANGES, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_RANGE, CONTENT_TYPE, ETAG, EXPIRES,
    IF_RANGE, LAST_MODIFIED, LOCATION, RANGE,
};
use http::{HeaderMap, HeaderValue, Method, StatusCode};

use super::accept_encoding::{AcceptEncoding, add_vary};
use super::body_source::{BodySource, FileBody, FilePart, read_range};
use super::compressed_files::{COMPRESSED, CompressedFiles, FileState};
use super::conditional::{Condition, date_of, date_value, judge, whole_seconds};
use super::config::Clock;
use super::content_type::{self, FileType};
use super::file_path::{Unservable, is_forbidden_name, relative_path};
use super::range::{Wanted, parse as parse_range};
use super::request::Request;
use super::response::Response;

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
    packed: CompressedFiles,
    clock: Clock,
}

impl Files {
    /// Serves files of these folders; the first folder that has the file wins.
    #[must_use]
    pub fn new(mounts: Vec<Mount>, clock: Clock) -> Self {
        Files {
            mounts,
            packed: CompressedFiles::default(),
            clock,
        }
    }

    /// Looks up the requested file.
    pub async fn find(&self, request: &Request) -> Found {
        let path = request.path();
        let mut verdict = Found::Missing;
        for mount in &self.mounts {
            let Some(below) = path.strip_prefix(mount.prefix.as_str()) else {
                // The development page is also served without its trailing slash.
                if mount.prefix == MODULES_PAGE && path == MODULES_PAGE.trim_end_matches('/') {
                    return match folder_answer(request) {
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
            let folder = mount.folder.clone();
            let opened = tokio::task::spawn_blocking(move || open_below(&folder, &relative)).await;
            match opened {
                Ok(Opened::File(file)) => {
                    return Found::Response(self.answer(request, file, mount.is_ours).await);
                }
                Ok(Opened::Folder) => verdict = folder_answer(request),
                Ok(Opened::Outside) => {
                    return Found::Forbidden(Response::error_page(StatusCode::FORBIDDEN));
                }
                Ok(Opened::Nothing) | Err(_) => {}
            }
        }
        verdict
    }

    async fn answer(&self, request: &Request, file: OpenFile, is_ours: bool) -> Response {
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
            && let Some((coding, packed)) = self
                .packed
                .best(&file.state(), &file.file, (accepts, is_ours))
                .await
        {
            return packed_answer(&file, (coding, packed), headers);
        }
        ranged_answer(request, file, headers).await
    }
}

/// A file that may be served.
#[derive(Debug)]
struct OpenFile {
    path: PathBuf,
    file: File,
    kind: FileType,
    modified: SystemTime,
    size: u64,
}

impl OpenFile {
    /// Whether the file is compressed.
    fn is_packed(&self) -> bool {
        content_type::is_text(self.kind.content_type) && COMPRESSED.contains(&self.size)
    }

    fn state(&self) -> FileState {
        FileState {
            path: self.path.clone(),
            modified: whole_seconds(self.modified),
            size: self.size,
        }
    }

    /// Modification time and size, both hexadecimal.
    fn etag(&self) -> HeaderValue {
        let tag = format!("\"{:x}-{:x}\"", whole_seconds(self.modified), self.size);
        HeaderValue::try_from(tag).unwrap_or_else(|_| HeaderValue::from_static("\"0-0\""))
    }
}

enum Opened {
    File(OpenFile),
    Folder,
    Outside,
    Nothing,
}

/// Opens a file below a folder. Symbolic links are followed and their target is checked again.
fn open_below(folder: &Path, relative: &Path) -> Opened {
    let Ok(folder) = folder.canonicalize() else {
        return Opened::Nothing;
    };
    let Ok(path) = folder.join(relative).canonicalize() else {
        return Opened::Nothing;
    };
    let Ok(inside) = path.strip_prefix(&folder) else {
        return Opened::Outside;
    };
    if inside
        .components()
        .any(|part| part.as_os_str().to_str().is_none_or(is_forbidden_name))
    {
        return Opened::Outside;
    }
    let Ok(metadata) = std::fs::metadata(&path) else {
        return Opened::Nothing;
    };
    if metadata.is_dir() {
        return Opened::Folder;
    }
    // Only regular files: opening a FIFO would block.
    if !metadata.is_file() {
        return Opened::Outside;
    }
    let opened = File::open(&path).and_then(|file| Ok((file.metadata()?, file)));
    match opened {
        Ok((metadata, file)) if metadata.is_file() => {
            Opened::File(open_file(path, file, &metadata))
        }
        Ok(_) => Opened::Outside,
        // The file exists but cannot be read: 403, like the front server.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => Opened::Outside,
        Err(_) => Opened::Nothing,
    }
}

fn open_file(path: PathBuf, file: File, metadata: &Metadata) -> OpenFile {
    let kind = content_type::of_file(
        path.file_name()
            .and_then(|name| name.to_str())
            .unwrap_or(""),
    );
    let modified = metadata.modified().unwrap_or(SystemTime::UNIX_EPOCH);
    OpenFile {
        path,
        file,
        kind,
        modified,
        size: metadata.len(),
    }
}

fn folder_answer(request: &Request) -> Found {
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

fn with_headers(mut answer: Response, headers: HeaderMap) -> Response {
    answer.headers.extend(headers);
    answer
}

/// A compressed file: weak ETag, no ranges (recordings static/css-gzip and static/js-gzip).
fn packed_answer(
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
    let mut answer = Response::new(StatusCode::OK);
    answer.headers = headers;
    answer.body = BodySource::Bytes(packed);
    answer
}

async fn ranged_answer(request: &Request, file: OpenFile, mut headers: HeaderMap) -> Response {
    let wanted = if request.method == Method::GET && range_applies(request, &file) {
        parse_range(request.header(RANGE.as_str()), file.size)
    } else {
        Wanted::Whole
    };
    if wanted == Wanted::Unsatisfiable {
        // Without `ETag` and `Last-Modified`: recording static/mp4-rango-malo.
        let mut answer = with_headers(
            Response::error_page(StatusCode::RANGE_NOT_SATISFIABLE),
            headers,
        );
        insert_text(&mut answer.headers, &format!("bytes */{}", file.size));
        return answer;
    }
    headers.insert(LAST_MODIFIED, date_value(file.modified));
    headers.insert(ETAG, file.etag());
    let size = file.size;
    match wanted {
        Wanted::Ranges(ranges) => match ranges.as_slice() {
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
                file_answer(StatusCode::PARTIAL_CONTENT, file, parts, headers).await
            }
            several => multipart_answer(several, file, headers).await,
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
            file_answer(StatusCode::OK, file, parts, headers).await
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

async fn multipart_answer(
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
    file_answer(StatusCode::PARTIAL_CONTENT, file, parts, headers).await
}

/// Makes the body: read at once when it is small, else in chunks while it is sent.
async fn file_answer(
    status: StatusCode,
    file: OpenFile,
    parts: Vec<FilePart>,
    headers: HeaderMap,
) -> Response {
    let mut answer = Response::new(status);
    answer.headers = headers;
    answer.body = match parts.as_slice() {
        [FilePart::Range { start, length }] if *length <= READ_AT_ONCE => {
            let (start, length, handle) = (*start, *length, file.file);
            let read =
                tokio::task::spawn_blocking(move || read_range(&handle, start, length)).await;
            match read.map_err(io::Error::other).flatten() {
                Ok(bytes) => BodySource::Bytes(bytes),
                Err(_) => return Response::error_page(StatusCode::INTERNAL_SERVER_ERROR),
            }
        }
        _ => BodySource::File(FileBody::new(file.file, parts)),
    };
    answer
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

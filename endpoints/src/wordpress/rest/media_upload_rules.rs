//! Which requests bring files for the media library or the font library: they are stored while they come in.
//!
//! Contract "wordpress-rest" sections 7.1 and 14. Who may upload is decided later; somebody must have said who they are.

use compat::wordpress::php::query_string::parse_str;
use http::Method;

use crate::server::Request;
use crate::wordpress::upload_finders::Uploads;
use crate::wordpress::uploads::{Storing, UploadRules, UploadedFile};

/// The route of the media library.
const ROUTE: &str = "/wp/v2/media";
/// The routes of the files of fonts, around the family's id.
const FACES: (&str, &str) = ("/wp/v2/font-families/", "/font-faces");

/// Registers the rules.
pub fn register(uploads: &mut Uploads) {
    uploads.add(|_, request, _| {
        let is_ours = is_upload(request);
        Box::pin(async move { Ok(is_ours.then(|| Box::new(PartFile) as Box<dyn UploadRules>)) })
    });
    uploads.add(|_, request, _| {
        let is_ours = is_sent_to(request, &is_faces);
        Box::pin(async move { Ok(is_ours.then(|| Box::new(AnyPart) as Box<dyn UploadRules>)) })
    });
    uploads.store_body(is_upload);
}

/// Whether a request uploads a file to the media library.
fn is_upload(request: &Request) -> bool {
    is_sent_to(request, &|route| route == ROUTE)
}

/// Whether a route is that of a family's faces.
fn is_faces(route: &str) -> bool {
    let rest = route.strip_prefix(FACES.0);
    let id = rest.and_then(|rest| rest.strip_suffix(FACES.1));
    id.is_some_and(|id| !id.is_empty() && id.bytes().all(|b| b.is_ascii_digit()))
}

/// Whether somebody with a name sends something to a route.
fn is_sent_to(request: &Request, is_it: &dyn Fn(&str) -> bool) -> bool {
    let names_somebody = !request.header("authorization").is_empty()
        || request.header("cookie").contains("wordpress_logged_in_");
    if request.method != Method::POST || !names_somebody {
        return false;
    }
    let path = request.path().split_once("/wp-json");
    if path.is_some_and(|(_, route)| is_it(route.trim_end_matches('/'))) {
        return true;
    }
    let query = parse_str(request.query().unwrap_or_default().as_bytes());
    let route = query
        .get("rest_route")
        .map(|route| route.to_string_lossy().into_owned());
    route.is_some_and(|route| is_it(route.trim_end_matches('/')))
}

/// Any part of a form that is a file.
struct AnyPart;

impl UploadRules for AnyPart {
    fn storing(&self, _: &UploadedFile) -> Storing {
        Storing::UpTo(u64::MAX)
    }
}

/// The part `file` of a form.
struct PartFile;

impl UploadRules for PartFile {
    fn storing(&self, file: &UploadedFile) -> Storing {
        match file.field.as_str() {
            "file" => Storing::UpTo(u64::MAX),
            _ => Storing::Not,
        }
    }
}

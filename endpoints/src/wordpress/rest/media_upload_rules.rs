//! Which requests bring files for the media library: they are stored while they come in.
//!
//! Contract "wordpress-rest" section 7.1. Who may upload is decided later; somebody must have said who they are.

use compat::wordpress::php::query_string::parse_str;
use http::Method;

use crate::server::Request;
use crate::wordpress::upload_finders::Uploads;
use crate::wordpress::uploads::{Storing, UploadRules, UploadedFile};

/// The route.
const ROUTE: &str = "/wp/v2/media";

/// Registers the rules.
pub fn register(uploads: &mut Uploads) {
    uploads.add(|_, request, _| {
        let is_ours = is_upload(request);
        Box::pin(async move { Ok(is_ours.then(|| Box::new(PartFile) as Box<dyn UploadRules>)) })
    });
    uploads.store_body(is_upload);
}

/// Whether a request uploads a file, from somebody with a name.
fn is_upload(request: &Request) -> bool {
    let names_somebody = !request.header("authorization").is_empty()
        || request.header("cookie").contains("wordpress_logged_in_");
    request.method == Method::POST && names_somebody && is_route(request)
}

fn is_route(request: &Request) -> bool {
    let path = request.path().trim_end_matches('/');
    if path.ends_with(&format!("/wp-json{ROUTE}")) {
        return true;
    }
    let query = parse_str(request.query().unwrap_or_default().as_bytes());
    let route = query
        .get("rest_route")
        .map(|route| route.to_string_lossy().into_owned());
    route.is_some_and(|route| route.trim_end_matches('/') == ROUTE)
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

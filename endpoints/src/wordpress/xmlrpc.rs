//! `/xmlrpc.php`: the list of methods, and a fault for every other call.
//!
//! Contract "wordpress-core", section 18: XML-RPC cannot change anything; recordings feeds/xmlrpc-*. The responses
//! are those to calls without valid credentials.

use http::header::ALLOW;
use http::{HeaderValue, Method, StatusCode};
use themes::wordpress::xmlrpc::{fault, hello, list_methods, rsd};

use super::input::Input;
use super::request_context::{RequestContext, SiteSnapshot};
use crate::request_error::RequestError;
use crate::server::Response;

const XML: &str = "text/xml; charset=UTF-8";

/// Methods that need no credentials.
const OPEN: [&str; 4] = [
    "system.multicall",
    "system.listMethods",
    "system.getCapabilities",
    "pingback.extensions.getPingbacks",
];

/// Handles a request for the script.
///
/// # Errors
/// When the database fails.
pub async fn respond(snapshot: &SiteSnapshot<'_>, input: &Input) -> Result<Response, RequestError> {
    if input.get.contains_key("rsd") {
        let context = RequestContext::of_script(snapshot, input).await?;
        return Ok(Response::typed(
            StatusCode::OK,
            XML,
            rsd(&context.state.site.home(), &context.site_url("xmlrpc.php")),
        ));
    }
    if input.request.method != Method::POST {
        let body = "XML-RPC server accepts POST requests only.".to_owned();
        let response = Response::typed(
            StatusCode::METHOD_NOT_ALLOWED,
            "text/plain;charset=UTF-8",
            body,
        );
        return Ok(response.with_header(ALLOW, HeaderValue::from_static("POST")));
    }
    let call = String::from_utf8_lossy(&input.body);
    let body = match method_name(&call) {
        None => fault(-32700, "parse error. not well formed"),
        Some("system.listMethods") => list_methods(&METHODS),
        Some("demo.sayHello") => hello(),
        Some(name)
            if METHODS.contains(&name) && !OPEN.contains(&name) && !name.starts_with("demo.") =>
        {
            let context = RequestContext::of_script(snapshot, input).await?;
            if name.starts_with("pingback.") {
                fault(0, "")
            } else {
                fault(403, context.text("Incorrect username or password."))
            }
        }
        Some(name) => fault(
            -32601,
            &format!("server error. requested method {name} does not exist."),
        ),
    };
    Ok(Response::typed(StatusCode::OK, XML, body))
}

/// The method name of a call; `None` when the body is not a call. Only tags are scanned; entities are not expanded.
fn method_name(call: &str) -> Option<&str> {
    let (_, rest) = call.split_once("<methodCall")?;
    let tag = |name: &str, slash: &str| format!("<{slash}{name}>");
    let (_, rest) = rest.split_once(&tag("methodName", ""))?;
    let (name, rest) = rest.split_once(&tag("methodName", "/"))?;
    rest.contains(&tag("methodCall", "/")).then(|| name.trim())
}

/// The methods in WordPress's order (recording feeds/xmlrpc-list).
const METHODS: [&str; 80] = [
    "system.multicall",
    "system.listMethods",
    "system.getCapabilities",
    "demo.addTwoNumbers",
    "demo.sayHello",
    "pingback.extensions.getPingbacks",
    "pingback.ping",
    "mt.publishPost",
    "mt.getTrackbackPings",
    "mt.supportedTextFilters",
    "mt.supportedMethods",
    "mt.setPostCategories",
    "mt.getPostCategories",
    "mt.getRecentPostTitles",
    "mt.getCategoryList",
    "metaWeblog.getUsersBlogs",
    "metaWeblog.deletePost",
    "metaWeblog.newMediaObject",
    "metaWeblog.getCategories",
    "metaWeblog.getRecentPosts",
    "metaWeblog.getPost",
    "metaWeblog.editPost",
    "metaWeblog.newPost",
    "blogger.deletePost",
    "blogger.editPost",
    "blogger.newPost",
    "blogger.getRecentPosts",
    "blogger.getPost",
    "blogger.getUserInfo",
    "blogger.getUsersBlogs",
    "wp.restoreRevision",
    "wp.getRevisions",
    "wp.getPostTypes",
    "wp.getPostType",
    "wp.getPostFormats",
    "wp.getMediaLibrary",
    "wp.getMediaItem",
    "wp.getCommentStatusList",
    "wp.newComment",
    "wp.editComment",
    "wp.deleteComment",
    "wp.getComments",
    "wp.getComment",
    "wp.setOptions",
    "wp.getOptions",
    "wp.getPageTemplates",
    "wp.getPageStatusList",
    "wp.getPostStatusList",
    "wp.getCommentCount",
    "wp.deleteFile",
    "wp.uploadFile",
    "wp.suggestCategories",
    "wp.deleteCategory",
    "wp.newCategory",
    "wp.getTags",
    "wp.getCategories",
    "wp.getAuthors",
    "wp.getPageList",
    "wp.editPage",
    "wp.deletePage",
    "wp.newPage",
    "wp.getPages",
    "wp.getPage",
    "wp.editProfile",
    "wp.getProfile",
    "wp.getUsers",
    "wp.getUser",
    "wp.getTaxonomies",
    "wp.getTaxonomy",
    "wp.getTerms",
    "wp.getTerm",
    "wp.deleteTerm",
    "wp.editTerm",
    "wp.newTerm",
    "wp.getPosts",
    "wp.getPost",
    "wp.deletePost",
    "wp.editPost",
    "wp.newPost",
    "wp.getUsersBlogs",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_names_its_method() {
        let call = "<?xml version=\"1.0\"?><methodCall><methodName> demo.sayHello </methodName><params/></methodCall>";
        assert_eq!(method_name(call), Some("demo.sayHello"));
        for broken in [
            "<nope",
            "",
            "<methodCall><methodName>x",
            "<methodCall></methodCall>",
        ] {
            assert_eq!(method_name(broken), None, "{broken}");
        }
    }
}

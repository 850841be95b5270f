//! `/xmlrpc.php`: the list of methods, and a fault for every other call.
//!
//! Contract "wordpress-core", section 18: XML-RPC cannot change anything; recordings feeds/xmlrpc-*. The responses
//! are those to calls without valid credentials.

use compat::wordpress::formatting::escape::esc_html;
use http::header::ALLOW;
use http::{HeaderValue, Method, StatusCode};

use super::input::Input;
use super::script_context::{ScriptContext, typed};
use crate::app::App;
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
pub async fn answer(app: &App, input: &Input) -> Result<Response, RequestError> {
    if input.get.contains_key("rsd") {
        let context = ScriptContext::new(app, input).await?;
        return Ok(typed(StatusCode::OK, XML, rsd(&context)));
    }
    if input.request.method != Method::POST {
        let body = "XML-RPC server accepts POST requests only.".to_owned();
        let answer = typed(
            StatusCode::METHOD_NOT_ALLOWED,
            "text/plain;charset=UTF-8",
            body,
        );
        return Ok(answer.with_header(ALLOW, HeaderValue::from_static("POST")));
    }
    let call = String::from_utf8_lossy(&input.body);
    let body = match method_name(&call) {
        None => fault(-32700, "parse error. not well formed"),
        Some("system.listMethods") => list_methods(),
        Some("demo.sayHello") => value("<string>Hello!</string>"),
        Some(name)
            if METHODS.contains(&name) && !OPEN.contains(&name) && !name.starts_with("demo.") =>
        {
            let context = ScriptContext::new(app, input).await?;
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
    Ok(typed(StatusCode::OK, XML, body))
}

/// The method name of a call; `None` when the body is not a call. Only tags are scanned; entities are not expanded.
fn method_name(call: &str) -> Option<&str> {
    let (_, rest) = call.split_once("<methodCall")?;
    let (_, rest) = rest.split_once("<methodName>")?;
    let (name, rest) = rest.split_once("</methodName>")?;
    rest.contains("</methodCall>").then(|| name.trim())
}

fn value(value: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<methodResponse>\n  <params>\n    <param>\n      <value>\n      \
         {value}\n      </value>\n    </param>\n  </params>\n</methodResponse>\n"
    )
}

fn list_methods() -> String {
    let names: String = METHODS
        .iter()
        .map(|name| format!("  <value><string>{name}</string></value>\n"))
        .collect();
    value(&format!("<array><data>\n{names}</data></array>"))
}

fn fault(code: i32, text: &str) -> String {
    let text = esc_html(text);
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<methodResponse>\n  <fault>\n    <value>\n      <struct>\n        \
         <member>\n          <name>faultCode</name>\n          <value><int>{code}</int></value>\n        </member>\n        \
         <member>\n          <name>faultString</name>\n          <value><string>{text}</string></value>\n        \
         </member>\n      </struct>\n    </value>\n  </fault>\n</methodResponse>\n"
    )
}

/// Really Simple Discovery: the list of the site's APIs.
fn rsd(context: &ScriptContext<'_>) -> String {
    let link = esc_html(&context.site_url("xmlrpc.php")).into_owned();
    let home = esc_html(&context.state.site.home()).into_owned();
    let apis: String = [
        ("WordPress", true),
        ("Movable Type", false),
        ("MetaWeblog", false),
        ("Blogger", false),
    ]
    .iter()
    .map(|(name, preferred)| {
        format!("\t\t\t<api name=\"{name}\" blogID=\"1\" preferred=\"{preferred}\" apiLink=\"{link}\" />\n")
    })
    .collect();
    let rest = esc_html(&format!("{home}/wp-json/")).into_owned();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?><rsd version=\"1.0\" xmlns=\"http://archipelago.phrasewise.com/rsd\">\n\
         \t<service>\n\t\t<engineName>WordPress</engineName>\n\t\t<engineLink>https://wordpress.org/</engineLink>\n\
         \t\t<homePageLink>{home}</homePageLink>\n\t\t<apis>\n{apis}\t\t\t<api name=\"WP-API\" blogID=\"1\" \
         preferred=\"false\" apiLink=\"{rest}\" />\n\t\t</apis>\n\t</service>\n</rsd>\n"
    )
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

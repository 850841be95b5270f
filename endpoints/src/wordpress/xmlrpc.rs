//! `/xmlrpc.php`: who signs in, what the site is, and a clear answer that the rest is off.
//!
//! Contracts "wordpress-core" section 18, "wordpress-rest" section 1.2; recordings feeds/xmlrpc-*. XML-RPC cannot change
//! anything: what it did, the REST API does.

use compat::wordpress::php::Value;
use compat::wordpress::user::UserId;
use compat::wordpress::user::authenticate::wp_authenticate;
use compat::wordpress::xmlrpc::{CallError, MethodCall};
use http::header::ALLOW;
use http::{HeaderValue, Method, StatusCode};
use themes::wordpress::xmlrpc::{XmlValue, fault, response, rsd};

use super::basic_auth::{self, Basic};
use super::input::Input;
use super::request_context::{RequestContext, SiteSnapshot};
use super::request_user::capabilities;
use super::xmlrpc_methods::{METHODS, credentials_at};
use super::xmlrpc_profile::{profile, users_blogs};
use crate::request_error::RequestError;
use crate::server::Response;

const XML: &str = "text/xml; charset=UTF-8";
/// Most calls of `system.multicall`.
const MOST_CALLS: usize = 100;
/// Length of an application password.
const APPLICATION_PASSWORD: usize = 24;

/// What a method answers: a value, or code and text of a fault.
type Answer = Result<XmlValue, (i32, String)>;

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
    let answer = match MethodCall::parse(&String::from_utf8_lossy(&input.body)) {
        Err(CallError::NotWellFormed) => Err((-32700, "parse error. not well formed".to_owned())),
        Err(CallError::NotACall) => {
            let text = "server error. invalid xml-rpc. not conforming to spec. Request must be a methodCall";
            Err((-32600, text.to_owned()))
        }
        Ok(call) => {
            let context = RequestContext::of_script(snapshot, input).await?;
            let mut server = Server {
                context,
                user: None,
                has_failed: false,
            };
            server.answer(&call).await?
        }
    };
    let body = match answer {
        Ok(value) => response(&value),
        Err((code, text)) => fault(code, &text),
    };
    Ok(Response::typed(StatusCode::OK, XML, body))
}

/// The calls of one request.
struct Server<'a> {
    context: RequestContext<'a>,
    /// Who signed in, with the credentials that were right.
    user: Option<(UserId, String, String)>,
    /// Credentials were wrong: no others of the same request are tried.
    has_failed: bool,
}

impl Server<'_> {
    async fn answer(&mut self, call: &MethodCall) -> Result<Answer, RequestError> {
        if call.method == "system.multicall" {
            return self.multicall(call).await;
        }
        self.single(call).await
    }

    /// `system.multicall`: each answer alone in a list, each fault as a structure.
    async fn multicall(&mut self, call: &MethodCall) -> Result<Answer, RequestError> {
        let calls: Vec<&Value> = call
            .params
            .first()
            .into_iter()
            .flat_map(Value::values)
            .collect();
        let mut answers = Vec::new();
        for one in calls.into_iter().take(MOST_CALLS) {
            let call = MethodCall {
                method: one.at("methodName").to_string_lossy().into_owned(),
                params: one.at("params").values().cloned().collect(),
            };
            let answer = if call.method == "system.multicall" {
                let text = "Recursive calls to system.multicall are forbidden";
                Err((-32600, text.to_owned()))
            } else {
                self.single(&call).await?
            };
            answers.push(match answer {
                Ok(value) => XmlValue::List(vec![value]),
                Err((code, text)) => XmlValue::Struct(vec![
                    ("faultCode", XmlValue::Int(code.into())),
                    ("faultString", XmlValue::Text(text)),
                ]),
            });
        }
        Ok(Ok(XmlValue::List(answers)))
    }

    async fn single(&mut self, call: &MethodCall) -> Result<Answer, RequestError> {
        let name = call.method.as_str();
        if !METHODS.contains(&name) {
            let text = format!("server error. requested method {name} does not exist.");
            return Ok(Err((-32601, text)));
        }
        if let Some(place) = credentials_at(name) {
            return self.signed_in(call, place).await;
        }
        let names = |names: &[&str]| names.iter().map(|name| XmlValue::from(*name)).collect();
        Ok(match name {
            "system.listMethods" | "mt.supportedMethods" => Ok(XmlValue::List(names(&METHODS))),
            "system.getCapabilities" => Ok(capabilities_of_server()),
            "mt.supportedTextFilters" => Ok(XmlValue::List(Vec::new())),
            "demo.sayHello" => Ok("Hello!".into()),
            "demo.addTwoNumbers" => {
                let numbers = call.params.iter().take(2).map(Value::to_int);
                Ok(XmlValue::Int(numbers.fold(0, i64::saturating_add)))
            }
            "pingback.ping" => Err((0, String::new())),
            _ => self.is_off(),
        })
    }

    /// `xmlrpc_enabled` is off.
    fn is_off(&self) -> Answer {
        let source = "XML-RPC services are disabled on this site.";
        Err((405, self.context.text(source).to_owned()))
    }

    async fn signed_in(&mut self, call: &MethodCall, place: usize) -> Result<Answer, RequestError> {
        let text = |place: usize| {
            let value = call.params.get(place).filter(|v| v.as_array().is_none());
            value
                .map(|v| v.to_string_lossy().into_owned())
                .unwrap_or_default()
        };
        let Some(user) = self.log_in(&text(place), &text(place + 1)).await? else {
            let source = "Incorrect username or password.";
            return Ok(Err((403, self.context.text(source).to_owned())));
        };
        Ok(match call.method.as_str() {
            "wp.getUsersBlogs" | "blogger.getUsersBlogs" | "metaWeblog.getUsersBlogs" => {
                Ok(users_blogs(&self.context))
            }
            "wp.getProfile" => {
                let fields = call.params.get(place + 2);
                Ok(profile(&self.context, user, fields))
            }
            _ => self.is_off(),
        })
    }

    /// The user of a name and a password: an application's, or the account's own.
    async fn log_in(&mut self, name: &str, password: &str) -> Result<Option<UserId>, RequestError> {
        if let Some((user, known_name, known_password)) = &self.user
            && known_name == name
            && known_password == password
        {
            return Ok(Some(*user));
        }
        if self.has_failed {
            return Ok(None);
        }
        let user = self.authenticate(name, password).await?;
        self.has_failed = user.is_none();
        self.user = user.map(|user| (user, name.to_owned(), password.to_owned()));
        Ok(user)
    }

    async fn authenticate(
        &mut self,
        name: &str,
        password: &str,
    ) -> Result<Option<UserId>, RequestError> {
        let context = &mut self.context;
        let letters = password.chars().filter(char::is_ascii_alphanumeric).count();
        let may_be_application = letters == APPLICATION_PASSWORD
            && basic_auth::is_available(context)
            && basic_auth::is_in_use(context).await?;
        if may_be_application
            && let Basic::SignedIn(signed_in) =
                basic_auth::sign_in(context, (name, password)).await?
        {
            return Ok(Some(signed_in.user));
        }
        let (app, origin) = (context.app, context.origin());
        let Ok(user) = wp_authenticate(&app.attempts, origin, name, password).await? else {
            tracing::warn!(address = %origin.address, "a log-in by XML-RPC is refused");
            return Ok(None);
        };
        context.objects.prime_users(&app.db, &[user.id]).await?;
        let meta = context.objects.user_meta(user.id);
        context.visitor.capabilities = capabilities(app, &context.state, meta);
        context.visitor.user = Some(user.id);
        Ok(Some(user.id))
    }
}

/// `system.getCapabilities`.
fn capabilities_of_server() -> XmlValue {
    let specification = |url: &str, version: i64| {
        XmlValue::Struct(vec![
            ("specUrl", url.into()),
            ("specVersion", XmlValue::Int(version)),
        ])
    };
    XmlValue::Struct(vec![
        ("xmlrpc", specification("http://www.xmlrpc.com/spec", 1)),
        (
            "faults_interop",
            specification(
                "http://xmlrpc-epi.sourceforge.net/specs/rfc.fault_codes.php",
                20_010_516,
            ),
        ),
        (
            "system.multicall",
            specification("http://www.xmlrpc.com/discuss/msgReader$1208", 1),
        ),
    ])
}

//! The context of requests of the API, and its routes: where columns register what they answer, under the namespaces and patterns of WordPress.

use std::borrow::Cow;
use std::future::Future;
use std::ops::Deref;
use std::pin::Pin;
use std::sync::{Mutex, OnceLock};

use compat::type_map::TypeMap;
use compat::wordpress::php::{Array, Value};
use compat::wordpress::post::{Meta, Post};
use regex::{Regex, RegexBuilder};

use crate::app::App;
use crate::request_error::RequestError;
use crate::server::{HandlerFuture, Response};
use crate::wordpress::request_context::RequestContext;

use super::arg::Arg;
use super::own_status::OwnStatus;
use super::request::RestRequest;
use super::rest_response::{Item, RestResponse};
use super::route_error::{RestError, RouteError};
use super::setting::Setting;

/// The context of a request.
pub struct Rest<'a> {
    /// The request; its visitor is anonymous without a nonce.
    pub context: RequestContext<'a>,
    /// The UUID of the application password that the user signed in with.
    pub application_password: Option<String>,
    /// All routes.
    pub routes: &'a Routes,
    /// What holds for the namespaces of a plugin instead of core's rules.
    pub rules: Option<&'a NamespaceRules>,
    /// What callbacks keep for later ones of the same request, and for its headers.
    pub carried: Mutex<TypeMap>,
}

impl<'a> Deref for Rest<'a> {
    type Target = RequestContext<'a>;

    fn deref(&self) -> &Self::Target {
        &self.context
    }
}

/// The future of a callback.
pub type RouteFuture<'a> =
    Pin<Box<dyn Future<Output = Result<RestResponse, RouteError>> + Send + 'a>>;
/// The future of a permission callback.
pub type Permitting<'a> = Pin<Box<dyn Future<Output = Result<(), RouteError>> + Send + 'a>>;
/// An endpoint's callback.
pub type Callback = for<'a> fn(&'a Rest<'a>, &'a RestRequest) -> RouteFuture<'a>;
/// An endpoint's permission callback.
pub type Permission = for<'a> fn(&'a Rest<'a>, &'a RestRequest) -> Permitting<'a>;

/// `WP_REST_Server::READABLE`.
pub const READABLE: &[&str] = &["GET"];
/// `WP_REST_Server::CREATABLE`.
pub const CREATABLE: &[&str] = &["POST"];
/// `WP_REST_Server::EDITABLE`.
pub const EDITABLE: &[&str] = &["POST", "PUT", "PATCH"];
/// `WP_REST_Server::DELETABLE`.
pub const DELETABLE: &[&str] = &["DELETE"];

/// `get_public_item_schema`: the schema of a route's items, for its post type or taxonomy.
pub type ItemSchema = fn(&Rest<'_>, &str) -> Value;

/// A callback for some methods of a route.
pub struct Endpoint {
    /// The methods.
    pub methods: &'static [&'static str],
    /// The parameters; `None` prints no `args`.
    pub args: Option<Vec<Arg>>,
    /// The permission callback; `None`: public.
    pub permission: Option<Permission>,
    /// The callback.
    pub callback: Callback,
    /// The post type or taxonomy, empty for others.
    pub subject: Cow<'static, str>,
    /// Whether it may be part of a batch (`allow_batch`).
    pub allow_batch: bool,
}

/// A route.
pub struct Route {
    /// `wp/v2`, empty for the index.
    pub namespace: &'static str,
    /// The pattern, a PCRE with named groups as in WordPress.
    pub pattern: String,
    /// Its endpoints, in order.
    pub endpoints: Vec<Endpoint>,
    /// The schema of items, printed for OPTIONS.
    schema: Option<ItemSchema>,
    regex: OnceLock<Option<Regex>>,
}

impl Route {
    /// Creates a route; `pattern` begins with the namespace.
    pub fn new(namespace: &'static str, pattern: String, endpoints: Vec<Endpoint>) -> Self {
        Self {
            namespace,
            pattern,
            endpoints,
            schema: None,
            regex: OnceLock::new(),
        }
    }

    /// The path parameters when the route matches.
    pub fn matches(&self, path: &str) -> Option<Array> {
        let fixed = self.pattern.find('(').unwrap_or(self.pattern.len());
        let (head, tail) = self.pattern.split_at(fixed);
        if !path
            .get(..fixed)
            .is_some_and(|start| start.eq_ignore_ascii_case(head))
        {
            return None;
        }
        if tail.is_empty() {
            return (path.len() == fixed).then(Array::new);
        }
        let regex = self.regex.get_or_init(|| {
            let mut builder = RegexBuilder::new(&format!("^{}$", self.pattern));
            let regex = builder.case_insensitive(true).build();
            let regex = regex.inspect_err(|error| {
                tracing::error!(route = self.pattern, %error, "the pattern of a route does not compile");
            });
            regex.ok()
        });
        let regex = regex.as_ref()?;
        let found = regex.captures(path)?;
        let mut params = Array::new();
        for name in regex.capture_names().flatten() {
            if let Some(value) = found.name(name) {
                params.insert(name, value.as_str());
            }
        }
        Some(params)
    }

    /// `get_data_for_route`: the route's description in an index.
    pub fn to_value(&self, rest_url: &dyn Fn(&str) -> String) -> Value {
        let methods = self.endpoints.iter().flat_map(|e| e.methods);
        let endpoints: Value = self.endpoints.iter().map(Endpoint::to_value).collect();
        let value = Value::array()
            .with("namespace", self.namespace)
            .with("methods", methods.copied().collect::<Value>())
            .with("endpoints", endpoints);
        if self.pattern.contains('(') {
            return value;
        }
        let link = Value::array().with("href", rest_url(&self.pattern));
        value.with(
            "_links",
            Value::array().with("self", Value::array().with_pushed(link)),
        )
    }

    /// The description in the context `help`, with the items' schema.
    pub fn to_help(&self, rest: &Rest<'_>) -> Value {
        let mut value = self.to_value(&|route: &str| rest.rest_url(route));
        if let (Some(schema), Some(fields)) = (self.schema, value.as_array_mut()) {
            let links = fields.remove("_links");
            let subject = self.endpoints.first().map_or("", |e| e.subject.as_ref());
            let schema = schema(rest, subject);
            if let Some(endpoints) = fields.get_mut("endpoints") {
                add_properties(endpoints, schema.at("properties"));
            }
            fields.insert("schema", schema);
            if let Some(links) = links {
                fields.insert("_links", links);
            }
        }
        value
    }
}

/// Adds to the parameters that are objects what they consist of, as the schema of the items says.
fn add_properties(endpoints: &mut Value, schema: &Value) {
    let Some(endpoints) = endpoints.as_array_mut() else {
        return;
    };
    for (_, endpoint) in endpoints.iter_mut() {
        let args = endpoint.as_array_mut().and_then(|e| e.get_mut("args"));
        let Some(args) = args.and_then(Value::as_array_mut) else {
            continue;
        };
        for (name, arg) in args.iter_mut() {
            let properties = schema.at(name.as_ref()).at("properties");
            let is_object = arg.at("type").as_str() == Some("object");
            if let (true, false, Some(arg)) = (is_object, properties.is_null(), arg.as_array_mut())
                && !arg.contains_key("properties")
            {
                let required = arg.remove("required").unwrap_or_default();
                arg.insert("properties", properties.clone());
                arg.insert("required", required);
            }
        }
    }
}

impl Endpoint {
    fn to_value(&self) -> Value {
        let mut value =
            Value::array().with("methods", self.methods.iter().copied().collect::<Value>());
        if self.allow_batch {
            value = value.with("allow_batch", Value::array().with("v1", true));
        }
        let Some(args) = &self.args else {
            return value;
        };
        let mut all = Array::new();
        for arg in args {
            all.insert(arg.name.as_str(), arg.to_value());
        }
        value.with("args", all)
    }
}

/// Adds a column's fields to a user (`register_rest_field`); the names of those that embedded users have too.
pub type AddUserFields = fn(&mut Item, &Meta) -> &'static [&'static str];

/// A whole number of a term's meta that is a field of the terms of a taxonomy.
#[derive(Debug, Clone, Copy)]
pub struct TermField {
    /// The taxonomy.
    pub taxonomy: &'static str,
    /// The field.
    pub name: &'static str,
    /// The key of `{p}termmeta`.
    pub meta_key: &'static str,
}
/// What a column does after a post was saved, with its new state, or deleted, with its last one.
pub type SavedPost = for<'a> fn(&'a App, &'a Post) -> HandlerFuture<'a, ()>;

/// What columns add to the API's items.
#[derive(Debug, Default)]
pub struct RestColumns {
    /// Namespaces with their position in the index.
    pub namespaces: Vec<(u16, &'static str)>,
    /// Meta keys of posts.
    pub meta_keys: Vec<&'static str>,
    /// What they do after a post was saved.
    pub saved_post: Vec<SavedPost>,
    /// Text domains of the labels of post types and taxonomies.
    pub label_domains: Vec<&'static str>,
    /// Fields of users.
    pub user_fields: Vec<AddUserFields>,
    /// Fields of terms.
    pub term_fields: Vec<TermField>,
    /// Settings.
    pub settings: Vec<Setting>,
    /// Statuses of posts.
    pub statuses: Vec<OwnStatus>,
    /// Meta keys of users, shown to whoever signed in with a cookie.
    pub user_meta: Vec<&'static str>,
    /// Rules of namespaces.
    pub rules: Vec<NamespaceRules>,
    /// What plugins say of requests to their namespaces that no route here takes.
    pub refusals: Vec<Refuse>,
    /// The locales that have translations.
    pub installed_languages: Vec<String>,
}

/// What holds for requests to the namespaces of a plugin instead of core's rules: users are known by their login cookie
/// alone, without the API's nonce, and the plugin says which other origins may read the response.
#[derive(Debug, Clone, Copy)]
pub struct NamespaceRules {
    /// What routes of these namespaces begin with: `/wc/store/`.
    pub prefix: &'static str,
    /// Adds headers and cookies in place of `rest_send_cors_headers`.
    pub send_headers: fn(&Rest<'_>, &mut Response),
    /// Says before anything else whether a request is taken.
    pub admit: Admit,
}

/// What a plugin says of a request to its own namespaces that no route here takes; `None` when it says nothing.
pub type Refuse = fn(&Rest<'_>, &RestRequest) -> Option<RestError>;

/// What is said of a request before it is dispatched: headers of its response, and the refusal.
#[derive(Debug, Clone, Default)]
pub struct Admission {
    /// Headers of the response.
    pub headers: Vec<(&'static str, Value)>,
    /// Why it is not taken.
    pub refusal: Option<RestError>,
}

/// The future of an admission.
pub type Admitting<'a> = Pin<Box<dyn Future<Output = Result<Admission, RequestError>> + Send + 'a>>;
/// Decides whether a request is taken.
pub type Admit = for<'a> fn(&'a Rest<'a>, &'a RestRequest) -> Admitting<'a>;

/// All routes of a site.
pub struct Routes {
    /// Routes in the order of registration.
    pub routes: Vec<Route>,
    /// Namespaces in the order of registration.
    pub namespaces: Vec<&'static str>,
    /// What columns add to the API's items.
    pub columns: RestColumns,
    /// Answers the index of a namespace.
    namespace_index: Callback,
}

impl Routes {
    /// No routes yet; `namespace_index` answers the index of each namespace.
    pub fn new(namespace_index: Callback, columns: RestColumns) -> Self {
        Self {
            routes: Vec::new(),
            namespaces: Vec::new(),
            columns,
            namespace_index,
        }
    }

    /// The rules of the namespaces that a route belongs to.
    pub fn rules_of(&self, route: &str) -> Option<&NamespaceRules> {
        let mut rules = self.columns.rules.iter();
        rules.find(|rules| route.starts_with(rules.prefix))
    }

    /// Registers a route; the first of a namespace also registers the namespace's index.
    pub fn register(&mut self, namespace: &'static str, pattern: &str, endpoints: Vec<Endpoint>) {
        self.namespace(namespace);
        let pattern = format!("/{namespace}{pattern}");
        self.routes.push(Route::new(namespace, pattern, endpoints));
    }

    /// Sets the item schema of the last registered route.
    pub fn schema(&mut self, schema: ItemSchema) {
        if let Some(route) = self.routes.last_mut() {
            route.schema = Some(schema);
        }
    }

    /// Registers a namespace with its index.
    pub fn namespace(&mut self, namespace: &'static str) {
        if self.namespaces.contains(&namespace) {
            return;
        }
        self.namespaces.push(namespace);
        let args = vec![
            Arg::bare("namespace").default(namespace),
            Arg::bare("context").default("view"),
        ];
        let index = Endpoint {
            methods: READABLE,
            args: Some(args),
            permission: None,
            callback: self.namespace_index,
            subject: namespace.into(),
            allow_batch: false,
        };
        let pattern = format!("/{namespace}");
        self.routes
            .push(Route::new(namespace, pattern, vec![index]));
    }
}

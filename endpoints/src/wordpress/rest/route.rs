//! Routes: where columns register what they answer, under the namespaces and patterns of WordPress.

use std::future::Future;
use std::pin::Pin;
use std::sync::OnceLock;

use compat::wordpress::l10n::Locale;
use compat::wordpress::php::{Array, Value};
use compat::wordpress::site::Site;
use regex::{Regex, RegexBuilder};

use super::arg::Arg;
use super::context::Rest;
use super::request::RestRequest;
use super::rest_response::RestResponse;
use super::route_error::RouteError;

/// What a callback gives back.
pub type RouteFuture<'a> =
    Pin<Box<dyn Future<Output = Result<RestResponse, RouteError>> + Send + 'a>>;
/// Whether a request may go on.
pub type Permitting<'a> = Pin<Box<dyn Future<Output = Result<(), RouteError>> + Send + 'a>>;
/// Answers a request.
pub type Callback = for<'a> fn(&'a Rest<'a>, &'a RestRequest) -> RouteFuture<'a>;
/// Refuses requests.
pub type Permission = for<'a> fn(&'a Rest<'a>, &'a RestRequest) -> Permitting<'a>;

/// Methods that one endpoint answers.
pub const READABLE: &[&str] = &["GET"];
/// Methods that create.
pub const CREATABLE: &[&str] = &["POST"];
/// Methods that change.
pub const EDITABLE: &[&str] = &["POST", "PUT", "PATCH"];
/// Methods that remove.
pub const DELETABLE: &[&str] = &["DELETE"];

/// What the items of a route look like, for its post type or taxonomy.
pub type ItemSchema = fn(&Rest<'_>, &str) -> Value;

/// A callback for some methods of a route.
pub struct Endpoint {
    /// The methods.
    pub methods: &'static [&'static str],
    /// The parameters; `None` prints no `args` at all.
    pub args: Option<Vec<Arg>>,
    /// Who may ask.
    pub permission: Option<Permission>,
    /// Answers.
    pub callback: Callback,
    /// The post type or taxonomy.
    pub subject: &'static str,
    /// May be part of a batch.
    pub allow_batch: bool,
}

/// A route.
pub struct Route {
    /// `wp/v2`, empty for the index.
    pub namespace: &'static str,
    /// The pattern as WordPress writes it.
    pub pattern: String,
    /// Its endpoints, in order.
    pub endpoints: Vec<Endpoint>,
    /// What the answers look like; OPTIONS tells it.
    schema: Option<ItemSchema>,
    regex: OnceLock<Option<Regex>>,
}

impl Route {
    /// A route; `pattern` begins with the namespace.
    pub fn new(namespace: &'static str, pattern: String, endpoints: Vec<Endpoint>) -> Self {
        Self {
            namespace,
            pattern,
            endpoints,
            schema: None,
            regex: OnceLock::new(),
        }
    }

    /// The parameters in the path, when the route fits.
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

    /// `get_data_for_route`: how an index describes the route.
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

    /// The same in the context `help`: with the schema of the answers.
    pub fn to_help(&self, rest: &Rest<'_>) -> Value {
        let mut value = self.to_value(&|route: &str| rest.rest_url(route));
        if let (Some(schema), Some(fields)) = (self.schema, value.as_array_mut()) {
            let links = fields.remove("_links");
            let subject = self.endpoints.first().map_or("", |e| e.subject);
            fields.insert("schema", schema(rest, subject));
            if let Some(links) = links {
                fields.insert("_links", links);
            }
        }
        value
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

/// All routes of a site.
#[derive(Default)]
pub struct Routes {
    /// Routes in the order of registration.
    pub routes: Vec<Route>,
    /// Namespaces in the order of registration.
    pub namespaces: Vec<&'static str>,
}

impl Routes {
    /// Registers a route; the first of a namespace brings the namespace's own index.
    pub fn register(&mut self, namespace: &'static str, pattern: &str, endpoints: Vec<Endpoint>) {
        self.namespace(namespace);
        let pattern = format!("/{namespace}{pattern}");
        self.routes.push(Route::new(namespace, pattern, endpoints));
    }

    /// Gives the route that was registered last the schema of its answers.
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
            callback: super::index::namespace_index,
            subject: namespace,
            allow_batch: false,
        };
        let pattern = format!("/{namespace}");
        self.routes
            .push(Route::new(namespace, pattern, vec![index]));
    }
}

/// Registers the routes of a namespace.
pub type RegisterRoutes = fn(&mut Routes, &Site, &Locale);

/// `rest_api_init`: the routes that columns bring, by their namespaces.
#[derive(Default)]
pub struct RestApiInit {
    columns: Vec<(&'static str, RegisterRoutes)>,
}

impl RestApiInit {
    /// Adds the routes of a namespace.
    pub fn add(&mut self, namespace: &'static str, register: RegisterRoutes) {
        self.columns.push((namespace, register));
    }

    /// Registers what columns bring to a namespace.
    pub fn run(&self, namespace: &str, routes: &mut Routes, site: &Site, locale: &Locale) {
        for (_, register) in self.columns.iter().filter(|(n, _)| *n == namespace) {
            register(routes, site, locale);
        }
    }

    /// The namespaces that columns bring, in the order of registration.
    pub fn namespaces(&self) -> impl Iterator<Item = &'static str> {
        self.columns.iter().map(|(namespace, _)| *namespace)
    }
}

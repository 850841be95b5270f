//! `rest_api_init`: where columns register what they add to the API.

use compat::wordpress::l10n::Locale;
use compat::wordpress::options::Options;

use super::route::{AddUserFields, NamespaceRules, Refuse, Routes};

/// Registers the routes of a namespace. They follow from the options of the site and the language alone: they are kept while
/// posts, terms and menus change.
pub type RegisterRoutes = fn(&mut Routes, &Options, &Locale);

/// `rest_api_init`: the columns' routes by namespace.
#[derive(Default)]
pub struct RestApiInit {
    columns: Vec<(&'static str, RegisterRoutes)>,
    user_fields: Vec<AddUserFields>,
    user_meta: Vec<&'static str>,
    rules: Vec<NamespaceRules>,
    refusals: Vec<Refuse>,
}

impl RestApiInit {
    /// Adds a column's routes to a namespace.
    pub fn add(&mut self, namespace: &'static str, register: RegisterRoutes) {
        self.columns.push((namespace, register));
    }

    /// Adds fields to users.
    pub fn add_user_fields(&mut self, add: AddUserFields) {
        self.user_fields.push(add);
    }

    /// Adds meta keys of users, which are shown to whoever signed in with a cookie.
    pub fn add_user_meta(&mut self, keys: &[&'static str]) {
        self.user_meta.extend(keys);
    }

    /// Meta keys of users.
    pub fn user_meta(&self) -> &[&'static str] {
        &self.user_meta
    }

    /// Says what is said of requests that no route here takes.
    pub fn add_refusal(&mut self, refuse: Refuse) {
        self.refusals.push(refuse);
    }

    /// What plugins say of requests that no route here takes.
    pub fn refusals(&self) -> &[Refuse] {
        &self.refusals
    }

    /// Adds rules for namespaces.
    pub fn add_rules(&mut self, rules: NamespaceRules) {
        self.rules.push(rules);
    }

    /// The rules of namespaces.
    pub fn rules(&self) -> &[NamespaceRules] {
        &self.rules
    }

    /// What columns add to users.
    pub fn user_fields(&self) -> &[AddUserFields] {
        &self.user_fields
    }

    /// Registers the columns' routes of a namespace.
    pub fn run(&self, namespace: &str, routes: &mut Routes, options: &Options, locale: &Locale) {
        for (_, register) in self.columns.iter().filter(|(n, _)| *n == namespace) {
            register(routes, options, locale);
        }
    }

    /// The columns' namespaces in the order of registration.
    pub fn namespaces(&self) -> impl Iterator<Item = &'static str> {
        self.columns.iter().map(|(namespace, _)| *namespace)
    }
}

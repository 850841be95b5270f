//! The routes of `contact-form-7/v1`.
//!
//! Contract "contact-form-7", section 12; recording cf7/namespace.

use compat::wordpress::l10n::Locale;
use compat::wordpress::options::Options;

use crate::wordpress::rest::route::{
    CREATABLE, Callback, DELETABLE, EDITABLE, Endpoint, Permission, READABLE, Routes,
};

use super::{edit, feedback, forms, permission, refill, schema};

/// The namespace of the routes.
pub const NAMESPACE: &str = "contact-form-7/v1";

/// Registers the routes.
pub fn register(routes: &mut Routes, _: &Options, _: &Locale) {
    let item = "/contact-forms/(?P<id>\\d+)";
    routes.register(
        NAMESPACE,
        "/contact-forms",
        vec![
            private(READABLE, permission::read_contact_forms, forms::list),
            private(CREATABLE, permission::create_contact_form, edit::create),
        ],
    );
    routes.register(
        NAMESPACE,
        item,
        vec![
            private(READABLE, permission::edit_contact_form, forms::item),
            private(EDITABLE, permission::edit_contact_form, edit::update),
            private(DELETABLE, permission::edit_contact_form, edit::delete),
        ],
    );
    let public = |methods, callback| vec![endpoint(methods, None, callback)];
    let path = |end: &str| format!("{item}/{end}");
    routes.register(
        NAMESPACE,
        &path("feedback"),
        public(CREATABLE, feedback::create_feedback),
    );
    routes.register(
        NAMESPACE,
        &path("feedback/schema"),
        public(READABLE, schema::get_schema),
    );
    routes.schema(|_, _| schema::swv_meta_schema());
    routes.register(
        NAMESPACE,
        &path("refill"),
        public(READABLE, refill::get_refill),
    );
}

fn private(
    methods: &'static [&'static str],
    permission: Permission,
    callback: Callback,
) -> Endpoint {
    endpoint(methods, Some(permission), callback)
}

fn endpoint(
    methods: &'static [&'static str],
    permission: Option<Permission>,
    callback: Callback,
) -> Endpoint {
    Endpoint {
        methods,
        args: Some(Vec::new()),
        permission,
        callback,
        subject: "".into(),
        allow_batch: false,
    }
}

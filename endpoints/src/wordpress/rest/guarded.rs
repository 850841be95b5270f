//! Endpoints with a permission, and the permissions that ask for one capability.
//!
//! Contract "wordpress-rest", sections 4 and 21. Refusals are 401 for nobody and 403 for a person.

use super::arg::Arg;
use super::route::{Callback, Endpoint, Permission, Permitting, Rest};

/// An endpoint whose callback runs for those whom `permission` lets through.
pub fn endpoint(
    methods: &'static [&'static str],
    args: Vec<Arg>,
    permission: Permission,
    callback: Callback,
) -> Endpoint {
    Endpoint {
        methods,
        args: Some(args),
        permission: Some(permission),
        callback,
        subject: "".into(),
        allow_batch: false,
    }
}

impl Endpoint {
    /// The same as part of a batch (`allow_batch`).
    #[must_use]
    pub fn in_batches(mut self) -> Self {
        self.allow_batch = true;
        self
    }

    /// The same for a post type.
    #[must_use]
    pub fn about(mut self, subject: &'static str) -> Self {
        self.subject = subject.into();
        self
    }
}

/// Lets those through who have a capability.
pub fn require<'a>(rest: &Rest<'_>, capability: &str, (code, source): Refusal) -> Permitting<'a> {
    when(rest, has(rest, capability), (code, source))
}

/// Code and message of a refusal.
pub type Refusal = (&'static str, &'static str);

/// Lets requests through when something holds.
pub fn when<'a>(rest: &Rest<'_>, holds: bool, (code, source): Refusal) -> Permitting<'a> {
    let outcome = match holds {
        true => Ok(()),
        false => Err(rest.forbidden(code, source).into()),
    };
    Box::pin(async move { outcome })
}

/// Whether the requesting user has a capability.
pub fn has(rest: &Rest<'_>, capability: &str) -> bool {
    rest.can(capability)
}

/// Whether the user may edit posts of some type that the API shows.
pub fn edits_some_posts(rest: &Rest<'_>) -> bool {
    rest.can_edit_any_type()
}

/// A callback of an `async fn( &Rest, &RestRequest )`.
macro_rules! callback {
    ($function:path) => {
        |rest, request| -> $crate::wordpress::rest::route::RouteFuture<'_> {
            Box::pin($function(rest, request))
        }
    };
}
pub(super) use callback;

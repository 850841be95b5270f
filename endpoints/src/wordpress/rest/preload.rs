//! Answers of the API that pages bring with them (`rest_preload_api_request`).

use std::sync::Mutex;

use compat::type_map::Entry;
use compat::wordpress::php::Array;

use super::dispatch::{DispatchResult, Embed, dispatch};
use super::index::namespace_index;
use super::request::RestRequest;
use super::route::{Rest, RestColumns, Routes};
use crate::request_error::RequestError;
use crate::wordpress::request_context::RequestContext;

/// The API in a page's request.
pub struct Preloading<'a> {
    rest: Rest<'a>,
}

/// Routes for a page's own questions.
pub fn own_routes() -> Routes {
    Routes::new(namespace_index, RestColumns::default())
}

impl<'a> Preloading<'a> {
    /// The API with some routes. The page's visitor asks.
    pub fn new(context: &RequestContext<'a>, routes: &'a Routes) -> Self {
        Self {
            rest: Rest {
                context: context.clone(),
                application_password: None,
                routes,
                rules: None,
                carried: Mutex::default(),
            },
        }
    }

    /// What callbacks are called with.
    pub fn rest(&self) -> &Rest<'a> {
        &self.rest
    }

    /// What callbacks have kept.
    pub fn kept<T: Entry + Clone>(&self) -> T {
        self.rest.kept()
    }

    /// The answer to a GET request with headers of its own.
    ///
    /// # Errors
    /// When the database or a callback fails.
    pub async fn get(&self, route: &str, headers: Array) -> Result<DispatchResult, RequestError> {
        let request = RestRequest::batched("GET", route, Default::default(), headers);
        dispatch(&self.rest, request, Embed::Nothing).await
    }
}

//! A request to the cart: its session, its nonce, the headers of its response.
//!
//! Contract "woocommerce-store-api", sections 1.4 to 1.8 and 1.13.

use compat::woocommerce::session::{CartToken, CustomerId};
use compat::woocommerce::shopping::{
    CartAction, SessionKey, ShopSource, StoreAction, StoreOutcome, Visit, perform, perform_in_turn,
    perform_unstored, turn,
};
use compat::woocommerce::store_api::StoreError;
use compat::wordpress::php::Value;
use tokio::sync::MutexGuard;

use super::cart_schema::cart_value;
use super::schema::{error, rest_error};
use crate::woocommerce::new_customer::NewCustomer;
use crate::woocommerce::visit::{Carried, act_in, session_cookie, source};
use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::rest_response::{Body, RestResponse};
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::route_error::{Refusal, RestError, RouteError};

/// The nonce of the API.
const NONCE_ACTION: &str = "wc_store_api";

/// Who may do what is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Everybody: it is only read.
    Open,
    /// Who sends a nonce, or names the session by its token.
    WithNonce,
}

/// The token of a header, if it is genuine. That of a user's session counts for the logged-in user alone.
fn genuine(rest: &Rest<'_>, token: &str) -> Option<CartToken> {
    let token = CartToken::read(token, &rest.state.salts, rest.now)?;
    let id = CustomerId(token.user_id.clone());
    let is_own = rest
        .visitor
        .user
        .is_some_and(|user| CustomerId::of_user(user) == id);
    (id.is_guest() || is_own).then_some(token)
}

/// The token that the HTTP request has sent.
pub fn sent_token(rest: &Rest<'_>) -> Option<CartToken> {
    match rest.input.request.header("cart-token") {
        "" => None,
        token => genuine(rest, token),
    }
}

/// The headers that tell the caller who he is.
pub fn caller_headers(rest: &Rest<'_>) -> Vec<(&'static str, Value)> {
    headers_for(rest, &source(&rest.context))
}

/// As [`caller_headers`], for who calls by now.
fn headers_for(rest: &Rest<'_>, source: &ShopSource<'_>) -> Vec<(&'static str, Value)> {
    // The guests' nonce is that of all guests, whatever their session.
    let nonce = source.with_nonces(None, |nonces| nonces.create(NONCE_ACTION));
    let user = source.user.map_or(0, |user| user.0);
    vec![
        ("Nonce", nonce.into()),
        ("Nonce-Timestamp", rest.now.into()),
        ("User-ID", user.into()),
    ]
}

/// A request to the cart, in its session.
pub struct CartRequest<'r> {
    /// The request's context.
    pub rest: &'r Rest<'r>,
    /// The request.
    pub request: &'r RestRequest,
    /// The session.
    pub visit: Visit,
    /// The buyer who got an account with this request.
    pub member: Option<NewCustomer>,
    token: Option<CartToken>,
    turn: Option<MutexGuard<'static, ()>>,
    is_held: bool,
    is_deferred: bool,
}

impl<'r> CartRequest<'r> {
    /// Opens the session.
    ///
    /// # Errors
    /// The refusal of a request without a nonce, with the headers of the cart; when the database fails.
    pub async fn open(
        rest: &'r Rest<'r>,
        request: &'r RestRequest,
        access: Access,
    ) -> Result<Self, RouteError> {
        let token = sent_token(rest);
        let Carried(opened) = rest.kept();
        let key = key(rest, token.as_ref());
        let action = CartAction::Store(StoreAction::Open);
        let (visit, _) = act_in(&rest.context, key, opened, &action).await?;
        rest.keep(Carried(Some(visit.clone())));
        let cart = Self {
            rest,
            request,
            visit,
            member: None,
            token,
            turn: None,
            is_held: false,
            is_deferred: false,
        };
        if access == Access::WithNonce
            && let Err(error) = cart.check_nonce()
        {
            let headers = cart.headers();
            return Err(RouteError::Refused(Box::new(Refusal { error, headers })));
        }
        Ok(cart)
    }

    /// Whether the request has a nonce, or a token instead. A part of a batch has its own.
    fn check_nonce(&self) -> Result<(), RestError> {
        let (rest, request) = (self.rest, self.request);
        let own_token = request.header(rest.input, "cart-token");
        if self.token.is_some() && genuine(rest, &own_token).is_some() {
            return Ok(());
        }
        let nonce = request.header(rest.input, "nonce");
        if nonce.is_empty() {
            let text = "Missing the Nonce header. This endpoint requires a valid nonce.";
            return Err(error(rest, "woocommerce_rest_missing_nonce", text, 401));
        }
        let is_right = rest.with_nonces(|nonces| nonces.verify(&nonce, NONCE_ACTION).is_some());
        if is_right {
            return Ok(());
        }
        Err(error(
            rest,
            "woocommerce_rest_invalid_nonce",
            "Nonce is invalid.",
            403,
        ))
    }

    /// What the session is made from: that of the request, or of the buyer who got an account in it.
    pub fn source(&self) -> ShopSource<'_> {
        let own = source(&self.rest.context);
        match &self.member {
            None => own,
            Some(member) => member.source(own),
        }
    }

    /// Keeps other requests from changing the session, and reads it anew.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn hold(&mut self) -> Result<(), RouteError> {
        if !self.is_held {
            let rest = self.rest;
            self.turn = turn(&source(&rest.context), key(rest, self.token.as_ref())).await;
            self.is_held = true;
        }
        let rest = self.rest;
        let key = key(rest, self.token.as_ref());
        self.visit = Box::pin(Visit::open(&source(&rest.context), key)).await?;
        Ok(())
    }

    /// From now on the session is stored by the caller alone, with the order that is made of it or after a refusal.
    pub fn defer(&mut self) {
        self.is_deferred = true;
    }

    /// Whether the caller stores the session.
    pub fn is_deferred(&self) -> bool {
        self.is_deferred
    }

    /// Lets other requests change the session again.
    pub fn release(&mut self) {
        self.turn = None;
        self.is_held = false;
    }

    /// Stores the session. `false`: another process has changed it meanwhile.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn store(&mut self) -> Result<bool, RouteError> {
        let mut visit = std::mem::take(&mut self.visit);
        let stored = visit.store(&self.source()).await;
        self.keep(visit);
        Ok(stored?)
    }

    /// Goes on with a changed visit.
    pub fn keep(&mut self, visit: Visit) {
        self.rest.keep(Carried(Some(visit.clone())));
        self.visit = visit;
    }

    /// Does something in the session alone.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn perform(&mut self, action: StoreAction) -> Result<StoreOutcome, RouteError> {
        let key = key(self.rest, self.token.as_ref());
        let mut visit = std::mem::take(&mut self.visit);
        let action = CartAction::Store(action);
        if self.is_deferred {
            let outcome = perform_unstored(&self.source(), &mut visit, &action).await;
            self.keep(visit);
            return Ok(outcome?.store);
        }
        let (source, visit) = (self.source(), Some(visit));
        let (visit, outcome) = if self.is_held {
            Box::pin(perform_in_turn(&source, key, visit, &action)).await?
        } else {
            Box::pin(perform(&source, key, visit, &action)).await?
        };
        self.keep(visit);
        Ok(outcome.store)
    }

    /// Calculates the totals, for a response without the checks of the whole cart.
    ///
    /// # Errors
    /// When the database fails.
    pub async fn calculate(&mut self) -> Result<(), RouteError> {
        self.perform(StoreAction::Calculate).await?;
        Ok(())
    }

    /// The whole cart, after the checks that belong to it.
    ///
    /// # Errors
    /// When the database or rendering fails.
    pub async fn cart(&mut self) -> Result<Value, RouteError> {
        let shown = self.perform(StoreAction::Show).await?;
        cart_value(self.rest, &self.visit, &shown.errors).await
    }

    /// The response with the cart.
    ///
    /// # Errors
    /// When the database or rendering fails.
    pub async fn answer(&mut self, status: u16) -> Result<RestResponse, RouteError> {
        let cart = self.cart().await?;
        Ok(self.respond(status, Body::Value(cart)))
    }

    /// A response with the headers of the cart.
    pub fn respond(&self, status: u16, body: Body) -> RestResponse {
        let mut response = RestResponse::new(body).cached_for(None);
        response.status = status;
        response.headers = self.headers();
        response
    }

    /// The refusal of an error; a conflict shows the cart as it is.
    ///
    /// # Errors
    /// When the database or rendering fails.
    pub async fn refuse(&mut self, refused: &StoreError) -> Result<RestResponse, RouteError> {
        let error = rest_error(self.rest, refused);
        if error.status() != 409 {
            return Ok(self.refused(error));
        }
        let cart = self.cart().await?;
        Ok(self.refused(error.with("cart", cart)))
    }

    /// An error with the headers of the cart.
    pub fn refused(&self, error: RestError) -> RestResponse {
        let mut response = RestResponse::error(error);
        response.headers = self.headers();
        response
    }

    fn headers(&self) -> Vec<(&'static str, Value)> {
        let rest = self.rest;
        // A visitor without a session gets the token of one that does not exist yet.
        let id = self.visit.id.clone().unwrap_or_else(CustomerId::new_guest);
        let token = CartToken::create(&id, &rest.state.salts, rest.now);
        let mut headers = headers_for(rest, &self.source());
        headers.extend([
            ("Cart-Token", token.into()),
            ("Cart-Hash", self.visit.cart_hash().into()),
            ("Cache-Control", "no-store".into()),
        ]);
        headers
    }
}

fn key<'k>(rest: &'k Rest<'_>, token: Option<&'k CartToken>) -> SessionKey<'k> {
    match token {
        Some(token) => SessionKey::Token(token),
        None => SessionKey::Cookie(session_cookie(&rest.context)),
    }
}

//! Forms and links that change the cart, on any page (`update_cart_action`, `add_to_cart_action`).
//!
//! Contract "woocommerce", section 7.3.

use compat::woocommerce::shopping::{CART_ACTION, CartAction, Outcome, Visit};
use compat::wordpress::url::{QueryArg, add_query_arg, remove_query_arg};

use super::posted;
use super::visit::{Carried, act, cookies, has_field, is_protected, is_verified, source};
use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::headers::set_cookies;
use crate::wordpress::input::Input;
use crate::wordpress::request_context::{RequestContext, SiteSnapshot};
use crate::wordpress::scripts::Script;

/// Fields and arguments of the cart's form and links.
const FIELDS: [&str; 6] = [
    "apply_coupon",
    "remove_coupon",
    "remove_item",
    "undo_item",
    "update_cart",
    "proceed",
];

/// Fields that may hold the nonce of the cart's form and links.
const NONCES: [&str; 2] = ["woocommerce-cart-nonce", "_wpnonce"];

/// Whether a request puts a product into the cart by a form or a link.
pub fn adds_to_cart(input: &Input) -> bool {
    has_field(input, "add-to-cart") && posted::add_to_cart(input).is_some()
}

/// Whether a request changes the cart by a form or a link.
pub fn changes_cart(input: &Input) -> bool {
    adds_to_cart(input) || FIELDS.iter().any(|name| has_field(input, name))
}

/// Does what the form or link asks; the page shows how it went, or the visitor is led to another one.
///
/// # Errors
/// When the database fails.
pub async fn handle(
    site: &SiteSnapshot<'_>,
    input: &mut Input,
) -> Result<Option<Response>, RequestError> {
    if Script::of(input.request.path()).is_some() || !changes_cart(input) {
        return Ok(None);
    }
    let state = site.of_content(&input.request).await?;
    let context = RequestContext::of_page(site, state, input).await?;
    let mut handled = Handled::default();
    handled.update(&context).await?;
    if handled.leads_to.is_none() {
        handled.add(&context).await?;
    }
    let Some(visit) = handled.visit else {
        return Ok(None);
    };
    if let Some(location) = handled.leads_to {
        let mut response = context.safe_redirect(&location);
        set_cookies(&mut response, &cookies(&context, &visit), context.now);
        return Ok(Some(response));
    }
    drop(context);
    input.carried.insert(Carried(Some(visit)));
    Ok(None)
}

#[derive(Default)]
struct Handled {
    visit: Option<Visit>,
    leads_to: Option<String>,
}

impl Handled {
    async fn act(
        &mut self,
        context: &RequestContext<'_>,
        action: &CartAction,
    ) -> Result<Outcome, RequestError> {
        let (visit, outcome) = act(context, self.visit.take(), action).await?;
        self.visit = Some(visit);
        Ok(outcome)
    }

    /// The cart's form, and the links beside its lines.
    async fn update(&mut self, context: &RequestContext<'_>) -> Result<(), RequestError> {
        let input = context.input;
        if !FIELDS.iter().any(|name| has_field(input, name)) {
            return Ok(());
        }
        // Opens the session, for its nonces.
        let view = CartAction::View {
            keeps_removed: true,
        };
        self.act(context, &view).await?;
        let is_right = |visit: &Option<Visit>| {
            let visit = visit.as_ref();
            visit.is_some_and(|visit| is_verified(context, visit, &NONCES, &[CART_ACTION]))
        };
        let is_right = is_right(&self.visit);
        let posts = |name: &str| !matches!(input.post_text(name).as_str(), "" | "0");
        let gets = |name: &str| !matches!(input.get_text(name).as_str(), "" | "0");
        let is_coupon = posts("apply_coupon");
        if is_coupon && posts("coupon_code") {
            let action = CartAction::ApplyCoupon {
                code: input.post_text("coupon_code"),
                email: None,
                prints: false,
            };
            self.act(context, &action).await?;
        } else if input.get.contains_key("remove_coupon") {
            let action = CartAction::RemoveCoupon {
                code: input.get_text("remove_coupon"),
                is_told: false,
            };
            self.act(context, &action).await?;
        } else if gets("remove_item") && is_right {
            let action = CartAction::Remove {
                key: input.get_text("remove_item"),
                is_told: true,
            };
            self.act(context, &action).await?;
            self.leads_to = context.referer().map(|from| {
                let to = add_query_arg(&[("removed_item", QueryArg::from("1"))], &from);
                remove_query_arg(&["remove_item", "add-to-cart", "_wpnonce"], &to)
            });
        } else if gets("undo_item") && is_right {
            let action = CartAction::Restore(input.get_text("undo_item"));
            self.act(context, &action).await?;
            let from = context.referer();
            self.leads_to = from.map(|from| remove_query_arg(&["undo_item", "_wpnonce"], &from));
        }
        if (is_coupon || posts("update_cart") || posts("proceed")) && is_right {
            let action = CartAction::Update(posted::quantities(input));
            let updated = self.act(context, &action).await?;
            if posts("proceed") {
                let checkout = source(context).page_url("woocommerce_checkout_page_id");
                self.leads_to = Some(checkout);
            } else if updated.is_done {
                let from = context.referer();
                let from = from.map(|f| remove_query_arg(&["remove_coupon", "add-to-cart"], &f));
                self.leads_to = from;
            }
        }
        Ok(())
    }

    /// `add-to-cart` of a form or a link.
    async fn add(&mut self, context: &RequestContext<'_>) -> Result<(), RequestError> {
        let Some(mut add) = posted::add_to_cart(context.input) else {
            return Ok(());
        };
        add.is_protected = is_protected(context, add.product).await?;
        let outcome = self.act(context, &CartAction::Add(add)).await?;
        let options = &context.state.site.options;
        let redirects = options.text("woocommerce_cart_redirect_after_add") == "yes";
        let has_errors = self.visit.as_ref().is_some_and(Visit::has_errors);
        if outcome.is_done && redirects && !has_errors {
            self.leads_to = Some(source(context).page_url("woocommerce_cart_page_id"));
        }
        Ok(())
    }
}

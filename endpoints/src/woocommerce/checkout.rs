//! Placing an order: the checkout's form, sent by its script or by the browser.
//!
//! Contract "woocommerce", sections 9.4 to 9.7 and 10.

use std::sync::Arc;

use compat::woocommerce::checkout::{
    Buyer, CheckoutChoices, CheckoutInput, PreparedOrder, RELOAD, ReadyCheckout, Refusal, Verdict,
    awaiting_order, check_form, finish, placed_before, prepare, refuse, tell_refusal,
};
use compat::woocommerce::order::{
    Order, OrderId, OrderScene, PlaceRefusal, Placed, forget_order_id, order_received_url,
    placed_url, posted_payment_method, reserve_order_id, status_after,
};
use compat::woocommerce::session::NoticeKind;
use compat::woocommerce::shopping::{SessionKey, ShopSource, Visit, turn};
use compat::wordpress::cookie::SetCookie;
use compat::wordpress::formatting::sanitize_field::sanitize_text_field;
use compat::wordpress::mail::outbox::{Delivery, Staged};
use compat::wordpress::php::Value;
use compat::wordpress::php::hash::md5;
use compat::wordpress::php::json::wp_json_encode;
use themes::woocommerce::checkout_payment::{CHECKOUT_ACTION, CHECKOUT_NONCE};
use themes::woocommerce::notices::printed;

use super::answer::{json, with_cookies};
use super::new_customer::{AccountRequest, NewCustomer, join};
use super::order_mails::{OrderMails, staged_mails};
use super::posted;
use super::visit::{is_verified, session_cookie, source};
use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::headers::set_cookies;
use crate::wordpress::request_context::RequestContext;

/// How often a form is tried while other processes change its session.
const TRIES: usize = 3;

/// What became of a form.
pub enum Done {
    /// An order was placed, now or by the same form a moment ago.
    Placed {
        /// The visit with the emptied cart.
        visit: Box<Visit>,
        /// Where the buyer is led.
        redirect: String,
        /// The order's number; `None` where nothing is paid.
        order_id: Option<i64>,
    },
    /// Nothing was ordered; the visit's notices say why, unless only totals were asked.
    Refused(Box<Visit>),
}

/// A form that was processed.
pub struct Processed {
    /// What became of it.
    pub done: Done,
    /// Why it was refused, for the script's answer.
    pub refusal: Refusal,
    /// Cookies of a login, of a buyer who got an account.
    pub cookies: Vec<SetCookie>,
}

/// The scene in which a request changes orders.
pub fn order_scene(context: &RequestContext<'_>) -> OrderScene {
    let host = sanitize_text_field(context.input.request.header("host"));
    let site = &context.state.site;
    let outbox = (Arc::clone(&context.app.outbox), context.mail_site());
    OrderScene::new(site, context.locale.clone(), &host, context.now, outbox)
}

/// `wc-ajax=checkout`.
///
/// # Errors
/// When the database or rendering fails.
pub async fn checkout(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    let processed = Box::pin(process(context, true)).await?;
    let refusal = &processed.refusal;
    let (visit, answer) = match &processed.done {
        Done::Placed {
            visit,
            redirect,
            order_id,
        } => {
            let answer = Value::array()
                .with("result", "success")
                .with("redirect", redirect.as_str());
            let answer = match order_id {
                Some(id) => answer.with("order_id", *id),
                None => answer,
            };
            (visit, answer)
        }
        Done::Refused(visit) => {
            let answer = Value::array()
                .with("result", "failure")
                .with("messages", printed(&refusal.notices))
                .with("refresh", refusal.refreshes)
                .with("reload", refusal.reloads);
            (visit, answer)
        }
    };
    let mut response = with_cookies(context, visit, json(&answer));
    set_cookies(&mut response, &processed.cookies, context.now);
    Ok(response)
}

/// Processes the posted form. `prints`: the notices are taken out of the visit, to be answered at once.
///
/// # Errors
/// When the database or rendering fails.
pub async fn process(
    context: &RequestContext<'_>,
    prints: bool,
) -> Result<Processed, RequestError> {
    let guest = source(context);
    let key = SessionKey::Cookie(session_cookie(context));
    let _turn = turn(&guest, key).await;
    let mut tries = 0;
    loop {
        tries += 1;
        let mut visit = Box::pin(Visit::open(&guest, key)).await?;
        let mut member = None;
        let attempted = Box::pin(attempt(context, &mut visit, &mut member, tries < TRIES));
        let attempted = attempted.await?;
        let done = match attempted {
            Attempt::Again => continue,
            Attempt::Placed(done) => Some(done),
            Attempt::Refused => None,
        };
        let refusal = if prints && done.is_none() {
            refuse(&mut visit)
        } else {
            Refusal::default()
        };
        let is_last = tries >= TRIES || member.is_some() || done.is_some();
        if done.is_none() && !visit.store(&source_of(context, member.as_ref())).await? && !is_last {
            continue;
        }
        return Ok(Processed {
            done: done.unwrap_or_else(|| Done::Refused(Box::new(visit))),
            refusal,
            cookies: member.map(|own| own.session.cookies).unwrap_or_default(),
        });
    }
}

/// What a visit is made from: that of the request, or of the buyer who got an account in it.
fn source_of<'a>(
    context: &'a RequestContext<'_>,
    member: Option<&'a NewCustomer>,
) -> ShopSource<'a> {
    let own = source(context);
    match member {
        None => own,
        Some(member) => member.source(own),
    }
}

enum Attempt {
    Placed(Done),
    /// Another process has changed the session.
    Again,
    /// The visit's notices say why.
    Refused,
}

async fn attempt(
    context: &RequestContext<'_>,
    visit: &mut Visit,
    member: &mut Option<NewCustomer>,
    may_try_again: bool,
) -> Result<Attempt, RequestError> {
    let (input, own) = (context.input, source(context));
    let form = wp_json_encode(&Value::from(input.post.clone()), 0).unwrap_or_default();
    let form = md5(form.as_bytes());
    if visit.cart.is_empty()
        && let Some((id, key)) = placed_before(visit, &form, context.now)
    {
        return Ok(Attempt::Placed(again(context, &own, visit, (id, key))));
    }
    let choices = CheckoutChoices::of(&input.post, posted::shipping_choice(input));
    let fields = [CHECKOUT_NONCE, "_wpnonce"];
    let checked = CheckoutInput {
        post: &input.post,
        choices: &choices,
        is_verified: is_verified(context, visit, &fields, &[CHECKOUT_ACTION]),
    };
    let ready = match Box::pin(check_form(&own, visit, checked)).await? {
        Verdict::Refused | Verdict::Updated => return Ok(Attempt::Refused),
        Verdict::Ready(ready) => ready,
    };
    if ready.makes_account {
        match Box::pin(join(context, AccountRequest::of(&ready.posted))).await? {
            Ok(joined) => *member = Some(joined),
            Err(refusal) => {
                visit.notices.add(NoticeKind::Error, refusal.text);
                return Ok(Attempt::Refused);
            }
        }
        visit.session.set(RELOAD, &Value::Bool(true));
        visit.join(&source_of(context, member.as_ref())).await?;
    }
    let source = source_of(context, member.as_ref());
    let may_try_again = may_try_again && member.is_none();
    Box::pin(place(
        context,
        &source,
        visit,
        &ready,
        (&form, may_try_again),
    ))
    .await
}

/// The answer to a form that has made an order already.
fn again(
    context: &RequestContext<'_>,
    source: &ShopSource<'_>,
    visit: &Visit,
    (id, key): (OrderId, String),
) -> Done {
    let order = Order {
        id,
        key,
        ..Order::default()
    };
    let checkout = source.page_url("woocommerce_checkout_page_id");
    let redirect = order_received_url(&context.state.site.options, &checkout, &order);
    Done::Placed {
        visit: Box::new(visit.clone()),
        redirect,
        order_id: Some(id.0),
    }
}

async fn place(
    context: &RequestContext<'_>,
    source: &ShopSource<'_>,
    visit: &mut Visit,
    ready: &ReadyCheckout,
    (form, may_try_again): (&str, bool),
) -> Result<Attempt, RequestError> {
    let (ip, agent) = buyer(context);
    let buyer = Buyer {
        ip_address: &ip,
        user_agent: &agent,
    };
    let awaiting = awaiting_order(source, visit).await?;
    let Some(mut prepared) = prepare(source, visit, ready, buyer, awaiting) else {
        return Ok(Attempt::Refused);
    };
    let (db, scene) = (&context.app.db, order_scene(context));
    if prepared.stored.is_none() {
        prepared.order.id = reserve_order_id(db, &scene, prepared.order.customer_id).await?;
    }
    let reserved = prepared.stored.is_none().then_some(prepared.order.id);
    let mails = Box::pin(staged(context, visit, &prepared)).await;
    let placed = match mails {
        Ok(mails) => Box::pin(finish(source, &scene, visit, prepared, (mails, form))).await,
        Err(error) => {
            give_back(context, reserved).await?;
            return Err(error);
        }
    };
    let refusal = match placed {
        Ok(Ok((emptied, placed))) => {
            Box::pin(settle(context, &placed)).await;
            return Ok(Attempt::Placed(done(
                context, source, ready, emptied, &placed,
            )));
        }
        Ok(Err(refusal)) => refusal,
        Err(error) => {
            give_back(context, reserved).await?;
            return Err(error.into());
        }
    };
    give_back(context, reserved).await?;
    if refusal == PlaceRefusal::Session && may_try_again {
        return Ok(Attempt::Again);
    }
    tell_refusal(source, visit, &refusal);
    Ok(Attempt::Refused)
}

/// The buyer's address on the net, and browser.
pub fn buyer(context: &RequestContext<'_>) -> (String, String) {
    let request = &context.input.request;
    (
        request.remote_addr.to_string(),
        sanitize_text_field(request.header("user-agent")),
    )
}

/// Gives back the number of an order that was not placed.
async fn give_back(
    context: &RequestContext<'_>,
    reserved: Option<OrderId>,
) -> Result<(), RequestError> {
    if let Some(id) = reserved {
        forget_order_id(&context.app.db, id).await?;
    }
    Ok(())
}

/// The mails of a prepared order.
///
/// # Errors
/// When the database or rendering fails.
pub async fn staged(
    context: &RequestContext<'_>,
    visit: &Visit,
    prepared: &PreparedOrder,
) -> Result<Vec<Staged>, RequestError> {
    let to = status_after(&prepared.order, &prepared.products, &prepared.step);
    let mails = OrderMails {
        order: &prepared.order,
        products: &visit.goods.catalogue,
        from: prepared.order.status,
        to,
    };
    staged_mails(context, mails).await
}

fn done(
    context: &RequestContext<'_>,
    source: &ShopSource<'_>,
    ready: &ReadyCheckout,
    visit: Visit,
    placed: &Placed,
) -> Done {
    let checkout = source.page_url("woocommerce_checkout_page_id");
    let (order, site) = (&placed.order, &context.state.site);
    let method = posted_payment_method(|name| context.input.post_text(name));
    let to = (site.home(), checkout);
    Done::Placed {
        visit: Box::new(visit),
        redirect: placed_url(&site.options, (&to.0, &to.1), order, &method),
        order_id: ready.gateway.as_ref().map(|_| order.id.0),
    }
}

/// What follows a placed order: its mails go out, and pages that show its products are made anew. A failure here does not
/// undo the order.
pub async fn settle(context: &RequestContext<'_>, placed: &Placed) {
    let app = context.app;
    if let Err(error) = app.outbox.committed(&placed.mails, Delivery::Queue).await {
        tracing::warn!(%error, "the mails of an order are not delivered yet");
    }
    let lines = placed.order.lines();
    let products = lines.flat_map(|(_, line)| [line.product_id, line.variation_id]);
    app.changed_posts(products.filter(|id| id.0 > 0));
}

//! Stripe: its payment page takes the card (a Checkout Session with an intent), or an intent is confirmed with a payment
//! method that the browser has got; 3-D Secure leads to the bank. The intent, read at Stripe, says what became of it.

use compat::woocommerce::order::{
    CARD_BACK, Order, PaymentOutcome, STRIPE, STRIPE_CALLBACK, STRIPE_INTENT, STRIPE_SESSION,
    StripePayment, StripeSettings, card_url, has_stripe_signature, idempotency_key,
    is_payment_method, minor_units, set_payment_meta, stripe_payment,
};
use http::StatusCode;
use serde_json::Value;

use super::provider::{Answering, CardProvider, Paying, gateway_settings};
use super::report::{Reported, report};
use super::stripe_client::{NotDone, StripeClient};
use crate::request_error::RequestError;
use crate::server::Response;
use crate::woocommerce::checkout::order_scene;
use crate::woocommerce::settings::WooCommerceSettings;
use crate::wordpress::request_context::RequestContext;

/// The provider.
pub struct Stripe;

impl CardProvider for Stripe {
    fn id(&self) -> &'static str {
        STRIPE
    }

    fn callback(&self) -> &'static str {
        STRIPE_CALLBACK
    }

    fn pay<'a>(
        &'a self,
        context: &'a RequestContext<'_>,
        order: &'a Order,
        method: String,
    ) -> Answering<'a, Paying> {
        Box::pin(async move {
            let Some(call) = Call::of(context, order) else {
                return Ok(Paying::Refused);
            };
            let paying = if is_payment_method(&method) {
                Box::pin(call.confirm(&method)).await?
            } else {
                Box::pin(call.open_page()).await?
            };
            Ok(paying.unwrap_or(Paying::Refused))
        })
    }

    fn returned<'a>(
        &'a self,
        context: &'a RequestContext<'_>,
        order: &'a Order,
    ) -> Answering<'a, Paying> {
        Box::pin(async move {
            let Some(call) = Call::of(context, order) else {
                return Ok(Paying::Done);
            };
            Box::pin(call.look()).await
        })
    }

    fn notified<'a>(&'a self, context: &'a RequestContext<'_>) -> Answering<'a, Response> {
        Box::pin(notified(context))
    }
}

fn settings(context: &RequestContext<'_>) -> Option<StripeSettings> {
    StripeSettings::of(&gateway_settings(context, STRIPE)?)
}

/// What is asked of Stripe about an order. The inner errors are Stripe's.
struct Call<'a, 'c> {
    context: &'a RequestContext<'c>,
    order: &'a Order,
    client: StripeClient<'a>,
    amount: i64,
}

type Asked<T> = Result<Result<T, NotDone>, RequestError>;

impl<'a, 'c> Call<'a, 'c> {
    fn of(context: &'a RequestContext<'c>, order: &'a Order) -> Option<Self> {
        let own = context.app.settings.section::<WooCommerceSettings>();
        Some(Self {
            context,
            order,
            client: StripeClient::new(own, settings(context)?),
            amount: minor_units(order.amounts.total, &order.currency),
        })
    }

    /// The buyer goes to Stripe's payment page. A page of an earlier try is used again; one for another amount is closed
    /// first, so that an order never has two that can be paid.
    async fn open_page(&self) -> Asked<Paying> {
        let mut purpose = "session".to_owned();
        if let Some(id) = self.order.meta_value(STRIPE_SESSION) {
            let known = match self.client.read(id).await {
                Ok(known) => known,
                Err(error) => return Ok(Err(error)),
            };
            if let Some(known) = known.filter(|own| !own.is_over) {
                if known.has_money() {
                    return self.reported(&known).await.map(Ok);
                }
                match &known.next {
                    // It was sent off, and is being worked on.
                    None => return Ok(Ok(Paying::Done)),
                    Some(url) if self.fits(&known) => return Ok(Ok(Paying::At(url.clone()))),
                    Some(_) => {}
                }
                if let Err(error) = self.client.end(id).await {
                    return Ok(Err(error));
                }
            }
            purpose = format!("session-after-{id}");
        }
        let back = card_url(&self.context.state.site.home(), self.order, CARD_BACK, "");
        let name = format!("#{}", self.order.number());
        let (amount, currency) = (self.amount.to_string(), self.order.currency.to_lowercase());
        let number = self.order.id.0.to_string();
        let mut fields = vec![
            ("mode", "payment"),
            ("payment_method_types[0]", "card"),
            ("line_items[0][quantity]", "1"),
            ("line_items[0][price_data][currency]", &currency),
            ("line_items[0][price_data][unit_amount]", &amount),
            ("line_items[0][price_data][product_data][name]", &name),
            ("success_url", &back),
            ("cancel_url", &back),
            ("metadata[order_id]", &number),
            ("metadata[order_key]", &self.order.key),
            ("payment_intent_data[metadata][order_id]", &number),
            ("payment_intent_data[metadata][order_key]", &self.order.key),
        ];
        if !self.client.settings.captures {
            fields.push(("payment_intent_data[capture_method]", "manual"));
        }
        let key = idempotency_key(self.order, &purpose);
        let made = self.client.post("checkout/sessions", &key, &fields).await;
        let made = match made {
            Ok(made) => made,
            Err(error) => return Ok(Err(error)),
        };
        self.keep((STRIPE_SESSION, &made.id)).await?;
        Ok(made.next.map(Paying::At).ok_or(NotDone))
    }

    /// The intent of the order is confirmed with a payment method. There is one intent for an order and its amount, and an
    /// intent takes money once.
    async fn confirm(&self, method: &str) -> Asked<Paying> {
        let intent = match self.intent().await? {
            Ok(intent) => intent,
            Err(error) => return Ok(Err(error)),
        };
        if intent.has_money() {
            return self.reported(&intent).await.map(Ok);
        }
        let back = card_url(&self.context.state.site.home(), self.order, CARD_BACK, "");
        let path = format!("payment_intents/{}/confirm", intent.id);
        let key = idempotency_key(self.order, &format!("confirm-{}-{method}", intent.id));
        let fields = [("payment_method", method), ("return_url", back.as_str())];
        match self.client.post(&path, &key, &fields).await {
            Ok(confirmed) => self.reported(&confirmed).await.map(Ok),
            Err(error) => Ok(Err(error)),
        }
    }

    /// The intent of the order: the one of an earlier try, else a new one.
    async fn intent(&self) -> Asked<StripePayment> {
        let mut purpose = "intent".to_owned();
        if let Some(id) = self.order.meta_value(STRIPE_INTENT) {
            let known = match self.client.read(id).await {
                Ok(known) => known,
                Err(error) => return Ok(Err(error)),
            };
            if let Some(known) = known.filter(|own| !own.is_over && own.is_for(self.order)) {
                if self.fits(&known) || known.has_money() {
                    return Ok(Ok(known));
                }
                if let Err(error) = self.client.end(id).await {
                    return Ok(Err(error));
                }
            }
            purpose = format!("intent-after-{id}");
        }
        let (amount, currency) = (self.amount.to_string(), self.order.currency.to_lowercase());
        let number = self.order.id.0.to_string();
        let capture = if self.client.settings.captures {
            "automatic"
        } else {
            "manual"
        };
        let fields = [
            ("amount", amount.as_str()),
            ("currency", &currency),
            ("payment_method_types[0]", "card"),
            ("capture_method", capture),
            ("metadata[order_id]", &number),
            ("metadata[order_key]", &self.order.key),
        ];
        let key = idempotency_key(self.order, &purpose);
        let made = match self.client.post("payment_intents", &key, &fields).await {
            Ok(made) => made,
            Err(error) => return Ok(Err(error)),
        };
        // Known before money moves.
        self.keep((STRIPE_INTENT, &made.id)).await?;
        Ok(Ok(made))
    }

    /// Reads what was begun for the order.
    async fn look(&self) -> Result<Paying, RequestError> {
        let mut paying = Paying::Open;
        for key in [STRIPE_SESSION, STRIPE_INTENT] {
            let Some(id) = self.order.meta_value(key) else {
                continue;
            };
            match self.client.read(id).await {
                Ok(Some(known)) => match self.reported(&known).await? {
                    Paying::Done => return Ok(Paying::Done),
                    // Open at Stripe: the buyer has come back without having paid.
                    Paying::At(_) | Paying::Open => {}
                    other => paying = other,
                },
                Ok(None) => {}
                // The notification will say it.
                Err(NotDone) => return Ok(Paying::Done),
            }
        }
        Ok(paying)
    }

    /// Does what follows from an intent or a session, and says where the buyer goes on.
    async fn reported(&self, payment: &StripePayment) -> Result<Paying, RequestError> {
        if !payment.is_for(self.order) {
            return Ok(Paying::Refused);
        }
        if payment.report.outcome == PaymentOutcome::Waiting {
            return Ok(match &payment.next {
                Some(url) => Paying::At(url.clone()),
                None => Paying::Done,
            });
        }
        let is_meant = |order: &Order| payment.is_for(order);
        Ok(
            match Box::pin(report(self.context, &payment.report, is_meant)).await? {
                Reported::Changed | Reported::Known => Paying::Done,
                Reported::Refused | Reported::Foreign => Paying::Refused,
            },
        )
    }

    fn fits(&self, payment: &StripePayment) -> bool {
        let report = &payment.report;
        report.amount == self.amount && report.currency.eq_ignore_ascii_case(&self.order.currency)
    }

    async fn keep(&self, meta: (&'static str, &str)) -> Result<(), RequestError> {
        let scene = order_scene(self.context);
        set_payment_meta(&self.context.app.db, &scene, self.order.id, meta).await?;
        Ok(())
    }
}

/// Takes an event. Stripe sends one again until the answer is 200: events about nothing of ours get it too.
async fn notified(context: &RequestContext<'_>) -> Result<Response, RequestError> {
    let status = |status: StatusCode| Response::text("").with_status(status);
    let Some(settings) = settings(context) else {
        return Ok(status(StatusCode::BAD_REQUEST));
    };
    let (request, body) = (&context.input.request, &context.input.body);
    let header = request.header("stripe-signature");
    if !has_stripe_signature(&settings.webhook_secret, header, body, context.now) {
        let from = request.remote_addr;
        tracing::warn!(%from, "an event of Stripe is not signed, or too old");
        return Ok(status(StatusCode::BAD_REQUEST));
    }
    let event: Option<Value> = serde_json::from_slice(body).ok();
    let kind = event.as_ref().and_then(|event| event.get("type")?.as_str());
    let is_about_intent = kind.is_some_and(|kind| kind.starts_with("payment_intent."));
    let object = event
        .as_ref()
        .and_then(|event| event.pointer("/data/object"));
    let payment = object.filter(|_| is_about_intent).and_then(stripe_payment);
    let Some(payment) = payment else {
        return Ok(status(StatusCode::OK));
    };
    let is_meant = |order: &Order| payment.is_for(order);
    let reported = Box::pin(report(context, &payment.report, is_meant)).await?;
    Ok(match reported {
        Reported::Refused => status(StatusCode::BAD_REQUEST),
        Reported::Changed | Reported::Known | Reported::Foreign => status(StatusCode::OK),
    })
}

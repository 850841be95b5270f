//! The ajax actions `heartbeat`, `rest-nonce` and `generate-password`.
//!
//! Contract "wordpress-core", section 11; recording ajax/admin-only-action.

use compat::wordpress::password::wp_generate_password;
use compat::wordpress::php::Value;
use compat::wordpress::php::json::wp_json_encode;

use super::admin_ajax::{AjaxActions, minus_one};
use super::script_context::ScriptContext;
use crate::request_error::RequestError;
use crate::server::Response;

/// Registers the actions.
pub fn register(actions: &mut AjaxActions) {
    actions.wp_ajax_nopriv("heartbeat", |context| {
        Box::pin(async { Ok(nopriv_heartbeat(context)) })
    });
    actions.wp_ajax("heartbeat", |context| Box::pin(heartbeat(context)));
    actions.for_all("generate-password", |_| {
        Box::pin(async { Ok(Response::html(wp_generate_password(24, true, false))) })
    });
    actions.wp_ajax("rest-nonce", |context| {
        Box::pin(async { Ok(Response::html(context.with_nonces(|n| n.create("wp_rest")))) })
    });
}

fn json(value: &Value) -> Response {
    Response::json(wp_json_encode(value, 0).unwrap_or_default())
}

fn nopriv_heartbeat(context: &ScriptContext<'_>) -> Response {
    json(
        &Value::array()
            .with("wp-auth-check", false)
            .with("server_time", context.now),
    )
}

async fn heartbeat(context: &ScriptContext<'_>) -> Result<Response, RequestError> {
    let nonce = context.input.post_text("_nonce");
    let age = context.with_nonces(|n| n.verify(&nonce, "heartbeat-nonce"));
    let response = Value::array();
    let response = match (nonce.is_empty(), age) {
        (true, _) => return Ok(minus_one()),
        (false, None) => return Ok(json(&response.with("nonces_expired", true))),
        (false, Some(_)) => response,
    };
    Ok(json(
        &response
            .with("wp-auth-check", true)
            .with("server_time", context.now),
    ))
}

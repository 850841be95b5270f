//! `/wp-trackback.php`: answers that there is nothing to track back to.
//!
//! Contract "wordpress-core", section 18: trackbacks are not taken; recordings feeds/wp-trackback, feeds/trackback-post.

use compat::wordpress::db::DbError;
use compat::wordpress::formatting::escape::esc_html;
use http::StatusCode;

use super::input::Input;
use super::script_context::{ScriptContext, no_cache, typed};
use crate::app::App;
use crate::server::Answer;

/// Answers the script: the front controller alone knows which post is meant, so here there is none.
pub async fn answer(app: &App, input: &Input) -> Result<Answer, DbError> {
    let context = ScriptContext::new(app, input).await?;
    let message = context.text("I really need an ID for this to work.");
    let body = trackback_response(message);
    Ok(no_cache(typed(
        StatusCode::NOT_FOUND,
        "text/xml; charset=UTF-8",
        body,
    )))
}

/// `trackback_response` with an error.
pub fn trackback_response(message: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<response>\n<error>1</error>\n<message>{}</message>\n</response>",
        esc_html(message)
    )
}

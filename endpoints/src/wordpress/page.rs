//! Pages: from rewrite rules to the theme's template.

use compat::wordpress::db::DbError;
use http::StatusCode;

use crate::app::App;
use crate::server::Answer;

use super::input::Input;

/// Answers a request of the front controller.
pub async fn answer(app: &App, input: Input) -> Result<Answer, DbError> {
    let _ = (app, input);
    Ok(Answer::error_page(StatusCode::NOT_IMPLEMENTED))
}

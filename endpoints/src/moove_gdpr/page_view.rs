//! A page view fills the cache of scripts, as in the plugin.
//!
//! Contract "cookie-consent", section 6.1 and case 8.

use compat::moove_gdpr::Settings;
use compat::moove_gdpr::language_suffix;

use super::state::ConsentState;
use crate::app::App;
use crate::request_error::RequestError;
use crate::server::Response;
use crate::wordpress::input::Input;
use crate::wordpress::scripts::Script;
use crate::wordpress::view::locale_code;

/// Fills the cache; never returns a response.
///
/// # Errors
/// When the database or rendering fails.
pub async fn fill(app: &App, input: &mut Input) -> Result<Option<Response>, RequestError> {
    let state = app.state_for(&input.request);
    let settings = state.site_data.get::<Settings>();
    let is_page = input.request.is_read() && Script::of(input.request.path()).is_none();
    if is_page && settings.is_static_insertion() {
        let (locale, code) = (locale_code(&state, input), state.language.as_deref());
        let language = language_suffix(&state.site.options, code, &locale);
        let now = app.clock.now();
        app.column_state::<ConsentState>()
            .fill(&language, &state.site_data, now);
    }
    Ok(None)
}

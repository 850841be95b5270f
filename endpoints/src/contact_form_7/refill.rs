//! New quiz questions and captchas for a form: the route `refill`, and the same data in the response to a submission.
//!
//! Contract "contact-form-7", sections 8.10, 8.11, 12 and 13.1; recordings cf7/refill-*. Never cached.

use compat::contact_form_7::captcha::Challenge;
use compat::contact_form_7::contact_form::ContactForm;
use compat::contact_form_7::form_tag::FormTag;
use compat::contact_form_7::submission::{Refill, quiz_answer_hash};
use compat::wordpress::column::is_plugin_active;
use compat::wordpress::php::{Array, Value};

use crate::site_state::SiteState;
use crate::wordpress::rest::request::RestRequest;
use crate::wordpress::rest::rest_response::{Body, RestResponse};
use crate::wordpress::rest::route::Rest;
use crate::wordpress::rest::route::RouteFuture;

use super::forms::form_of;

/// The main file of the captcha plugin.
const REALLY_SIMPLE_CAPTCHA: &str = "really-simple-captcha/really-simple-captcha.php";

/// The route's callback.
pub fn get_refill<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> RouteFuture<'a> {
    Box::pin(async move {
        let form = form_of(rest, request)?;
        let refill = refill(&rest.state, &form, rest.app.clock.now());
        let mut value = Array::new();
        for (key, part) in [("captcha", refill.captcha), ("quiz", refill.quiz)] {
            if let Some(part) = part {
                value.insert(key, part);
            }
        }
        Ok(RestResponse::new(Body::Value(value.into())).cached_for(None))
    })
}

/// New quiz questions and captchas; parts without form-tags are `None`.
pub fn refill(state: &SiteState, form: &ContactForm, now: i64) -> Refill {
    let (mut captcha, mut quiz) = (Array::new(), Array::new());
    let has_captcha = is_plugin_active(&state.site.options, REALLY_SIMPLE_CAPTCHA);
    for tag in form.tags.iter().filter(|tag| !tag.name.is_empty()) {
        match tag.basetype.as_str() {
            "quiz" => quiz.insert(tag.name.as_str(), question(state, tag)),
            "captchac" if has_captcha => {
                captcha.insert(tag.name.as_str(), picture(state, tag, now))
            }
            _ => continue,
        };
    }
    let part = |array: Array| (!array.is_empty()).then(|| Value::from(array));
    Refill {
        captcha: part(captcha),
        quiz: part(quiz),
    }
}

/// A random question of the tag, with the hash of its answer.
fn question(state: &SiteState, tag: &FormTag) -> Value {
    let pipes = &tag.pipes.0;
    let drawn = pipes.get(draw(pipes.len()));
    let (question, answer) = drawn.map_or(("1+1=?", "2"), |pipe| {
        (pipe.before.as_str(), pipe.after.as_str())
    });
    let hash = quiz_answer_hash(answer, &state.salts);
    [question, hash.as_str()].into_iter().collect()
}

fn draw(of: usize) -> usize {
    use rand::Rng as _;
    if of == 0 {
        return 0;
    }
    rand::rng().random_range(0..of)
}

fn picture(state: &SiteState, tag: &FormTag, now: i64) -> Value {
    let challenge = Challenge::of_tag(tag, now);
    let number = challenge.number();
    let uploads = state.site.uploads_url();
    Value::from(format!("{uploads}/wpcf7_captcha/{number}.png"))
}

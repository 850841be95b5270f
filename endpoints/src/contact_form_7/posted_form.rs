//! A form posted to its page, without script.
//!
//! Contract "contact-form-7", section 21; recording cf7/nonajax-post-ok. Neither encoding nor unit tag is checked here;
//! the page is rendered afterwards and shows the result in the form with the same unit tag.

use compat::contact_form_7::contact_form::FormId;
use compat::contact_form_7::contact_forms::ContactForms;
use compat::contact_form_7::submission_result::SubmissionResult;
use compat::wordpress::php::Value;
use compat::wordpress::posted::Posted;

use crate::request_error::RequestError;
use crate::server::HandlerFuture;
use crate::wordpress::script_context::ScriptContext;

use super::submit::{BodyRead, Sender, submit};

/// `wpcf7_control_init`.
pub fn handle<'a>(
    context: &'a ScriptContext<'a>,
    posted: &'a mut Posted,
) -> HandlerFuture<'a, Result<(), RequestError>> {
    Box::pin(async move {
        let id = context.input.post_text("_wpcf7");
        let id = Value::from(id).to_int();
        let forms = context.state.site_data.get::<ContactForms>();
        let Some(form) = forms.get(FormId(id)).cloned() else {
            return Ok(());
        };
        let sender = Sender {
            app: context.app,
            state: &context.state,
            input: context.input,
            visitor: &context.visitor,
            objects: &context.objects,
            referer: context.stored_url(context.input.request.header("referer")),
        };
        let result = submit(&sender, &form, BodyRead::Whole, |submission| {
            SubmissionResult {
                form: form.id,
                unit_tag: submission.meta.unit_tag.clone(),
                status: submission.status.clone(),
                message: submission.message.clone(),
                invalid_fields: submission.invalid_fields.clone(),
            }
        });
        posted.insert(result.await?);
        Ok(())
    })
}

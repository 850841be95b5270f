//! Upload rules: a form's file is stored if its validation rules can accept it.
//!
//! Contract "contact-form-7", sections 8.8, 11 and 15. A file of another type, or over its field's limit, is counted
//! but not written; the validation reports it later.

use std::sync::Arc;

use compat::contact_form_7::contact_form::{ContactForm, FormId};
use compat::contact_form_7::contact_forms::ContactForms;
use compat::contact_form_7::submission::{Upload, Uploads};
use compat::contact_form_7::swv::{Context, Phase, Schema, SchemaTexts};
use compat::wordpress::php::query_string::register;
use compat::wordpress::php::{Array, Value};

use crate::app::App;
use crate::request_error::RequestError;
use crate::server::{HandlerFuture, Request};
use crate::wordpress::uploads::{Storing, UploadRules, UploadedFile};

use super::feedback::form_in_path;
use super::submit::local_time;

/// The rules of the form identified by the path or by the first fields.
pub fn find<'a>(
    app: &'a App,
    request: &'a Request,
    fields: &'a Array,
) -> HandlerFuture<'a, Result<Option<Box<dyn UploadRules>>, RequestError>> {
    let posted = || fields.get("_wpcf7").map(Value::to_int);
    let id = form_in_path(request.path()).or_else(posted);
    let state = app.state();
    let form = id.and_then(|id| {
        state
            .site_data
            .get::<ContactForms>()
            .get(FormId(id))
            .cloned()
    });
    let rules = form.map(|form| Box::new(FormUploads::new(app, &form)) as Box<dyn UploadRules>);
    Box::pin(async move { Ok(rules) })
}

struct FormUploads {
    form: Arc<ContactForm>,
    schema: Schema,
}

impl FormUploads {
    fn new(app: &App, form: &Arc<ContactForm>) -> Self {
        // Only the result of a rule matters here, not its message or the current date.
        let texts = SchemaTexts {
            message: &|_| "refused".to_owned(),
            too_many_items: "refused",
            undefined_value: "refused",
        };
        let zone = compat::wordpress::date::WpTimezone::utc();
        let now = local_time(&zone, app.clock.now());
        Self {
            schema: Schema::new(&form.tags, "", &texts, &now),
            form: form.clone(),
        }
    }
}

impl UploadRules for FormUploads {
    fn storing(&self, file: &UploadedFile) -> Storing {
        let Some(field) = field_name(&file.field) else {
            return Storing::Not;
        };
        let is_field = |tag: &compat::contact_form_7::form_tag::FormTag| {
            tag.basetype == "file" && tag.name == field
        };
        if !self.form.tags.iter().any(is_field) {
            return Storing::Not;
        }
        let mut uploads = Uploads::default();
        let upload = Upload {
            name: file.name.clone(),
            is_present: true,
            ..Upload::default()
        };
        uploads.push(&field, upload);
        let (fields, post) = ([field.as_str()], Array::new());
        let context = Context {
            phase: Phase::File,
            fields: &fields,
            post: &post,
            uploads: &uploads,
        };
        if !self.schema.validate(&context).is_empty() {
            return Storing::Not;
        }
        Storing::UpTo(self.schema.max_file_size(&field).unwrap_or(u64::MAX))
    }
}

/// A field name as PHP stores it: without brackets, `_` for dots and spaces.
fn field_name(sent: &str) -> Option<String> {
    let mut names = Array::new();
    register(&mut names, sent.as_bytes(), Value::Null);
    names.keys().next().map(|key| key.to_string_lossy())
}

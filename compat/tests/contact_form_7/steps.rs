//! Steps of a submission that take every mail, and remember them.

use std::path::PathBuf;
use std::sync::Mutex;

use compat::contact_form_7::mail::ComposedMail;
use compat::contact_form_7::submission::{Meta, Submission, SubmissionSteps, Upload, Uploads};
use compat::wordpress::php::Array;
use compat::wordpress::php::query_string::parse_str;
use compat::wordpress::spam_check::Pending;

use crate::vectors::contact_form_7::site::{Ground, NOW};

/// Keeps what a submission hands over.
#[derive(Default)]
pub struct Kept {
    pub mails: Mutex<Vec<ComposedMail>>,
    pub refuses: bool,
    pub folder: PathBuf,
}

impl SubmissionSteps for Kept {
    fn move_uploaded_file(&self, _: &Upload, name: &str) -> std::io::Result<PathBuf> {
        Ok(self.folder.join(name))
    }

    fn mail<'a>(&'a self, _: &'a Submission<'_>, mails: Vec<ComposedMail>) -> Pending<'a, bool> {
        *self.mails.lock().unwrap() = mails;
        Box::pin(async { Ok(!self.refuses) })
    }
}

pub fn post(query: &str) -> Array {
    parse_str(query.as_bytes())
}

pub fn meta() -> Meta {
    Meta {
        timestamp: NOW,
        remote_ip: "203.0.113.7".to_owned(),
        user_agent: "Mozilla/5.0 (vec)".to_owned(),
        url: "http://127.0.0.1:8081/contacto/".to_owned(),
        unit_tag: "u1".to_owned(),
        ..Meta::default()
    }
}

/// Goes through a submission and hands it to `look` with what was mailed.
pub fn submit<T>(
    ground: &Ground,
    (post, uploads): (&Array, &Uploads),
    kept: &Kept,
    look: impl FnOnce(&Submission<'_>, &[ComposedMail]) -> T,
) -> T {
    let (form, site) = (ground.form(), ground.site());
    let mut submission = Submission::new(&form, &site, (post, uploads), meta());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime.block_on(submission.proceed(kept)).unwrap();
    look(&submission, &kept.mails.lock().unwrap())
}

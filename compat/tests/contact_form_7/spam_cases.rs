//! Section 16: who looks for spam, in which order, and what each says.

use std::sync::Mutex;

use compat::contact_form_7::mail::ComposedMail;
use compat::contact_form_7::spam::{
    DisallowedList, PaymentIntents, Recaptcha, SiteVerify, SiteVerifyAnswer, SpamFilter, Stripe,
    Turnstile,
};
use compat::contact_form_7::submission::{
    Interruption, Submission, SubmissionSteps, Upload, Uploads,
};
use compat::wordpress::spam_check::Pending;

use crate::site::Ground;
use crate::steps::{Kept, meta, post};

/// A service that gives every token the same answer, and counts.
#[derive(Default)]
struct Service {
    answer: SiteVerifyAnswer,
    asked: Mutex<usize>,
}

impl Service {
    fn scoring(score: f64) -> Self {
        Self {
            answer: SiteVerifyAnswer {
                success: true,
                score: Some(score),
            },
            ..Self::default()
        }
    }
}

impl SiteVerify for Service {
    fn siteverify<'a>(&'a self, _: &'a str) -> Pending<'a, SiteVerifyAnswer> {
        *self.asked.lock().unwrap() += 1;
        Box::pin(async { Ok(self.answer) })
    }
}

/// Knows one payment.
struct Payments;

impl PaymentIntents for Payments {
    fn is_fresh<'a>(&'a self, intent: &'a str) -> Pending<'a, bool> {
        Box::pin(async move { Ok(intent == "pi_1") })
    }
}

/// Steps with filters.
struct Filtered<'f> {
    filters: Vec<&'f dyn SpamFilter>,
    kept: Kept,
}

impl SubmissionSteps for Filtered<'_> {
    fn wpcf7_validate<'a>(&'a self, s: &'a Submission<'_>) -> Pending<'a, Option<String>> {
        self.kept.wpcf7_validate(s)
    }

    fn check_captcha(&self, challenge: &str, answer: &str) -> bool {
        self.kept.check_captcha(challenge, answer)
    }

    fn wpcf7_skip_spam_check<'a>(&'a self, s: &'a Submission<'_>) -> Pending<'a, bool> {
        self.kept.wpcf7_skip_spam_check(s)
    }

    fn spam_filters(&self) -> Vec<&dyn SpamFilter> {
        self.filters.clone()
    }

    fn move_uploaded_file(
        &self,
        upload: &Upload,
        name: &str,
    ) -> std::io::Result<std::path::PathBuf> {
        self.kept.move_uploaded_file(upload, name)
    }

    fn wpcf7_before_send_mail<'a>(
        &'a self,
        s: &'a Submission<'_>,
    ) -> Pending<'a, Option<Interruption>> {
        self.kept.wpcf7_before_send_mail(s)
    }

    fn mail<'a>(&'a self, s: &'a Submission<'_>, mails: Vec<ComposedMail>) -> Pending<'a, bool> {
        self.kept.mail(s, mails)
    }
}

/// Status and spam log of a submission that these filters look at.
fn look(filters: Vec<&dyn SpamFilter>, query: &str) -> (String, Vec<&'static str>) {
    let ground = Ground::new("[text a]", "");
    let (form, site) = (ground.form(), ground.site());
    let (post, uploads) = (post(query), Uploads::default());
    let mut submission = Submission::new(&form, &site, (&post, &uploads), meta());
    let steps = Filtered {
        filters,
        kept: Kept::default(),
    };
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime.block_on(submission.proceed(&steps)).unwrap();
    let agents = submission
        .spam_log
        .iter()
        .map(|entry| entry.agent)
        .collect();
    (submission.status.as_str().to_owned(), agents)
}

fn spam(agents: &[&'static str]) -> (String, Vec<&'static str>) {
    ("spam".to_owned(), agents.to_vec())
}

fn ham() -> (String, Vec<&'static str>) {
    ("mail_sent".to_owned(), Vec::new())
}

#[test]
fn a_human_scores_above_the_threshold() {
    let token = "a=1&_wpcf7_recaptcha_response=t";
    for (score, query, wanted) in [
        (0.5, token, spam(&["recaptcha"])),
        (0.51, token, ham()),
        (0.9, "a=1", spam(&["recaptcha"])),
        (
            0.9,
            "a=1&_wpcf7_recaptcha_response=++",
            spam(&["recaptcha"]),
        ),
    ] {
        let service = Service::scoring(score);
        assert_eq!(
            look(vec![&Recaptcha { service: &service }], query),
            wanted,
            "{score} {query}"
        );
    }
    // A service that does not answer knows no human.
    let service = Service::default();
    assert_eq!(
        look(vec![&Recaptcha { service: &service }], token),
        spam(&["recaptcha"])
    );
    assert_eq!(
        look(
            vec![&Turnstile { service: &service }],
            "a=1&_wpcf7_turnstile_response=t"
        ),
        spam(&["turnstile"])
    );
    let service = Service::scoring(0.0);
    assert_eq!(
        look(
            vec![&Turnstile { service: &service }],
            "a=1&_wpcf7_turnstile_response=t"
        ),
        ham()
    );
}

#[test]
fn nobody_is_asked_about_what_is_spam_already() {
    let service = Service::scoring(0.9);
    let list = DisallowedList {
        disallowed_keys: "palabra\nMozilla/5.0 (vec)".into(),
    };
    let recaptcha = Recaptcha { service: &service };
    let stripe = Stripe { intents: &Payments };
    let filters = || -> Vec<&dyn SpamFilter> { vec![&list, &recaptcha, &stripe] };
    let unknown = "a=1&_wpcf7_stripe_payment_intent=pi_2&_wpcf7_recaptcha_response=t";
    assert_eq!(look(filters(), unknown), spam(&["stripe"]));
    assert_eq!(*service.asked.lock().unwrap(), 0);
    // The user agent is on the list.
    let known = unknown.replace("pi_2", "pi_1");
    assert_eq!(look(filters(), &known), spam(&["disallowed_list"]));
    assert_eq!(*service.asked.lock().unwrap(), 1);
}

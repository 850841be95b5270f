//! Section 16: who looks for spam, in which order, and what each says.

use std::sync::Mutex;

use compat::contact_form_7::mail::ComposedMail;
use compat::contact_form_7::spam::{
    Akismet, CommentCheck, DisallowedList, Payment, PaymentIntent, PaymentIntents, Recaptcha,
    SiteVerify, SiteVerifyAnswer, SpamFilter, Stripe, Turnstile,
};
use compat::contact_form_7::submission::{Interruption, Submission, SubmissionSteps, Uploads};
use compat::wordpress::spam_check::Pending;

use super::steps::{Kept, meta, post};
use crate::vectors::contact_form_7::site::Ground;

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

    fn create<'a>(&'a self, payment: Payment) -> Pending<'a, Option<PaymentIntent>> {
        let intent = PaymentIntent {
            id: "pi_new".to_owned(),
            client_secret: format!(
                "{} {} {}",
                payment.amount, payment.currency, payment.receipt_email
            ),
        };
        Box::pin(async { Ok(Some(intent)) })
    }
}

/// Steps with filters.
struct Filtered<'f> {
    filters: Vec<&'f dyn SpamFilter>,
    kept: Kept,
}

impl SubmissionSteps for Filtered<'_> {
    fn spam_filters(&self) -> Vec<&dyn SpamFilter> {
        self.filters.clone()
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

/// A service that remembers what it was asked, and takes one author for a robot.
#[derive(Default)]
struct Robots {
    asked: Mutex<Vec<Vec<(&'static str, String)>>>,
}

impl CommentCheck for Robots {
    fn comment_check<'a>(&'a self, message: &'a [(&'static str, String)]) -> Pending<'a, bool> {
        self.asked.lock().unwrap().push(message.to_vec());
        let is_spam = message.contains(&("comment_author", "Robot".to_owned()));
        Box::pin(async move { Ok(is_spam) })
    }
}

/// Status and agents of a submission to a form of this template.
fn submitted(
    template: &str,
    steps: &dyn SubmissionSteps,
    query: &str,
) -> (String, Vec<&'static str>, String) {
    let ground = Ground::new(template, "");
    let (form, site) = (ground.form(), ground.site());
    let (post, uploads) = (post(query), Uploads::default());
    let mut submission = Submission::new(&form, &site, (&post, &uploads), meta());
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    runtime.block_on(submission.proceed(steps)).unwrap();
    let log = submission.spam_log.iter();
    let agents = log.map(|entry| entry.agent).collect();
    let props =
        compat::wordpress::php::json::wp_json_encode(&submission.result_props.clone().into(), 0);
    (
        submission.status.as_str().to_owned(),
        agents,
        props.unwrap(),
    )
}

#[test]
fn akismet_is_asked_where_a_tag_says_who_writes() {
    let template = "[text a akismet:author][text b AKISMET:author][email c akismet:author_email]\
        [email d akismet:author_email][url u akismet:author_url][select s \"Una\" \"Dos\"][textarea m]";
    let robots = Robots::default();
    let akismet = Akismet {
        service: &robots,
        blog: "https://casa.example",
        blog_lang: "es_ES",
        referrer: "https://casa.example/contacto/",
    };
    let steps = Filtered {
        filters: vec![&akismet],
        kept: Kept::default(),
    };
    let query = "_wpcf7_unit_tag=u1&_wpnonce=n&a=Ana&b=Ruiz&c=c@x.example&d=d@x.example&u=http://x.example&s=Dos&m=Hola&otro=extra&nada=";
    let (status, agents, _) = submitted(template, &steps, query);
    assert_eq!((status.as_str(), agents), ("mail_sent", vec![]));
    let asked = robots.asked.lock().unwrap().remove(0);
    let value = |name: &str| {
        let found = asked.iter().find(|(key, _)| *key == name);
        found.map_or("none", |(_, value)| value.as_str()).to_owned()
    };
    for (name, wanted) in [
        ("comment_author", "Ana Ruiz"),
        ("comment_author_email", "c@x.example"),
        ("comment_author_url", "http://x.example"),
        ("comment_content", "d@x.example\n\nHola\n\nextra"),
        ("blog", "https://casa.example"),
        ("blog_lang", "es_ES"),
        ("user_ip", "203.0.113.7"),
        ("user_agent", "Mozilla/5.0 (vec)"),
        ("referrer", "https://casa.example/contacto/"),
        ("comment_type", "contact-form"),
        ("permalink", "none"),
    ] {
        assert_eq!(value(name), wanted, "{name}");
    }
    let (status, agents, _) = submitted(template, &steps, "a=Robot");
    assert_eq!((status.as_str(), agents), ("spam", vec!["akismet"]));
    // Without the option nobody asks.
    let before = robots.asked.lock().unwrap().len();
    let (status, ..) = submitted("[text a]", &steps, "a=Robot");
    assert_eq!(
        (status.as_str(), robots.asked.lock().unwrap().len()),
        ("mail_sent", before)
    );
}

/// Steps of a site that takes payments.
struct Paid {
    stripe: Stripe<'static>,
    kept: Kept,
}

impl SubmissionSteps for Paid {
    fn spam_filters(&self) -> Vec<&dyn SpamFilter> {
        vec![&self.stripe]
    }

    fn wpcf7_before_send_mail<'a>(
        &'a self,
        submission: &'a Submission<'_>,
    ) -> Pending<'a, Option<Interruption>> {
        Box::pin(self.stripe.before_send_mail(submission))
    }

    fn mail<'a>(&'a self, s: &'a Submission<'_>, mails: Vec<ComposedMail>) -> Pending<'a, bool> {
        self.kept.mail(s, mails)
    }
}

#[test]
fn a_form_is_paid_before_its_mail() {
    let template = "[email your-email][stripe amount:1500 currency:EUR \"Pagar\"]";
    let steps = || Paid {
        stripe: Stripe { intents: &Payments },
        kept: Kept::default(),
    };
    let unpaid = steps();
    let (status, agents, props) = submitted(template, &unpaid, "your-email=a@b.example");
    assert_eq!((status.as_str(), agents), ("payment_required", vec![]));
    let wanted =
        r#"{"stripe":{"payment_intent":{"id":"pi_new","client_secret":"1500 eur a@b.example"}}}"#;
    assert_eq!(props, wanted);
    assert!(unpaid.kept.mails.lock().unwrap().is_empty());
    for (intent, wanted) in [("pi_1", "mail_sent"), ("pi_2", "spam"), ("pi_1/x", "spam")] {
        let query = format!("your-email=a@b.example&_wpcf7_stripe_payment_intent={intent}");
        let paid = steps();
        let (status, ..) = submitted(template, &paid, &query);
        assert_eq!(status, wanted, "{intent}");
        assert_eq!(
            paid.kept.mails.lock().unwrap().len(),
            usize::from(wanted == "mail_sent")
        );
    }
    // A tag that names no amount asks for nothing.
    let (status, ..) = submitted("[text a][stripe]", &steps(), "a=1");
    assert_eq!(status, "mail_sent");
}

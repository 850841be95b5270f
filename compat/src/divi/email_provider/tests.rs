//! The requests to each service, and the meaning of its responses.

use super::*;
use crate::wordpress::php::Value;

fn account(list: &str) -> Account {
    let data = Value::array()
        .with("api_key", "k3y-us7")
        .with("api_url", "https://casa.api-us1.com/")
        .with("lists", Value::array());
    Account::new(data, list)
}

fn subscriber() -> Subscriber {
    Subscriber {
        email: "Ana@casa.example".into(),
        first_name: "Ana".into(),
        last_name: "Ruiz".into(),
        ip_address: "203.0.113.7".into(),
        fields: vec![
            CustomField {
                id: "9".into(),
                values: vec![(None, "600 1".into())],
            },
            CustomField {
                id: "12".into(),
                values: vec![
                    (Some("0".into()), "a".into()),
                    (Some("1".into()), "b".into()),
                ],
            },
        ],
    }
}

fn answer(status: u16, body: &str) -> ApiResponse {
    ApiResponse {
        status,
        body: body.as_bytes().to_vec(),
    }
}

fn first(slug: &str) -> ApiRequest {
    let provider = provider(slug).unwrap();
    provider.subscribe(&account("55"), &subscriber()).unwrap()
}

fn means(slug: &str, step: usize, status: u16, body: &str) -> Step {
    let provider = provider(slug).unwrap();
    let answer = answer(status, body);
    provider.parse_response(step, &answer, &account("55"), &subscriber())
}

#[test]
fn requests_name_the_list_and_the_person() {
    for (slug, url, body) in [
        (
            "mailchimp",
            "https://us7.api.mailchimp.com/3.0/lists/55/members",
            r#"{"email_address":"Ana@casa.example","merge_fields":{"FNAME":"Ana","LNAME":"Ruiz","MMERGE9":"600 1","MMERGE12":"a, b"},"ip_signup":"203.0.113.7","status":"pending"}"#,
        ),
        (
            "activecampaign",
            "https://casa.api-us1.com/admin/api.php?api_action=contact_sync&api_output=json",
            "email=Ana%40casa.example&first_name=Ana&last_name=Ruiz&ip4=203.0.113.7&p%5B55%5D=55&status%5B55%5D=1&instantresponders%5B55%5D=1&field%5B9%2C0%5D=600+1&field%5B12%2C0%5D=%7C%7Ca%7C%7Cb%7C%7C",
        ),
        (
            "sendinblue",
            "https://api.brevo.com/v3/contacts",
            r#"{"updateEnabled":true,"email":"Ana@casa.example","attributes":{"FIRSTNAME":"Ana","LASTNAME":"Ruiz","IP":"203.0.113.7","9":"600 1","12":"a, b"},"listIds":[55]}"#,
        ),
        (
            "mailerlite",
            "https://api.mailerlite.com/api/v2/groups/55/subscribers",
            r#"{"email":"Ana@casa.example","name":"Ana","fields":{"last_name":"Ruiz","9":"600 1","12":"a, b"},"resubscribe":true,"signup_ip":"203.0.113.7"}"#,
        ),
        (
            "convertkit",
            "https://api.convertkit.com/v3/forms/55/subscribe",
            r#"{"api_key":"k3y-us7","email":"Ana@casa.example","first_name":"Ana Ruiz","fields":{"9":"600 1","12":"a, b"}}"#,
        ),
        (
            "getresponse",
            "https://api.getresponse.com/v3/contacts",
            r#"{"email":"Ana@casa.example","name":"Ana Ruiz","campaign":{"campaignId":"55"},"dayOfCycle":0,"ipAddress":"203.0.113.7","customFieldValues":[{"customFieldId":"9","value":["600 1"]},{"customFieldId":"12","value":["a","b"]}]}"#,
        ),
    ] {
        let request = first(slug);
        assert_eq!((request.url.as_str(), request.body.as_str()), (url, body));
    }
    let contact = first("hubspot");
    assert_eq!(
        contact.url,
        "https://api.hubapi.com/contacts/v1/contact/createOrUpdate/email/Ana%40casa.example/?hapikey=k3y-us7"
    );
    assert!(contact.body.contains(r#"{"property":"12","value":"a;b"}"#));
}

#[test]
fn keys_travel_where_the_service_looks_for_them() {
    let header = |slug: &str, name: &str| {
        let request = first(slug);
        let found = request.headers.iter().find(|(n, _)| *n == name);
        found.map(|(_, value)| value.clone()).unwrap_or_default()
    };
    assert_eq!(
        header("mailchimp", "Authorization"),
        "Basic YnVpbGRlcjprM3ktdXM3"
    );
    assert_eq!(header("sendinblue", "api-key"), "k3y-us7");
    assert_eq!(header("mailerlite", "X-MailerLite-ApiKey"), "k3y-us7");
    assert_eq!(header("getresponse", "X-Auth-Token"), "api-key k3y-us7");
    assert_eq!(header("activecampaign", "API-TOKEN"), "k3y-us7");
}

#[test]
fn refusals_have_the_words_of_the_service() {
    let refused = |text: &str| Step::Refused(text.to_owned());
    let later = refused(TRY_LATER);
    for (slug, status, body, wanted) in [
        (
            "mailchimp",
            400,
            r#"{"detail":"for developers"}"#,
            later.clone(),
        ),
        ("activecampaign", 200, r#"{"result_code":1}"#, Step::Done),
        (
            "activecampaign",
            200,
            r#"{"result_code":0,"result_message":"no"}"#,
            refused("no"),
        ),
        ("sendinblue", 204, "", Step::Done),
        ("sendinblue", 400, r#"{"message":"no"}"#, refused("no")),
        ("mailerlite", 200, "{}", Step::Done),
        (
            "mailerlite",
            401,
            r#"{"error":{"code":1,"message":"no"}}"#,
            refused("no"),
        ),
        ("convertkit", 200, "{}", Step::Done),
        ("convertkit", 404, "nonsense", later.clone()),
        ("getresponse", 202, "", Step::Done),
        ("getresponse", 409, "{}", Step::Done),
        ("getresponse", 400, r#"{"message":"no"}"#, refused("no")),
        ("hubspot", 400, r#"{"message":"no"}"#, refused("no")),
    ] {
        assert_eq!(
            means(slug, 0, status, body),
            wanted,
            "{slug} {status} {body}"
        );
    }
}

fn request_of(step: Step) -> ApiRequest {
    match step {
        Step::Then(request) => *request,
        other => panic!("{other:?}"),
    }
}

#[test]
fn mailchimp_changes_members_that_left() {
    let known = r#"{"detail":"ana is already a list member."}"#;
    let look = request_of(means("mailchimp", 0, 400, known));
    let member = "https://us7.api.mailchimp.com/3.0/lists/55/members/";
    assert!(look.method == "GET" && look.url.starts_with(member));
    let subscribed = means("mailchimp", 1, 200, r#"{"status":"subscribed"}"#);
    assert_eq!(subscribed, Step::Done);
    let change = request_of(means("mailchimp", 1, 200, r#"{"status":"unsubscribed"}"#));
    assert_eq!((change.method, change.url == look.url), ("PUT", true));
    assert_eq!(means("mailchimp", 2, 200, "{}"), Step::Done);
    let note = request_of(means("mailchimp", 0, 200, "{}"));
    assert!(note.is_optional && note.url.ends_with("/notes"));
}

#[test]
fn hubspot_puts_the_contact_on_the_list() {
    let second = request_of(means("hubspot", 0, 200, r#"{"vid":77}"#));
    assert_eq!(second.body, r#"{"vids":[77]}"#);
    assert!(second.url.contains("/lists/55/add"));
    assert_eq!(means("hubspot", 1, 200, "{}"), Step::Done);
}

#[test]
fn answers_for_later_are_no_refusals() {
    for (status, is_later) in [
        (500, true),
        (503, true),
        (429, true),
        (400, false),
        (200, false),
    ] {
        assert_eq!(answer(status, "").is_for_later(), is_later, "{status}");
    }
    let broken = Account::new(Value::array().with("api_key", "nodash"), "1");
    let mailchimp = provider("mailchimp").unwrap();
    assert!(mailchimp.subscribe(&broken, &subscriber()).is_err());
    assert!(provider("aweber").is_none() && is_known("aweber") && !is_known("inventado"));
}

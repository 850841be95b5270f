//! One mistake at a time, and its place.

use std::path::Path;

use super::*;
use crate::contact_form_7::contact_form::FormRow;
use crate::contact_form_7::contact_form_edit::template;
use crate::contact_form_7::mail::MailTemplate;
use crate::wordpress::php::{json::wp_json_encode, serialize};
use crate::wordpress::post::Meta;

const HOME: &str = "https://www.casa.example";

fn info(home: &str) -> MailSiteInfo {
    MailSiteInfo {
        url: home.to_owned(),
        admin_email: "duena@casa.example".to_owned(),
        ..MailSiteInfo::default()
    }
}

/// A mail without a mistake, and changes to it.
fn mail(change: impl Fn(&mut MailTemplate)) -> MailTemplate {
    let mut mail = MailTemplate {
        active: true,
        subject: "Hola [your-name]".to_owned(),
        sender: "Casa <web@casa.example>".to_owned(),
        recipient: "reservas@casa.example".to_owned(),
        body: "De: [your-name]".to_owned(),
        ..MailTemplate::default()
    };
    change(&mut mail);
    mail
}

fn form(body: &str, mail: &MailTemplate, more: &[(&str, &str)]) -> ContactForm {
    let mut meta = Meta::default();
    meta.push("_form", body.as_bytes().to_vec());
    meta.push("_mail", serialize(&mail.to_value()));
    for (key, value) in more {
        meta.push(key, value.as_bytes().to_vec());
    }
    ContactForm::new(FormRow::default(), &meta, &FormTagTypes::default())
}

fn check_at(home: &str, form: &ContactForm, types: FormTagTypes, content: &Path) -> ConfigErrors {
    let (info, locale) = (info(home), Locale::english());
    let site = ConfigSite {
        info: &info,
        locale: &locale,
        types,
        upload_limit: 2 * 1024 * 1024,
        roots: AttachmentRoots {
            content_dir: Some(content),
            others: &[],
        },
    };
    ConfigValidator::validate(form, &site)
}

fn check(form: &ContactForm) -> ConfigErrors {
    check_at(HOME, form, FormTagTypes::default(), Path::new("/nowhere"))
}

fn told(errors: &ConfigErrors) -> String {
    let all = errors.sections.iter();
    let all = all.map(|(section, errors)| {
        let codes: Vec<&str> = errors.iter().map(|error| error.code.code()).collect();
        format!("{section}={}", codes.join("+"))
    });
    all.collect::<Vec<_>>().join(" ")
}

fn told_of_body(body: &str) -> String {
    told(&check(&form(body, &mail(|_| {}), &[])))
}

fn told_of_mail(change: impl Fn(&mut MailTemplate)) -> String {
    let body = "[text* your-name][email* a][email b][text c][radio r \"A|x@casa.example\" \"B|y@casa.example\"]\
        [select* sel \"A|x\"][file f limit:2mb][file f limit:1mb]";
    told(&check(&form(body, &mail(change), &[])))
}

#[test]
fn a_new_form_has_no_mistake() {
    let types = FormTagTypes::default();
    let new = template(&info(HOME), &Locale::english(), &types);
    let errors = check(&new);
    assert_eq!(told(&errors), "");
    assert!(errors.is_empty());
    assert_eq!(wp_json_encode(&errors.to_messages(), 0).unwrap(), "[]");
}

#[test]
fn templates() {
    for (body, wanted) in [
        ("<label>N [text* your-name]</label>", ""),
        (
            "<label> [text* your-name] [text b]</label>",
            "form.body=multiple_controls_in_label",
        ),
        (
            "[text* your-name]<label\nfor=x>[checkbox c \"1\" \"2\"]</label>",
            "form.body=multiple_controls_in_label",
        ),
        (
            "[text* your-name]<label>[checkbox c \"1\" free_text]</label>",
            "",
        ),
        (
            "[text* your-name]<label>[checkbox c free_text \"1\"]</label>",
            "form.body=multiple_controls_in_label",
        ),
        (
            "<label>[text* your-name][count your-name][submit]</label>",
            "",
        ),
        ("<labels>[text* your-name][text b]</labels>", ""),
        (
            "[text* your-name][text name][text tag][text name]",
            "form.body=unavailable_names",
        ),
        (
            "[text* your-name]<FORM action=x>",
            "form.body=unavailable_html_elements",
        ),
        (
            "[text* your-name]</form>",
            "form.body=unavailable_html_elements",
        ),
        ("[text* your-name]<formula>", ""),
        (
            "[text* your-name][text a.b][text c:d]",
            "form.body=dots_in_names+colons_in_names",
        ),
        ("[text* your-name][file f limit:2mb]", ""),
        (
            "[text* your-name][file f limit:3mb]",
            "form.body=upload_filesize_overlimit",
        ),
    ] {
        assert_eq!(told_of_body(body), wanted, "{body}");
    }
}

#[test]
fn what_a_visitor_may_leave_out_may_be_missing() {
    let subject = |text: &'static str| told_of_mail(move |mail| mail.subject = text.to_owned());
    for text in ["[c]", "[b] [c]", "", " ", "[_user_email]", "[_raw_c]"] {
        assert_eq!(subject(text), "mail.subject=maybe_empty", "{text}");
    }
    for text in [
        "[a]",
        "[r]",
        "[sel]",
        "[[c]]",
        "[unknown]",
        "[_date]",
        "x [c]",
        "[wpcf7.remote_ip]",
    ] {
        assert_eq!(subject(text), "", "{text}");
    }
    assert_eq!(
        told_of_mail(|mail| mail.body = "[c]\n".to_owned()),
        "mail.body=maybe_empty"
    );
}

#[test]
fn senders_and_recipients() {
    let sender = |text: &'static str| told_of_mail(move |mail| mail.sender = text.to_owned());
    assert_eq!(sender("[your-name] <web@casa.example>"), "");
    assert_eq!(sender("[_site_admin_email]"), "");
    assert_eq!(
        sender("web@otra.example"),
        "mail.sender=email_not_in_site_domain"
    );
    assert_eq!(sender("[a]"), "mail.sender=email_not_in_site_domain");
    assert_eq!(sender("[b]"), "mail.sender=invalid_mailbox_syntax");
    assert_eq!(sender("Casa"), "mail.sender=invalid_mailbox_syntax");
    let to = |text: &'static str| told_of_mail(move |mail| mail.recipient = text.to_owned());
    assert_eq!(to("[r]"), "");
    assert_eq!(to("[sel]"), "mail.recipient=invalid_mailbox_syntax");
    assert_eq!(to("x@y.example, [_site_admin_email]"), "");
    assert_eq!(to(""), "mail.recipient=invalid_mailbox_syntax");
    assert_eq!(to("[a]"), "mail.recipient=unsafe_email_without_protection");
    let open = "mail.recipient=invalid_mailbox_syntax+unsafe_email_without_protection";
    assert_eq!(to("[b]"), open);
    // With a service that keeps robots away, a visitor may name the recipient.
    let mine = form(
        "[text* your-name][email* a]",
        &mail(|mail| mail.recipient = "[a]".to_owned()),
        &[],
    );
    let types = FormTagTypes {
        recaptcha: true,
        ..FormTagTypes::default()
    };
    assert_eq!(
        told(&check_at(HOME, &mine, types, Path::new("/nowhere"))),
        ""
    );
}

#[test]
fn a_site_without_a_name_sends_in_any() {
    let mine = form(
        "[text* your-name]",
        &mail(|mail| mail.sender = "a@otra.example".to_owned()),
        &[],
    );
    for home in [
        "http://localhost:8081",
        "http://127.0.0.1:8081/blog",
        "http://[::1]:80",
    ] {
        assert_eq!(
            told(&check_at(
                home,
                &mine,
                FormTagTypes::default(),
                Path::new("/nowhere")
            )),
            "",
            "{home}"
        );
    }
}

#[test]
fn headers() {
    let headers =
        |text: &'static str| told_of_mail(move |mail| mail.additional_headers = text.to_owned());
    assert_eq!(headers("Reply-To: [a]\nX-Casa: 1\nCc: z@casa.example"), "");
    assert_eq!(
        headers("no header"),
        "mail.additional_headers=invalid_mail_header"
    );
    assert_eq!(
        headers("X-Casa:"),
        "mail.additional_headers=invalid_mail_header"
    );
    assert_eq!(
        headers("reply-to: [b]"),
        "mail.additional_headers=invalid_mailbox_syntax"
    );
    assert_eq!(
        headers("Bcc: [a]"),
        "mail.additional_headers=unsafe_email_without_protection"
    );
    let errors = check(&form(
        "[text* your-name][email b]",
        &mail(|mail| mail.additional_headers = "Reply-To: [b]".to_owned()),
        &[],
    ));
    let json = wp_json_encode(&errors.to_messages(), 0).unwrap();
    let wanted = r#"{"mail.additional_headers":[{"message":"Invalid mailbox syntax is used in the Reply-To field.","link":"https:\/\/contactform7.com\/configuration-errors\/invalid-mailbox-syntax\/"}]}"#;
    assert_eq!(json, wanted);
    let stored = String::from_utf8(serialize(&errors.to_stored())).unwrap();
    assert!(
        stored.contains("s:6:\"params\";a:1:{s:4:\"name\";s:8:\"Reply-To\";}"),
        "{stored}"
    );
}

#[test]
fn attachments() {
    let content = tempfile::tempdir().unwrap();
    std::fs::write(content.path().join("a.txt"), "x").unwrap();
    std::fs::create_dir(content.path().join("folder")).unwrap();
    let at = |text: &'static str| {
        let body = "[text* your-name][file f limit:1mb][file g limit:2mb]";
        let mine = form(body, &mail(|mail| mail.attachments = text.to_owned()), &[]);
        told(&check_at(
            HOME,
            &mine,
            FormTagTypes::default(),
            content.path(),
        ))
    };
    assert_eq!(at("a.txt\n[f][g]"), "");
    assert_eq!(at("b.txt"), "mail.attachments=file_not_found");
    assert_eq!(at("folder"), "mail.attachments=file_not_found");
    assert_eq!(at("../a.txt"), "mail.attachments=file_not_in_content_dir");
    assert_eq!(
        at("/etc/passwd\n/etc/none"),
        "mail.attachments=file_not_in_content_dir+file_not_in_content_dir"
    );
    let large = told_of_mail(|mail| mail.attachments = "[f][g]".to_owned());
    assert_eq!(large, "");
    let body = "[text* your-name][file f limit:1mb][file f limit:20mb][file g limit:6mb]";
    let mine = form(
        body,
        &mail(|mail| mail.attachments = "[f] [g]".to_owned()),
        &[],
    );
    assert_eq!(
        told(&check(&mine)),
        "form.body=upload_filesize_overlimit mail.attachments=attachments_overweight"
    );
}

/// Recording owner/cf7-update-bad-mail.
#[test]
fn mails_that_are_never_sent_have_no_mistakes() {
    let bad = mail(|mail| {
        mail.subject = String::new();
        mail.recipient = "no es correo".to_owned();
    });
    for (settings, wanted) in [
        (
            "",
            "mail.subject=maybe_empty mail.recipient=invalid_mailbox_syntax",
        ),
        ("demo_mode: on", ""),
        ("skip_mail: on", ""),
        (
            "demo_mode: off",
            "mail.subject=maybe_empty mail.recipient=invalid_mailbox_syntax",
        ),
    ] {
        let form = form(
            "[text* your-name]",
            &bad,
            &[("_additional_settings", settings)],
        );
        assert_eq!(told(&check(&form)), wanted, "{settings}");
    }
}

#[test]
fn messages_settings_and_the_second_mail() {
    let messages = serialize(
        &Value::array()
            .with("spam", "<b>No</b>")
            .with("mine", "a < b"),
    );
    let messages = String::from_utf8(messages).unwrap();
    let second = |active: bool| {
        let second = mail(|mail| {
            mail.active = active;
            mail.subject = String::new();
        });
        String::from_utf8(serialize(&second.to_value())).unwrap()
    };
    let more = [
        ("_messages", messages.as_str()),
        ("_additional_settings", "on_sent_ok: \"x()\""),
        ("_mail_2", &second(true)),
    ];
    let mine = form("[text* your-name]", &mail(|_| {}), &more);
    let wanted = "mail_2.subject=maybe_empty messages.spam=html_in_message additional_settings.body=deprecated_settings";
    assert_eq!(told(&check(&mine)), wanted);
    assert_eq!(check(&mine).codes("messages.spam"), ["html_in_message"]);
    let quiet = form(
        "[text* your-name]",
        &mail(|_| {}),
        &[("_mail_2", &second(false))],
    );
    assert_eq!(told(&check(&quiet)), "");
}

proptest::proptest! {
    #[test]
    fn never_panics(body in "(<label|>|</label>|\\[|\\]|text|file|select| a|\\.|:|\\PC){0,40}", line in "\\PC{0,40}") {
        let mine = form(&body, &mail(|mail| {
            mail.attachments.clone_from(&line);
            mail.additional_headers.clone_from(&body);
            mail.sender.clone_from(&line);
        }), &[]);
        check(&mine);
    }
}

//! Table 24 F: templates and the mails that they become.

use compat::contact_form_7::mail::{ComposedMail, MailTemplate};
use compat::contact_form_7::submission::{Upload, UploadError, Uploads};

use super::steps::{Kept, post, submit};
use crate::vectors::contact_form_7::site::Ground;

const FORM_F: &str = "[text your-name][email your-email][text your-subject][textarea your-message][date fecha]\
    [checkbox c free_text \"A|a1\" \"Otro\"][radio r \"X|x1\" \"Y\"][select s multiple \"uno|1\" \"dos|2\"]";

fn with(template: &str, change: impl FnOnce(&mut MailTemplate)) -> Ground {
    let mut ground = Ground::new(template, "");
    ground.mail = MailTemplate {
        active: true,
        subject: "S".into(),
        sender: "Web <web@example.com>".into(),
        recipient: "a@example.com".into(),
        body: "b".into(),
        ..MailTemplate::default()
    };
    change(&mut ground.mail);
    ground
}

fn first_mail(ground: &Ground, query: &str) -> ComposedMail {
    let sent = (&post(query), &Uploads::default());
    submit(ground, sent, &Kept::default(), |submission, mails| {
        assert_eq!(
            submission.status.as_str(),
            "mail_sent",
            "{:?}",
            submission.invalid_fields
        );
        mails[0].clone()
    })
}

#[test]
fn bodies() {
    // `r=X` is always needed: a radio is a required field.
    let cases = [
        (
            "C: [c] raw [_raw_c]",
            "c[]=A&c[]=Otro&_wpcf7_free_text_c=libre",
            "C: a1, Otro libre raw A, Otro",
        ),
        ("R: [r] raw [_raw_r]", "", "R: x1 raw X"),
        ("S: [s] [_raw_s]", "s[]=uno&s[]=dos", "S: 1, 2 uno, dos"),
        (
            "[_format_fecha \"d/m/Y\"] [fecha]",
            "fecha=2024-02-03",
            "03/02/2024 2024-02-03",
        ),
        (
            "[nope] [[your-name]] [ your-name ] [your-name 'x'] [otro] raw=[_raw_zz]",
            "your-name=Ana&otro=extra",
            "[nope] [your-name] Ana Ana extra raw=",
        ),
        ("[your-name]", "your-name[]=Zed&your-name[]=Two", "Zed, Two"),
    ];
    for (body, query, wanted) in cases {
        let ground = with(FORM_F, |mail| mail.body = body.into());
        assert_eq!(
            first_mail(&ground, &format!("r=X&{query}")).body,
            wanted,
            "{body}"
        );
    }
}

#[test]
fn f6_f7_line_breaks_start_no_header() {
    let ground = with(FORM_F, |mail| {
        mail.subject = "S [your-subject] é".into();
        mail.additional_headers =
            "Reply-To: [your-email]\nsin dos puntos\nCc: [your-message]".into();
    });
    let query = "r=X&your-subject=Hi%0D%0ABcc:+x@y.z&your-email=ana@example.org&your-message=line1%0D%0Aline2";
    let mail = first_mail(&ground, query);
    assert_eq!(mail.subject, "S HiBcc: x@y.z é");
    assert_eq!(
        mail.header_lines()[2..],
        ["Reply-To: ana@example.org", "Cc: line1"]
    );
}

#[test]
fn f8_markup_is_formatted_and_values_are_escaped() {
    let ground = with(FORM_F, |mail| {
        mail.use_html = true;
        mail.body = "Hola [your-name] <[your-email]>\nmsg: [your-message]".into();
    });
    let query = "r=X&your-name=Ana+%22q%22+<i>--</i>&your-email=ana@example.org\
        &your-message=a+--+b%0D%0A%0D%0Ac+<b>x</b>";
    let mail = first_mail(&ground, query);
    let inside = "<p>Hola Ana &quot;q&quot; &lt;i&gt;&#8211;&lt;/i&gt; &lt;ana@example.org&gt;<br />\n\
        msg: a &#8212; b\n</p>\n<p>c &lt;b&gt;x&lt;/b&gt;\n</p></body>";
    assert!(mail.body.contains(inside), "{}", mail.body);
    assert_eq!(mail.header_lines()[1], "Content-Type: text/html");
    let mail = mail.into_mail();
    assert!(mail.alt_body.is_some());
    assert!(
        mail.headers
            .iter()
            .all(|(name, _)| name != "X-WPCF7-Content-Type")
    );
}

#[test]
fn f9_f10_blank_lines_and_whole_pages() {
    let ground = with(FORM_F, |mail| {
        mail.exclude_blank = true;
        mail.body = "[your-subject]\nmsg: [your-message]\nC: [c]\nfijo\n[_nada]\n[_post_title] [_user_login]\n\
            mix [your-name] [_nada]"
            .into();
    });
    assert_eq!(first_mail(&ground, "r=X").body, "fijo\n[_nada]");
    let page = "<html><body>x\n\ny</body></html>";
    let ground = with(FORM_F, |mail| {
        mail.use_html = true;
        mail.body = page.into();
    });
    assert_eq!(first_mail(&ground, "r=X").body, page);
}

#[test]
fn f11_f13_acceptance_and_pipes() {
    let body = |mail: &mut MailTemplate| mail.body = "[t]".into();
    let ground = with(
        "[acceptance t optional]Acepto <b>todo</b>[/acceptance]",
        body,
    );
    assert_eq!(first_mail(&ground, "t=1").body, "Aceptado: Acepto todo");
    assert_eq!(first_mail(&ground, "x=1").body, "No aceptado: Acepto todo");
    let select = "[select casa \"Cueva A|a@example.com\"]";
    let ground = with(select, |mail| mail.recipient = "[casa]".into());
    assert_eq!(
        first_mail(&ground, "casa=Cueva+A").recipient,
        "a@example.com"
    );
}

#[test]
fn f12_uploads_are_attached_only_where_named() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("My-doc-1.pdf"), "x").unwrap();
    let mut uploads = Uploads::default();
    let upload = Upload {
        name: "My doc (1).pdf".into(),
        size: 1,
        error: UploadError::None,
        is_present: true,
        sha256: "ab".into(),
        ..Upload::default()
    };
    uploads.push("doc", upload);
    for (attachments, wanted) in [("[doc]", 1), ("[docs]", 0), ("", 0)] {
        let mut ground = with("[file doc filetypes:pdf]", |mail| {
            mail.body = "[doc]".into();
            mail.attachments = attachments.into();
        });
        ground.others = vec![folder.path().to_owned()];
        let kept = Kept {
            folder: folder.path().to_owned(),
            ..Kept::default()
        };
        submit(
            &ground,
            (&post("x=1"), &uploads),
            &kept,
            |submission, mails| {
                assert_eq!(mails[0].body, "My-doc-1.pdf");
                assert_eq!(mails[0].attachments.len(), wanted, "{attachments}");
                assert_eq!(
                    submission.posted_data.get("doc").unwrap().as_str(),
                    Some("ab")
                );
            },
        );
    }
}

#[test]
fn f15_f17_skipped_and_second_mails() {
    let mut ground = with(FORM_F, |_| {});
    ground.mail_2 = MailTemplate {
        active: true,
        body: "zwei".into(),
        ..MailTemplate::default()
    };
    submit(
        &ground,
        (&post("r=X"), &Uploads::default()),
        &Kept::default(),
        |_, mails| {
            assert_eq!(mails.len(), 2);
        },
    );
    ground.settings =
        compat::contact_form_7::additional_settings::AdditionalSettings::parse("skip_mail: on");
    submit(
        &ground,
        (&post("r=X"), &Uploads::default()),
        &Kept::default(),
        |submission, mails| {
            assert_eq!((submission.status.as_str(), mails.len()), ("mail_sent", 0));
        },
    );
}

//! Rows D14 to D18 of table 24 D: what counts as a number, a date, an address; lengths in code units.

use compat::contact_form_7::submission::Uploads;
use compat::contact_form_7::swv::validation_functions::{
    wpcf7_is_date, wpcf7_is_email, wpcf7_is_number, wpcf7_is_tel, wpcf7_is_url,
};

use super::steps::{Kept, post, submit};
use crate::vectors::contact_form_7::site::Ground;

/// Every text of the first list passes, none of the second.
fn tells(is: impl Fn(&str) -> bool, good: &[&str], bad: &[&str]) {
    for text in good {
        assert!(is(text), "{text}");
    }
    for text in bad {
        assert!(!is(text), "{text}");
    }
}

#[test]
fn d14_lengths_are_utf16_code_units() {
    for (text, length) in [
        ("abc", 3),
        ("%C3%A9", 1),
        ("%F0%9F%98%80", 2),
        ("a%0D%0Ab", 3),
        ("%E6%97%A5%E6%9C%AC", 2),
        ("e%CC%81", 2),
    ] {
        let accepts = |rule: &str| {
            let ground = Ground::new(&format!("[textarea t {rule}]"), "");
            let body = (&post(&format!("t={text}")), &Uploads::default());
            submit(&ground, body, &Kept::default(), |s, _| {
                s.invalid_fields.is_empty()
            })
        };
        assert!(accepts(&format!("minlength:{length}")), "{text}");
        assert!(!accepts(&format!("minlength:{}", length + 1)), "{text}");
        assert!(accepts(&format!("maxlength:{length}")), "{text}");
        assert!(
            length == 1 || !accepts(&format!("maxlength:{}", length - 1)),
            "{text}"
        );
    }
}

#[test]
fn d15_numbers() {
    let good = ["1", "-1", "1.5", ".5", "1e3", "1E-3", "-.5e+2"];
    tells(
        wpcf7_is_number,
        &good,
        &["+1", "1.", "1,5", "0x1", "--1", ""],
    );
}

#[test]
fn d16_dates() {
    let bad = [
        "2023-02-29",
        "2024-2-9",
        "0000-01-01",
        "2024-13-01",
        "99999-12-31",
    ];
    tells(wpcf7_is_date, &["2024-02-29", "12024-01-01"], &bad);
}

#[test]
fn d17_addresses() {
    let bad = [
        "a@b.c",
        "a@1.2",
        "a@localhost",
        "a@b_c.de",
        "a@bü.de",
        "\"a\"@b.co",
    ];
    tells(
        wpcf7_is_email,
        &["a@b.co", "ab@c.d", "a.@b.co", "a@b.c1"],
        &bad,
    );
    tells(
        wpcf7_is_url,
        &["http://a.b", "http:", "http://a b", "mailto:x", "urn:x"],
        &["http://", "foo", "javascript:x", "//a.b"],
    );
    let good = [
        "600111222",
        "+34 600 111 222",
        "0034600111222",
        "123456",
        "+12345",
        "(0)12/34.56-78",
        "600111222 *3",
    ];
    let bad = [
        "12345",
        "1234567890123456",
        "+1234",
        "123456 ext 9",
        "+",
        "６００１１１２２２",
    ];
    tells(wpcf7_is_tel, &good, &bad);
}

/// A step is the browser's matter.
#[test]
fn d18_steps_are_not_checked() {
    let ground = Ground::new("[number n step:2 min:1]", "");
    let body = (&post("n=2"), &Uploads::default());
    let status = submit(&ground, body, &Kept::default(), |s, _| s.status.clone());
    assert_eq!(status.as_str(), "mail_sent");
}

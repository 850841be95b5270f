//! What the paid part of the plugin stores: contract "cookie-consent", sections 1.2, 2.1, 3.4, 3.5 and 6.

use compat::binds;
use compat::wordpress::php::{Value as Php, serialize};
use serde_json::{Value, json};
use tests_contract::server::{Database, Oxipress};

use super::{PAGE, Stage, object, tag};

/// The paid part of the plugin: what it stores has its effect where it is active, and none where it is not.
#[expect(clippy::too_many_lines, reason = "one story")]
pub fn the_paid_part(database: Database) {
    const ACTIVE: &str =
        "UPDATE {p}options SET option_value = ? WHERE option_name = 'active_plugins'";
    const ROWS: [(&str, &str); 12] = [
        ("moove_gdpr_performance_ccat_enable", "1"),
        (
            "moove_gdpr_performance_ccat_header_scripts",
            "<script>rapido()</script>",
        ),
        ("moove_gdpr_preference_ccat_enable", "1"),
        ("moove_gdpr_full_screen_enable", "1"),
        ("enable_on_scroll", "true"),
        ("gdpr_aos_hide", "a:2:{i:0;s:1:\"1\";i:1;s:1:\"2\";}"),
        ("gdpr_aos_hide_seconds", "12"),
        ("ifbc", "thirdparty"),
        ("gpc", "1"),
        ("gdpr_reject_button_bhv", "3"),
        ("gdpr_reject_button_bhv_bg_colour", "#123456"),
        ("gdpr_reject_button_bhv_ss_bg_colour", "#654321"),
    ];
    let free = Stage::with_settings(database, &ROWS);
    let page = free.page(PAGE, "");
    for paid in [
        "performance-cookies",
        "gdpr-full-screen-infobar",
        "rapido()",
        "enable_on_scroll",
    ] {
        assert!(!page.contains(paid), "{paid}");
    }
    // The look of a button is everybody's.
    assert!(page.contains(
        "moove-gdpr-infobar-reject-btn.mgbutton.mgbutton-custom{background-color:#123456"
    ));
    assert!(
        !page.contains("#654321"),
        "the dialog's button has another look"
    );
    let Stage { site, server } = free;
    drop(server);
    let plugins: Php = [
        "Divi",
        "gdpr-cookie-compliance/moove-gdpr.php",
        "gdpr-cookie-compliance-addon/moove-gdpr-addon.php",
    ]
    .into_iter()
    .collect();
    let plugins = serialize(&plugins);
    site.execute(ACTIVE, binds![plugins]).expect("plugins");
    let server = Oxipress::serve_recorded_site(&site.url, &[], &[]).expect("server");
    let paid = Stage { site, server };
    let page = paid.page(PAGE, "");
    let bar = tag(&page, "<aside id=\"moove_gdpr_cookie_info_bar\"");
    assert!(bar.contains("gdpr-full-screen-infobar"), "{bar}");
    let menu: Vec<usize> = [
        "#advanced-cookies",
        "#performance-cookies",
        "#preference-cookies",
        "#cookie_policy_modal",
    ]
    .iter()
    .filter_map(|id| page.find(&format!("data-href=\"{id}\"")))
    .collect();
    assert!(menu.len() == 4 && menu.is_sorted(), "{menu:?}");
    for (id, name) in [
        ("performance-cookies", "performance"),
        ("preference-cookies", "preference"),
    ] {
        tag(
            &page,
            &format!("<div id=\"{id}\" class=\"moove-gdpr-tab-main\""),
        );
        let input = tag(&page, &format!("name=\"moove_gdpr_{name}_cc_cookies\""));
        assert!(
            input.contains(&format!("id=\"moove_gdpr_{name}_cc_cookies\"")),
            "{input}"
        );
    }
    let object = object(&page);
    for (key, value) in [
        ("enable_on_scroll", json!("true")),
        ("gdpr_aos_hide", json!(["1", "2"])),
        ("gdpr_aos_hide_seconds", json!("12")),
        ("ifbc", json!("thirdparty")),
        ("gpc", json!("1")),
    ] {
        assert_eq!(object[key], value, "{key}");
    }
    let scripts = object["scripts_defined"].as_str().expect("scripts");
    let scripts: Value = serde_json::from_str(scripts).expect("JSON");
    assert_eq!(
        scripts["performance"]["header"],
        "<script data-gdpr>rapido()</script>"
    );
    assert_eq!(scripts["preference"]["footer"], "");
    assert!(
        paid.scripts("strict=1&performance=1")
            .body
            .contains("rapido()")
    );
    assert!(
        !paid
            .scripts("strict=1&thirdparty=1")
            .body
            .contains("rapido()")
    );
}

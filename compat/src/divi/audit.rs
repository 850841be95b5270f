//! What an audit learns of the theme: its version, its options, its split tests.

use super::split_test::SplitTests;
use crate::wordpress::audit::part::{
    ColumnAudit, InventoryItem, Software, SoftwareKind, version_option,
};

/// The column's part.
pub const AUDIT: ColumnAudit = ColumnAudit {
    software: &[Software {
        kind: SoftwareKind::Theme,
        file: "Divi",
        name: "Divi",
        recorded: &["4.20.4"],
        stored_version: |options| version_option(options, "et_core_version"),
    }],
    own_options: &[
        "et_*",
        "_et_*",
        "divi_*",
        "theme_mods_Divi",
        "project_category_children",
        "widget_aboutmewidget",
        "widget_adsensewidget",
        "widget_advwidget",
    ],
    read_options: &[
        "et_divi",
        "et_google_api_settings",
        "et_tb_templates_backup_*",
    ],
    content_types: &[
        "et_header_layout",
        "et_body_layout",
        "et_footer_layout",
        "et_pb_layout",
    ],
};

/// The running split tests.
pub fn inventory(tests: &SplitTests, items: &mut Vec<InventoryItem>) {
    for test in tests.iter() {
        let goal = match test.goal_module.as_str() {
            "" => "no goal".to_owned(),
            goal => format!("goal {goal}"),
        };
        let detail = format!("subjects {}, {goal}", test.subjects.join(", "));
        let title = format!("Split test on post {}", test.post_id);
        items.push(InventoryItem::new(
            "split tests",
            Some(test.post_id),
            &title,
            detail,
        ));
    }
}

//! Divi on requests: contact forms, split tests, newsletter sign-up forms.
//!
//! Contract "divi-ajax". The rules are in `compat::divi`, the markup in `themes::divi`. The visual builder itself is
//! left to the legacy upstream.

mod condition_visitor;
mod confirmation;
mod contact_form;
mod deduplicator;
mod et_cache;
mod mailpoet;
mod provider_client;
mod retry_queue;
mod settings;
mod signup;
mod siteverify;
mod split_test;
mod split_tests_command;
mod state;
mod subscribers_command;

use compat::divi::register::COLUMN as MEANING;

use themes::base_css::LOGO;

use crate::column::{Column, FallbackFile, Registry};
use crate::config::section::Section;
use crate::scheduled::{JobScope, Scheduled};
use settings::{DiviSettings, SubscriberStore};

/// The column's manifest on this floor.
pub const COLUMN: Column = Column {
    register,
    settings: Some(Section::of::<DiviSettings>()),
    commands: &[split_tests_command::COMMAND, subscribers_command::COMMAND],
    configure_demo_site: |settings, _| {
        // The demo site has no accounts at newsletter providers.
        let mut divi = settings.section::<DiviSettings>().clone();
        divi.subscribers = SubscriberStore::Local;
        settings.columns.set(divi);
    },
    // Contract "divi-ajax", section 5.
    uncached_arguments: &[
        "et_fb",
        "et_bfb",
        "et_tb",
        "et_pb_preview",
        "et_block_layout_preview",
        "PageSpeed",
    ],
    upstream_arguments: &["et_fb", "et_pb_preview"],
    label_domains: &["et_builder", "Divi"],
    own_sheets: &["wp-content/themes/Divi/style-static.min.css"],
    rest_namespaces: &[(12, "divi/v1")],
    rest_meta_keys: &[
        "_et_pb_use_builder",
        "_et_pb_old_content",
        "_et_gb_content_width",
    ],
    saved_post: &[et_cache::drop_post_cache],
    fallback_files: &[FallbackFile {
        path: "/wp-content/themes/Divi/images/logo.png",
        content_type: "image/svg+xml",
        body: LOGO,
    }],
    ..Column::new("divi", MEANING.is_active)
};

fn register(registry: &mut Registry) {
    registry.page_data.push(|source, data| {
        data.insert(condition_visitor::condition_visitor(source));
        Box::pin(async { Ok(()) })
    });
    registry
        .template_redirect
        .push(|request| Box::pin(split_test::choose(request)));
    registry
        .template_redirect
        .push(|request| Box::pin(contact_form::submit(request)));
    registry
        .shutdown
        .push(|context, page| Box::pin(split_test::store_subjects(context, page)));
    registry
        .shutdown
        .push(|context, page| Box::pin(signup::store_checksums(context, page)));
    registry
        .init
        .push(|site, input| Box::pin(confirmation::confirm(site, input)));
    registry
        .init
        .push(|site, input| Box::pin(mailpoet::confirm(site, input)));
    registry.scheduled.push(Scheduled {
        name: "oxipress_subscriptions",
        scope: JobScope::Site,
        run: |app| Box::pin(retry_queue::run(app)),
    });
    registry
        .ajax
        .for_all("et_pb_submit_subscribe_form", |context| {
            Box::pin(signup::submit(context))
        });
    registry
        .ajax
        .for_all("et_pb_update_stats_table", |context| {
            Box::pin(split_test::update_stats_table(context))
        });
    registry.ajax.for_all("et_pb_ab_get_subject_id", |context| {
        Box::pin(split_test::get_subject_id(context))
    });
}

//! Divi on requests: contact forms that are posted to pages, split tests, forms to subscribe.
//!
//! Contract "divi-ajax". What the forms mean is `compat::divi`'s, how they look `themes::divi`'s. The builder itself
//! stays with the old server.

mod confirmation;
mod contact_form;
mod deduplicator;
mod mailpoet;
mod provider_client;
mod retry_queue;
mod signup;
mod siteverify;
mod split_test;
mod state;

use compat::divi::register::COLUMN as MEANING;

use crate::columns::{Column, Registry};
use crate::scheduled::Scheduled;

/// The column.
pub const COLUMN: Column = Column {
    name: "divi",
    is_active: MEANING.is_active,
    register,
};

fn register(registry: &mut Registry) {
    registry
        .template_redirect
        .push(|request| Box::pin(split_test::choose(request)));
    registry
        .template_redirect
        .push(|request| Box::pin(contact_form::submit(request)));
    registry
        .shutdown
        .push(|app, state, page| Box::pin(split_test::keep_subjects(app, state, page)));
    registry
        .shutdown
        .push(|app, state, page| Box::pin(signup::keep_checksums(app, state, page)));
    registry
        .init
        .push(|app, input| Box::pin(confirmation::confirm(app, input)));
    registry
        .init
        .push(|app, input| Box::pin(mailpoet::confirm(app, input)));
    registry.scheduled.push(Scheduled {
        name: "oxipress_subscriptions",
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

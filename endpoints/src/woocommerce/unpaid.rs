//! The scheduled jobs that give up orders which were not paid in time, and delete drafts.
//!
//! Contracts "woocommerce", section 13.4, and "woocommerce-store-api", section 8.2.

use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use compat::woocommerce::order::{
    OrderChange, OrderScene, change_order, delete_old_drafts, give_up, load_order, order_products,
    unpaid_orders,
};
use compat::woocommerce::product::Products;
use compat::wordpress::column::is_plugin_active;
use compat::wordpress::object_cache::ObjectCache;
use compat::wordpress::post::PostId;

use crate::app::App;
use crate::outbox::mail_site;
use crate::scheduled::{JobScope, Scheduled};

/// The shortest and the longest pause, in minutes.
const PAUSES: (i64, i64) = (5, 60);

/// The tables that orders change and pages show.
const CHANGED: [&str; 4] = [
    "postmeta",
    "term_relationships",
    "wc_product_meta_lookup",
    "posts",
];

/// The job.
pub const JOB: Scheduled = Scheduled {
    name: "woocommerce_cancel_unpaid_orders",
    scope: JobScope::Site,
    run: |app| Box::pin(run(app)),
};

/// The job that deletes drafts which nobody goes on with.
pub const DRAFTS: Scheduled = Scheduled {
    name: "woocommerce_cleanup_draft_orders",
    scope: JobScope::Site,
    run: |app| Box::pin(clean_up(app)),
};

async fn clean_up(app: &App) -> Duration {
    if let Err(error) = delete_drafts(app).await {
        tracing::warn!(%error, "old drafts of orders cannot be deleted");
    }
    Duration::from_secs(3600)
}

async fn delete_drafts(app: &App) -> Result<()> {
    let scene = scene(app);
    let Some(scene) = scene else {
        return Ok(());
    };
    while delete_old_drafts(&app.db, &scene).await? > 0 {}
    Ok(())
}

/// The scene of the jobs; `None` without the plugin.
fn scene(app: &App) -> Option<OrderScene> {
    let state = app.state();
    let site = &state.site;
    if !is_plugin_active(&site.options, "woocommerce/woocommerce.php") {
        return None;
    }
    let locale = app.translations.locale(&state.locale_code());
    let host = site.home();
    let host = host.split_once("//").map_or("", |(_, rest)| rest);
    let outbox = (Arc::clone(&app.outbox), mail_site(&site.home()));
    Some(OrderScene::new(site, locale, host, app.clock.now(), outbox))
}

async fn run(app: &App) -> Duration {
    let minutes = match give_up_unpaid(app).await {
        Ok(minutes) => minutes,
        Err(error) => {
            tracing::warn!(%error, "unpaid orders cannot be given up");
            PAUSES.0
        }
    };
    let minutes = minutes.clamp(PAUSES.0, PAUSES.1);
    Duration::from_secs(u64::try_from(minutes).unwrap_or_default() * 60)
}

/// Gives up what is due; the minutes for which the shop holds stock.
async fn give_up_unpaid(app: &App) -> Result<i64> {
    let state = app.state();
    let site = &state.site;
    let Some(scene) = scene(app) else {
        return Ok(PAUSES.1);
    };
    let (db, options) = (&app.db, &site.options);
    let mut cancelled = 0;
    for id in unpaid_orders(db, &scene).await? {
        let Some(order) = load_order(db, scene.storage, id).await? else {
            continue;
        };
        let ids: Vec<PostId> = order
            .lines()
            .flat_map(|(_, line)| [line.product_id, line.variation_id])
            .filter(|id| id.0 > 0)
            .collect();
        let mut objects = ObjectCache::default();
        let products = Products::load(db, site, &mut objects, &ids).await?;
        let change = OrderChange {
            products: order_products(&order, &products, options),
            order,
            step: give_up(&scene),
            mails: Vec::new(),
            customer: Vec::new(),
        };
        if change_order(db, &scene, change).await?.is_ok() {
            cancelled += 1;
        }
    }
    if cancelled > 0 {
        tracing::info!(cancelled, "unpaid orders are given up");
        app.changed(&CHANGED).await?;
    }
    Ok(scene.stock.hold_minutes)
}

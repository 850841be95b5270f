//! `oxipress reviews`: reviews from a file.

use std::path::PathBuf;

use anyhow::{Context, Result};
use compat::reviews::{import, store};
use compat::wordpress::clock::Clock;
use compat::wordpress::db::Db;

use super::{ReviewsArgs, ReviewsCommand, serve};

pub(super) fn run(args: ReviewsArgs) -> Result<()> {
    serve::log_to_stderr(true);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let (_, db) = serve::open_site(args.site).await?;
        match args.command {
            ReviewsCommand::Import { file, place_id } => import_file(&db, file, place_id).await,
        }
    })
}

async fn import_file(db: &Db, file: PathBuf, place_id: Option<String>) -> Result<()> {
    let shown = file.display().to_string();
    let bytes = std::fs::read(&file).with_context(|| format!("cannot read {shown}"))?;
    let reviews = import::read(&bytes).with_context(|| shown.clone())?;
    let number = reviews.len();
    let now = std::env::var("OXIPRESS_NOW").ok();
    let now = Clock::from_setting(now.as_deref())?.now();
    let all = store::store_import(db, reviews, place_id, now).await?;
    println!("{number} reviews read from {shown}; the site has {all}");
    Ok(())
}

//! The store of the media library: whether it takes files, and keeps the names that instances claim.

use crate::app::App;

use super::finding::{Finding, Level};

const AREA: &str = "media";

pub(super) async fn check(app: &App, found: &mut Vec<Finding>) {
    let objects = app.library.as_ref().and_then(|library| library.objects());
    let Some(objects) = objects else {
        return;
    };
    let settings = &app.settings.media;
    let place = format!("{}/{}", settings.bucket, settings.prefix);
    found.push(match objects.keeps_claims().await {
        Ok(true) => Finding::ok(AREA, format!("files go to the store: {place}")),
        Ok(false) => Finding::new(
            AREA,
            Level::Warning,
            format!("the store of {place} does not know If-None-Match"),
            "two instances that store the same name at the same moment may overwrite one another: use one instance for uploads, or a newer store",
        ),
        Err(error) => Finding::new(
            AREA,
            Level::Error,
            format!("the store of {place} takes no files: {error}"),
            "check the section [media], the rights of the key, and the network",
        ),
    });
}

//! The store of the media library's files, by the settings of `[media]`: S3's interface, through this server's own HTTP and
//! TLS.

mod connector;

use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use object_store::aws::AmazonS3Builder;
use object_store::path::Path as Key;
use object_store::prefix::PrefixStore;
use object_store::{BackoffConfig, ObjectStore, RetryConfig};

use crate::config::media::{MediaSettings, MediaStore};

use connector::StoreConnector;

/// How often a request is sent again that the store did not answer, within the timeout.
const RETRIES: usize = 2;

/// Opens the store; `None` when files are in the site's folder. Nothing is asked of it yet.
///
/// # Errors
/// When the settings do not fit together, or the file of the secret cannot be read.
pub fn open(settings: &MediaSettings) -> Result<Option<Arc<dyn ObjectStore>>> {
    if settings.store == MediaStore::Folder {
        return Ok(None);
    }
    let timeout = Duration::from_secs(settings.timeout.max(1));
    let mut builder = match settings.access_key.as_str() {
        "" => AmazonS3Builder::from_env(),
        access_key => AmazonS3Builder::new()
            .with_access_key_id(access_key)
            .with_secret_access_key(settings.secret()?),
    };
    if !settings.endpoint.is_empty() {
        builder = builder.with_endpoint(settings.endpoint.trim_end_matches('/'));
    }
    let store = builder
        .with_bucket_name(&settings.bucket)
        .with_region(&settings.region)
        .with_virtual_hosted_style_request(settings.virtual_hosted)
        .with_http_connector(StoreConnector { timeout })
        .with_retry(RetryConfig {
            backoff: BackoffConfig {
                init_backoff: Duration::from_millis(50),
                max_backoff: Duration::from_millis(500),
                base: 2.0,
            },
            max_retries: RETRIES,
            retry_timeout: timeout,
        })
        .build()
        .context("[media]")?;
    let prefix = Key::parse(settings.prefix.trim_matches('/')).context("media.prefix")?;
    Ok(Some(match prefix.as_ref() {
        "" => Arc::new(store),
        _ => Arc::new(PrefixStore::new(store, prefix)),
    }))
}

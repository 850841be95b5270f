//! Permissions to download: `{p}woocommerce_downloadable_product_permissions`, and the log of what was downloaded.
//!
//! Contract "woocommerce", sections 2.9 and 13.2.

use std::collections::HashMap;
use std::net::IpAddr;

use crate::binds;
use crate::woocommerce::order::OrderId;
use crate::woocommerce::product::Downloads;
use crate::wordpress::date::mysql::parse_local;
use crate::wordpress::date::{PhpDate, WpTimezone};
use crate::wordpress::db::{Db, DbError, Row};
use crate::wordpress::options::Options;
use crate::wordpress::php::maybe_unserialize;
use crate::wordpress::post::PostId;
use crate::wordpress::user::UserId;

/// Seconds of a day.
const DAY: i64 = 86_400;

/// Seconds within which parts of a file are one download.
pub const SAME_DOWNLOAD: i64 = 1800;

/// A buyer's permission to download a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DownloadPermission {
    /// Its row.
    pub id: i64,
    /// The file of the product.
    pub download_id: String,
    /// The product or variation.
    pub product: PostId,
    /// The order; 0: it was given without one.
    pub order: OrderId,
    /// The order's key.
    pub order_key: String,
    /// The buyer's address.
    pub user_email: String,
    /// The buyer, 0 for guests.
    pub user: i64,
    /// How often it may still be used; `None`: as often as the buyer likes.
    pub remaining: Option<i64>,
    /// Unix time of the day on which it ends; `None`: never.
    pub expires: Option<i64>,
}

/// The rows of permissions, with the columns that [`DownloadPermission::of_row`] reads; conditions follow.
macro_rules! permissions {
    () => {
        "SELECT permission_id, download_id, product_id, order_id, order_key, user_email, user_id, downloads_remaining, \
         CAST(access_expires AS CHAR) FROM {p}woocommerce_downloadable_product_permissions WHERE "
    };
}

impl DownloadPermission {
    /// Whether it has ended. It holds on its last day.
    pub fn has_expired(&self, now: i64) -> bool {
        let today = now.saturating_sub(now.rem_euclid(DAY));
        self.expires.is_some_and(|expires| expires < today)
    }

    /// Whether it was used as often as it may be.
    pub fn is_used_up(&self) -> bool {
        self.remaining.is_some_and(|remaining| remaining <= 0)
    }

    fn of_row(row: &Row) -> Result<Self, DbError> {
        let remaining: String = row.at(7)?;
        let expires: String = row.at(8)?;
        Ok(Self {
            id: row.at(0)?,
            download_id: row.at(1)?,
            product: PostId(row.at(2)?),
            order: OrderId(row.at(3)?),
            order_key: row.at(4)?,
            user_email: row.at(5)?,
            user: row.at(6)?,
            remaining: remaining.trim().parse().ok(),
            expires: parse_local(&expires).filter(|time| *time > 0),
        })
    }
}

/// What a link names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DownloadLink {
    /// The product or variation.
    pub product: PostId,
    /// The order's key.
    pub order_key: String,
    /// The buyer's address.
    pub email: String,
    /// The file.
    pub download_id: String,
}

/// The permission of a link; of several that with the most downloads left.
///
/// # Errors
/// When the database fails.
pub async fn find_permission(
    db: &Db,
    link: &DownloadLink,
) -> Result<Option<DownloadPermission>, DbError> {
    const SQL: &str = concat!(
        permissions!(),
        "user_email = ? AND order_key = ? AND product_id = ? AND download_id = ? \
         ORDER BY downloads_remaining DESC, permission_id LIMIT 1"
    );
    let binds = binds![
        &link.email,
        &link.order_key,
        link.product.0,
        &link.download_id
    ];
    let row: Option<Row> = db.lookup_first(SQL, binds).await?;
    row.as_ref().map(DownloadPermission::of_row).transpose()
}

/// `wc_get_customer_available_downloads`, as far as permissions tell: those of a user that may be used now.
///
/// # Errors
/// When the database fails.
pub async fn customer_permissions(
    db: &Db,
    user: UserId,
    now: i64,
) -> Result<Vec<DownloadPermission>, DbError> {
    const SQL: &str = concat!(
        permissions!(),
        "user_id = ? AND order_id > 0 ORDER BY order_id, product_id, permission_id"
    );
    usable(db.lookup(SQL, binds![user.0]).await?, now)
}

/// The permissions of an order that may be used now.
///
/// # Errors
/// When the database fails.
pub async fn order_permissions(
    db: &Db,
    order: OrderId,
    now: i64,
) -> Result<Vec<DownloadPermission>, DbError> {
    const SQL: &str = concat!(
        permissions!(),
        "order_id = ? ORDER BY product_id, permission_id"
    );
    usable(db.lookup(SQL, binds![order.0]).await?, now)
}

fn usable(rows: Vec<Row>, now: i64) -> Result<Vec<DownloadPermission>, DbError> {
    let mut permissions = Vec::new();
    for row in &rows {
        let own = DownloadPermission::of_row(row)?;
        if !own.is_used_up() && !own.has_expired(now) {
            permissions.push(own);
        }
    }
    Ok(permissions)
}

/// Who downloads.
#[derive(Debug, Clone, Copy)]
pub struct Downloader {
    /// The user; `None`: a guest.
    pub user: Option<UserId>,
    /// From where.
    pub address: IpAddr,
    /// Unix time.
    pub now: i64,
}

/// Counts a download and writes it into the log. `false`: it may not be downloaded any more. A later part of a file does not
/// count where the same computer began a download at `begun_since` or after it; `None`: it is no later part.
///
/// # Errors
/// When the database fails.
pub async fn track_download(
    db: &Db,
    permission: &DownloadPermission,
    who: Downloader,
    begun_since: Option<i64>,
) -> Result<bool, DbError> {
    const LOCK: &str = "SELECT downloads_remaining FROM {p}woocommerce_downloadable_product_permissions \
        WHERE permission_id = ? {for_update}";
    const RECENT: &str = "SELECT download_log_id FROM {p}wc_download_log WHERE permission_id = ? AND user_ip_address = ? \
        AND timestamp >= ? LIMIT 1";
    const COUNT: &str = "UPDATE {p}woocommerce_downloadable_product_permissions SET download_count = download_count + 1, \
        downloads_remaining = ? WHERE permission_id = ?";
    const LOG: &str = "INSERT INTO {p}wc_download_log (timestamp, permission_id, user_id, user_ip_address) \
        VALUES (?, ?, ?, ?)";
    let id = permission.id;
    db.transaction(async move |tx| {
        let locked: Option<(String,)> = tx.load_first(LOCK, binds![id]).await?;
        let Some((remaining,)) = locked else {
            return Ok(false);
        };
        let address = who.address.to_string();
        if let Some(since) = begun_since {
            let recent: Option<(i64,)> = tx
                .load_first(RECENT, binds![id, &address, gmt(since)])
                .await?;
            if recent.is_some() {
                return Ok(true);
            }
        }
        let left = match remaining.trim().parse::<i64>() {
            Ok(left) if left <= 0 => return Ok(false),
            Ok(left) => (left - 1).to_string(),
            Err(_) => String::new(),
        };
        tx.execute(COUNT, binds![left, id]).await?;
        let user = who.user.map(|user| user.0);
        tx.execute(LOG, binds![gmt(who.now), id, user, address])
            .await?;
        Ok(true)
    })
    .await
}

fn gmt(timestamp: i64) -> String {
    PhpDate::new(timestamp, &WpTimezone::utc()).format("Y-m-d H:i:s")
}

/// The files of products and variations, each with whether the shop lets buyers have it: files outside of the folders that
/// the shop has approved are not.
///
/// # Errors
/// When the database fails.
pub async fn product_downloads(
    db: &Db,
    options: &Options,
    ids: &[PostId],
) -> Result<HashMap<PostId, Downloads>, DbError> {
    const FILES: &str = "SELECT post_id, meta_value FROM {p}postmeta WHERE meta_key = '_downloadable_files' \
        AND post_id IN (?*) ORDER BY meta_id DESC";
    let keys: Vec<i64> = ids.iter().map(|id| id.0).collect();
    let rows: Vec<(i64, Vec<u8>)> = db.load_list(FILES, Vec::new(), &keys, Vec::new()).await?;
    if rows.is_empty() {
        return Ok(HashMap::new());
    }
    let approved = approved_directories(db, options).await?;
    let read = rows.into_iter().map(|(post, files)| {
        let mut own = Downloads::of_meta(&maybe_unserialize(&files), "", "");
        for file in &mut own.files {
            let is_approved = approved.as_ref().is_none_or(|folders| {
                let mut folders = folders.iter();
                folders.any(|folder| is_below(&file.file, folder))
            });
            file.is_enabled &= is_approved;
        }
        (PostId(post), own)
    });
    Ok(read.collect())
}

/// The addresses of the folders from which buyers may download; `None`: the shop does not mind.
async fn approved_directories(db: &Db, options: &Options) -> Result<Option<Vec<String>>, DbError> {
    const SQL: &str = "SELECT url FROM {p}wc_product_download_directories WHERE enabled = 1";
    if options.text("wc_downloads_approved_directories_mode") != "enabled" {
        return Ok(None);
    }
    let rows: Vec<(String,)> = db.load(SQL, Vec::new()).await?;
    Ok(Some(rows.into_iter().map(|(url,)| url).collect()))
}

/// Whether a file lies below an approved folder. Paths of files have no scheme, those of folders have `file://`.
fn is_below(file: &str, folder: &str) -> bool {
    let folder = folder.trim_end_matches('/');
    let folder = folder.strip_prefix("file://").unwrap_or(folder);
    let file = file.strip_prefix("file://").unwrap_or(file);
    let below = file.strip_prefix(folder);
    !file.contains("..") && below.is_some_and(|rest| rest.starts_with('/'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_permission_holds_on_its_last_day() {
        let permission = DownloadPermission {
            id: 1,
            download_id: "a".to_owned(),
            product: PostId(2),
            order: OrderId(3),
            order_key: String::new(),
            user_email: String::new(),
            user: 0,
            remaining: Some(1),
            expires: Some(10 * DAY),
        };
        assert!(!permission.has_expired(10 * DAY + 5) && !permission.is_used_up());
        assert!(permission.has_expired(11 * DAY));
        let used = DownloadPermission {
            remaining: Some(0),
            expires: None,
            ..permission
        };
        assert!(used.is_used_up() && !used.has_expired(i64::MAX));
    }

    #[test]
    fn files_lie_below_approved_folders() {
        let folder = "http://a.example/wp-content/uploads/woocommerce_uploads/";
        assert!(is_below(
            "http://a.example/wp-content/uploads/woocommerce_uploads/2026/a.pdf",
            folder
        ));
        assert!(!is_below(
            "http://a.example/wp-content/uploads/woocommerce_uploads_b/a.pdf",
            folder
        ));
        assert!(!is_below(
            "http://a.example/wp-content/uploads/woocommerce_uploads/../a.pdf",
            folder
        ));
        assert!(is_below("/srv/www/files/a.pdf", "file:///srv/www/files/"));
    }
}

//! Locally stored avatars of authors: missing ones, file names, and references in the stored reviews.
//!
//! Contract "reviews-widget", sections 1 (option `local_images`, transient `avatars_downloaded`) and 1.1 (`avatar`).
//! They are fetched by `endpoints::reviews`.

use crate::binds;
use crate::wordpress::column::text_at;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::hash::md5_hex;
use crate::wordpress::php::{Value, serialize};

use super::merge::is_photo;
use super::option;
use super::store::{read, write};

/// The folder below the uploads.
pub const FOLDER: &str = "gmbrr";
/// Seconds until all avatars are downloaded again.
const LIFE: i64 = 30 * 86_400;
/// Records the download and its expiry.
const TRANSIENT: [&str; 2] = [
    "_transient_google_business_reviews_rating_avatars_downloaded",
    "_transient_timeout_google_business_reviews_rating_avatars_downloaded",
];

/// URLs of avatars to download: missing ones; all after the expiry.
///
/// # Errors
/// When the database failed.
pub async fn wanted(db: &Db, now: i64) -> Result<Vec<String>, DbError> {
    db.transaction(async move |tx| {
        let reviews = read(&tx, option::REVIEWS).await?;
        let until = read(&tx, TRANSIENT[1]).await?.to_int();
        let mut urls: Vec<String> = Vec::new();
        for review in reviews.values() {
            let url = text_at(review, "profile_photo_url");
            let is_missing = until <= now || text_at(review, "avatar").is_empty();
            if is_missing && is_photo(&url) && !urls.contains(&url) {
                urls.push(url);
            }
        }
        Ok(urls)
    })
    .await
}

/// The file name of an image; `None` for an unknown image type.
pub fn file_name(url: &str, picture: &[u8]) -> Option<String> {
    let extension = match picture {
        [0xff, 0xd8, 0xff, ..] => "jpg",
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => "png",
        [b'G', b'I', b'F', b'8', ..] => "gif",
        [
            b'R',
            b'I',
            b'F',
            b'F',
            _,
            _,
            _,
            _,
            b'W',
            b'E',
            b'B',
            b'P',
            ..,
        ] => "webp",
        _ => return None,
    };
    Some(format!("{}.{extension}", md5_hex(url.as_bytes())))
}

/// Writes the files' names (address, name) into the reviews.
///
/// # Errors
/// When the database failed; then nothing is written.
pub async fn store(db: &Db, files: Vec<(String, String)>, now: i64) -> Result<(), DbError> {
    db.transaction(async move |tx| {
        let mut reviews = read(&tx, option::REVIEWS).await?;
        let Value::Array(entries) = &mut reviews else {
            return Ok(());
        };
        for (_, review) in entries.iter_mut() {
            let url = text_at(review, "profile_photo_url");
            let file = files.iter().find(|(of, _)| *of == url);
            if let Some((_, name)) = file {
                *review = review.clone().with("avatar", name.as_str());
            }
        }
        write(&tx, option::REVIEWS, &serialize(&reviews), "off").await?;
        let until = now.saturating_add(LIFE).to_string();
        write(&tx, TRANSIENT[0], b"1", "off").await?;
        write(&tx, TRANSIENT[1], until.as_bytes(), "off").await
    })
    .await
}

/// The option of the site's choice, read as it is stored now.
///
/// # Errors
/// When the database failed.
pub async fn is_wanted(db: &Db) -> Result<bool, DbError> {
    const SQL: &str = "SELECT option_value FROM {p}options WHERE option_name = ?";
    let row: Option<(String,)> = db.load_first(SQL, binds![option::LOCAL_IMAGES]).await?;
    Ok(row.is_some_and(|(text,)| !matches!(text.as_str(), "" | "0")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pictures_have_names() {
        let url = "https://lh3.googleusercontent.com/a/1";
        let name = file_name(url, b"\x89PNG\r\n\x1a\nrest").expect("a picture");
        assert_eq!(name, format!("{}.png", md5_hex(url.as_bytes())));
        for (bytes, end) in [
            (b"\xff\xd8\xff\xe0".as_slice(), ".jpg"),
            (b"RIFF\0\0\0\0WEBPVP8 ", ".webp"),
            (b"GIF89a", ".gif"),
        ] {
            assert!(file_name(url, bytes).is_some_and(|name| name.ends_with(end)));
        }
        for bytes in [b"<svg onload=alert(1)>".as_slice(), b"<?php", b"", b"RIFF"] {
            assert_eq!(file_name(url, bytes), None);
        }
    }
}

//! The site's logo: which attachment of the media library it is.
//!
//! Contract "divi-theme", section 3: the logo is printed with its real size when it is a known attachment.

use crate::wordpress::column::text_at;
use crate::wordpress::db::reads::declared;
use crate::wordpress::db::tag::Tag;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::options::Options;

/// The id of the attachment behind the option `divi_logo`, `None` when there is none.
///
/// # Errors
/// When the database fails.
pub async fn logo_attachment(db: &Db, options: &Options) -> Result<Option<i64>, DbError> {
    const SQL: &str = "SELECT post_id FROM {p}postmeta WHERE meta_key = '_wp_attached_file' AND meta_value = ? LIMIT 1";
    let logo = text_at(options.value("et_divi"), "divi_logo");
    let Some((_, file)) = logo.split_once("/wp-content/uploads/") else {
        return Ok(None);
    };
    let load = db.load_first(SQL, vec![file.to_owned().into()]);
    let found: Option<(i64,)> = declared([Tag::posts("attachment")], load).await?;
    Ok(found.map(|(id,)| id))
}

//! The rows of attachments: made, completed, looked up.
//!
//! Contract "wordpress-rest" sections 7.1, 7.3 and 7.5. Their files have their names before a row is written.

use crate::binds;
use crate::wordpress::db::{Db, DbError, Transaction};
use crate::wordpress::meta_row::{add_post_meta, post_metadata, update_post_meta};
use crate::wordpress::php::{Array, Value, maybe_unserialize, serialize};
use crate::wordpress::post::change_post::wp_insert_post;
use crate::wordpress::post::post_writer::PostWriter;
use crate::wordpress::post::save_post::{PostSave, save_related, written};
use crate::wordpress::post::{Post, PostId};

use super::sub_sizes::finish_metadata;

/// Meta keys of attachments.
pub const ATTACHED_FILE: &str = "_wp_attached_file";
/// The alternative text.
pub const IMAGE_ALT: &str = "_wp_attachment_image_alt";
/// The metadata of the file.
pub const METADATA: &str = "_wp_attachment_metadata";
/// Sizes that were replaced by edits in the dashboard.
pub const BACKUP_SIZES: &str = "_wp_attachment_backup_sizes";

/// An attachment whose files are in their places.
#[derive(Debug, Clone)]
pub struct NewAttachment {
    /// What was sent for its row.
    pub save: PostSave,
    /// Its MIME type.
    pub mime: String,
    /// The address of its original file.
    pub guid: String,
    /// The path of its full file below the uploads folder.
    pub attached_file: String,
    /// Its alternative text, when one is given.
    pub alt: Option<String>,
    /// Its metadata.
    pub metadata: Array,
}

/// Makes an attachment.
///
/// # Errors
/// When the database fails; then nothing is written.
pub async fn create_attachment(
    db: &Db,
    writer: &PostWriter,
    new: NewAttachment,
) -> Result<Post, DbError> {
    written(db, writer, new, async |tx, writer, new| {
        let mut post = Post {
            post_type: "attachment".to_owned(),
            status: "inherit".to_owned(),
            mime_type: new.mime.clone(),
            guid: new.guid.clone(),
            ..Post::default()
        };
        new.save.edit.apply(&mut post);
        let post = wp_insert_post(&tx, &writer, post).await?;
        add_post_meta(&tx, post.id, ATTACHED_FILE, new.attached_file.as_str()).await?;
        if let Some(alt) = new.alt.as_deref().filter(|alt| !alt.is_empty()) {
            add_post_meta(&tx, post.id, IMAGE_ALT, alt).await?;
        }
        save_related(&tx, &writer, &post, &new.save).await?;
        let metadata = serialize(&Value::from(new.metadata));
        add_post_meta(&tx, post.id, METADATA, metadata).await?;
        Ok(post)
    })
    .await
}

/// Adds smaller images to the metadata of an attachment; columns have the last word.
///
/// # Errors
/// When the database fails; then nothing is written.
pub async fn add_sizes(
    db: &Db,
    writer: &PostWriter,
    id: PostId,
    sizes: Vec<(String, Array)>,
) -> Result<(), DbError> {
    written(db, writer, (id, sizes), async |tx, writer, (id, sizes)| {
        let mut metadata = stored_metadata(&tx, id).await?;
        let stored = metadata.entry_array("sizes".into());
        for (name, size) in sizes {
            stored.insert(name, size);
        }
        finish_metadata(writer.registry(), &mut metadata);
        let metadata = serialize(&Value::from(metadata));
        update_post_meta(&tx, id, METADATA, metadata).await?;
        Ok(())
    })
    .await
}

async fn stored_metadata(tx: &Transaction, id: PostId) -> Result<Array, DbError> {
    let stored = post_metadata(tx, id, METADATA).await?;
    let stored = stored.first().map(|value| maybe_unserialize(value));
    Ok(stored
        .and_then(|value| value.as_array().cloned())
        .unwrap_or_default())
}

/// The meta of a font's face that names its file, below the folder of fonts.
pub const FONT_FACE_FILE: &str = "_wp_font_face_file";
/// The folder of fonts below the uploads folder.
const FONTS: &str = "fonts/";

/// How many attachments and faces of fonts have this file.
///
/// # Errors
/// When the database fails.
pub async fn attachments_of(db: &Db, attached_file: &str) -> Result<usize, DbError> {
    const SQL: &str = "SELECT m.post_id FROM {p}postmeta m JOIN {p}posts p ON p.ID = m.post_id \
        WHERE m.meta_key = ? AND m.meta_value = ?";
    let binds = binds![ATTACHED_FILE, attached_file];
    let mut rows: Vec<(i64,)> = db.load(SQL, binds).await?;
    if let Some(font) = attached_file.strip_prefix(FONTS) {
        let faces: Vec<(i64,)> = db.load(SQL, binds![FONT_FACE_FILE, font]).await?;
        rows.extend(faces);
    }
    Ok(rows.len())
}

//! Rows of the font library and the files that they name: written together, removed together.
//!
//! Contract "wordpress-rest", section 14.

use crate::binds;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::media::library::files::Library;
use crate::wordpress::media::library::placing::Placed;
use crate::wordpress::media::library::rows::{FONT_FACE_FILE, attachments_of};
use crate::wordpress::media::library::staging::Note;
use crate::wordpress::meta_row::add_post_meta;
use crate::wordpress::post::change_post::wp_insert_post;
use crate::wordpress::post::delete_post::wp_delete_post;
use crate::wordpress::post::post_row::locked_post;
use crate::wordpress::post::post_writer::PostWriter;
use crate::wordpress::post::{Post, PostId};

use super::{FACE, FOLDER};

/// Whether there is a face of this slug, in whichever family.
///
/// # Errors
/// When the database fails.
pub async fn is_face_known(db: &Db, slug: &str) -> Result<bool, DbError> {
    const SQL: &str = "SELECT ID FROM {p}posts WHERE post_type = ? AND post_status = 'publish' AND post_title = ? LIMIT 1";
    let found: Option<(i64,)> = db.load_first(SQL, binds![FACE, slug]).await?;
    Ok(found.is_some())
}

/// Stores a face; its files, which have their names already, stay when the rows do.
///
/// # Errors
/// When the database fails; then the files go, too.
pub async fn insert_face(
    db: &Db,
    writer: PostWriter,
    face: Post,
    files: Vec<Placed>,
) -> Result<Post, DbError> {
    let names: Vec<String> = files.iter().map(|file| file.name.clone()).collect();
    let work = db.transaction(async move |tx| {
        let face = wp_insert_post(&tx, &writer, face).await?;
        for name in names {
            add_post_meta(&tx, face.id, FONT_FACE_FILE, name).await?;
        }
        Ok(face)
    });
    let face = work.await?;
    files.into_iter().for_each(Placed::keep);
    Ok(face)
}

/// Deletes posts of the library, then the files of those that are faces.
///
/// # Errors
/// When the database fails; then nothing is deleted.
pub async fn delete(
    db: &Db,
    writer: PostWriter,
    library: Option<&Library>,
    posts: Vec<PostId>,
) -> Result<(), DbError> {
    let mut notes = Vec::new();
    for post in &posts {
        notes.extend(files_of(db, *post).await?);
    }
    // Written down first: of a process that is killed in between, the next sweep removes the files.
    let mut kept = Vec::new();
    if let Some(library) = library {
        for note in &notes {
            kept.push(library.note(note).await);
        }
    }
    let work = db.transaction(async move |tx| {
        for id in posts {
            if let Some(post) = locked_post(&tx, id).await? {
                wp_delete_post(&tx, writer.registry(), &post).await?;
            }
        }
        Ok(())
    });
    work.await?;
    let Some(library) = library else {
        return Ok(());
    };
    for note in notes {
        if attachments_of(db, &note.attached_file).await? > 0 {
            continue;
        }
        if let Err(error) = library.remove(note.files).await {
            // Of a store the notes stay for the sweep.
            tracing::warn!(%error, "the file of a deleted font cannot be removed");
            return Ok(());
        }
    }
    for note in kept {
        note.done().await;
    }
    Ok(())
}

async fn files_of(db: &Db, post: PostId) -> Result<Vec<Note>, DbError> {
    const SQL: &str = "SELECT meta_value FROM {p}postmeta WHERE post_id = ? AND meta_key = ?";
    let rows: Vec<(String,)> = db.load(SQL, binds![post.0, FONT_FACE_FILE]).await?;
    let note = |(name,): (String,)| {
        let path = format!("{FOLDER}{name}");
        Note {
            files: vec![path.clone().into()],
            attached_file: path,
        }
    };
    Ok(rows.into_iter().map(note).collect())
}

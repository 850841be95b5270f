//! Files of the media library that the uploads folder does not hold.

use std::path::{Component, Path};

use serde::Serialize;

use super::limits;
use crate::wordpress::db::{Db, DbError};
use crate::wordpress::php::maybe_unserialize;

/// A missing file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct MissingFile {
    /// The number of the attachment.
    pub id: i64,
    /// Its title.
    pub title: String,
    /// The file, below the uploads folder.
    pub file: String,
    /// Smaller sizes of the picture that are missing, without the file itself.
    pub sizes: usize,
}

/// The files of the media library.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct FilesReport {
    /// Files looked for, sizes of pictures included.
    pub looked_for: usize,
    /// Attachments with missing files.
    pub missing: Vec<MissingFile>,
    /// Missing files, sizes of pictures included.
    pub missing_files: usize,
}

/// Looks for the files of all attachments below the uploads folder.
///
/// # Errors
/// When the database fails.
pub async fn files(db: &Db, uploads: &Path) -> Result<FilesReport, DbError> {
    const SQL: &str = "SELECT p.ID, p.post_title, f.meta_value, COALESCE(m.meta_value, '') FROM {p}posts p \
        JOIN {p}postmeta f ON f.post_id = p.ID AND f.meta_key = '_wp_attached_file' \
        LEFT JOIN {p}postmeta m ON m.post_id = p.ID AND m.meta_key = '_wp_attachment_metadata' \
        WHERE p.post_type = 'attachment' AND p.post_status <> 'trash' AND p.ID > ? ORDER BY p.ID LIMIT ?";
    let mut report = FilesReport::default();
    let mut after = 0;
    while report.looked_for < limits::FILES {
        let binds = vec![after.into(), limits::CHUNK.into()];
        let rows: Vec<(i64, String, String, Vec<u8>)> = db.load(SQL, binds).await?;
        let Some((last, ..)) = rows.last() else {
            break;
        };
        after = *last;
        for (id, title, file, metadata) in rows {
            look(&mut report, uploads, (id, &title, &file), &metadata);
        }
    }
    Ok(report)
}

fn look(report: &mut FilesReport, uploads: &Path, row: (i64, &str, &str), metadata: &[u8]) {
    let (id, title, file) = row;
    if file.is_empty() || file.contains("://") {
        return;
    }
    let is_there = has_file(uploads, file);
    let folder = file.rsplit_once('/').map_or("", |(folder, _)| folder);
    let stored = maybe_unserialize(metadata);
    let sizes = stored
        .get("sizes")
        .into_iter()
        .flat_map(|sizes| sizes.values());
    let names = sizes
        .take(100)
        .filter_map(|size| size.get("file")?.as_str_lossy());
    let names: Vec<_> = names.map(|name| format!("{folder}/{name}")).collect();
    let missing = names.iter().filter(|name| !has_file(uploads, name)).count();
    report.looked_for += 1 + names.len();
    report.missing_files += missing + usize::from(!is_there);
    if (!is_there || missing > 0) && report.missing.len() < limits::OPTIONS {
        report.missing.push(MissingFile {
            id,
            title: limits::cut(title, 200).to_owned(),
            file: limits::cut(file, 300).to_owned(),
            sizes: missing,
        });
    }
}

/// Whether a path names a file below the folder.
fn has_file(folder: &Path, path: &str) -> bool {
    let path = Path::new(path.trim_start_matches('/'));
    let is_below = path
        .components()
        .all(|part| matches!(part, Component::Normal(_)));
    is_below && folder.join(path).is_file()
}

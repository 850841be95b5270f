//! Sizes of the site's folders and of its database (`WP_Debug_Data::get_sizes`).
//!
//! Contract "wordpress-rest", section 16.

use std::path::Path;

use super::db::{Db, DbError};

/// Files and folders that are looked at in one folder.
const MOST: usize = 2_000_000;

/// The bytes of all files below a folder, without those below `left_out`; `None` when it is missing. Links are not
/// followed. Blocks on the file system.
#[must_use]
pub fn folder_size(folder: &Path, left_out: &[&Path]) -> Option<u64> {
    if !folder.is_dir() {
        return None;
    }
    let mut size: u64 = 0;
    let mut waiting = vec![folder.to_owned()];
    let mut seen = 0;
    while let Some(folder) = waiting.pop() {
        let entries = std::fs::read_dir(&folder).into_iter().flatten().flatten();
        for entry in entries {
            seen += 1;
            if seen > MOST {
                return Some(size);
            }
            let Ok(facts) = entry.metadata() else {
                continue;
            };
            let path = entry.path();
            if facts.is_dir() && !left_out.contains(&path.as_path()) {
                waiting.push(path);
            } else if facts.is_file() {
                size = size.saturating_add(facts.len());
            }
        }
    }
    Some(size)
}

/// The bytes of the site's database.
///
/// # Errors
/// When the database fails.
pub async fn database_size(db: &Db) -> Result<i64, DbError> {
    const SQLITE: &str =
        "SELECT c.page_count * s.page_size FROM pragma_page_count() c, pragma_page_size() s";
    const MYSQL: &str = "SELECT CAST(SUM(data_length + index_length) AS SIGNED) \
        FROM information_schema.tables WHERE table_schema = DATABASE()";
    let sql = if db.is_sqlite() { SQLITE } else { MYSQL };
    let row: Option<(i64,)> = db.load_first(sql, Vec::new()).await?;
    Ok(row.map_or(0, |(size,)| size))
}

//! The manifest of the example column on this floor.

use compat::type_map_entry;
use compat::wordpress::column::{Column, PageData, PageSource, is_plugin_active};
use compat::wordpress::db::DbError;

use super::notes::{self, NoteSettings, Notes};

/// The shortcode that lists the notes.
pub const SHORTCODE: &str = "example_notes";

/// The column.
pub const COLUMN: Column = Column {
    load_site: Some(|source, data| {
        Box::pin(async {
            data.insert(source.configured.get::<NoteSettings>().clone());
            Ok(())
        })
    }),
    load_page: Some(|source, data| Box::pin(load_page(source, data))),
    // A counter of visits that no page prints.
    unrendered_options: &["example_visits"],
    ..Column::new("example", |options| {
        is_plugin_active(options, "example/example.php")
    })
};

type_map_entry!(NoteSettings, Notes);

/// Loads the notes for pages that list them; only these pages depend on the table.
async fn load_page(source: &mut PageSource<'_>, data: &mut PageData) -> Result<(), DbError> {
    let mut posts = source.query.posts.iter();
    if posts.any(|post| post.content.contains(SHORTCODE)) {
        let limit = source.site_data.get::<NoteSettings>().limit;
        data.insert(notes::newest(source.db, limit).await?);
    }
    Ok(())
}

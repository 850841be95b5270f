//! The CSS files that the builder keeps for a post: they go when the post is saved, so that PHP makes them anew.
//!
//! Contract "wordpress-rest", section 18: `wp-content/et-cache/ID`.

use std::io::ErrorKind;
use std::path::Path;

use compat::wordpress::post::Post;

use crate::app::App;
use crate::server::HandlerFuture;

/// Removes the kept files of a post.
pub fn drop_post_cache<'a>(app: &'a App, post: &'a Post) -> HandlerFuture<'a, ()> {
    Box::pin(async move {
        let Some(content) = app.content_dir.clone() else {
            return;
        };
        let id = post.id;
        let removed = tokio::task::spawn_blocking(move || remove_files(&content, id.0)).await;
        match removed {
            Ok(Ok(())) => {}
            Ok(Err(error)) => {
                tracing::warn!(post = id.0, %error, "kept style sheets of a post cannot be removed");
            }
            Err(error) => {
                tracing::warn!(post = id.0, %error, "kept style sheets of a post are not removed");
            }
        }
    })
}

/// Removes the folder of a post below `et-cache`.
fn remove_files(content: &Path, id: i64) -> std::io::Result<()> {
    let folder = content.join("et-cache").join(id.to_string());
    match std::fs::remove_dir_all(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_folder_of_the_post_goes() {
        let content = tempfile::tempdir().expect("folder");
        let folder = |id: &str| content.path().join("et-cache").join(id);
        for id in ["7", "70"] {
            std::fs::create_dir_all(folder(id)).expect("folder");
            std::fs::write(folder(id).join("et-core-unified-7.min.css"), "").expect("file");
        }
        remove_files(content.path(), 7).expect("removed");
        remove_files(content.path(), 7).expect("nothing left");
        assert!(!folder("7").exists() && folder("70").exists());
    }
}

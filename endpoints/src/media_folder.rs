//! Where the site's media library is: a folder, or an object store that stands in for it.
//!
//! Contract "wordpress-rest" section 7.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use compat::wordpress::media::library::files::Library;
use compat::wordpress::media::library::object_files::ObjectFiles;
use compat::wordpress::options::Options;
use object_store::ObjectStore;
use pictures::avif::Program;

use crate::config::media::MediaSettings;
use crate::server::Files;
use crate::server::content_type;
use crate::server::stored_files::StoredFiles;

/// The library of a site with files. With a store, and a private folder of this process for what goes there, files are in the
/// store and served from it.
pub fn open(
    (content, wp_root): (Option<&Path>, Option<&Path>),
    (options, settings): (&Options, &MediaSettings),
    store: Option<(Arc<dyn ObjectStore>, &Path)>,
    files: &mut Files,
) -> Option<Arc<Library>> {
    let content = content?;
    let uploads = uploads_folder(content, wp_root, &options.text("upload_path"));
    let library = match Library::new(uploads.clone(), 0) {
        Ok(library) => {
            let formats = settings.output_formats();
            library.with_output_formats(formats).with_av1(decoder())
        }
        Err(error) => {
            tracing::error!(%error, "there are no threads for pictures: uploads are off");
            return None;
        }
    };
    let Some((store, staged_in)) = store else {
        return Some(Arc::new(library));
    };
    let prefix = prefix_of(&uploads, (content, wp_root));
    let content_type = |name: &str| content_type::of_file(name).content_type;
    let objects = Arc::new(ObjectFiles::new(store, uploads, content_type));
    files.set_stored(StoredFiles {
        prefix,
        objects: Arc::clone(&objects),
    });
    Some(Arc::new(library.in_store(objects, staged_in.to_owned())))
}

/// This program, as [`crate::cli`] decodes AV1 data; under the name that stays right when its file is replaced.
fn decoder() -> Program {
    Program {
        path: "/proc/self/exe".into(),
        arguments: vec!["decode-av1".to_owned()],
    }
}

/// `wp_upload_dir`: the option `upload_path`, below the site's folder when it is no path of its own.
fn uploads_folder(content: &Path, wp_root: Option<&Path>, option: &str) -> PathBuf {
    match (option.trim(), wp_root) {
        ("" | "wp-content/uploads", _) | (_, None) => content.join("uploads"),
        (given, Some(root)) => root.join(given),
    }
}

/// The prefix of the addresses of uploads, with a slash at both ends.
fn prefix_of(uploads: &Path, (content, wp_root): (&Path, Option<&Path>)) -> String {
    let below = |folder: &Path, prefix: &str| {
        let below = uploads.strip_prefix(folder).ok()?;
        Some(format!("{prefix}{}/", below.to_str()?))
    };
    below(content, "/wp-content/")
        .or_else(|| below(wp_root?, "/"))
        .unwrap_or_else(|| "/wp-content/uploads/".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uploads_have_the_address_of_their_folder() {
        let (content, root) = (Path::new("/s/wp-content"), Path::new("/s"));
        for (option, prefix) in [
            ("", "/wp-content/uploads/"),
            ("wp-content/uploads", "/wp-content/uploads/"),
            ("wp-content/files", "/wp-content/files/"),
            ("bilder", "/bilder/"),
            ("/elsewhere", "/wp-content/uploads/"),
        ] {
            let uploads = uploads_folder(content, Some(root), option);
            assert_eq!(
                prefix_of(&uploads, (content, Some(root))),
                prefix,
                "{option}"
            );
        }
    }
}

//! Files that go with a mail: uploads that the template names, and files below the content folder.
//!
//! Contract "contact-form-7", section 17.3, step 8. A file elsewhere, one that cannot be read, and what goes over
//! the total are left out silently, as the plugin does.

use std::path::{Path, PathBuf};

use crate::contact_form_7::submission::UploadedFiles;

/// Bytes of all files of one mail together.
const TOTAL: u64 = 25 * 1024 * 1024;

/// Folders from which files may come.
#[derive(Debug, Clone, Copy, Default)]
pub struct AttachmentRoots<'a> {
    /// `wp-content`; none on a site without one.
    pub content_dir: Option<&'a Path>,
    /// The uploads folder, and where uploaded files are kept.
    pub others: &'a [PathBuf],
}

/// The files that a template attaches.
pub fn attachments(
    template: &str,
    uploaded: &UploadedFiles,
    roots: &AttachmentRoots<'_>,
) -> Vec<PathBuf> {
    let named = uploaded
        .iter()
        .filter(|(field, _)| template.contains(&format!("[{field}]")));
    let mut paths: Vec<PathBuf> = named.flat_map(|(_, files)| files.iter().cloned()).collect();
    if let Some(content_dir) = roots.content_dir {
        let lines = template.split('\n').map(str::trim);
        let lines = lines.filter(|line| !line.is_empty() && !line.starts_with('['));
        paths.extend(
            lines
                .filter(|line| !line.contains('\0'))
                .map(|line| content_dir.join(line)),
        );
    }
    let mut total = 0_u64;
    paths.retain(|path| match size_of_allowed(path, roots) {
        Some(size) if total.saturating_add(size) <= TOTAL => {
            total = total.saturating_add(size);
            true
        }
        _ => false,
    });
    paths
}

/// The size of a readable file below one of the roots, after resolving symbolic links.
fn size_of_allowed(path: &Path, roots: &AttachmentRoots<'_>) -> Option<u64> {
    let real = path.canonicalize().ok()?;
    let mut allowed = roots
        .content_dir
        .into_iter()
        .chain(roots.others.iter().map(PathBuf::as_path));
    let is_below = |root: &Path| root.canonicalize().is_ok_and(|root| real.starts_with(root));
    if !allowed.any(is_below) {
        return None;
    }
    let file = std::fs::File::open(&real).ok()?;
    let metadata = file.metadata().ok()?;
    metadata.is_file().then_some(metadata.len())
}

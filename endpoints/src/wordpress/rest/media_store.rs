//! An upload is stored: its files under their names, then its rows; or nothing.
//!
//! Contract "wordpress-rest" sections 7.1 to 7.3.

use compat::wordpress::db::{Db, DbError};
use compat::wordpress::media::library::files::{Library, LibraryError, NewImages};
use compat::wordpress::media::library::inspect::Inspection;
use compat::wordpress::media::library::metadata::{
    ImageFacts, MadeImage, NameEnd, attached_file, of_image,
};
use compat::wordpress::media::library::placing::Nameless;
use compat::wordpress::media::library::plan::ImagePlan;
use compat::wordpress::media::library::rows::{NewAttachment, create_attachment};
use compat::wordpress::media::library::staging::StagedFile;
use compat::wordpress::media::library::sub_sizes::finish_metadata;
use compat::wordpress::media::library::unique_name;
use compat::wordpress::php::Array;
use compat::wordpress::post::Post;
use compat::wordpress::post::post_writer::PostWriter;
use compat::wordpress::post::save_post::PostSave;
use pictures::PictureError;

/// Why an upload was not stored.
pub enum StoreError {
    /// The files.
    Library(LibraryError),
    /// The rows.
    Db(DbError),
}

/// Everything that is stored of an upload.
pub struct Upload {
    /// What was sent for the row.
    pub save: PostSave,
    /// The alternative text.
    pub alt: Option<String>,
    /// The name of the form's file without its extension.
    pub title_of_form: Option<String>,
    /// The folder below the uploads folder.
    pub folder: String,
    /// The address of the uploads folder.
    pub url: String,
    /// Who writes.
    pub writer: PostWriter,
    /// What is known of the file.
    pub inspected: Inspection,
    /// What was made of it.
    pub images: Option<NewImages>,
}

impl Upload {
    /// The files under their names, then the rows.
    ///
    /// # Errors
    /// When the disk or the database fails; then nothing is stored.
    pub async fn store(
        mut self,
        library: &Library,
        db: &Db,
        original: StagedFile,
    ) -> Result<Post, StoreError> {
        let (wanted, mime) = match &self.inspected.file_type {
            Some(file_type) => (file_type.name.clone(), file_type.mime),
            None => {
                return Err(StoreError::Library(
                    PictureError::Broken(String::new()).into(),
                ));
            }
        };
        let images = self.images.take();
        let full = images.as_ref().and_then(NewImages::full_end).cloned();
        let (plan, facts, files) = taken_apart(images);
        let nameless = Nameless {
            original: Some(original),
            made: files,
        };
        let wanted = (wanted, mime.starts_with("image/"));
        let at = library.place(&self.folder);
        let placed = library.place_new(at, wanted, full, nameless).await;
        let placed = placed.map_err(StoreError::Library)?;
        let name = placed.name.clone();
        let edit = &mut self.save.edit;
        if edit.title.as_deref().unwrap_or_default().is_empty() {
            let own = unique_name::split(&name).0.to_owned();
            edit.title = Some(self.title_of_form.unwrap_or(own));
        }
        let described = Described {
            folder: &self.folder,
            name: &name,
            inspected: &self.inspected,
            plan: plan.as_ref(),
            made: &facts,
        };
        let (attached_file, metadata) = described.metadata(&self.writer);
        let new = NewAttachment {
            save: self.save,
            mime: mime.to_owned(),
            guid: format!("{}/{}{name}", self.url, self.folder),
            attached_file,
            alt: self.alt,
            metadata,
        };
        let post = create_attachment(db, &self.writer, new).await;
        let post = post.map_err(StoreError::Db)?;
        placed.keep();
        Ok(post)
    }
}

/// The plan, what its files are, and the files.
type TakenApart = (
    Option<ImagePlan>,
    Vec<MadeImage>,
    Vec<(NameEnd, StagedFile)>,
);

/// Takes images apart: what they are, and their files.
pub fn taken_apart(images: Option<NewImages>) -> TakenApart {
    let Some(images) = images else {
        return (None, Vec::new(), Vec::new());
    };
    let facts = images.made.iter().map(|made| made.image.clone()).collect();
    let files = images
        .made
        .into_iter()
        .map(|made| (made.image.end, made.file));
    (Some(images.plan), facts, files.collect())
}

/// The sizes of a plan that were made.
pub fn sizes_of(plan: &ImagePlan, made: &[MadeImage]) -> Vec<(String, MadeImage)> {
    let sizes = plan.sizes.iter();
    sizes
        .filter_map(|(name, place)| Some((name.clone(), made.get(*place)?.clone())))
        .collect()
}

struct Described<'a> {
    folder: &'a str,
    name: &'a str,
    inspected: &'a Inspection,
    plan: Option<&'a ImagePlan>,
    made: &'a [MadeImage],
}

impl Described<'_> {
    /// The path of the full file, and the metadata.
    fn metadata(&self, writer: &PostWriter) -> (String, Array) {
        let size = self.inspected.picture_size();
        let Some(size) = size else {
            let file = format!("{}{}", self.folder, self.name);
            return (file, self.inspected.metadata.clone());
        };
        let full = self.plan.and_then(|plan| self.made.get(plan.full?));
        let sizes = self
            .plan
            .map(|plan| sizes_of(plan, self.made))
            .unwrap_or_default();
        let facts = ImageFacts {
            folder: self.folder,
            original: self.name,
            size,
            filesize: self.inspected.length,
            full,
            sizes: &sizes,
            image_meta: &self.inspected.image_meta,
            was_turned: full.is_some() && (2..=8).contains(&self.inspected.image_meta.orientation),
        };
        let mut metadata = of_image(&facts);
        finish_metadata(writer.registry(), &mut metadata);
        (attached_file(&facts), metadata)
    }
}

//! `POST /wp/v2/media/<id>/edit`: a picture turned and cut, as a new attachment.
//!
//! Contract "wordpress-rest" section 7.5.

use compat::wordpress::media::library::files::{EditedImage, Library, LibraryError};
use compat::wordpress::media::library::image_meta::ImageMetadata;
use compat::wordpress::media::library::metadata::{ImageFacts, attached_file, of_image};
use compat::wordpress::media::library::placing::Nameless;
use compat::wordpress::media::library::rows::{NewAttachment, create_attachment};
use compat::wordpress::media::library::sub_sizes::finish_metadata;
use compat::wordpress::media::library::unique_name;
use compat::wordpress::php::Value;
use compat::wordpress::post::Post;
use compat::wordpress::post::post_writer::PostWriter;
use pictures::edit::Modifier;
use pictures::{Format, PictureError};

use super::media_create::{answer_created, folder};
use super::media_request::{alt_text, prepare_attachment};
use super::media_store::{StoreError, sizes_of, taken_apart};
use super::media_stored::StoredMedia;
use super::prepare_post::current_post;
use super::request::RestRequest;
use super::route::{Permitting, Rest, RouteFuture};
use super::route_error::{RestError, RouteError};
use crate::request_error::{RequestError, RequestErrorKind};

/// `edit_media_item_permissions_check`.
pub fn may_edit_media<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> Permitting<'a> {
    Box::pin(async move {
        super::denied::edit_media(rest, request).await?;
        super::post_writes::may_update(rest, request).await
    })
}

/// `edit_media_item`.
pub fn edit_media_item<'a>(rest: &'a Rest<'a>, request: &'a RestRequest) -> RouteFuture<'a> {
    Box::pin(async move {
        let post = current_post(rest, request).await?;
        let stored = StoredMedia::load(rest, &post).await?;
        if !post.mime_type.starts_with("image/") || !stored.is_file_of(&request.text("src")) {
            let source = "Unable to get meta information for file.";
            return Err(rest.error("rest_unknown_attachment", source, 404).into());
        }
        if Format::of_mime(&post.mime_type).is_none() {
            let source = "This type of file cannot be edited.";
            return Err(rest.error("rest_cannot_edit_file_type", source, 400).into());
        }
        let modifiers = modifiers(rest, request)?;
        let library = rest.library()?;
        let unknown = || {
            rest.error(
                "rest_unknown_image_file_type",
                "Unable to edit this image.",
                500,
            )
        };
        let file = match library.local(&stored.original_path()).await {
            Err(LibraryError::Picture(_)) => return Err(unknown().into()),
            file => file.map_err(|error| rest.library_error(error))?,
        };
        let path = file.path().to_owned();
        let header = library.header(path.clone()).await.map_err(|_| unknown())?;
        let header = header.ok_or_else(unknown)?;
        let site = std::sync::Arc::clone(&rest.state.site);
        let edited = library.edit(path, header, modifiers, site).await;
        let edited = edited.map_err(|error| match error {
            LibraryError::Picture(PictureError::Broken(_)) => rest
                .error("rest_image_crop_failed", "Unable to crop this image.", 500)
                .into(),
            error => rest.library_error(error),
        })?;
        let editing = Editing {
            new: new_attachment(rest, request, &post, &stored).await?,
            wanted: edited_name(stored.original_name()),
            parent: (post.id.0.to_string(), stored.original_path()),
            parent_meta: stored.metadata.at("image_meta").clone(),
            folder: folder(rest, None),
            url: rest.state.site.uploads_url(),
            writer: rest.post_writer(),
            edited,
        };
        let db = rest.app.db.clone();
        let stored = tokio::spawn(async move { editing.store(&library, &db).await });
        let stored = stored.await.map_err(|error| {
            RequestError::new(
                RequestErrorKind::Panic,
                format!("an edited picture: {error}"),
            )
        })?;
        let new = stored.map_err(|error| match error {
            StoreError::Library(error) => rest.library_error(error),
            StoreError::Db(error) => RouteError::from(error),
        })?;
        answer_created(rest, request, new, false).await
    })
}

/// What is to be done, in order; a turn by nothing counts as none.
fn modifiers(rest: &Rest<'_>, request: &RestRequest) -> Result<Vec<Modifier>, RestError> {
    let number = |value: &Value, name: &str| value.at(name).to_float();
    let mut all = Vec::new();
    if request.has("modifiers") {
        for modifier in request.get("modifiers").values() {
            let args = modifier.at("args");
            all.push(match modifier.at("type").to_string_lossy().as_ref() {
                "rotate" => Modifier::Rotate {
                    angle: number(args, "angle"),
                },
                _ => Modifier::Crop {
                    left: number(args, "left"),
                    top: number(args, "top"),
                    width: number(args, "width"),
                    height: number(args, "height"),
                },
            });
        }
        return Ok(all);
    }
    let sent = |name: &str| request.get(name).to_float();
    if sent("rotation") != 0.0 {
        all.push(Modifier::Rotate {
            angle: sent("rotation"),
        });
    }
    if ["x", "y", "width", "height"]
        .iter()
        .all(|name| request.has(name))
    {
        all.push(Modifier::Crop {
            left: sent("x"),
            top: sent("y"),
            width: sent("width"),
            height: sent("height"),
        });
    }
    if all.is_empty() {
        let source = "The image was not edited. Edit the image before applying the changes.";
        return Err(rest.error("rest_image_not_edited", source, 400));
    }
    Ok(all)
}

/// The row of the new attachment: what was sent, else what the original has.
async fn new_attachment(
    rest: &Rest<'_>,
    request: &RestRequest,
    original: &Post,
    stored: &StoredMedia,
) -> Result<NewAttachment, RouteError> {
    let mut save = prepare_attachment(rest, request, None).await?;
    let edit = &mut save.edit;
    edit.title.get_or_insert_with(|| original.title.clone());
    edit.excerpt.get_or_insert_with(|| original.excerpt.clone());
    edit.content.get_or_insert_with(|| original.content.clone());
    Ok(NewAttachment {
        save,
        mime: original.mime_type.clone(),
        guid: String::new(),
        attached_file: String::new(),
        alt: Some(alt_text(request).unwrap_or_else(|| stored.alt.clone())),
        metadata: compat::wordpress::php::Array::new(),
    })
}

/// `name-edited.jpg`, also of a picture that was edited before.
fn edited_name(original: &str) -> String {
    let (stem, extension) = unique_name::split(original);
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let first = stem
        .rsplit_once('-')
        .filter(|(first, last)| is_number(last) && first.ends_with("-edited"))
        .map_or(stem, |(first, _)| first);
    let first = first.strip_suffix("-edited").unwrap_or(first);
    format!("{first}-edited{extension}")
}

struct Editing {
    new: NewAttachment,
    wanted: String,
    parent: (String, String),
    parent_meta: Value,
    folder: String,
    url: String,
    writer: PostWriter,
    edited: EditedImage,
}

impl Editing {
    async fn store(
        mut self,
        library: &Library,
        db: &compat::wordpress::db::Db,
    ) -> Result<Post, StoreError> {
        let full = self.edited.images.full_end().cloned();
        let named_by = Format::of_mime(&self.new.mime);
        let mut guid_extension = None;
        if named_by != Some(self.edited.format) {
            let (stem, extension) = unique_name::split(&self.wanted);
            // The row is called as the picture was before it became one of another type.
            guid_extension = Some(extension.to_owned());
            self.wanted = format!("{stem}.{}", self.edited.format.extension());
            self.edited.format.mime().clone_into(&mut self.new.mime);
        }
        let (plan, made, files) = taken_apart(Some(self.edited.images));
        let nameless = Nameless {
            original: Some(self.edited.file),
            made: files,
        };
        let at = library.place(&self.folder);
        let placed = library
            .place_new(at, (self.wanted, true), full, nameless)
            .await;
        let placed = placed.map_err(StoreError::Library)?;
        let sizes = plan
            .as_ref()
            .map(|plan| sizes_of(plan, &made))
            .unwrap_or_default();
        let facts = ImageFacts {
            folder: &self.folder,
            original: &placed.name,
            size: self.edited.size,
            filesize: self.edited.length,
            full: plan.as_ref().and_then(|plan| made.get(plan.full?)),
            sizes: &sizes,
            image_meta: &kept_meta(&self.parent_meta),
            was_turned: false,
        };
        let mut metadata = of_image(&facts);
        finish_metadata(self.writer.registry(), &mut metadata);
        let parent = Value::array()
            .with("attachment_id", self.parent.0)
            .with("file", self.parent.1);
        metadata.insert("parent_image", parent);
        self.new.metadata = metadata;
        self.new.attached_file = attached_file(&facts);
        let (stem, own) = unique_name::split(&placed.name);
        let extension = guid_extension.as_deref().unwrap_or(own);
        self.new.guid = format!("{}/{}{stem}{extension}", self.url, self.folder);
        let post = create_attachment(db, &self.writer, self.new).await;
        let post = post.map_err(StoreError::Db)?;
        placed.keep();
        Ok(post)
    }
}

/// What the camera wrote into the original stays known; the picture is upright now.
fn kept_meta(parent: &Value) -> ImageMetadata {
    let mut meta = ImageMetadata::read(&[], None);
    for (key, value) in parent.iter() {
        if !value.is_empty() && value.to_bool() {
            meta.values.insert(key.clone(), value.clone());
        }
    }
    let orientation = meta.values.get("orientation").map_or(0, Value::to_int);
    if orientation != 0 {
        meta.values.insert("orientation", 1);
    }
    meta
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_edited_pictures() {
        assert_eq!(edited_name("sello.png"), "sello-edited.png");
        assert_eq!(edited_name("sello-edited.png"), "sello-edited.png");
        assert_eq!(edited_name("sello-edited-3.png"), "sello-edited.png");
        assert_eq!(edited_name("sello-3.png"), "sello-3-edited.png");
    }
}

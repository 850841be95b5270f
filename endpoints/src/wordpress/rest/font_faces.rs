//! `POST /wp/v2/font-families/ID/font-faces`: a face with its files.
//!
//! Contract "wordpress-rest", section 14. A source of a face is an address or the name of a file of the form; the files
//! come first, the row last; a client that goes away does not stop it half-way.

use std::path::Path;

use compat::wordpress::font_library::rows::{insert_face, is_face_known};
use compat::wordpress::font_library::{FACE, FOLDER, HEAD, font_mime_type, get_font_face_slug};
use compat::wordpress::formatting::file_name::sanitize_file_name;
use compat::wordpress::formatting::sanitize_title::sanitize_title;
use compat::wordpress::media::library::files::LibraryError;
use compat::wordpress::media::library::placing::{Nameless, Placed};
use compat::wordpress::php::Value;
use compat::wordpress::php::json::wp_json_encode;
use compat::wordpress::post::Post;
use tokio::io::AsyncReadExt as _;

use crate::request_error::{RequestError, RequestErrorKind};
use crate::wordpress::uploads::UploadedFile;

use super::font_item::{face_of, parent};
use super::font_settings::{FACE_SETTINGS, invalid};
use super::font_writes::created;
use super::media_request::stored_part;
use super::remote_url::is_remote_url;
use super::request::{RestRequest, invalid_param};
use super::rest_response::RestResponse;
use super::route::Rest;
use super::route_error::{RestError, RouteError};

/// The code of errors about a file.
const FAILED: &str = "rest_font_upload_unknown_error";

/// Makes a face of a family.
///
/// # Errors
/// When a source or a file is refused, there is such a face, or the disk or the database fails.
pub async fn create_face(
    rest: &Rest<'_>,
    request: &RestRequest,
) -> Result<RestResponse, RouteError> {
    let settings = request.get(FACE_SETTINGS).clone();
    let sources = sources(&settings);
    check_sources(rest, &sources)
        .map_err(|error| invalid_param(vec![(FACE_SETTINGS.to_owned(), error)], &rest.locale))?;
    let family = parent(rest, request).await?;
    let slug = get_font_face_slug(&settings);
    if is_face_known(&rest.app.db, &slug).await? {
        let source = "A font face matching those settings already exists.";
        return Err(rest.error("rest_duplicate_font_face", source, 400).into());
    }
    let mut placed = Vec::new();
    let mut stored = Vec::new();
    for source in sources {
        let Some(file) = file_of(rest, &source) else {
            stored.push(source);
            continue;
        };
        let file = uploaded(rest, file).await?;
        let url = rest.state.site.uploads_url();
        stored.push(format!("{url}/{FOLDER}{}", file.name));
        placed.push(file);
    }
    let src = match stored.as_slice() {
        [one] => Value::from(one.as_str()),
        several => several.iter().map(String::as_str).collect(),
    };
    let face = Post {
        post_type: FACE.to_owned(),
        status: "publish".to_owned(),
        name: sanitize_title(&slug, "", &rest.state.locale_code()),
        title: slug,
        parent: family.id,
        content: wp_json_encode(&settings.with("src", src), 0).unwrap_or_default(),
        ..Post::default()
    };
    let (db, writer) = (rest.app.db.clone(), rest.post_writer());
    let work = tokio::spawn(async move { insert_face(&db, writer, face, placed).await });
    let face = work.await.map_err(|error| {
        RequestError::new(RequestErrorKind::Panic, format!("storing a font: {error}"))
    })??;
    rest.wrote(&["posts", "postmeta"]).await;
    let own = format!("/wp/v2/font-families/{}/font-faces/{}", family.id, face.id);
    Ok(created(rest, face_of(rest, &face), &own))
}

/// The sources of a face.
fn sources(settings: &Value) -> Vec<String> {
    match settings.at("src") {
        Value::Array(all) => all
            .values()
            .map(|source| source.to_string_lossy().into_owned())
            .collect(),
        one => vec![one.to_string_lossy().into_owned()],
    }
}

/// The file of the form that a source names.
fn file_of<'r>(rest: &'r Rest<'_>, source: &str) -> Option<&'r UploadedFile> {
    rest.input
        .files
        .all
        .iter()
        .find(|file| file.field == source)
}

/// Each source is an address or a file, and each file is named.
fn check_sources(rest: &Rest<'_>, sources: &[String]) -> Result<(), RestError> {
    const SRC: &str = "font_face_settings[src]";
    let home = rest.state.site.home();
    for source in sources {
        if matches!(source.as_str(), "" | "0") {
            let text = rest.text("%s values must be non-empty strings.");
            return Err(invalid(text.replace("%s", SRC)));
        }
        if !is_remote_url(source, &home) && file_of(rest, source).is_none() {
            let text = rest.text("%1$s value \"%2$s\" must be a valid URL or file reference.");
            return Err(invalid(text.replace("%1$s", SRC).replace("%2$s", source)));
        }
    }
    for file in &rest.input.files.all {
        if !sources.contains(&file.field) {
            let text = rest.text("File %1$s must be used in %2$s.");
            return Err(invalid(
                text.replace("%1$s", &file.field).replace("%2$s", SRC),
            ));
        }
    }
    Ok(())
}

/// Gives a file a name in the folder of fonts; it loses it again unless the face is stored.
async fn uploaded(rest: &Rest<'_>, file: &UploadedFile) -> Result<Placed, RouteError> {
    let path = stored_part(rest, file, FAILED)?;
    let name = sanitize_file_name(&file.name, &rest.state.locale_code(), false);
    let head = head_of(&path).await;
    let head = head.map_err(|error| rest.library_error(LibraryError::from(error)))?;
    if font_mime_type(&name, &head).is_none() {
        let source = "Sorry, you are not allowed to upload this file type.";
        let code = "rest_font_upload_invalid_file_type";
        return Err(rest.error(code, source, 400).into());
    }
    let library = rest.library()?;
    let copied = library.copy(path).await;
    let original = copied.map_err(|error| rest.library_error(error))?;
    let nameless = Nameless {
        original: Some(original),
        made: Vec::new(),
    };
    let placing = library.place_new(library.place(FOLDER), (name, false), None, nameless);
    placing.await.map_err(|error| rest.library_error(error))
}

/// The bytes of a file that say what it is.
async fn head_of(path: &Path) -> std::io::Result<Vec<u8>> {
    let mut head = Vec::new();
    let file = tokio::fs::File::open(path).await?;
    let most = u64::try_from(HEAD).unwrap_or(u64::MAX);
    file.take(most).read_to_end(&mut head).await?;
    Ok(head)
}

//! The library of a process: its threads and memory for pictures, its folder for files that are written.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::ThreadPoolBuildError;

use crate::wordpress::formatting::mime_types::wp_check_filetype;
use crate::wordpress::site::{Registry, Site};

use super::image_pool::ImagePool;
pub use super::library_error::LibraryError;
use pictures::avif::Program;
use pictures::edit::Modifier;

use super::inspect::{Inspection, LOOKED_AT, inspect, stored_header};
use super::make_images::{Made, make};
use super::metadata::NameEnd;
use super::object_files::ObjectFiles;
use super::object_placing;
use super::output_format::OutputFormats;
use super::placing::{Nameless, Place, Placed, place_made, place_new};
use super::plan::ImagePlan;
use super::staging::{StagedFile, Staging};
use super::unique_name::Wanted;
use pictures::{Format, Header, Picture, PictureError};

/// Memory of all pictures together, in bytes.
pub const PICTURE_MEMORY: u64 = 200 * 1024 * 1024;

/// The library.
#[derive(Debug)]
pub struct Library {
    pool: ImagePool,
    uploads: PathBuf,
    /// The folder in which the one for files that are written is made.
    staged_in: PathBuf,
    /// Where the files are, when not in the uploads folder.
    objects: Option<Arc<ObjectFiles>>,
    formats: OutputFormats,
    av1: Option<Program>,
    staging: Mutex<Option<Arc<Staging>>>,
}

/// A picture with everything that was made of it, without names.
#[derive(Debug)]
pub struct NewImages {
    /// What was planned.
    pub plan: ImagePlan,
    /// The files of the plan.
    pub made: Vec<Made>,
}

impl NewImages {
    /// How the name of the full image ends; `None` when that is the original.
    pub fn full_end(&self) -> Option<&NameEnd> {
        let full = self.plan.full.and_then(|place| self.made.get(place));
        full.map(|made| &made.image.end)
    }
}

impl Library {
    /// A library in an uploads folder, with this many threads (0: one for each core).
    ///
    /// # Errors
    /// When the threads cannot be started.
    pub fn new(uploads: PathBuf, threads: usize) -> Result<Self, ThreadPoolBuildError> {
        Ok(Self {
            pool: ImagePool::new(threads, PICTURE_MEMORY)?,
            staged_in: uploads.clone(),
            uploads,
            objects: None,
            formats: OutputFormats::default(),
            av1: None,
            staging: Mutex::new(None),
        })
    }

    /// The same with its files in an object store, written in a folder of this machine first.
    #[must_use]
    pub fn in_store(self, objects: Arc<ObjectFiles>, staged_in: PathBuf) -> Self {
        Self {
            staged_in,
            objects: Some(objects),
            ..self
        }
    }

    /// The same with images of other types than the uploads.
    #[must_use]
    pub fn with_output_formats(self, formats: OutputFormats) -> Self {
        Self { formats, ..self }
    }

    /// The same with a program that decodes AV1 data. Without one this process does, which broken data may end.
    #[must_use]
    pub fn with_av1(self, program: Program) -> Self {
        let av1 = Some(program);
        Self { av1, ..self }
    }

    /// The type of the images made of a file of this type.
    pub fn output_format(&self, format: Format) -> Format {
        self.formats.of(format)
    }

    /// The object store, when the files are in one.
    pub fn objects(&self) -> Option<&Arc<ObjectFiles>> {
        self.objects.as_ref()
    }

    /// The folder in which the one for files that are written is made.
    pub fn staged_in(&self) -> &Path {
        &self.staged_in
    }

    /// The uploads folder.
    pub fn uploads(&self) -> &Path {
        &self.uploads
    }

    /// The place of a folder below the uploads folder.
    pub fn place(&self, folder: &str) -> Place {
        Place {
            uploads: self.uploads.clone(),
            folder: folder.to_owned(),
        }
    }

    /// The folder for files that are written; made when it is missing.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn staging(&self) -> io::Result<Arc<Staging>> {
        let mut staging = self.staging.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = staging.as_ref().filter(|known| known.is_there()) {
            return Ok(Arc::clone(known));
        }
        let made = Arc::new(Staging::create(&self.staged_in)?);
        *staging = Some(Arc::clone(&made));
        Ok(made)
    }

    /// Looks at a file.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn inspect(
        &self,
        path: PathBuf,
        name: String,
        unfiltered_html: bool,
    ) -> Result<Inspection, LibraryError> {
        let length = tokio::fs::metadata(&path).await?.len();
        let work = move || inspect(&path, &name, unfiltered_html);
        Ok(self.pool.run(length.min(LOOKED_AT) * 2, work).await??)
    }

    /// Copies a file here.
    ///
    /// # Errors
    /// When it cannot be read, or the disk is full or fails.
    pub async fn copy(&self, path: PathBuf) -> Result<StagedFile, LibraryError> {
        let staging = self.staging()?;
        let copied = tokio::task::spawn_blocking(move || staging.copy(&path));
        Ok(copied.await.map_err(io::Error::other)??)
    }

    /// Width and height of a picture on the disk, as stored; its EXIF orientation; `None` when it is none that is decoded
    /// here.
    ///
    /// # Errors
    /// When it cannot be read.
    pub async fn header(&self, path: PathBuf) -> Result<Option<(Header, i64, u64)>, LibraryError> {
        let length = tokio::fs::metadata(&path).await?.len();
        let work = move || stored_header(&path);
        let read = self.pool.run(length * 2, work).await??;
        Ok(read.map(|(header, meta, length)| (header, meta.orientation, length)))
    }

    /// Makes the images of a plan from a file.
    ///
    /// # Errors
    /// When the picture is broken or too large, or the disk is full.
    pub async fn make(
        &self,
        path: PathBuf,
        (header, length): (Header, u64),
        plan: ImagePlan,
    ) -> Result<NewImages, LibraryError> {
        if plan.files.is_empty() {
            let made = Vec::new();
            return Ok(NewImages { plan, made });
        }
        let staging = self.staging()?;
        // As many at once as there are threads; where that takes too much, the largest alone.
        let at_once = self.pool.threads();
        let needed = |alone| plan.needed_bytes(&header, length, (alone, at_once));
        let mut counts = 0..plan.files.len();
        let alone = counts.find(|&alone| needed(alone) <= self.pool.bytes());
        let alone = alone.unwrap_or(plan.files.len());
        let needed = needed(alone);
        let av1 = self.av1.clone();
        let work = move || {
            let picture = decode(&std::fs::read(&path)?, header.format, av1.as_ref())?;
            let made = make(&plan, picture, alone, &staging)?;
            Ok::<_, PictureError>(NewImages { plan, made })
        };
        Ok(self.pool.run(needed, work).await??)
    }

    /// Edits a picture: the new picture's file, with the images that are made of it.
    ///
    /// # Errors
    /// When the picture is broken or too large, a modifier leaves nothing of it, or the disk is full.
    pub async fn edit(
        &self,
        path: PathBuf,
        (header, orientation, length): (Header, i64, u64),
        modifiers: Vec<Modifier>,
        site: Arc<Site>,
    ) -> Result<EditedImage, LibraryError> {
        let staging = self.staging()?;
        let edited = pictures::edit::largest_bytes(&header, &modifiers);
        let (av1, format) = (self.av1.clone(), self.formats.of(header.format));
        // An edited picture is a new upload: its images may be of another type again.
        let made = self.formats.of(format);
        let encoding = |format: Format| format.encoding_bytes(edited / u64::from(header.channels));
        // The picture before and after a modifier, and the images made of it.
        let needed =
            header.decoding_bytes + length + edited * 3 + encoding(format).max(encoding(made));
        let work = move || {
            let bytes = std::fs::read(&path)?;
            let picture = decode(&bytes, header.format, av1.as_ref())?.upright(orientation);
            drop(bytes);
            let picture = pictures::edit::modified(picture, &modifiers)?;
            edited_files(&site.registry, picture, (format, made), &staging)
        };
        Ok(self.pool.run(needed, work).await??)
    }

    /// Gives the files of an upload a free name.
    ///
    /// # Errors
    /// When the disk is full or fails.
    pub async fn place_new(
        &self,
        at: Place,
        (name, is_image): (String, bool),
        full: Option<NameEnd>,
        files: Nameless,
    ) -> Result<Placed, LibraryError> {
        let mime = wp_check_filetype(&name).map_or("", |(_, mime)| mime);
        let wanted = Wanted {
            other_extensions: self.formats.other_extensions(mime),
            name,
            is_image,
        };
        if let Some(objects) = &self.objects {
            let full = full.as_ref();
            return object_placing::place_new(objects, &at.folder, &wanted, full, files).await;
        }
        let staging = self.staging()?;
        let work = move || place_new(&staging, &at, &wanted, full.as_ref(), files);
        Ok(tokio::task::spawn_blocking(work)
            .await
            .map_err(io::Error::other)??)
    }

    /// Gives images made of a file their names.
    ///
    /// # Errors
    /// When the disk is full or fails.
    pub async fn place_made(
        &self,
        at: Place,
        (original, attached_file): (String, String),
        made: Vec<(NameEnd, StagedFile)>,
    ) -> Result<Placed, LibraryError> {
        if let Some(objects) = &self.objects {
            let of = (original.as_str(), attached_file.as_str());
            return object_placing::place_made(objects, &at.folder, of, made).await;
        }
        let staging = self.staging()?;
        let work = move || place_made(&staging, &at, (&original, &attached_file), made);
        Ok(tokio::task::spawn_blocking(work)
            .await
            .map_err(io::Error::other)??)
    }
}

/// An edited picture with the images that were made of it.
#[derive(Debug)]
pub struct EditedImage {
    /// Its width and height.
    pub size: (i64, i64),
    /// Its length in bytes.
    pub length: u64,
    /// Its type.
    pub format: Format,
    /// Its file.
    pub file: StagedFile,
    /// The images.
    pub images: NewImages,
}

fn decode(bytes: &[u8], format: Format, av1: Option<&Program>) -> Result<Picture, PictureError> {
    match av1 {
        Some(program) => Picture::decode_by(bytes, format, &|data, expected| {
            program.decode(data, expected)
        }),
        None => Picture::decode(bytes, format),
    }
}

fn edited_files(
    registry: &Registry,
    picture: Picture,
    (format, made): (Format, Format),
    staging: &Staging,
) -> Result<EditedImage, PictureError> {
    let bytes = picture.encode(format)?;
    let file = staging.write(&bytes)?;
    let header = Header {
        format,
        width: picture.width,
        height: picture.height,
        channels: picture.channels,
        decoding_bytes: 0,
    };
    let plan = ImagePlan::of_upload(registry, (&header, 1), made);
    let made = make(&plan, picture, plan.files.len(), staging)?;
    Ok(EditedImage {
        size: (i64::from(header.width), i64::from(header.height)),
        length: bytes.len() as u64,
        format,
        file,
        images: NewImages { plan, made },
    })
}

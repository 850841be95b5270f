//! Settings of the media library's files.

use anyhow::{Context, Result, bail};
use compat::wordpress::media::library::output_format::OutputFormats;

use crate::{settings_choice, settings_section};

settings_choice! {
    /// Where the files of the media library are.
    MediaStore {
        /// Below the site's folder.
        Folder = "folder",
        /// In a store with S3's interface.
        S3 = "s3",
    }
}

settings_section! {
    /// The files of the media library. In a store they have the same addresses; what lies in the uploads folder is sent from there.
    MediaSettings "media" {
        /// Where uploads are kept: `folder` (the site's uploads folder), or `s3` (a store with S3's interface that knows `If-None-Match`).
        store: MediaStore = "folder",
        /// The bucket.
        bucket: String = "",
        /// URL of the store, as in `https://s3.example.net`; empty: Amazon's in `media.region`.
        endpoint: String = "",
        /// Region of the bucket.
        region: String = "us-east-1",
        /// What stands before paths below the uploads folder, as in `casa/uploads`; empty: nothing.
        prefix: String = "",
        /// Whether the bucket is named by the host (`media.endpoint` names it then), not by the path.
        virtual_hosted: bool = false,
        /// Id of the access key; empty: the variables `AWS_…`, or what the machine or container is allowed.
        access_key: String = "",
        /// The secret access key; preferably set as `OXIPRESS_MEDIA_SECRET_KEY`, or kept in `media.secret_key_file`.
        secret_key: String = "",
        /// File with the secret access key.
        secret_key_file: String = "",
        /// Types of uploads with the type of the images made of them, as in `image/jpeg=image/webp` (WordPress's filter `image_editor_output_format`): `image/jpeg`, `image/png`, `image/gif`, `image/webp`, `image/avif`.
        output_format: Vec<String> = Vec::<String>::new(),
        /// Seconds without an answer, or without progress, after which the store counts as away (503).
        timeout: u64 = 5_u64,
    }
}

impl MediaSettings {
    /// Checks what one value alone does not show.
    ///
    /// # Errors
    /// When a type is not known, or the store cannot be asked.
    pub(super) fn check(&self) -> Result<()> {
        if let Err(error) = OutputFormats::read(&self.output_format) {
            bail!("media.output_format: {error}");
        }
        if self.store == MediaStore::Folder {
            return Ok(());
        }
        if self.bucket.is_empty() {
            bail!("media.store is \"s3\": media.bucket must name the bucket");
        }
        let is_url = |url: &str| url.starts_with("http://") || url.starts_with("https://");
        if !self.endpoint.is_empty() && !is_url(&self.endpoint) {
            bail!("media.endpoint must begin with http:// or https://");
        }
        if self.endpoint.contains('@') {
            bail!(
                "media.endpoint must not hold a password: set media.access_key and media.secret_key"
            );
        }
        let has_secret = !self.secret_key.is_empty() || !self.secret_key_file.is_empty();
        if self.access_key.is_empty() == has_secret {
            bail!(
                "media.access_key and media.secret_key (or media.secret_key_file) are only useful together; set both or none"
            );
        }
        Ok(())
    }

    /// The types of images made of uploads; [`Self::check`] has looked at them.
    pub fn output_formats(&self) -> OutputFormats {
        OutputFormats::read(&self.output_format).unwrap_or_default()
    }

    /// The secret access key.
    ///
    /// # Errors
    /// When its file cannot be read.
    pub fn secret(&self) -> Result<String> {
        if !self.secret_key.is_empty() || self.secret_key_file.is_empty() {
            return Ok(self.secret_key.clone());
        }
        let read = std::fs::read_to_string(&self.secret_key_file);
        let text = read.with_context(|| {
            format!(
                "media.secret_key_file: cannot read {}",
                self.secret_key_file
            )
        })?;
        Ok(text.trim().to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wrong_type_is_named_with_those_that_are_allowed() {
        let entry = "image/jpeg=image/jxl".to_owned();
        let settings = MediaSettings {
            output_format: vec![entry],
            ..MediaSettings::default()
        };
        let error = settings.check().unwrap_err().to_string();
        for part in ["media.output_format", "image/jxl", "image/avif"] {
            assert!(error.contains(part), "{error}");
        }
    }
}

//! `image_editor_output_format`: of which type the images are that are made of an upload.
//!
//! Contract "wordpress-rest" section 7.4. Of types that are not named the images are of the type of the upload.

use pictures::Format;

/// The types that can be named.
const TYPES: &str = "image/jpeg, image/png, image/gif, image/webp, image/avif";

/// Types of uploads, each with the type of the images made of them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutputFormats(Vec<(Format, Format)>);

impl OutputFormats {
    /// Reads entries such as `image/jpeg=image/webp`.
    ///
    /// # Errors
    /// When one is no pair of types, or a type is named twice; the text says what is allowed.
    pub fn read(entries: &[String]) -> Result<Self, String> {
        let mut all: Vec<(Format, Format)> = Vec::new();
        for entry in entries {
            let pair = entry.split_once('=').and_then(|(of, to)| {
                Some((Format::of_mime(of.trim())?, Format::of_mime(to.trim())?))
            });
            let (of, to) = pair.ok_or_else(|| {
                format!(
                    "{entry:?} must be TYPE=TYPE, as in \"image/jpeg=image/webp\"; the types are {TYPES}"
                )
            })?;
            if all.iter().any(|(known, _)| *known == of) {
                return Err(format!("{:?} is named twice", of.mime()));
            }
            all.push((of, to));
        }
        Ok(Self(all))
    }

    /// The type of the images made of a file of this type.
    pub fn of(&self, format: Format) -> Format {
        let mut all = self.0.iter();
        all.find(|(of, _)| *of == format)
            .map_or(format, |(_, to)| *to)
    }

    /// Further extensions, with their dots, under which a new file of this type must have no neighbour of its name: images
    /// made of it, or of the neighbour, would be called the same.
    pub fn other_extensions(&self, mime: &str) -> Vec<String> {
        let Some(own) = Format::of_mime(mime) else {
            return Vec::new();
        };
        let made = self.of(own);
        let becomes_one = |(_, to): &&(Format, Format)| *to == own || *to == made;
        let others = self.0.iter().filter(becomes_one).map(|(of, _)| *of);
        let mut all: Vec<Format> = others.chain([made]).filter(|f| *f != own).collect();
        all.dedup();
        all.iter().map(|f| format!(".{}", f.extension())).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(entries: &[&str]) -> Result<OutputFormats, String> {
        let entries: Vec<String> = entries.iter().map(|e| (*e).to_owned()).collect();
        OutputFormats::read(&entries)
    }

    #[test]
    fn types() {
        let formats = read(&["image/jpeg=image/webp", "image/png = image/webp"]).unwrap();
        assert_eq!(formats.of(Format::Jpeg), Format::WebP);
        assert_eq!(formats.of(Format::Gif), Format::Gif);
        assert_eq!(formats.other_extensions("image/jpeg"), [".png", ".webp"]);
        assert_eq!(formats.other_extensions("image/webp"), [".jpg", ".png"]);
        assert!(formats.other_extensions("image/gif").is_empty());
        assert!(formats.other_extensions("application/pdf").is_empty());
        for wrong in ["image/jpeg", "image/heic=image/jpeg", "image/jpeg=webp", ""] {
            let error = read(&[wrong]).unwrap_err();
            assert!(error.contains("image/avif"), "{error}");
        }
        let twice = read(&["image/png=image/webp", "image/png=image/avif"]);
        assert_eq!(twice, Err("\"image/png\" is named twice".to_owned()));
    }
}

//! Makes the files of a plan: decoded once, each file scaled from the original and written, several at a time.
//!
//! Contract "wordpress-rest" section 7.4. Runs on a thread of [`super::image_pool`].

use rayon::prelude::*;

use super::metadata::{MadeImage, NameEnd};
use super::plan::{ImagePlan, PlannedImage};
use super::staging::{StagedFile, Staging};
use pictures::Resize;
use pictures::Source;
use pictures::{Picture, PictureError};

/// A file that was made, under a name of its own.
#[derive(Debug)]
pub struct Made {
    /// What it is.
    pub image: MadeImage,
    /// The file.
    pub file: StagedFile,
}

/// Makes the files of a plan from a picture as it was stored, in the order of the plan. The first `alone` of those that
/// are scaled, the largest, are made one after the other: so they take less memory.
///
/// # Errors
/// When a file cannot be made or written.
pub fn make(
    plan: &ImagePlan,
    stored: Picture,
    alone: usize,
    staging: &Staging,
) -> Result<Vec<Made>, PictureError> {
    let picture = stored.upright(plan.orientation);
    let whole = plan.files.iter().filter(|file| file.resize.is_none());
    let mut made = Vec::new();
    for planned in whole {
        made.push((planned, written(&picture, planned, plan, staging)?));
    }
    let scaled = plan.scaled(picture.channels);
    let (first, others) = scaled.split_at(alone.min(scaled.len()));
    let source = Source::new(picture)?;
    let one = |&(planned, resize): &(_, Resize)| {
        let picture = source.resized(&resize)?;
        Ok((planned, written(&picture, planned, plan, staging)?))
    };
    for planned in first {
        made.push(one(planned)?);
    }
    let others = others.par_iter().with_max_len(1).map(one);
    made.extend(others.collect::<Result<Vec<_>, PictureError>>()?);
    let place = |planned: &PlannedImage| plan.files.iter().position(|file| file == planned);
    made.sort_by_key(|(planned, _)| place(planned));
    Ok(made.into_iter().map(|(_, made)| made).collect())
}

fn written(
    picture: &Picture,
    planned: &PlannedImage,
    plan: &ImagePlan,
    staging: &Staging,
) -> Result<Made, PictureError> {
    let bytes = picture.encode(plan.format)?;
    let file = staging.write(&bytes)?;
    Ok(Made {
        image: MadeImage {
            end: NameEnd {
                suffix: planned.suffix.clone(),
                extension: plan.extension,
            },
            width: i64::from(picture.width),
            height: i64::from(picture.height),
            mime: plan.format.mime(),
            filesize: bytes.len() as u64,
        },
        file,
    })
}

#[cfg(test)]
mod tests {
    use super::super::plan::ImagePlan;
    use super::*;
    use crate::wordpress::site::{ImageSize, Registry};
    use pictures::{Format, Header};

    /// The sizes of the recorded site.
    fn registry() -> Registry {
        let sizes = [
            ("thumbnail", 150, 150, true),
            ("medium", 300, 300, false),
            ("medium_large", 768, 0, false),
            ("large", 1024, 1024, false),
            ("1536x1536", 1536, 1536, false),
            ("2048x2048", 2048, 2048, false),
            ("post", 400, 250, true),
            ("post-fullwidth", 1080, 675, true),
            ("portfolio", 400, 284, true),
            ("portfolio-module", 510, 382, true),
            ("portfolio-single", 1080, 9999, false),
            ("portrait", 400, 516, true),
            ("fullwidth-large", 2880, 1800, true),
            ("desktop", 1280, 720, true),
            ("tablet", 980, 551, true),
            ("phone", 480, 270, true),
            ("shop", 300, 300, true),
            ("single", 600, 0, false),
            ("gallery", 100, 100, true),
        ];
        let size = |(name, width, height, crop)| ImageSize {
            name,
            width,
            height,
            crop,
        };
        Registry {
            image_sizes: sizes.map(size).to_vec(),
            ..Registry::default()
        }
    }

    /// Something like a photograph: areas, edges and some noise.
    fn photograph(width: u32, height: u32, channels: u8) -> Picture {
        let mut pixels = Vec::new();
        let mut random: u32 = 1;
        for y in 0..height {
            for x in 0..width {
                random = random.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let noise = random >> 28;
                for channel in 0..u32::from(channels) {
                    let edge = if (x / 97 + y / 61 + channel) % 3 == 0 {
                        60
                    } else {
                        0
                    };
                    let value = (x / 23 + y / 17 * (channel + 1)) % 160 + edge + noise;
                    pixels.push(u8::try_from(value.min(255)).unwrap());
                }
            }
        }
        Picture {
            width,
            height,
            channels,
            pixels,
            has_palette: false,
            color_profile: None,
        }
    }

    #[test]
    fn all_sizes_of_a_large_photograph() {
        let dir = tempfile::tempdir().unwrap();
        let staging = Staging::create(dir.path()).unwrap();
        let file = photograph(4000, 3000, 3).encode(Format::Jpeg).unwrap();
        let header = Header::read(&file, Format::Jpeg).unwrap();
        let plan = ImagePlan::of_upload(&registry(), (&header, 1), Format::Jpeg);
        let needed = plan.needed_bytes(&header, file.len() as u64, (0, 2));
        let start = std::time::Instant::now();
        let picture = Picture::decode(&file, Format::Jpeg).unwrap();
        let decoded = start.elapsed();
        let made = make(&plan, picture, 0, &staging).unwrap();
        println!(
            "{} bytes: decoded {decoded:?}, {} files {:?}, {needed} bytes of memory",
            file.len(),
            made.len(),
            start.elapsed()
        );
        assert_eq!((made.len(), plan.sizes.len(), plan.full), (20, 19, Some(0)));
        for (planned, made) in plan.files.iter().zip(&made) {
            let bytes = std::fs::read(&made.file).unwrap();
            let header = Header::read(&bytes, Format::Jpeg).unwrap();
            let size = (i64::from(header.width), i64::from(header.height));
            assert_eq!(Some(size), planned.resize.map(|r| r.size));
            assert_eq!(
                (size, bytes.len() as u64),
                ((made.image.width, made.image.height), made.image.filesize)
            );
            assert_eq!(planned.suffix, made.image.end.suffix);
        }
        assert!(needed < 150_000_000, "{needed}");
    }
}

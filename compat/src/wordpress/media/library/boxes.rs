//! Boxes of ISO base media files: MP4, QuickTime, AVIF, HEIC.

pub use pictures::boxes::{Box4, boxes, find, number};

/// The brands of the file: what it calls itself first.
fn brands(bytes: &[u8]) -> Vec<&[u8]> {
    let Some(data) = boxes(bytes).next().filter(|(name, _)| *name == b"ftyp") else {
        return Vec::new();
    };
    let mut brands: Vec<&[u8]> = data.1.chunks_exact(4).collect();
    if brands.len() > 1 {
        // The version of the first brand.
        brands.remove(1);
    }
    brands
}

/// The MIME type of a picture in boxes.
pub fn image_mime(bytes: &[u8]) -> Option<&'static str> {
    let brands = brands(bytes);
    let main = *brands.first()?;
    let has = |brand: &[u8]| brands.contains(&brand);
    Some(match main {
        b"avif" | b"avis" => "image/avif",
        b"heic" | b"heix" | b"heim" | b"heis" => "image/heic",
        b"hevc" | b"hevx" => "image/heic-sequence",
        b"mif1" if has(b"avif") => "image/avif",
        b"mif1" if has(b"heic") => "image/heic",
        b"mif1" => "image/heif",
        b"msf1" => "image/heif-sequence",
        _ => return None,
    })
}

/// The MIME type of a film or sound in boxes.
pub fn film_mime(bytes: &[u8]) -> Option<&'static str> {
    let main = match brands(bytes).first() {
        Some(main) => *main,
        // QuickTime from before brands.
        None => {
            let (name, _) = boxes(bytes).next()?;
            return matches!(name, b"moov" | b"mdat" | b"wide").then_some("video/quicktime");
        }
    };
    Some(match main {
        b"qt  " => "video/quicktime",
        b"M4A " | b"M4B " => "audio/x-m4a",
        b"M4V " | b"M4VH" | b"M4VP" => "video/x-m4v",
        brand if brand.starts_with(b"3g2") => "video/3gpp2",
        brand if brand.starts_with(b"3g") => "video/3gpp",
        _ => "video/mp4",
    })
}

/// Width and height of an AVIF or HEIC picture, as stored: of its largest image.
pub fn picture_size(bytes: &[u8]) -> Option<(i64, i64)> {
    let meta = boxes(bytes).find(|(name, _)| *name == b"meta")?.1;
    // Version and flags come before the boxes.
    let properties = find(meta.get(4..)?, &[b"iprp", b"ipco"])?;
    let sizes = boxes(properties).filter(|(name, _)| *name == b"ispe");
    let size = |(_, data): Box4<'_>| {
        let side = |at| number(data, at, 4).and_then(|side| i64::try_from(side).ok());
        Some((side(4)?, side(8)?))
    };
    sizes
        .filter_map(size)
        .max_by_key(|(width, height)| width * height)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn made(name: &[u8; 4], data: &[u8]) -> Vec<u8> {
        let length = u32::try_from(data.len() + 8).unwrap();
        [&length.to_be_bytes()[..], name, data].concat()
    }

    #[test]
    fn sizes_of_pictures() {
        let ispe =
            |width: u8, height: u8| made(b"ispe", &[0, 0, 0, 0, 0, 0, 1, width, 0, 0, 0, height]);
        let ipco = made(b"ipco", &[ispe(0, 1), ispe(44, 200)].concat());
        let meta = made(b"meta", &[&[0; 4][..], &made(b"iprp", &ipco)].concat());
        let file = [made(b"ftyp", b"avif\0\0\0\0avifmif1"), meta].concat();
        assert_eq!(
            (image_mime(&file), picture_size(&file)),
            (Some("image/avif"), Some((300, 200)))
        );
        for end in 0..file.len() {
            picture_size(&file[..end]);
            film_mime(&file[..end]);
        }
    }
}

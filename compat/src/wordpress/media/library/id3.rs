//! ID3 tags of sound files, with the names under which WordPress stores them.
//!
//! Contract "wordpress-rest" section 7.3. Version 2 (2.2 to 2.4), else version 1.

/// Text frames and their names.
const FRAMES: [(&str, &str, &str); 21] = [
    ("TIT2", "TT2", "title"),
    ("TPE1", "TP1", "artist"),
    ("TALB", "TAL", "album"),
    ("TYER", "TYE", "year"),
    ("TDRC", "", "recording_time"),
    ("TRCK", "TRK", "track_number"),
    ("TCON", "TCO", "genre"),
    ("COMM", "COM", "comment"),
    ("TPE2", "TP2", "band"),
    ("TPE3", "TP3", "conductor"),
    ("TCOM", "TCM", "composer"),
    ("TEXT", "TXT", "lyricist"),
    ("TPOS", "TPA", "part_of_a_set"),
    ("TCOP", "TCR", "copyright_message"),
    ("TENC", "TEN", "encoded_by"),
    ("TSSE", "TSS", "encoder_settings"),
    ("TBPM", "TBP", "bpm"),
    ("TIT1", "TT1", "content_group_description"),
    ("TIT3", "TT3", "subtitle"),
    ("TPUB", "TPB", "publisher"),
    ("TLAN", "TLA", "language"),
];

/// The length of the tag at the start of a file, 0 for none.
pub fn tag_length(file: &[u8]) -> usize {
    let Some([b'I', b'D', b'3', _, _, flags, size @ ..]) = file.first_chunk::<10>() else {
        return 0;
    };
    let footer = if flags & 0x10 == 0 { 0 } else { 10 };
    (10 + syncsafe(*size) + footer).min(file.len())
}

/// A number in bytes of seven bits.
fn syncsafe(bytes: [u8; 4]) -> usize {
    let fold = |number, byte: u8| number << 7 | usize::from(byte & 0x7f);
    bytes.into_iter().fold(0, fold)
}

/// The texts of a file's tags by name, in the order of the file.
pub fn texts(file: &[u8]) -> Vec<(&'static str, String)> {
    let found = version_2(file).unwrap_or_default();
    if found.is_empty() {
        version_1(file).unwrap_or_default()
    } else {
        found
    }
}

fn version_2(file: &[u8]) -> Option<Vec<(&'static str, String)>> {
    let tag = file.get(..tag_length(file)).filter(|tag| tag.len() > 10)?;
    let (version, flags) = (*tag.get(3)?, *tag.get(5)?);
    let mut rest = tag.get(10..)?;
    if flags & 0x40 != 0 && version > 2 {
        let size: [u8; 4] = *rest.first_chunk()?;
        let extended = match version {
            3 => 4 + usize::try_from(u32::from_be_bytes(size)).ok()?,
            _ => syncsafe(size),
        };
        rest = rest.get(extended..)?;
    }
    let mut found: Vec<(&'static str, String)> = Vec::new();
    while let Some((name, data, after)) = frame(rest, version) {
        rest = after;
        let known = FRAMES
            .iter()
            .find(|(new, old, _)| *new == name || *old == name);
        let Some((_, _, key)) = known else {
            continue;
        };
        let data = match *key {
            // A language, and a description before the text.
            "comment" => comment(data),
            _ => Some(data.to_vec()),
        };
        let text = data.and_then(|data| text(&data)).unwrap_or_default();
        if !text.is_empty() && !found.iter().any(|(other, _)| other == key) {
            found.push((key, text));
        }
    }
    Some(found)
}

/// The first frame: its name, its data, what follows.
fn frame(bytes: &[u8], version: u8) -> Option<(&str, &[u8], &[u8])> {
    let (name, head, size): (&[u8], usize, usize) = if version == 2 {
        let size = bytes.get(3..6)?;
        let size = size.iter().fold(0, |n: usize, &b| n << 8 | usize::from(b));
        (bytes.get(..3)?, 6, size)
    } else {
        let size: [u8; 4] = *bytes.get(4..)?.first_chunk()?;
        let size = match version {
            3 => usize::try_from(u32::from_be_bytes(size)).ok()?,
            _ => syncsafe(size),
        };
        (bytes.get(..4)?, 10, size)
    };
    let name = std::str::from_utf8(name)
        .ok()
        .filter(|n| !n.starts_with('\0'))?;
    let data = bytes.get(head..head.checked_add(size)?)?;
    Some((name, data, bytes.get(head + size..)?))
}

/// The encoding and text of a comment, without its language and description.
fn comment(data: &[u8]) -> Option<Vec<u8>> {
    let encoding = *data.first()?;
    let rest = data.get(4..)?;
    let is_wide = matches!(encoding, 1 | 2);
    let text = if is_wide {
        let end = rest.chunks_exact(2).position(|unit| unit == [0, 0])?;
        rest.get(end * 2 + 2..)?
    } else {
        let end = rest.iter().position(|&b| b == 0)?;
        rest.get(end + 1..)?
    };
    Some([&[encoding], text].concat())
}

/// A text by the encoding in its first byte, up to its first NUL.
fn text(data: &[u8]) -> Option<String> {
    let (encoding, bytes) = data.split_first()?;
    let wide = |bytes: &[u8], big: bool| {
        let unit = |b: &[u8; 2]| {
            if big {
                u16::from_be_bytes(*b)
            } else {
                u16::from_le_bytes(*b)
            }
        };
        let units = bytes.as_chunks::<2>().0.iter().map(unit);
        let decoded = char::decode_utf16(units);
        decoded
            .map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER))
            .collect::<String>()
    };
    let text = match (encoding, bytes) {
        (0, bytes) => bytes.iter().map(|&b| char::from(b)).collect(),
        (1, [0xff, 0xfe, text @ ..]) => wide(text, false),
        (1, [0xfe, 0xff, text @ ..] | text) | (2, text) => wide(text, true),
        (3, text) => String::from_utf8_lossy(text).into_owned(),
        _ => return None,
    };
    let end = text.find('\0').unwrap_or(text.len());
    Some(text.get(..end)?.trim().to_owned())
}

fn version_1(file: &[u8]) -> Option<Vec<(&'static str, String)>> {
    let tag: &[u8; 128] = file.last_chunk()?;
    let tag = tag.strip_prefix(b"TAG")?;
    let field = |from: usize, to: usize| {
        let bytes = tag.get(from..to).unwrap_or_default();
        let end = bytes.iter().position(|&b| b == 0).unwrap_or(bytes.len());
        let text: String = bytes.iter().take(end).map(|&b| char::from(b)).collect();
        text.trim().to_owned()
    };
    let all = [
        ("title", field(0, 30)),
        ("artist", field(30, 60)),
        ("album", field(60, 90)),
        ("year", field(90, 94)),
        ("comment", field(94, 124)),
    ];
    Some(
        all.into_iter()
            .filter(|(_, text)| !text.is_empty())
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags() {
        let frame = |name: &[u8], data: &[u8]| {
            let size = u32::try_from(data.len()).unwrap().to_be_bytes();
            [name, &size, &[0, 0], data].concat()
        };
        let frames = [
            frame(b"TIT2", b"\0Campanas"),
            frame(b"TPE1", b"\x01\xff\xfeC\0o\0r\0o\0"),
            frame(b"COMM", b"\x03spacorta\0Eco"),
            frame(b"XXXX", b"\0no"),
            frame(b"TYER", b"\x002025"),
        ]
        .concat();
        let size = u8::try_from(frames.len() + 10).unwrap();
        let file = [
            &b"ID3\x03\0\0\0\0"[..],
            &[size >> 7, size & 0x7f],
            &frames,
            &[0; 10],
        ]
        .concat();
        let want = [
            ("title", "Campanas"),
            ("artist", "Coro"),
            ("comment", "Eco"),
            ("year", "2025"),
        ];
        let found = texts(&file);
        let found: Vec<_> = found
            .iter()
            .map(|(key, text)| (*key, text.as_str()))
            .collect();
        assert_eq!((found, tag_length(&file)), (want.to_vec(), file.len()));
        for end in 0..file.len() {
            texts(&file[..end]);
        }
        let mut old = b"TAG".to_vec();
        old.resize(128, 0);
        old[3..7].copy_from_slice(b"Hola");
        assert_eq!(texts(&old), [("title", "Hola".to_owned())]);
    }
}

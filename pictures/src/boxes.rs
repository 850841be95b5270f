//! Boxes of ISO base media files: MP4, QuickTime, AVIF, HEIC.
//!
//! A box is a length (four bytes, the head included), a name of four bytes, and data that may be boxes again.

/// A box: its name and its data.
pub type Box4<'a> = (&'a [u8; 4], &'a [u8]);

/// The boxes of some data; ends where it is broken. A length of 0 reaches to the end, 1 says that eight bytes follow.
pub fn boxes(bytes: &[u8]) -> impl Iterator<Item = Box4<'_>> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let length = u32::from_be_bytes(*rest.first_chunk()?);
        let name: &[u8; 4] = rest.get(4..)?.first_chunk()?;
        let (head, length) = match length {
            0 => (8, rest.len()),
            1 => {
                let long = u64::from_be_bytes(*rest.get(8..)?.first_chunk()?);
                (16, usize::try_from(long).ok()?)
            }
            length => (8, usize::try_from(length).ok()?),
        };
        let whole = rest.get(..length.min(rest.len()))?;
        let data = whole.get(head..)?;
        rest = rest.get(whole.len()..)?;
        Some((name, data))
    })
}

/// The data of the first box at a path of names.
pub fn find<'a>(bytes: &'a [u8], path: &[&[u8; 4]]) -> Option<&'a [u8]> {
    let (first, further) = path.split_first()?;
    let (_, data) = boxes(bytes).find(|(name, _)| name == first)?;
    if further.is_empty() {
        Some(data)
    } else {
        find(data, further)
    }
}

/// A number of `length` bytes at a place, the highest first.
pub fn number(bytes: &[u8], at: usize, length: usize) -> Option<u64> {
    let bytes = bytes.get(at..at.checked_add(length)?)?;
    Some(
        bytes
            .iter()
            .fold(0, |number, &b| number << 8 | u64::from(b)),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_that_lead_nowhere() {
        assert_eq!(boxes(&[0xff; 64]).count(), 1);
        assert_eq!(boxes(&[0, 0, 0, 3, b'a', b'b', b'c', b'd']).count(), 0);
        assert_eq!(
            boxes(&[0, 0, 0, 1, b'a', b'b', b'c', b'd', 0, 0]).count(),
            0
        );
        assert_eq!(
            find(b"\0\0\0\x11abcd\0\0\0\x09efghi", &[b"abcd", b"efgh"]),
            Some(&b"i"[..])
        );
    }
}

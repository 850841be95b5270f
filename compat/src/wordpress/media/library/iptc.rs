//! The IPTC data of a JPEG file, as PHP's `iptcparse` reads it: records by their number in data set 2.

use super::exif_fields::trimmed;
use pictures::jpeg_segments::{APP13, segments};

/// The records of data set 2, in the order of the file.
#[derive(Debug, Default)]
pub struct Iptc(Vec<(u8, Vec<u8>)>);

impl Iptc {
    /// Reads the data of a JPEG file; ends where it is broken.
    pub fn of_jpeg(bytes: &[u8]) -> Self {
        let data = segments(bytes).find(|(marker, _)| *marker == APP13);
        data.map_or_else(Self::default, |(_, data)| Self::parse(data))
    }

    fn parse(data: &[u8]) -> Self {
        let mut records = Vec::new();
        let start = data.windows(2).position(|w| matches!(w, [0x1c, 1 | 2]));
        let mut rest = start.and_then(|at| data.get(at..)).unwrap_or_default();
        while let [0x1c, set, number, high, low, after @ ..] = rest {
            // A length of more than two bytes says first how many it has.
            let (length, after) = if high & 0x80 == 0 {
                (usize::from(u16::from_be_bytes([*high, *low])), after)
            } else {
                let Some((long, after)) = after.split_first_chunk::<4>() else {
                    break;
                };
                (u32::from_be_bytes(*long) as usize, after)
            };
            let Some((value, after)) = after.split_at_checked(length) else {
                break;
            };
            if *set == 2 {
                records.push((*number, value.to_vec()));
            }
            rest = after;
        }
        Self(records)
    }

    /// The first record of a number, without blanks around it; empty when it is missing.
    pub fn text(&self, number: u8) -> Vec<u8> {
        self.all(number).next().map_or_else(Vec::new, trimmed)
    }

    /// All records of a number.
    pub fn all(&self, number: u8) -> impl Iterator<Item = &[u8]> {
        let records = self.0.iter().filter(move |(n, _)| *n == number);
        records.map(|(_, value)| value.as_slice())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records() {
        let data = b"Photoshop 3.0\08BIM\x04\x04\0\0\0\0\0\x20\x1c\x02\x05\0\x04 Uno\x1c\x02\x19\0\x01a\x1c\x02\x19\0\x01b\x1c\x02\x78\x00\x63cut";
        let iptc = Iptc::parse(data);
        assert_eq!(iptc.text(5), b"Uno");
        assert_eq!(iptc.all(25).collect::<Vec<_>>(), [b"a", b"b"]);
        assert_eq!(iptc.text(120), b"");
        for end in 0..data.len() {
            Iptc::parse(&data[..end]);
        }
    }
}

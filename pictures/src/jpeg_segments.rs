//! The segments of a JPEG file: where its measurements, EXIF and IPTC data are.

/// A segment: its marker and its data.
pub type Segment<'a> = (u8, &'a [u8]);

/// `APP1`, with EXIF or XMP.
pub const APP1: u8 = 0xe1;
/// `APP13`, with IPTC.
pub const APP13: u8 = 0xed;

/// The segments up to the pixels; ends where the file is broken.
pub fn segments(bytes: &[u8]) -> impl Iterator<Item = Segment<'_>> {
    let mut rest = bytes.strip_prefix(&[0xff, 0xd8]).unwrap_or_default();
    std::iter::from_fn(move || {
        loop {
            let at = rest.iter().position(|&b| b == 0xff)?;
            rest = rest.get(at..)?;
            let fill = rest.iter().take_while(|&&b| b == 0xff).count();
            let marker = *rest.get(fill)?;
            rest = rest.get(fill + 1..)?;
            match marker {
                // No segment: a byte of data, a restart, the start of another picture.
                0 | 0x01 | 0xd0..=0xd8 => {}
                // The pixels, or the end.
                0xd9 | 0xda => return None,
                _ => {
                    let length = usize::from(u16::from_be_bytes([*rest.first()?, *rest.get(1)?]));
                    let data = rest.get(2..length)?;
                    rest = rest.get(length..)?;
                    return Some((marker, data));
                }
            }
        }
    })
}

/// The frame header: `SOF0` to `SOF15`, without the markers for tables among them.
fn frame(bytes: &[u8]) -> Option<Segment<'_>> {
    let is_frame =
        |marker: u8| matches!(marker, 0xc0..=0xcf) && !matches!(marker, 0xc4 | 0xc8 | 0xcc);
    segments(bytes).find(|(marker, _)| is_frame(*marker))
}

/// Bytes that a decoder keeps besides the pixels: all coefficients of a progressive file, else some rows.
pub fn coefficient_bytes(bytes: &[u8]) -> u64 {
    let Some((marker, data)) = frame(bytes) else {
        return 0;
    };
    let [_, h0, h1, w0, w1, ..] = *data else {
        return 0;
    };
    let number = |high: u8, low: u8| u64::from(u16::from_be_bytes([high, low]));
    let (height, width) = (number(h0, h1), number(w0, w1));
    let factors: Vec<(u64, u64)> = data
        .get(6..)
        .unwrap_or_default()
        .chunks_exact(3)
        .map(|part| (u64::from(part[1] >> 4), u64::from(part[1] & 15)))
        .collect();
    let most = |side: fn(&(u64, u64)) -> u64| factors.iter().map(side).max().unwrap_or(1).max(1);
    let (wide, high) = (most(|f| f.0), most(|f| f.1));
    let of = |height: u64, bytes_each: u64| -> u64 {
        let parts = factors
            .iter()
            .map(|f| width * f.0 / wide * height * f.1 / high);
        parts.sum::<u64>().saturating_mul(bytes_each)
    };
    // Baseline: a few rows of blocks, upsampled.
    let rows = of(height.min(64), 8);
    if matches!(marker, 0xc2 | 0xc6 | 0xca | 0xce) {
        rows + of(height, 2)
    } else {
        rows
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn segments_end_where_the_file_does() {
        let file =
            b"\xff\xd8\xff\xe1\x00\x04ab\xff\xff\xed\x00\x03c\xff\xda\x00\x02\xff\xe1\x00\x04xx";
        let found: Vec<_> = segments(file).collect();
        assert_eq!(found, [(APP1, &b"ab"[..]), (APP13, &b"c"[..])]);
        for end in 0..file.len() {
            // Nothing is read beyond the end.
            segments(&file[..end]).for_each(drop);
            coefficient_bytes(&file[..end]);
        }
        assert_eq!(segments(b"\xff\xd8\xff\xe1\x00\x00abc").count(), 0);
    }

    #[test]
    fn a_progressive_file_keeps_its_coefficients() {
        let file = |marker: u8| {
            let head = [
                0xff, 0xd8, 0xff, marker, 0, 17, 8, 0x0b, 0xb8, 0x0f, 0xa0, 3,
            ];
            let parts = [1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1];
            [&head[..], &parts].concat()
        };
        // 4000 × 3000, colours at half the width and height: 1.5 coefficients of two bytes a pixel.
        let progressive = coefficient_bytes(&file(0xc2));
        let baseline = coefficient_bytes(&file(0xc0));
        assert_eq!(progressive - baseline, 4000 * 3000 * 3);
        assert!(baseline < 8_000_000, "{baseline}");
    }
}

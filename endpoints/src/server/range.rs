//! The `Range` header, evaluated like the recorded site's front server: one range, several, a suffix; ranges beyond
//! the end are dropped, and ranges that together are longer than the file give the whole file.

/// Maximum number of ranges evaluated.
const MOST: usize = 100;

/// The result of a `Range` header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum RequestedRange {
    /// The whole file: no header, another unit, or ranges longer than the file.
    Whole,
    /// These ranges: first byte and number of bytes.
    Ranges(Vec<(u64, u64)>),
    /// No range within the file: 416.
    Unsatisfiable,
}

/// Parses a `Range` header for a file of `size` bytes.
#[must_use]
pub fn parse(header: &str, size: u64) -> RequestedRange {
    let Some((unit, list)) = header.split_once('=') else {
        return RequestedRange::Whole;
    };
    if !unit.trim().eq_ignore_ascii_case("bytes") {
        return RequestedRange::Whole;
    }
    let mut ranges = Vec::new();
    let mut total: u64 = 0;
    for (number, item) in list.split(',').enumerate() {
        if number >= MOST {
            return RequestedRange::Whole;
        }
        match one(item.trim(), size) {
            Item::Broken => return RequestedRange::Unsatisfiable,
            Item::Whole => return RequestedRange::Whole,
            Item::Outside => {}
            Item::Range(start, length) => {
                total = total.saturating_add(length);
                ranges.push((start, length));
            }
        }
    }
    if ranges.is_empty() {
        RequestedRange::Unsatisfiable
    } else if total > size {
        RequestedRange::Whole
    } else {
        RequestedRange::Ranges(ranges)
    }
}

enum Item {
    Range(u64, u64),
    Outside,
    Whole,
    Broken,
}

fn one(item: &str, size: u64) -> Item {
    let Some((first, last)) = item.split_once('-') else {
        return Item::Broken;
    };
    let (first, last) = (first.trim(), last.trim());
    let (start, end) = match (number(first), number(last)) {
        (Some(start), None) if last.is_empty() => (start, size),
        (Some(start), Some(last)) => (start, last.saturating_add(1).min(size)),
        (None, Some(suffix)) if first.is_empty() => (size.saturating_sub(suffix), size),
        _ => return Item::Broken,
    };
    if start < end {
        Item::Range(start, end - start)
    } else if start == 0 {
        Item::Whole
    } else {
        Item::Outside
    }
}

fn number(digits: &str) -> Option<u64> {
    (!digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
        .then(|| digits.parse().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_as_the_front_server_reads_them() {
        let ranges = |list: &[(u64, u64)]| RequestedRange::Ranges(list.to_vec());
        for (header, wanted) in [
            ("bytes=0-99", ranges(&[(0, 100)])),
            ("bytes=900-", ranges(&[(900, 100)])),
            ("bytes=-10", ranges(&[(990, 10)])),
            ("bytes=-5000", ranges(&[(0, 1000)])),
            ("bytes=0-5000", ranges(&[(0, 1000)])),
            ("bytes=0-0,-1", ranges(&[(0, 1), (999, 1)])),
            ("bytes=0-9, 2000-", ranges(&[(0, 10)])),
            ("bytes=1000-", RequestedRange::Unsatisfiable),
            ("bytes=999999999-", RequestedRange::Unsatisfiable),
            ("bytes=5-3", RequestedRange::Unsatisfiable),
            ("bytes=-0", RequestedRange::Unsatisfiable),
            ("bytes=a-b", RequestedRange::Unsatisfiable),
            ("bytes=", RequestedRange::Unsatisfiable),
            ("bytes=1", RequestedRange::Unsatisfiable),
            ("bytes=-", RequestedRange::Unsatisfiable),
            ("bytes=0-999,0-999", RequestedRange::Whole),
            ("lines=0-9", RequestedRange::Whole),
            ("0-9", RequestedRange::Whole),
            (
                "bytes=99999999999999999999999-",
                RequestedRange::Unsatisfiable,
            ),
        ] {
            assert_eq!(parse(header, 1000), wanted, "{header}");
        }
    }
}

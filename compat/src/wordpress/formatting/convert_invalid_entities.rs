//! `convert_invalid_entities`, which runs on posts and comments when they are saved.

/// Code points of Windows-1252 for the numbers 128 to 159, which HTML forbids; 0 for none.
const WINDOWS_1252: [u32; 32] = [
    8364, 0, 8218, 402, 8222, 8230, 8224, 8225, 710, 8240, 352, 8249, 338, 0, 381, 0, 0, 8216,
    8217, 8220, 8221, 8226, 8211, 8212, 732, 8482, 353, 8250, 339, 0, 382, 376,
];

/// `convert_invalid_entities`: numeric entities of Windows characters become those of Unicode.
pub fn convert_invalid_entities(text: &str) -> String {
    let mut pieces = text.split("&#1");
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let number = piece.get(..2).filter(|_| piece.get(2..3) == Some(";"));
        let point = number
            .and_then(|digits| format!("1{digits}").parse::<usize>().ok())
            .and_then(|number| WINDOWS_1252.get(number.checked_sub(128)?));
        match point {
            Some(point) => {
                if *point > 0 {
                    out.push_str(&format!("&#{point};"));
                }
                out.push_str(piece.get(3..).unwrap_or_default());
            }
            None => {
                out.push_str("&#1");
                out.push_str(piece);
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entities_of_windows() {
        assert_eq!(
            convert_invalid_entities("&#150;&#129;&#15;&#165;"),
            "&#8211;&#15;&#165;"
        );
    }
}

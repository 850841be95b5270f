//! `urlencode` and its relatives.

/// `urlencode`: a space becomes `+`; letters, digits, `-`, `_` and `.` stay.
pub fn urlencode(bytes: &[u8]) -> String {
    encoded(bytes, false)
}

/// `rawurlencode` (RFC 3986): a space becomes `%20`; letters, digits, `-`, `_`, `.` and `~` stay.
pub fn rawurlencode(bytes: &[u8]) -> String {
    encoded(bytes, true)
}

/// `urldecode`: `+` becomes a space, `%xx` a byte; a broken `%` stays.
pub fn urldecode(bytes: &[u8]) -> Vec<u8> {
    decoded(bytes, true)
}

/// `rawurldecode`: as [`urldecode`], but `+` stays.
pub fn rawurldecode(bytes: &[u8]) -> Vec<u8> {
    decoded(bytes, false)
}

fn encoded(bytes: &[u8], raw: bool) -> String {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let mut out = String::with_capacity(bytes.len());
    for &byte in bytes {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => {
                out.push(char::from(byte));
            }
            b'~' if raw => out.push('~'),
            b' ' if !raw => out.push('+'),
            _ => {
                out.push('%');
                for nibble in [byte >> 4, byte & 15] {
                    out.push(char::from(HEX[usize::from(nibble)]));
                }
            }
        }
    }
    out
}

fn decoded(bytes: &[u8], plus: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        match (byte, after) {
            (b'+', _) if plus => out.push(b' '),
            (b'%', [high, low, tail @ ..]) => match (hex(*high), hex(*low)) {
                (Some(high), Some(low)) => {
                    out.push(high * 16 + low);
                    rest = tail;
                }
                _ => out.push(byte),
            },
            _ => out.push(byte),
        }
    }
    out
}

/// Value of a hexadecimal digit.
pub(crate) fn hex(digit: u8) -> Option<u8> {
    match digit {
        b'0'..=b'9' => Some(digit - b'0'),
        b'a'..=b'f' => Some(digit - b'a' + 10),
        b'A'..=b'F' => Some(digit - b'A' + 10),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn round_trip() {
        assert_eq!(urlencode("a b-é~".as_bytes()), "a+b-%C3%A9%7E");
        assert_eq!(urldecode(b"a+b%C3%A9%zz%4"), "a b\u{e9}%zz%4".as_bytes());
    }
}

//! PHP's `urlencode` and `urldecode`, on bytes.

/// PHP's `urlencode`: letters, digits, `-`, `_` and `.` stay, a space becomes `+`.
pub fn urlencode(bytes: &[u8]) -> String {
    const HEX: [char; 16] = [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F',
    ];
    let mut out = String::with_capacity(bytes.len());
    for &b in bytes {
        match b {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' => out.push(char::from(b)),
            b' ' => out.push('+'),
            _ => {
                out.push('%');
                out.extend(HEX.get(usize::from(b >> 4)));
                out.extend(HEX.get(usize::from(b & 15)));
            }
        }
    }
    out
}

/// PHP's `urldecode`: `+` becomes a space, `%xx` a byte, anything else stays.
pub fn urldecode(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut rest = text;
    while let Some((&b, tail)) = rest.split_first() {
        rest = tail;
        match (b, tail) {
            (b'+', _) => out.push(b' '),
            (b'%', [high, low, after @ ..]) => match (hex(*high), hex(*low)) {
                (Some(high), Some(low)) => {
                    out.push(high << 4 | low);
                    rest = after;
                }
                _ => out.push(b),
            },
            _ => out.push(b),
        }
    }
    out
}

/// Value of a hexadecimal digit.
pub(crate) fn hex(digit: u8) -> Option<u8> {
    char::from(digit)
        .to_digit(16)
        .and_then(|value| u8::try_from(value).ok())
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

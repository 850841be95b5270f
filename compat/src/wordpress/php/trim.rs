//! `trim` and its sides, `nl2br`, `strrev`.

/// What `trim` takes away by default: space, tab, line feed, carriage return, NUL, vertical tab.
pub fn is_trimmed(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r' | 0 | 0x0b)
}

/// `trim` with the default characters.
pub fn trim(bytes: &[u8]) -> &[u8] {
    ltrim(rtrim(bytes))
}

/// `ltrim` with the default characters.
pub fn ltrim(bytes: &[u8]) -> &[u8] {
    let start = bytes.iter().position(|b| !is_trimmed(*b));
    start.map_or(&[], |start| bytes.get(start..).unwrap_or_default())
}

/// `rtrim` with the default characters.
pub fn rtrim(bytes: &[u8]) -> &[u8] {
    let last = bytes.iter().rposition(|b| !is_trimmed(*b));
    last.map_or(&[], |last| bytes.get(..=last).unwrap_or_default())
}

/// `trim` for text.
pub fn trim_str(text: &str) -> &str {
    text.trim_matches(|c: char| u8::try_from(c).is_ok_and(is_trimmed))
}

/// `ltrim` for text.
pub fn ltrim_str(text: &str) -> &str {
    text.trim_start_matches(|c: char| u8::try_from(c).is_ok_and(is_trimmed))
}

/// `nl2br`: `<br />` before every line end (`\r\n` and `\n\r` count as one).
pub fn nl2br(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some((&byte, after)) = rest.split_first() {
        rest = after;
        if !matches!(byte, b'\r' | b'\n') {
            out.push(byte);
            continue;
        }
        out.extend(b"<br />");
        out.push(byte);
        if let Some((&next @ (b'\r' | b'\n'), tail)) = after.split_first()
            && next != byte
        {
            out.push(next);
            rest = tail;
        }
    }
    out
}

/// `strrev`: the bytes backwards.
pub fn strrev(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().rev().copied().collect()
}

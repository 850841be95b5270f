//! `addslashes` and `stripslashes`; request data and stored text pass through them in WordPress.

/// A backslash before `'`, `"`, `\` and (as `\0`) NUL.
pub fn addslashes(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    for &byte in bytes {
        match byte {
            b'\'' | b'"' | b'\\' => out.extend([b'\\', byte]),
            0 => out.extend(b"\\0"),
            _ => out.push(byte),
        }
    }
    out
}

/// Takes one level of backslashes away; `\0` becomes NUL, a lone backslash at the end goes.
pub fn stripslashes(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes.iter();
    while let Some(&byte) = rest.next() {
        match (byte, byte == b'\\') {
            (_, false) => out.push(byte),
            (_, true) => match rest.next() {
                Some(b'0') => out.push(0),
                Some(&next) => out.push(next),
                None => {}
            },
        }
    }
    out
}

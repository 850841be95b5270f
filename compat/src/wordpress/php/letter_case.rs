//! `ucfirst`, `lcfirst`, `ucwords` (ASCII letters only, as in PHP 8) and the `mb_` functions.

/// `ucfirst`.
pub fn ucfirst(bytes: &[u8]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    if let Some(first) = out.first_mut() {
        first.make_ascii_uppercase();
    }
    out
}

/// `lcfirst`.
pub fn lcfirst(bytes: &[u8]) -> Vec<u8> {
    let mut out = bytes.to_vec();
    if let Some(first) = out.first_mut() {
        first.make_ascii_lowercase();
    }
    out
}

/// `ucwords` with the default delimiters (white space).
pub fn ucwords(bytes: &[u8]) -> Vec<u8> {
    let mut starts = true;
    bytes
        .iter()
        .map(|&byte| {
            let upper = if starts {
                byte.to_ascii_uppercase()
            } else {
                byte
            };
            starts = matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | 0x0b | 0x0c);
            upper
        })
        .collect()
}

/// `mb_strtoupper` in UTF-8, with full mapping (ß becomes SS); wrong bytes are left out.
pub fn mb_strtoupper(bytes: &[u8]) -> String {
    characters(bytes).flat_map(char::to_uppercase).collect()
}

/// `mb_strtolower` in UTF-8, letter by letter (no final sigma, as in PHP 8.2).
pub fn mb_strtolower(bytes: &[u8]) -> String {
    characters(bytes).flat_map(char::to_lowercase).collect()
}

fn characters(bytes: &[u8]) -> impl Iterator<Item = char> + '_ {
    bytes.utf8_chunks().flat_map(|chunk| chunk.valid().chars())
}

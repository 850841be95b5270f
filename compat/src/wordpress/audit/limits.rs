//! Bounds of an audit, so that a hostile or broken site costs no more than a large one.

/// Contents of more bytes are counted, but not read.
pub const CONTENT: usize = 8_000_000;
/// Rows read at once.
pub const CHUNK: i64 = 500;
/// Addresses looked at.
pub const ADDRESSES: usize = 200_000;
/// Names of modules, shortcodes and blocks told apart; further ones are left out.
pub const NAMES: usize = 5_000;
/// Bytes of a name.
pub const NAME: usize = 100;
/// Pages listed beside a finding.
pub const PLACES: usize = 20;
/// Internal links followed.
pub const LINKS: usize = 50_000;
/// Links read out of one content.
pub const LINKS_OF_ONE: usize = 2_000;
/// Bytes of a link.
pub const LINK: usize = 2_000;
/// Files of attachments looked for.
pub const FILES: usize = 200_000;
/// Names of unread options listed for one owner.
pub const OPTIONS: usize = 200;
/// Bytes read of a PHP file or style sheet, as WordPress's `get_file_data` reads.
pub const HEADER: u64 = 8192;

/// The beginning of a text, at most so many bytes.
pub fn cut(text: &str, longest: usize) -> &str {
    let end = text.floor_char_boundary(longest.min(text.len()));
    text.get(..end).unwrap_or_default()
}

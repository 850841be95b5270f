use std::borrow::Cow;
pub(super) fn esc_attr(t: &str) -> Cow<'_, str> { Cow::Owned(t.replace('"', "&quot;")) }
pub(super) fn strip_tags(b: &[u8]) -> Vec<u8> { b.to_vec() }
pub(super) fn trim(b: &[u8]) -> &[u8] { b.trim_ascii() }

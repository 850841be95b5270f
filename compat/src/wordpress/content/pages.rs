//! The pages of a text, divided by `<!--nextpage-->`.

use std::borrow::Cow;

const MARK: &str = "<!--nextpage-->";

/// The pages of `content`; one page when it is not divided. A mark at the very start does not count.
pub fn generate_postdata_pages(content: &str) -> Vec<Cow<'_, str>> {
    if memchr::memmem::find(content.as_bytes(), MARK.as_bytes()).is_none() {
        return vec![Cow::Borrowed(content)];
    }
    let content = content
        .replace("\n<!--nextpage-->\n", MARK)
        .replace("\n<!--nextpage-->", MARK)
        .replace("<!--nextpage-->\n", MARK)
        .replace("<!-- wp:nextpage -->", "")
        .replace("<!-- /wp:nextpage -->", "");
    let content = content.strip_prefix(MARK).unwrap_or(&content);
    let pages = content.split(MARK);
    pages.map(|page| Cow::Owned(page.to_owned())).collect()
}

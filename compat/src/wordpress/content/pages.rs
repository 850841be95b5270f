//! The pages of a text, divided by `<!--nextpage-->`.

const MARK: &str = "<!--nextpage-->";

/// The pages of `content`; one page when it is not divided. A mark at the very start does not count.
pub fn generate_postdata_pages(content: &str) -> Vec<String> {
    if memchr::memmem::find(content.as_bytes(), MARK.as_bytes()).is_none() {
        return vec![content.to_owned()];
    }
    let content = content
        .replace("\n<!--nextpage-->\n", MARK)
        .replace("\n<!--nextpage-->", MARK)
        .replace("<!--nextpage-->\n", MARK)
        .replace("<!-- wp:nextpage -->", "")
        .replace("<!-- /wp:nextpage -->", "");
    let content = content.strip_prefix(MARK).unwrap_or(&content);
    content.split(MARK).map(str::to_owned).collect()
}

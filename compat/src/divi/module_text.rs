//! The text of builder content without its elements: what excerpts are made of.
//!
//! Contract "divi-theme", section 5 (archive text); recordings owner/page-front-edit, owner/page-update-divi.

use crate::wordpress::static_regex::StaticRegex;

/// Modules whose content is no text.
static CODE: StaticRegex = StaticRegex::new(
    r"(?s)\[et_pb_(?:fullwidth_)?code(?:\s[^\]]*)?\].*?\[/et_pb_(?:fullwidth_)?code\]",
);
static TAG: StaticRegex = StaticRegex::new(r"\[/?et_pb_[^\]]*\]");

/// The content of modules, one directly behind the other; what attributes hold (headings, buttons) is not part of it.
pub fn module_text(content: &str) -> String {
    let content = CODE.replace_all(content, "");
    TAG.replace_all(&content, "").into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_what_modules_hold() {
        let content = "[et_pb_section fb_built=\"1\"][et_pb_row][et_pb_text a=\"b\"]<p>Uno</p>[/et_pb_text]\
            [et_pb_code]<!-- [x] --><script>1</script>[/et_pb_code][et_pb_blurb title=\"T\"]<p>Dos</p>[/et_pb_blurb]\
            [/et_pb_row][/et_pb_section]";
        assert_eq!(module_text(content), "<p>Uno</p><p>Dos</p>");
        assert_eq!(module_text("[et_pb_text"), "[et_pb_text");
    }
}

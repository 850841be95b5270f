//! Blocks as they are stored. Contract "wordpress-core" section 9.

use crate::wordpress::php::Value;
use crate::wordpress::php::json::{flags, wp_json_encode};

/// `get_comment_delimited_block_content`: a block with its attributes and its content; without content it closes itself.
/// Core's name space is left out.
pub fn get_comment_delimited_block_content(
    name: &str,
    attributes: &Value,
    content: &str,
) -> String {
    let name = name.strip_prefix("core/").unwrap_or(name);
    let is_empty = attributes
        .as_array()
        .is_none_or(|all| all.iter().next().is_none());
    let attributes = if is_empty {
        String::new()
    } else {
        format!("{} ", serialize_block_attributes(attributes))
    };
    match content {
        "" => format!("<!-- wp:{name} {attributes}/-->"),
        content => format!("<!-- wp:{name} {attributes}-->{content}<!-- /wp:{name} -->"),
    }
}

/// `serialize_block_attributes`, as far as comments need it: two hyphens would end the comment.
fn serialize_block_attributes(attributes: &Value) -> String {
    let text = wp_json_encode(attributes, flags::UNESCAPED_SLASHES).unwrap_or_default();
    text.replace("--", "\\u002d\\u002d")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::blocks::parse_blocks;

    #[test]
    fn blocks_are_read_as_they_were_written() {
        let attributes = Value::array().with("label", "a --> b");
        let text = get_comment_delimited_block_content("core/navigation-link", &attributes, "");
        assert_eq!(text.matches("-->").count(), 1, "{text}");
        assert!(parse_blocks(&text).len() == 1, "{text}");
        let none = get_comment_delimited_block_content("core/page-list", &Value::array(), "");
        assert_eq!(none, "<!-- wp:page-list /-->");
        let outer = get_comment_delimited_block_content("a/b", &Value::array(), &none);
        assert_eq!(
            outer,
            "<!-- wp:a/b --><!-- wp:page-list /--><!-- /wp:a/b -->"
        );
    }
}

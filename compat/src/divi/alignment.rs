//! Alignments and heading levels.
//!
//! Vectors divi-helpers.

/// `et_pb_get_alignment`: the CSS value of an alignment.
pub fn get_alignment(alignment: &str) -> &str {
    match alignment {
        "force_left" => "left",
        "justified" => "justify",
        other => other,
    }
}

/// `et_pb_process_header_level`: a heading tag; `default` for an unknown one, `h2` when that is unknown as well.
pub fn process_header_level<'v>(level: &'v str, default: Option<&'v str>) -> &'v str {
    let is_level = |tag: &&str| matches!(*tag, "h1" | "h2" | "h3" | "h4" | "h5" | "h6");
    let levels = [Some(level), default].into_iter().flatten();
    levels.into_iter().find(is_level).unwrap_or("h2")
}

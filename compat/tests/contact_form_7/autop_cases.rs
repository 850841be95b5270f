//! Table 24 B: templates and their paragraphs; tags stay as they are written.

use compat::contact_form_7::autop::formatted_template;
use compat::contact_form_7::form_tag::FormTagTypes;

use crate::vectors::contact_form_7::site::fixtures;

#[test]
fn case_table() {
    let text = std::fs::read_to_string(fixtures().join("cases/contact-form-7-24b.json")).unwrap();
    let rows: Vec<[String; 3]> = serde_json::from_str(&text).unwrap();
    assert_eq!(rows.len(), 45);
    for [id, input, output] in &rows {
        let formatted = formatted_template(input, &FormTagTypes::default());
        assert_eq!(&formatted, output, "{id}");
    }
}

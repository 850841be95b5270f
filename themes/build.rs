//! Embeds the templates.

fn main() {
    minijinja_embed::embed_templates!("templates", &[".html", ".xml"]);
}

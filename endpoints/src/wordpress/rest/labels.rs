//! `get_post_type_labels` and `get_taxonomy_labels` in the language of a request.
//!
//! Recordings owner/types-edit and owner/taxonomies-edit.

use compat::wordpress::l10n::DEFAULT_DOMAIN;
use compat::wordpress::label::Label;
use compat::wordpress::php::{Array, Value};
use compat::wordpress::post::PostType;
use compat::wordpress::taxonomy::Taxonomy;

use super::columns;
use super::hidden_types::{HiddenPostType, HiddenTaxonomy};
use super::label_table::labels_of;
use super::route::Rest;

/// What labels are made of.
struct Source<'a> {
    /// `name`, translated.
    name: String,
    /// `singular_name`, translated.
    singular: String,
    /// Where the other ones are translated.
    text_domain: &'a str,
    /// The other ones.
    own: &'a [Label],
    hierarchical: bool,
}

/// The labels of a post type.
pub fn post_type(rest: &Rest<'_>, known: &PostType) -> Array {
    let singular = columns::label(rest, known.singular_label, "post type singular name");
    let source = Source {
        name: columns::post_type_label(rest, known),
        singular,
        text_domain: known.text_domain,
        own: known.labels,
        hierarchical: known.hierarchical,
    };
    let mut labels = merged(rest, &source, "post_type");
    bar_and_template(rest, &mut labels, (known.name, &source));
    labels
}

/// The labels of a post type without pages.
pub fn hidden_post_type(rest: &Rest<'_>, known: &HiddenPostType) -> Array {
    let own: Vec<Label> = own_labels(known.name);
    let source = Source {
        name: columns::label(rest, known.label, "post type general name"),
        singular: columns::label(rest, known.singular, "post type singular name"),
        text_domain: "",
        own: &own,
        hierarchical: false,
    };
    let mut labels = merged(rest, &source, "post_type");
    bar_and_template(rest, &mut labels, (known.name, &source));
    labels
}

/// The own labels of a type without pages.
fn own_labels(name: &str) -> Vec<Label> {
    labels_of(name).map(|row| row.label(false)).collect()
}

/// The title of a post type's archive (`labels->archives`).
pub fn archives(rest: &Rest<'_>, known: &PostType) -> String {
    let labels = post_type(rest, known);
    let archives = labels.get("archives").map(Value::to_string_lossy);
    archives.unwrap_or_default().into_owned()
}

/// The labels of a taxonomy.
pub fn taxonomy(rest: &Rest<'_>, known: &Taxonomy) -> Array {
    let context = "taxonomy singular name";
    let source = Source {
        name: columns::taxonomy_label(rest, known),
        singular: columns::label(rest, &known.singular_label, context),
        text_domain: known.text_domain,
        own: known.labels,
        hierarchical: known.hierarchical,
    };
    let mut labels = merged(rest, &source, "taxonomy");
    taxonomy_template(rest, &mut labels, (&known.name, &source));
    labels
}

/// The labels of a taxonomy without pages.
pub fn hidden_taxonomy(rest: &Rest<'_>, known: &HiddenTaxonomy) -> Array {
    let own: Vec<Label> = own_labels(known.name);
    let source = Source {
        name: columns::label(rest, known.label, "taxonomy general name"),
        singular: columns::label(rest, known.singular, "taxonomy singular name"),
        text_domain: "",
        own: &own,
        hierarchical: known.hierarchical,
    };
    let mut labels = merged(rest, &source, "taxonomy");
    taxonomy_template(rest, &mut labels, (known.name, &source));
    labels
}

/// Core's labels of posts and pages, tags and categories.
fn is_model(name: &str) -> bool {
    matches!(name, "post" | "page" | "category" | "post_tag")
}

/// The defaults under the own labels. Where a type names itself, lists and archives have its name.
fn merged(rest: &Rest<'_>, source: &Source<'_>, defaults: &str) -> Array {
    let mut labels = Array::new()
        .with("name", source.name.as_str())
        .with("singular_name", source.singular.as_str());
    for row in labels_of(defaults) {
        let label = row.label(source.hierarchical);
        let value = match label.source {
            "" => Value::Null,
            _ => own_label(rest, "", &label).into(),
        };
        labels.insert(row.key, value);
    }
    labels.insert("menu_name", source.name.as_str());
    for label in source.own {
        labels.insert(label.key, own_label(rest, source.text_domain, label));
    }
    labels
}

fn own_label(rest: &Rest<'_>, text_domain: &str, label: &Label) -> String {
    let domain = match text_domain {
        "" => DEFAULT_DOMAIN,
        domain => domain,
    };
    let domain = rest.locale.domain(domain);
    let text = match label.context {
        "" => domain.translate(label.source),
        context => domain.translate_with_context(label.source, context),
    };
    text.to_owned()
}

fn bar_and_template(rest: &Rest<'_>, labels: &mut Array, (name, source): (&str, &Source<'_>)) {
    let is_own = |key: &str| source.own.iter().any(|label| label.key == key);
    if !is_model(name) {
        let menu = labels.get("menu_name").cloned().unwrap_or_default();
        if !is_own("all_items") {
            labels.insert("all_items", menu);
        }
        if !is_own("archives") {
            let all = labels.get("all_items").cloned().unwrap_or_default();
            labels.insert("archives", all);
        }
    }
    if !is_own("name_admin_bar") {
        labels.insert("name_admin_bar", source.singular.as_str());
    }
    if matches!(name, "post" | "page") {
        return;
    }
    let template = rest.text("Single item: %s").replace("%s", &source.singular);
    labels.insert("template_name", template);
}

fn taxonomy_template(rest: &Rest<'_>, labels: &mut Array, (name, source): (&str, &Source<'_>)) {
    let is_own = |key: &str| source.own.iter().any(|label| label.key == key);
    if !is_model(name) && !is_own("all_items") {
        let menu = labels.get("menu_name").cloned().unwrap_or_default();
        labels.insert("all_items", menu);
    }
    let bar = if is_model(name) {
        name
    } else {
        source.singular.as_str()
    };
    labels.insert("name_admin_bar", bar);
    let text = rest
        .locale
        .translate_with_context("%s Archives", "taxonomy template name");
    labels.insert("template_name", text.replace("%s", &source.singular));
}

//! A field of an address or account form (`woocommerce_form_field`).
//!
//! Contract "woocommerce", section 9.2.

use compat::woocommerce::address::{States, states};
use compat::woocommerce::checkout::CheckoutField;
use compat::wordpress::formatting::escape::{esc_attr, esc_html, esc_textarea};

use super::shop::Shop;

/// What a field is printed with.
pub struct FieldScene<'a> {
    /// The shop.
    pub shop: &'a Shop,
    /// Codes and names of the countries to choose from.
    pub countries: &'a [(String, String)],
    /// The country of the address.
    pub country: &'a str,
}

/// The row of a field with its value.
pub fn form_field(scene: &FieldScene<'_>, field: &CheckoutField, value: &str) -> String {
    let mut classes: Vec<String> = field.class.iter().map(|c| (*c).to_owned()).collect();
    if field.required {
        classes.push("validate-required".to_owned());
    }
    classes.extend(field.validate.iter().map(|rule| format!("validate-{rule}")));
    let is_hidden = field.kind == "state" && states(scene.country) == States::None;
    let style = if is_hidden {
        " style=\"display: none\""
    } else {
        ""
    };
    let priority = field.priority.map_or(String::new(), |p| p.to_string());
    let data = if is_hidden {
        String::new()
    } else {
        format!(" data-priority=\"{priority}\"")
    };
    let control = match field.kind {
        "country" => country(scene, field, value),
        "state" => state(scene, field, value),
        "textarea" => textarea(scene, field, value),
        kind => input(scene, field, kind, value),
    };
    format!(
        "<p class=\"form-row {}\" id=\"{}_field\"{style}{data}>{}<span class=\"woocommerce-input-wrapper\">{control}</span></p>",
        classes.join(" "),
        field.name,
        label(scene.shop, field),
    )
}

fn label(shop: &Shop, field: &CheckoutField) -> String {
    let mut classes = Vec::new();
    if field.is_label_hidden {
        classes.push("screen-reader-text");
    }
    let mark = if field.required {
        classes.push("required_field");
        "<span class=\"required\" aria-hidden=\"true\">*</span>".to_owned()
    } else {
        let optional = shop.text("optional");
        format!("<span class=\"optional\">({})</span>", esc_html(&optional))
    };
    format!(
        "<label for=\"{}\" class=\"{}\">{}&nbsp;{mark}</label>",
        field.name,
        classes.join(" "),
        shop.text(field.label),
    )
}

/// `aria-required` and `autocomplete`, each with a space behind it.
fn attributes(field: &CheckoutField) -> String {
    let mut text = String::new();
    if field.required {
        text.push_str("aria-required=\"true\" ");
    }
    if !field.autocomplete.is_empty() {
        text.push_str(&format!("autocomplete=\"{}\" ", field.autocomplete));
    }
    text
}

fn placeholder(shop: &Shop, field: &CheckoutField) -> String {
    match field.placeholder {
        "" => String::new(),
        source => esc_attr(&shop.text(source)).into_owned(),
    }
}

fn input(scene: &FieldScene<'_>, field: &CheckoutField, kind: &str, value: &str) -> String {
    format!(
        "<input type=\"{kind}\" class=\"input-text \" name=\"{0}\" id=\"{0}\" placeholder=\"{1}\"  value=\"{2}\" {3}/>",
        field.name,
        placeholder(scene.shop, field),
        esc_attr(value),
        attributes(field),
    )
}

fn textarea(scene: &FieldScene<'_>, field: &CheckoutField, value: &str) -> String {
    let size = match scene.shop.view.theme.product_theme.note_rows {
        Some(rows) => format!(" cols=\"5\"rows=\"{rows}\""),
        None => " rows=\"2\" cols=\"5\"".to_owned(),
    };
    format!(
        "<textarea name=\"{0}\" class=\"input-text \" id=\"{0}\" placeholder=\"{1}\" {size}>{2}</textarea>",
        field.name,
        placeholder(scene.shop, field),
        esc_textarea(value),
    )
}

fn option(code: &str, name: &str, is_chosen: bool) -> String {
    let chosen = if is_chosen {
        " selected='selected'"
    } else {
        ""
    };
    format!(
        "<option value=\"{}\" {chosen}>{name}</option>",
        esc_attr(code)
    )
}

fn country(scene: &FieldScene<'_>, field: &CheckoutField, value: &str) -> String {
    let shop = scene.shop;
    let is_single = scene.countries.len() == 1;
    let class = if is_single {
        " country_to_state--single"
    } else {
        ""
    };
    let options: String = scene
        .countries
        .iter()
        .map(|(code, name)| option(code, &esc_html(name), is_single || code == value))
        .collect();
    let choose = shop.text("Select a country / region&hellip;");
    let empty = if is_single {
        String::new()
    } else {
        format!("<option value=\"\">{}</option>", esc_html(&choose))
    };
    let update = shop.text("Update country / region");
    format!(
        "<select name=\"{0}\" id=\"{0}\" class=\"country_to_state country_select{class} \" {1}data-placeholder=\"{2}\" data-label=\"{3}\">{empty}{options}</select>\
         <noscript><button type=\"submit\" name=\"woocommerce_checkout_update_totals\" value=\"{4}\">{4}</button></noscript>",
        field.name,
        attributes(field),
        esc_attr(&choose),
        esc_attr(&shop.text(field.label)),
        esc_html(&update),
    )
}

fn state(scene: &FieldScene<'_>, field: &CheckoutField, value: &str) -> String {
    let shop = scene.shop;
    let attributes = attributes(field);
    match states(scene.country) {
        States::None => format!(
            "<input type=\"hidden\" class=\"hidden\" name=\"{0}\" id=\"{0}\" value=\"\" {attributes}placeholder=\"{1}\" readonly=\"readonly\" data-input-classes=\"\" />",
            field.name,
            placeholder(shop, field),
        ),
        States::Listed(listed) => {
            let choose = shop.text("Select an option&hellip;");
            let options: String = listed
                .iter()
                .map(|(code, name)| option(code, &esc_html(&shop.text(name)), *code == value))
                .collect();
            format!(
                "<select name=\"{0}\" id=\"{0}\" class=\"state_select \" {attributes}data-placeholder=\"{1}\"  data-input-classes=\"\" data-label=\"{2}\">\n\t\t\t\t\t\t<option value=\"\">{3}</option>{options}</select>",
                field.name,
                esc_attr(&choose),
                esc_attr(&shop.text(field.label)),
                esc_html(&choose),
            )
        }
        States::Unknown => format!(
            "<input type=\"text\" class=\"input-text \" value=\"{0}\"  placeholder=\"{1}\" name=\"{2}\" id=\"{2}\" {attributes}data-input-classes=\"\"/>",
            esc_attr(value),
            placeholder(shop, field),
            field.name,
        ),
    }
}

//! The blocks of the cart's and the checkout's pages: the markup that the plugin's scripts find.
//!
//! Contract "woocommerce-store-api", section 11.1. The stored wrappers stay; each gets its name and its attributes as data.
//! Forms that older versions of the plugin have stored are completed.

use serde_json::Value;

use crate::wordpress::blocks::Block;
use crate::wordpress::formatting::escape::esc_attr;

/// The namespaces of the blocks.
pub const NAMESPACES: [&str; 2] = ["woocommerce", "woocommerce-checkout"];

/// The beginning of the classes of the wrappers.
const CLASS: &str = "wp-block-woocommerce-";

/// The lines of an order's summary, in their order.
const LINES: [&str; 5] = ["subtotal", "discount", "fee", "shipping", "taxes"];

/// Blocks of the checkout's fields, in their order.
const FIELDS: [&str; 12] = [
    "express-payment",
    "contact-information",
    "shipping-method",
    "pickup-options",
    "shipping-address",
    "billing-address",
    "shipping-methods",
    "payment",
    "additional-information",
    "order-note",
    "terms",
    "actions",
];

/// The printed block: its content with name and attributes in the first tag.
pub fn printed(block: &Block<'_>, content: &str) -> String {
    let Some(name) = &block.name else {
        return content.to_owned();
    };
    let content = match name.as_str() {
        "woocommerce/cart" => completed_cart(block, content),
        "woocommerce/checkout" => completed_checkout(block, content),
        "woocommerce/checkout-fields-block" => completed_fields(content),
        "woocommerce/cart-order-summary-block" => summary(content, "cart"),
        "woocommerce/checkout-order-summary-block" => summary(content, "checkout"),
        _ => content.to_owned(),
    };
    with_data(&content, name, &data_of(block))
}

/// The attributes of a block as data: names in kebab case; class and alignment are left out.
fn data_of(block: &Block<'_>) -> String {
    let own = block.attrs.iter().flatten();
    let shown = own.filter(|(name, _)| !matches!(name.as_str(), "className" | "align"));
    let data = shown.map(|(name, value)| {
        let value = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        format!(" data-{}=\"{}\"", kebab(name), esc_attr(&value))
    });
    data.collect()
}

fn kebab(name: &str) -> String {
    let mut text = String::with_capacity(name.len() + 4);
    for (at, character) in name.chars().enumerate() {
        if character.is_uppercase() && at > 0 {
            text.push('-');
        }
        text.extend(character.to_lowercase());
    }
    text
}

/// The content with name and data before the other attributes of its first tag.
fn with_data(content: &str, name: &str, data: &str) -> String {
    let Some((before, rest)) = content.split_once('<') else {
        return content.to_owned();
    };
    let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '-');
    match end.and_then(|end| rest.split_at_checked(end)) {
        Some((tag, rest)) if !tag.is_empty() && before.trim().is_empty() => {
            format!("{before}<{tag} data-block-name=\"{name}\"{data}{rest}")
        }
        _ => content.to_owned(),
    }
}

/// An empty wrapper.
fn wrapper(name: &str) -> String {
    filled(name, "")
}

/// A wrapper with its content.
fn filled(name: &str, content: &str) -> String {
    format!("<div data-block-name=\"woocommerce/{name}\" class=\"{CLASS}{name}\">{content}</div>")
}

/// The summary of an order: unless the lines stand in a block of their own, they are put into one, in their order, at the
/// place of the taxes.
fn summary(content: &str, page: &str) -> String {
    let totals = format!("{page}-order-summary-totals-block");
    let line = |name: &str| format!("{page}-order-summary-{name}-block");
    if content.contains(&totals) {
        return content.to_owned();
    }
    if page == "cart" && !content.contains(&line("subtotal")) {
        return older_summary(content);
    }
    let mut rest: String = content.lines().filter(|l| !l.trim().is_empty()).collect();
    let mut lines = String::new();
    for name in LINES {
        if let Some((before, own, behind)) = cut_wrapper(&rest, &line(name)) {
            lines.push('\n');
            lines.push_str(&own);
            let mark = if name == "taxes" { MARK } else { "" };
            rest = format!("{before}{mark}{behind}");
        }
    }
    let block = filled(&totals, &lines);
    if rest.contains(MARK) {
        return rest.replacen(MARK, &block, 1);
    }
    match rest.rsplit_once("</div>") {
        Some((inside, behind)) => format!("{inside}{block}</div>{behind}"),
        None => rest,
    }
}

/// Stands for the lines while they are collected.
const MARK: &str = "\u{0}";

/// The parts before, of and behind an empty wrapper with a class.
fn cut_wrapper(text: &str, name: &str) -> Option<(String, String, String)> {
    let at = text.find(&format!("class=\"{CLASS}{name}\""))?;
    let start = text.get(..at)?.rfind("<div")?;
    let length = text.get(start..)?.find("</div>")? + "</div>".len();
    let (before, rest) = text.split_at_checked(start)?;
    let (own, behind) = rest.split_at_checked(length)?;
    Some((before.to_owned(), own.to_owned(), behind.to_owned()))
}

/// The summary of older carts, which had no lines: they follow one another without a block of their own.
fn older_summary(content: &str) -> String {
    let lines = [
        "heading",
        "subtotal",
        "fee",
        "discount",
        "coupon-form",
        "shipping",
        "taxes",
    ];
    let lines: String = lines.iter().map(|name| older_line(name)).collect();
    match content.rsplit_once("</div>") {
        Some((inside, behind)) => format!("{inside}{lines}</div>{behind}"),
        None => content.to_owned(),
    }
}

/// A line of [`older_summary`]: that of the delivery has another name than its class.
fn older_line(name: &str) -> String {
    let block = if name == "shipping" {
        "shipping-form"
    } else {
        name
    };
    format!(
        "<div data-block-name=\"woocommerce/cart-order-summary-{block}-block\" \
         class=\"{CLASS}cart-order-summary-{name}-block\"></div>"
    )
}

/// A cart of before there were inner blocks: what it held is shown while it is empty.
fn completed_cart(block: &Block<'_>, content: &str) -> String {
    if has_inner(block, "filled-cart-block") || has_inner(block, "empty-cart-block") {
        return content.to_owned();
    }
    let Some((open, inside)) = content.split_once('>') else {
        return content.to_owned();
    };
    let inside = inside
        .rsplit_once("</div>")
        .map_or(inside, |(inside, _)| inside);
    let items = filled("cart-items-block", &wrapper("cart-line-items-block"));
    let summary = older_summary(&wrapper("cart-order-summary-block"));
    let more: String = [
        "cart-express-payment-block",
        "proceed-to-checkout-block",
        "cart-accepted-payment-methods-block",
    ]
    .into_iter()
    .map(wrapper)
    .collect();
    let totals = filled("cart-totals-block", &format!("{summary}{more}"));
    let cart = filled("filled-cart-block", &format!("{items}{totals}"));
    let empty = filled("empty-cart-block", inside);
    format!("{open}>{cart}{empty}</div>")
}

/// A checkout of before there were inner blocks.
fn completed_checkout(block: &Block<'_>, content: &str) -> String {
    if !block.inner_blocks.is_empty() {
        return content.to_owned();
    }
    let Some((open, _)) = content.split_once('>') else {
        return content.to_owned();
    };
    let is_off = |name: &str| block.attr(name) == Some(&Value::Bool(false));
    let fields = FIELDS.iter().filter(|name| match **name {
        "order-note" => !is_off("showOrderNotes"),
        "terms" => !is_off("showPolicyLinks"),
        _ => true,
    });
    let fields: String = fields
        .map(|name| wrapper(&format!("checkout-{name}-block")))
        .collect();
    let lines: String = LINES
        .iter()
        .map(|name| wrapper(&format!("checkout-order-summary-{name}-block")))
        .collect();
    let summary = [
        wrapper("checkout-order-summary-cart-items-block"),
        wrapper("checkout-order-summary-coupon-form-block"),
        filled("checkout-order-summary-totals-block", &lines),
    ];
    let summary = filled("checkout-order-summary-block", &summary.concat());
    let fields = filled("checkout-fields-block", &fields);
    let totals = filled("checkout-totals-block", &summary);
    format!("{open}>{fields}{totals}</div>")
}

/// The fields of a checkout, with the blocks that later versions added.
fn completed_fields(content: &str) -> String {
    let mut content = content.to_owned();
    let class = |name: &str| format!("class=\"{CLASS}checkout-{name}-block\"");
    if !content.contains(&class("shipping-method")) {
        let added = [
            wrapper("checkout-shipping-method-block"),
            wrapper("checkout-pickup-options-block"),
        ];
        content = before_wrapper(&content, &class("shipping-address"), &added.concat());
    }
    if !content.contains(&class("additional-information")) {
        let added = wrapper("checkout-additional-information-block");
        content = behind_wrapper(&content, &class("payment"), &added);
    }
    content
}

fn before_wrapper(content: &str, class: &str, added: &str) -> String {
    let place = content
        .find(class)
        .and_then(|at| content.get(..at)?.rfind('<'));
    match place.and_then(|at| content.split_at_checked(at)) {
        Some((before, behind)) => format!("{before}{added}{behind}"),
        None => content.to_owned(),
    }
}

fn behind_wrapper(content: &str, class: &str, added: &str) -> String {
    let place = content.find(class).and_then(|at| {
        let end = content.get(at..)?.find("</div>")?;
        Some(at + end + "</div>".len())
    });
    match place.and_then(|at| content.split_at_checked(at)) {
        Some((before, behind)) => format!("{before}{added}{behind}"),
        None => content.to_owned(),
    }
}

fn has_inner(block: &Block<'_>, name: &str) -> bool {
    let mut inner = block.inner_blocks.iter();
    inner.any(|inner| inner.name.as_deref() == Some(&format!("woocommerce/{name}")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::blocks::Blocks;

    fn shown(content: &str) -> String {
        let mut blocks = Blocks::<()>::new();
        for namespace in NAMESPACES {
            blocks.register_namespace(namespace, |call, _| printed(call.block, &call.content));
        }
        blocks.do_blocks(content, &mut ())
    }

    #[test]
    fn attributes_are_data_before_the_class() {
        let block = "<!-- wp:woocommerce/checkout-terms-block {\"checkbox\":true,\"className\":\"x\",\"linkText\":\"a \\\"b\\\"\"} -->\n\
            <div class=\"wp-block-woocommerce-checkout-terms-block x\"></div>\n<!-- /wp:woocommerce/checkout-terms-block -->";
        assert_eq!(
            shown(block).trim(),
            "<div data-block-name=\"woocommerce/checkout-terms-block\" data-checkbox=\"true\" \
             data-link-text=\"a &quot;b&quot;\" class=\"wp-block-woocommerce-checkout-terms-block x\"></div>"
        );
    }

    #[test]
    fn lines_of_a_summary_stand_in_a_block_in_their_order() {
        let line = |name: &str| {
            format!(
                "<!-- wp:woocommerce/cart-order-summary-{name}-block -->\n<div class=\"wp-block-woocommerce-cart-order-summary-{name}-block\"></div>\n\
                 <!-- /wp:woocommerce/cart-order-summary-{name}-block -->\n\n"
            )
        };
        let lines: String = ["heading", "taxes", "fee", "subtotal"].map(line).concat();
        let block = format!(
            "<!-- wp:woocommerce/cart-order-summary-block -->\n<div class=\"wp-block-woocommerce-cart-order-summary-block\">{lines}</div>\n\
             <!-- /wp:woocommerce/cart-order-summary-block -->"
        );
        let shown = shown(&block);
        let places = ["heading", "totals", "subtotal", "fee", "taxes"];
        let places = places.map(|name| shown.find(&format!("summary-{name}-block\" class")));
        assert!(places.is_sorted() && places[0].is_some(), "{shown}");
    }

    #[test]
    fn older_forms_are_completed() {
        let cart = shown(
            "<!-- wp:woocommerce/cart -->\n<div class=\"wp-block-woocommerce-cart is-loading\"><p>vacío</p></div>\n<!-- /wp:woocommerce/cart -->",
        );
        let filled = cart.find("woocommerce/filled-cart-block");
        let empty = cart.find("woocommerce/empty-cart-block");
        assert!(filled.is_some() && filled < empty && empty < cart.find("vacío"));
        assert_eq!(cart.matches("<div").count(), cart.matches("</div>").count());
        let checkout = shown(
            "<!-- wp:woocommerce/checkout {\"showOrderNotes\":false} -->\n<div class=\"wp-block-woocommerce-checkout is-loading\"></div>\n<!-- /wp:woocommerce/checkout -->",
        );
        assert!(checkout.contains("woocommerce/checkout-actions-block"));
        assert!(!checkout.contains("checkout-order-note-block"));
        assert_eq!(
            checkout.matches("<div").count(),
            checkout.matches("</div>").count()
        );
    }
}

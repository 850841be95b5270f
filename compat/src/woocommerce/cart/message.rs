//! What the cart tells the visitor: source text and arguments. Pages print it in their language.
//!
//! Contract "woocommerce", section 18.

use crate::woocommerce::session::NoticeKind;
use crate::wordpress::l10n::TextDomain;

/// An argument of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Argument {
    /// As it is.
    Text(String),
    /// The name of a product in quotes, with its quantity in front when it is not one.
    Item {
        /// Name of the product.
        name: String,
        /// Units.
        quantity: i64,
    },
    /// Several of them, joined by commas and the word for "and".
    List(Vec<Argument>),
    /// Texts joined by commas, and the last as `%1$s and %2$s` says.
    Joined(Vec<String>),
}

impl Argument {
    fn print(&self, texts: TextDomain<'_>) -> String {
        match self {
            Self::Text(text) => text.clone(),
            Self::Item { name, quantity } => {
                let quoted =
                    texts.translate_with_context("&ldquo;%s&rdquo;", "Item name in quotes");
                let quoted = quoted.replacen("%s", name, 1);
                match quantity {
                    1 => quoted,
                    quantity => format!("{quantity} &times; {quoted}"),
                }
            }
            Self::List(items) => {
                let mut items: Vec<_> = items.iter().map(|item| item.print(texts)).collect();
                match items.pop() {
                    None => String::new(),
                    Some(last) if items.is_empty() => last,
                    Some(last) => {
                        let and = texts.translate("and");
                        format!("{} {and} {last}", items.join(", "))
                    }
                }
            }
            Self::Joined(items) => match items.split_last() {
                None => String::new(),
                Some((last, [])) => last.clone(),
                Some((last, others)) => {
                    let both = [others.join(", "), last.clone()];
                    fill(texts.translate("%1$s and %2$s"), &both)
                }
            },
        }
    }
}

impl From<&str> for Argument {
    fn from(text: &str) -> Self {
        Self::Text(text.to_owned())
    }
}

/// What a message leads to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MessageLink {
    /// A button to the cart.
    ViewCart,
    /// A link that puts a removed line back: its key.
    Undo(String),
}

/// A message about the cart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CartMessage {
    /// What it is.
    pub kind: NoticeKind,
    /// Source text of domain `woocommerce`.
    pub id: &'static str,
    /// Source text for other numbers than one, and the number.
    pub plural: Option<(&'static str, u64)>,
    /// For `%s`, `%1$s`, `%2$s` of the text.
    pub arguments: Vec<Argument>,
    /// What it leads to.
    pub link: Option<MessageLink>,
}

impl CartMessage {
    /// A message of a kind.
    pub fn new(kind: NoticeKind, id: &'static str) -> Self {
        Self {
            kind,
            id,
            plural: None,
            arguments: Vec::new(),
            link: None,
        }
    }

    /// An error.
    pub fn error(id: &'static str) -> Self {
        Self::new(NoticeKind::Error, id)
    }

    /// With one argument more.
    #[must_use]
    pub fn with(mut self, argument: impl Into<Argument>) -> Self {
        self.arguments.push(argument.into());
        self
    }

    /// With a link.
    #[must_use]
    pub fn linked(mut self, link: MessageLink) -> Self {
        self.link = Some(link);
        self
    }

    /// The text in a language; the link is not printed. `texts`: domain `woocommerce`.
    pub fn text(&self, texts: TextDomain<'_>) -> String {
        let format = match self.plural {
            None => texts.translate(self.id),
            Some((plural, number)) => texts.ngettext(self.id, plural, number),
        };
        let values: Vec<_> = self.arguments.iter().map(|a| a.print(texts)).collect();
        fill(format, &values)
    }
}

/// The format with its values; what a value holds is not looked at again.
fn fill(format: &str, values: &[String]) -> String {
    let (mut text, mut rest, mut next) = (String::new(), format, 0);
    while let Some((before, after)) = rest.split_once('%') {
        text.push_str(before);
        let numbered = after.split_once("$s").and_then(|(number, after)| {
            let number: usize = number.parse().ok()?;
            Some((number.checked_sub(1)?, after))
        });
        let place = match after.strip_prefix('s') {
            Some(after) => {
                next += 1;
                Some((next - 1, after))
            }
            None => numbered,
        };
        match place {
            Some((at, after)) => {
                text.push_str(values.get(at).map_or("", String::as_str));
                rest = after;
            }
            None => {
                text.push('%');
                rest = after;
            }
        }
    }
    text.push_str(rest);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::l10n::Locale;

    #[test]
    fn values_stand_in_the_text() {
        let english = Locale::english();
        let texts = english.domain("woocommerce");
        let item = |name: &str, quantity| Argument::Item {
            name: name.to_owned(),
            quantity,
        };
        let list = Argument::List(vec![item("A %s", 1), item("B", 2), "C".into()]);
        let message = CartMessage {
            plural: Some(("%s have been added to your cart.", 3)),
            ..CartMessage::new(NoticeKind::Success, "%s has been added to your cart.")
        };
        assert_eq!(
            message.with(list).text(texts),
            "&ldquo;A %s&rdquo;, 2 &times; &ldquo;B&rdquo; and C have been added to your cart."
        );
        let message = CartMessage::error("%2$s of %1$s, 5% off")
            .with("a")
            .with("b");
        assert_eq!(message.text(texts), "b of a, 5% off");
    }
}

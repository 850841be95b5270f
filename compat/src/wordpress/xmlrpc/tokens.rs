//! The tags and texts of a call. No document types, no entities but XML's own: nothing is expanded or fetched.

/// A piece of the document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// `<name>`, attributes dropped.
    Open(String),
    /// `</name>`.
    Close(String),
    /// Text, with its entities replaced.
    Text(String),
}

/// The tokens of a document; `None` when it is not well formed as far as it is read.
pub fn tokens(document: &str) -> Option<Vec<Token>> {
    let (mut all, mut rest) = (Vec::new(), document);
    while !rest.is_empty() {
        let (text, tail) = rest.split_at(rest.find('<').unwrap_or(rest.len()));
        if !text.is_empty() {
            all.push(Token::Text(unescaped(text)?));
        }
        rest = match tail {
            "" => break,
            _ if tail.starts_with("<![CDATA[") => {
                let (inside, after) = tail.get(9..)?.split_once("]]>")?;
                all.push(Token::Text(inside.to_owned()));
                after
            }
            _ if tail.starts_with("<!--") => tail.split_once("-->")?.1,
            _ if tail.starts_with("<?") => tail.split_once("?>")?.1,
            _ if tail.starts_with("<!") => return None,
            _ => {
                let (inside, after) = tail.get(1..)?.split_once('>')?;
                push_tag(&mut all, inside)?;
                after
            }
        };
    }
    Some(all)
}

fn push_tag(all: &mut Vec<Token>, inside: &str) -> Option<()> {
    if let Some(name) = inside.strip_prefix('/') {
        all.push(Token::Close(name.trim().to_owned()));
        return Some(());
    }
    let is_empty = inside.ends_with('/');
    let name = inside.trim_end_matches('/').split_whitespace().next()?;
    all.push(Token::Open(name.to_owned()));
    if is_empty {
        all.push(Token::Close(name.to_owned()));
    }
    Some(())
}

fn unescaped(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        let (name, after) = after.split_once(';')?;
        out.push_str(before);
        out.push(match name {
            "lt" => '<',
            "gt" => '>',
            "amp" => '&',
            "quot" => '"',
            "apos" => '\'',
            number => code_point(number.strip_prefix('#')?)?,
        });
        rest = after;
    }
    out.push_str(rest);
    Some(out)
}

fn code_point(number: &str) -> Option<char> {
    let value = match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16).ok()?,
        None => number.parse().ok()?,
    };
    char::from_u32(value).filter(|c| *c != '\0')
}

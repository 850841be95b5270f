//! A tokenizer for Rust sources: words, punctuation, strings. Comments and test items (`#[cfg(test)]`) are skipped.

/// A token.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// An identifier or keyword.
    Word(String),
    /// One character of punctuation; `::` is one token.
    Mark(&'static str),
    /// The content of a string literal.
    Text(String),
}

impl Token {
    /// Whether it is this word.
    pub fn is_word(&self, word: &str) -> bool {
        matches!(self, Self::Word(w) if w == word)
    }

    /// Whether it is this punctuation.
    pub fn is_mark(&self, mark: &str) -> bool {
        matches!(self, Self::Mark(m) if *m == mark)
    }
}

const MARKS: [&str; 14] = [
    "::", "{", "}", "(", ")", "[", "]", ";", ",", "#", "*", "<", "!", ".",
];

/// The tokens of a source.
pub fn tokens(source: &str) -> Vec<Token> {
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        rest = if rest.starts_with("//") {
            rest.find('\n').map_or("", |end| &rest[end..])
        } else if rest.starts_with("/*") {
            after_comment(rest)
        } else if let Some((text, after)) = string(rest) {
            found.push(Token::Text(text.to_owned()));
            after
        } else if first == '\'' {
            after_quote(rest)
        } else if first.is_alphanumeric() || first == '_' {
            let is_end = |c: char| !c.is_alphanumeric() && c != '_';
            let (word, after) = rest.split_at(rest.find(is_end).unwrap_or(rest.len()));
            found.push(Token::Word(word.to_owned()));
            after
        } else {
            let mark = MARKS.iter().find(|mark| rest.starts_with(**mark));
            found.extend(mark.map(|mark| Token::Mark(mark)));
            &rest[mark.map_or(first.len_utf8(), |mark| mark.len())..]
        };
    }
    without_tests(&found)
}

fn after_comment(text: &str) -> &str {
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        if rest.starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest.starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
        if depth == 0 {
            break;
        }
    }
    text.get(at..).unwrap_or_default()
}

/// A string literal at the beginning of a text (`""`, `b""`, `r#""#`), and what follows.
fn string(text: &str) -> Option<(&str, &str)> {
    let raw = text.strip_prefix("br").or_else(|| text.strip_prefix('r'));
    if let Some(raw) = raw {
        let quoted = raw.trim_start_matches('#');
        if let Some(inside) = quoted.strip_prefix('"') {
            let end = format!("\"{}", "#".repeat(raw.len() - quoted.len()));
            return inside.split_once(end.as_str());
        }
    }
    let inside = text.strip_prefix('b').unwrap_or(text).strip_prefix('"')?;
    let mut is_escaped = false;
    let end = inside.find(|c| {
        let ends = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        ends
    })?;
    Some((&inside[..end], &inside[end + 1..]))
}

/// What follows a character literal, or the name of a lifetime.
fn after_quote(text: &str) -> &str {
    let inside = &text[1..];
    if let Some(escaped) = inside.strip_prefix('\\') {
        let skipped = escaped.chars().next().map_or(0, char::len_utf8);
        return escaped[skipped..].split_once('\'').map_or("", |(_, a)| a);
    }
    let one = inside.chars().next().map_or(0, char::len_utf8);
    inside[one..].strip_prefix('\'').unwrap_or(inside)
}

/// Skips `#[cfg(test)]` with the following item.
fn without_tests(tokens: &[Token]) -> Vec<Token> {
    let mut kept = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let head = tokens.get(at..at + 7).unwrap_or_default();
        let is_test = matches!(head, [hash, open, cfg, paren, test, _, _]
            if hash.is_mark("#") && open.is_mark("[") && cfg.is_word("cfg")
                && paren.is_mark("(") && test.is_word("test"));
        if is_test {
            at = after_item(tokens, at + 7);
        } else {
            kept.push(token.clone());
            at += 1;
        }
    }
    kept
}

fn after_item(tokens: &[Token], start: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in tokens.iter().enumerate().skip(start) {
        match token {
            Token::Mark("{") => depth += 1,
            Token::Mark("}") if depth == 1 => return at + 1,
            Token::Mark("}") => depth = depth.saturating_sub(1),
            Token::Mark(";") if depth == 0 => return at + 1,
            _ => {}
        }
    }
    tokens.len()
}

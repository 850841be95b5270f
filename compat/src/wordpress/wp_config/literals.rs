//! Arrays that stand as literals in a file of PHP: data that a site's theme brings, read without running anything.

use indexmap::IndexMap;

use super::WpConfigError;
use super::token::{Kind, Token};
use super::tokenizer::Tokenizer;

/// Arrays inside each other.
const DEPTH_MAX: usize = 16;
/// Entries of all arrays of a file.
const ENTRIES_MAX: usize = 10_000;

/// A value of an array.
#[derive(Debug, Clone, PartialEq)]
pub enum Literal {
    /// A text, or a number as PHP prints it.
    Text(String),
    /// An array; entries without a key have the numbers that PHP gives them.
    Array(IndexMap<String, Literal>),
    /// Anything that only running the file would tell: calls, variables, constants.
    Code,
}

impl Literal {
    /// The entry of an array.
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Array(entries) => entries.get(key),
            _ => None,
        }
    }

    /// The text.
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// The outermost arrays of a file, in its order, each with its line.
///
/// # Errors
/// With the line, when the file is no PHP, or its arrays are too deep or too many.
pub fn literal_arrays(source: &[u8]) -> Result<Vec<(usize, Literal)>, WpConfigError> {
    let source =
        std::str::from_utf8(source).map_err(|_| WpConfigError::new(1, "the file is not UTF-8"))?;
    let tokens = Tokenizer::file(source)?;
    let mut reader = Reader {
        tokens: &tokens,
        at: 0,
        entries: 0,
    };
    let mut arrays = Vec::new();
    while let Some(token) = tokens.get(reader.at) {
        match reader.opening() {
            Some(open) => arrays.push((token.line, reader.array(open, 1)?)),
            None => reader.at += 1,
        }
    }
    Ok(arrays)
}

struct Reader<'t> {
    tokens: &'t [Token],
    at: usize,
    entries: usize,
}

impl Reader<'_> {
    fn kind(&self, at: usize) -> Option<&Kind> {
        self.tokens.get(at).map(|token| &token.kind)
    }

    fn is_op(&self, at: usize, op: &str) -> bool {
        matches!(self.kind(at), Some(Kind::Op(found)) if *found == op)
    }

    /// The bracket that opens an array here: of `array(` or `[`, but not of `$a[0]`.
    fn opening(&self) -> Option<usize> {
        let before = self.at.checked_sub(1).and_then(|at| self.kind(at));
        match self.kind(self.at)? {
            Kind::Word(word) if word.eq_ignore_ascii_case("array") => {
                self.is_op(self.at + 1, "(").then_some(self.at + 1)
            }
            Kind::Op("[") => match before {
                Some(Kind::Variable(_) | Kind::Text(_) | Kind::Op(")" | "]" | "}")) => None,
                Some(Kind::Word(word)) if !word.eq_ignore_ascii_case("return") => None,
                _ => Some(self.at),
            },
            _ => None,
        }
    }

    fn array(&mut self, open: usize, depth: usize) -> Result<Literal, WpConfigError> {
        let line = self.tokens.get(open).map_or(0, |token| token.line);
        let close = self.tokens.get(open).map_or(0, |token| token.closer);
        if depth > DEPTH_MAX {
            return Err(WpConfigError::new(line, "arrays are nested too deep"));
        }
        self.at = open + 1;
        let (mut entries, mut next) = (IndexMap::new(), 0_i64);
        while self.at < close {
            self.entries += 1;
            if self.entries > ENTRIES_MAX {
                return Err(WpConfigError::new(line, "too many entries of arrays"));
            }
            let first = self.value(close, depth)?;
            let (key, value) = if self.is_op(self.at, "=>") {
                self.at += 1;
                (first.text().map(str::to_owned), self.value(close, depth)?)
            } else {
                let key = next.to_string();
                next += 1;
                (Some(key), first)
            };
            if let Some(key) = key {
                entries.insert(key, value);
            }
            // The comma.
            self.at += 1;
        }
        self.at = close + 1;
        Ok(Literal::Array(entries))
    }

    /// The value up to a comma, `=>` or the end of the array: a literal, texts joined by dots, or code.
    fn value(&mut self, close: usize, depth: usize) -> Result<Literal, WpConfigError> {
        let mut value = match self.opening() {
            Some(open) => self.array(open, depth + 1)?,
            None => self.scalar(),
        };
        while self.at < close && !self.is_op(self.at, ",") && !self.is_op(self.at, "=>") {
            let joined = if self.is_op(self.at, ".") {
                self.at += 1;
                match (&value, self.scalar()) {
                    (Literal::Text(text), Literal::Text(more)) => {
                        Literal::Text(format!("{text}{more}"))
                    }
                    _ => Literal::Code,
                }
            } else {
                self.step_over();
                Literal::Code
            };
            value = joined;
        }
        Ok(value)
    }

    fn scalar(&mut self) -> Literal {
        let literal = match self.kind(self.at) {
            Some(Kind::Text(text)) => Literal::Text(text.clone()),
            Some(Kind::Int(number)) => Literal::Text(number.to_string()),
            Some(Kind::Float(number)) => Literal::Text(number.to_string()),
            // The comma or the end of the array: nothing stands here.
            Some(Kind::Op("," | "=>" | ")" | "]")) | None => return Literal::Code,
            _ => Literal::Code,
        };
        self.step_over();
        literal
    }

    /// One token, or all between a bracket and its end.
    fn step_over(&mut self) {
        let closer = self.tokens.get(self.at).map_or(0, |token| token.closer);
        self.at = closer.max(self.at) + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn first(source: &str) -> Literal {
        literal_arrays(source.as_bytes()).unwrap().remove(0).1
    }

    #[test]
    fn literals_are_read_and_code_is_not_run() {
        let source = r#"<?php
class A { public function settings() {
    $x = $y['a']; // no array
    return array(
        'label' => esc_html__( 'Arch', 'x' ),
        "size" => 12, 'width' => 1.5,
        'svg' => [ 'default' => '<path d="M0 ' . '0z"/>', 'a' => $this->b(array(1)) . 'c', D => 'x' ],
        'one', 'two' . system('rm'),
    );
} }"#;
        let array = first(source);
        println!("{array:?}");
        let svg = array.get("svg").unwrap();
        assert_eq!(
            svg.get("default").and_then(Literal::text),
            Some("<path d=\"M0 0z\"/>")
        );
        assert_eq!(svg.get("a"), Some(&Literal::Code));
        assert_eq!(array.get("label"), Some(&Literal::Code));
        assert_eq!(array.get("size").and_then(Literal::text), Some("12"));
        assert_eq!(array.get("width").and_then(Literal::text), Some("1.5"));
        assert_eq!(array.get("0").and_then(Literal::text), Some("one"));
        assert_eq!(array.get("1"), Some(&Literal::Code));
    }

    #[test]
    fn hostile_files_are_refused_with_a_line() {
        let message = |source: &str| match literal_arrays(source.as_bytes()) {
            Ok(arrays) => panic!("{} arrays", arrays.len()),
            Err(error) => (error.line, error.message),
        };
        let nested = format!(
            "<?php\nreturn {}{};",
            "[".repeat(40_000),
            "]".repeat(40_000)
        );
        let (line, text) = message(&nested);
        println!("{line}: {text}");
        assert_eq!((line, text.as_str()), (2, "arrays are nested too deep"));
        let (line, text) = message("<?php\n\nreturn array( 'a' => 'b ;");
        assert_eq!((line, text.as_str()), (3, "this text never ends"));
        let (line, _) = message("<?php return array( 'a' => 'b';");
        assert_eq!(line, 1);
        let many = format!("<?php return [{}];", "1,".repeat(20_000));
        assert_eq!(message(&many).1, "too many entries of arrays");
    }

    proptest::proptest! {
        #[test]
        fn never_panics(source in "[\\[\\](){}'\".,;$a=>\\n-]{0,80}") {
            let _ = literal_arrays(format!("<?php {source}").as_bytes());
        }
    }
}

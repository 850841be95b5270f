//! A call: the method's name and its parameters.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::tokens::{Token, tokens};
use crate::wordpress::php::{Array, Value};

/// How deep values may lie in each other.
const DEPTH: usize = 32;

/// A call.
#[derive(Debug, Clone, PartialEq)]
pub struct MethodCall {
    /// The method.
    pub method: String,
    /// The parameters, in order.
    pub params: Vec<Value>,
}

/// Why a body is no call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CallError {
    /// It is not well formed.
    NotWellFormed,
    /// It is something else.
    NotACall,
}

impl MethodCall {
    /// Reads a call.
    ///
    /// # Errors
    /// When the body is none.
    pub fn parse(body: &str) -> Result<Self, CallError> {
        let tokens = tokens(body).ok_or(CallError::NotWellFormed)?;
        let mut reader = Reader {
            tokens: tokens.into_iter().peekable(),
        };
        match reader.next_tag() {
            Some(Token::Open(name)) if name == "methodCall" => {}
            Some(Token::Open(_)) => return Err(CallError::NotACall),
            _ => return Err(CallError::NotWellFormed),
        }
        reader.call().ok_or(CallError::NotWellFormed)
    }
}

struct Reader {
    tokens: std::iter::Peekable<std::vec::IntoIter<Token>>,
}

impl Reader {
    /// The next tag, without the text before it.
    fn next_tag(&mut self) -> Option<Token> {
        self.tokens.find(|token| !matches!(token, Token::Text(_)))
    }

    fn open(&mut self, name: &str) -> Option<()> {
        (self.next_tag()? == Token::Open(name.to_owned())).then_some(())
    }

    fn close(&mut self, name: &str) -> Option<()> {
        (self.next_tag()? == Token::Close(name.to_owned())).then_some(())
    }

    /// The text up to the closing tag of an element that is open.
    fn text(&mut self, name: &str) -> Option<String> {
        let mut text = String::new();
        loop {
            match self.tokens.next()? {
                Token::Text(more) => text.push_str(&more),
                Token::Close(closed) if closed == name => return Some(text),
                _ => return None,
            }
        }
    }

    fn call(&mut self) -> Option<MethodCall> {
        self.open("methodName")?;
        let method = self.text("methodName")?.trim().to_owned();
        let mut params = Vec::new();
        match self.next_tag()? {
            Token::Close(name) if name == "methodCall" => {
                return Some(MethodCall { method, params });
            }
            Token::Open(name) if name == "params" => {}
            _ => return None,
        }
        loop {
            match self.next_tag()? {
                Token::Open(name) if name == "param" => {
                    self.open("value")?;
                    params.push(self.value(DEPTH)?);
                    self.close("param")?;
                }
                Token::Close(name) if name == "params" => break,
                _ => return None,
            }
        }
        self.close("methodCall")?;
        Some(MethodCall { method, params })
    }

    /// A value whose opening tag is read; reads its closing tag too. Without a type it is a string.
    fn value(&mut self, depth: usize) -> Option<Value> {
        let depth = depth.checked_sub(1)?;
        let mut text = String::new();
        loop {
            match self.tokens.next()? {
                Token::Text(more) => text.push_str(&more),
                Token::Close(name) if name == "value" => return Some(text.into()),
                Token::Open(kind) => {
                    let value = self.typed(&kind, depth)?;
                    self.close("value")?;
                    return Some(value);
                }
                Token::Close(_) => return None,
            }
        }
    }

    fn typed(&mut self, kind: &str, depth: usize) -> Option<Value> {
        match kind {
            "array" => return self.array(depth),
            "struct" => return self.members(depth),
            _ => {}
        }
        let text = self.text(kind)?;
        Some(match kind {
            "int" | "i4" | "i8" => Value::from(text.trim()).to_int().into(),
            "double" => Value::Float(text.trim().parse().ok()?),
            "boolean" => (text.trim() != "0" && !text.trim().is_empty()).into(),
            "base64" => {
                let letters: String = text.split_whitespace().collect();
                Value::Str(STANDARD.decode(letters).ok()?)
            }
            "nil" => Value::Null,
            _ => text.into(),
        })
    }

    fn array(&mut self, depth: usize) -> Option<Value> {
        let mut values = Vec::new();
        self.open("data")?;
        loop {
            match self.next_tag()? {
                Token::Open(name) if name == "value" => values.push(self.value(depth)?),
                Token::Close(name) if name == "data" => break,
                _ => return None,
            }
        }
        self.close("array")?;
        Some(values.into_iter().collect())
    }

    fn members(&mut self, depth: usize) -> Option<Value> {
        let mut members = Array::new();
        loop {
            match self.next_tag()? {
                Token::Open(name) if name == "member" => {
                    self.open("name")?;
                    let name = self.text("name")?.trim().to_owned();
                    self.open("value")?;
                    members.insert(name.as_str(), self.value(depth)?);
                    self.close("member")?;
                }
                Token::Close(name) if name == "struct" => return Some(members.into()),
                _ => return None,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn params(inside: &str) -> Option<Vec<Value>> {
        let body = format!(
            "<?xml version=\"1.0\"?>\n<methodCall><methodName> a.b </methodName><params>{inside}</params></methodCall>"
        );
        let call = MethodCall::parse(&body).ok()?;
        assert_eq!(call.method, "a.b");
        Some(call.params)
    }

    #[test]
    fn values() {
        let given = "<param><value><string>x &amp; &#233;</string></value></param>\
            <param><value>plain</value></param><param><value><i4>7</i4></value></param>\
            <param><value><boolean>1</boolean></value></param>\
            <param><value><array><data><value><int>1</int></value><value/></data></array></value></param>\
            <param><value><struct><member><name>n</name><value><base64>YQ==</base64></value></member></struct></value></param>\
            <param><value><string><![CDATA[<b>]]></string></value></param>";
        let list: Value = [Value::Int(1), Value::from("")].into_iter().collect();
        let want = vec![
            Value::from("x & é"),
            Value::from("plain"),
            Value::Int(7),
            Value::Bool(true),
            list,
            Value::array().with("n", "a"),
            Value::from("<b>"),
        ];
        assert_eq!(params(given), Some(want));
        assert_eq!(params(""), Some(Vec::new()));
    }

    #[test]
    fn what_is_no_call() {
        for body in [
            "",
            "<nope",
            "text",
            "<methodCall>",
            "<methodCall><methodName>x",
            "<methodCall></methodCall>",
            "<!DOCTYPE a [<!ENTITY b \"c\">]><methodCall><methodName>x</methodName></methodCall>",
            "<methodCall><methodName>x&b;</methodName></methodCall>",
        ] {
            assert_eq!(
                MethodCall::parse(body),
                Err(CallError::NotWellFormed),
                "{body}"
            );
        }
        assert_eq!(
            MethodCall::parse("<methodResponse/>"),
            Err(CallError::NotACall)
        );
        let deep = "<array><data><value>".repeat(40);
        assert_eq!(params(&format!("<param><value>{deep}")), None);
    }

    proptest::proptest! {
        #[test]
        fn never_panics(body in "(<|</|>|&|;|value|param|params|methodCall|methodName|array|data|struct|[a-z ]){0,40}") {
            let _ = MethodCall::parse(&body);
        }
    }
}

//! Words in expressions: constants, and the functions that configuration files call.

use std::path::Path;

use super::WpConfigError;
use super::expression::Evaluated;
use super::reader::Reader;
use super::value::Value;
use crate::wordpress::hash::md5_hex;

impl Reader<'_> {
    /// A word at the place of a value; the word itself is already passed.
    pub(super) fn named(&mut self, word: &str, live: bool, line: usize) -> Evaluated {
        let lower = word.to_ascii_lowercase();
        match lower.as_str() {
            "true" => return Ok(Ok(Value::Bool(true))),
            "false" => return Ok(Ok(Value::Bool(false))),
            "null" => return Ok(Ok(Value::Null)),
            "exit" | "die" => {
                if let Some(close) = self.closer() {
                    self.at = close + 1;
                }
                self.stopped |= live;
                return Ok(Ok(Value::Null));
            }
            "include" | "include_once" | "require" | "require_once" => {
                return self.include_expression(live, line);
            }
            "new" | "clone" | "function" | "fn" | "static" | "match" | "throw" | "yield" => {
                return Ok(Err(format!("\"{lower}\" is not understood here")));
            }
            _ => {}
        }
        if self.is_op("(") {
            return self.call(&lower, live, line);
        }
        Ok(Ok(self.constant(word)))
    }

    fn include_expression(&mut self, live: bool, line: usize) -> Evaluated {
        let path = match self.expression(live)? {
            Ok(path) => path,
            Err(reason) => return Ok(Err(reason)),
        };
        if live {
            match path.to_text() {
                Some(path) => self.include(&path, line)?,
                None => self.report("include", line, "which file is included is not known"),
            }
        }
        Ok(Ok(Value::unknown("it is the value of an included file")))
    }

    fn constant(&self, name: &str) -> Value {
        if let Some(constant) = self.config.constants.get(name) {
            return constant.value.clone();
        }
        match name.to_ascii_uppercase().as_str() {
            "__DIR__" => Value::Text(self.folder().display().to_string()),
            "__FILE__" => Value::Text(self.file.display().to_string()),
            "DIRECTORY_SEPARATOR" => Value::Text("/".to_owned()),
            "PHP_EOL" => Value::Text("\n".to_owned()),
            "FILTER_VALIDATE_BOOLEAN" | "FILTER_VALIDATE_BOOL" => Value::Int(258),
            _ => Value::unknown(format!("the constant {name} is not known here")),
        }
    }

    /// A function call; its opening parenthesis is at hand.
    fn call(&mut self, name: &str, live: bool, line: usize) -> Evaluated {
        let close = self.closer().unwrap_or(self.at);
        self.at += 1;
        let arguments = self.arguments(close, live)?;
        self.at = close + 1;
        let first = arguments.first().unwrap_or(&Value::Null);
        Ok(Ok(match name {
            "define" => {
                let second = arguments.get(1).cloned().unwrap_or(Value::Null);
                self.define_call(first, second, live, line)
            }
            "defined" => match first.to_text() {
                Some(name) => Value::Bool(self.config.constants.contains_key(&name)),
                None => first.clone(),
            },
            "constant" => match first.to_text() {
                Some(name) => self.constant(&name),
                None => first.clone(),
            },
            "eval" => {
                if let Some(code) = first.to_text().filter(|_| live) {
                    self.run_code(&code)?;
                }
                Value::Null
            }
            "isset" => all(arguments
                .iter()
                .map(|v| known(v).then(|| *v != Value::Null))),
            "empty" => match first.truth() {
                Some(truth) => Value::Bool(!truth),
                None => first.clone(),
            },
            "getenv" | "getenv_docker" => self.getenv(name, &arguments),
            "array" => Value::unknown("it is an array"),
            _ => match arguments.iter().find(|v| !known(v)) {
                Some(unknown) => unknown.clone(),
                None => self
                    .file_function(name, &arguments)
                    .or_else(|| text_function(name, &arguments))
                    .unwrap_or_else(|| Value::unknown(format!("it is made by {name}()"))),
            },
        }))
    }

    fn arguments(&mut self, close: usize, live: bool) -> Result<Vec<Value>, WpConfigError> {
        let mut arguments = Vec::new();
        while self.at < close && !self.stopped {
            let value = self.expression(live)?.unwrap_or_else(Value::Unknown);
            if self.at < close && !self.is_op(",") {
                // Something behind the value that is not understood: step over it.
                while self.at < close && !self.is_op(",") {
                    self.at = self.closer().map_or(self.at, |i| i.max(self.at)) + 1;
                }
                arguments.push(Value::unknown("the expression is not understood"));
            } else {
                arguments.push(value);
            }
            self.at += 1;
        }
        Ok(arguments)
    }

    fn define_call(&mut self, name: &Value, value: Value, live: bool, line: usize) -> Value {
        match name.to_text() {
            Some(name) if live => Value::Bool(self.define(&name, value, line)),
            Some(name) => Value::Bool(!self.config.constants.contains_key(&name)),
            None => {
                if live {
                    self.report("define", line, "the name of the constant is not known");
                }
                name.clone()
            }
        }
    }

    /// PHP's `getenv`, and the function of the official container image, which also reads the file
    /// that `NAME_FILE` names and takes a default.
    fn getenv(&self, function: &str, arguments: &[Value]) -> Value {
        let first = arguments.first().unwrap_or(&Value::Null);
        let Some(name) = first.to_text() else {
            return first.clone();
        };
        if function == "getenv_docker"
            && let Some(file) = self.environment.variable(&format!("{name}_FILE"))
        {
            let Some(bytes) = self.environment.read(Path::new(&file)) else {
                return Value::unknown(format!("the file {file} cannot be read"));
            };
            let text = String::from_utf8_lossy(&bytes);
            return Value::Text(text.trim_end_matches(['\r', '\n']).to_owned());
        }
        match self.environment.variable(&name) {
            Some(value) => Value::Text(value),
            None if function == "getenv" => Value::Bool(false),
            None => arguments.get(1).cloned().unwrap_or(Value::Null),
        }
    }

    fn file_function(&self, name: &str, arguments: &[Value]) -> Option<Value> {
        let path = arguments.first()?.to_text()?;
        let full = match Path::new(&path) {
            absolute if absolute.is_absolute() => absolute.to_owned(),
            relative => self.folder().join(relative),
        };
        Some(match name {
            "file_exists" | "is_file" | "is_readable" | "is_dir" => {
                Value::Bool(self.environment.exists(&full))
            }
            "file_get_contents" => match self.environment.read(&full) {
                Some(bytes) => Value::Text(String::from_utf8_lossy(&bytes).into_owned()),
                None => Value::Bool(false),
            },
            "realpath" => Value::Text(path),
            _ => return None,
        })
    }

    /// Takes back what the tokens since `from` would have set.
    pub(super) fn forget_effects(&mut self, from: usize) {
        self.forget(
            from,
            self.at,
            "it depends on something that is not known here",
        );
    }
}

fn known(value: &Value) -> bool {
    !matches!(value, Value::Unknown(_))
}

/// Whether all are true; not known when one is not known and none is false.
fn all(values: impl Iterator<Item = Option<bool>>) -> Value {
    let mut result = Value::Bool(true);
    for value in values {
        match value {
            Some(true) => {}
            Some(false) => return Value::Bool(false),
            None => result = Value::unknown("it depends on the visitor's request"),
        }
    }
    result
}

/// Functions of texts and numbers whose arguments are all known.
fn text_function(name: &str, arguments: &[Value]) -> Option<Value> {
    let text = arguments.first()?.to_text()?;
    let second = arguments.get(1).and_then(Value::to_text);
    Some(match name {
        "dirname" => {
            let levels = arguments.get(1).and_then(Value::to_int).unwrap_or(1);
            Value::Text(dirname(&text, levels))
        }
        "basename" => {
            let trimmed = text.trim_end_matches('/');
            let base = trimmed.rsplit('/').next().unwrap_or(trimmed);
            let suffix = second.unwrap_or_default();
            let cut = base.strip_suffix(suffix.as_str()).filter(|b| !b.is_empty());
            Value::Text(cut.unwrap_or(base).to_owned())
        }
        "trim" => Value::Text(text.trim_matches(stripped(second)).to_owned()),
        "rtrim" | "chop" => Value::Text(text.trim_end_matches(stripped(second)).to_owned()),
        "ltrim" => Value::Text(text.trim_start_matches(stripped(second)).to_owned()),
        "strtolower" => Value::Text(text.to_ascii_lowercase()),
        "strtoupper" => Value::Text(text.to_ascii_uppercase()),
        "md5" => Value::Text(md5_hex(text.as_bytes())),
        "strval" => Value::Text(text),
        "intval" if arguments.len() == 1 => Value::Int(arguments.first()?.to_int()?),
        "boolval" => Value::Bool(arguments.first()?.truth()?),
        "filter_var" if second.as_deref() == Some("258") => Value::Bool(matches!(
            text.trim().to_ascii_lowercase().as_str(),
            "1" | "true" | "on" | "yes"
        )),
        "str_contains" => Value::Bool(text.contains(second?.as_str())),
        "str_starts_with" => Value::Bool(text.starts_with(second?.as_str())),
        "str_ends_with" => Value::Bool(text.ends_with(second?.as_str())),
        "str_replace" if arguments.len() == 3 => {
            let subject = arguments.get(2)?.to_text()?;
            if text.is_empty() {
                Value::Text(subject)
            } else {
                Value::Text(subject.replace(&text, &second?))
            }
        }
        _ => return None,
    })
}

/// What the `trim` functions take off.
fn stripped(chars: Option<String>) -> impl Fn(char) -> bool {
    let chars = chars.unwrap_or_else(|| " \n\r\t\u{b}\0".to_owned());
    move |c| chars.contains(c)
}

fn dirname(path: &str, levels: i64) -> String {
    let mut path = path;
    for _ in 0..levels.clamp(1, 64) {
        let trimmed = path.trim_end_matches('/');
        path = match trimmed.rfind('/') {
            Some(0) => "/",
            Some(i) => trimmed.get(..i).unwrap_or("").trim_end_matches('/'),
            None if path.starts_with('/') => "/",
            None => ".",
        };
    }
    path.to_owned()
}

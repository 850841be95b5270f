//! Evaluates the expressions of a configuration file while reading them.
//!
//! A dead expression (the right side of `true || …`) is read and computed without any effect.

use super::WpConfigError;
use super::operator::{ASSIGNMENT, COALESCE, TERNARY, apply, precedence};
use super::reader::{NESTING_MAX, Reader};
use super::token::{Kind, Part};
use super::value::Value;

/// A value, or why the expression could not be read at all. The outer error ends the whole read.
pub(super) type Evaluated = Result<Result<Value, String>, WpConfigError>;

/// Reads the inner result or hands the reason on.
macro_rules! value {
    ($evaluated:expr) => {
        match $evaluated? {
            Ok(value) => value,
            Err(reason) => return Ok(Err(reason)),
        }
    };
}

impl Reader<'_> {
    /// The expression at hand, up to what cannot belong to it.
    pub(super) fn expression(&mut self, live: bool) -> Evaluated {
        self.binary(0, live)
    }

    fn operator(&self) -> Option<(String, u8)> {
        let op = match self.kind(0)? {
            Kind::Op(op) => (*op).to_owned(),
            Kind::Word(word) => word.to_ascii_lowercase(),
            _ => return None,
        };
        let binds = precedence(&op)?;
        Some((op, binds))
    }

    fn binary(&mut self, least: u8, live: bool) -> Evaluated {
        if self.depth >= NESTING_MAX {
            return Ok(Err("nested too deeply".to_owned()));
        }
        self.depth += 1;
        let result = self.binary_inner(least, live);
        self.depth -= 1;
        result
    }

    fn binary_inner(&mut self, least: u8, live: bool) -> Evaluated {
        let mut left = value!(self.unary(live));
        while let Some((op, binds)) = self.operator().filter(|(_, binds)| *binds >= least) {
            self.at += 1;
            left = match binds {
                TERNARY => value!(self.ternary(left, live)),
                COALESCE => value!(self.coalesce(left, live)),
                _ => value!(self.pair(left, &op, binds, live)),
            };
            if self.stopped {
                break;
            }
        }
        Ok(Ok(left))
    }

    fn pair(&mut self, left: Value, op: &str, binds: u8, live: bool) -> Evaluated {
        let right_lives = match op {
            "or" | "||" => left.truth().map(|l| !l),
            "and" | "&&" => left.truth(),
            _ => Some(true),
        };
        let from = self.at;
        let right = value!(self.binary(binds + 1, live && right_lives == Some(true)));
        if live && right_lives.is_none() {
            self.forget_effects(from);
        }
        Ok(Ok(apply(op, &left, &right)))
    }

    fn ternary(&mut self, condition: Value, live: bool) -> Evaluated {
        let truth = condition.truth();
        // `a ?: b` answers a itself.
        let (from, short) = (self.at, self.take_op(":"));
        let yes = if short {
            condition.clone()
        } else {
            let yes = value!(self.binary(ASSIGNMENT, live && truth == Some(true)));
            if !self.take_op(":") {
                return Ok(Err("a condition with ? lacks its colon".to_owned()));
            }
            yes
        };
        let no = value!(self.binary(TERNARY + 1, live && truth == Some(false)));
        if live && truth.is_none() {
            self.forget_effects(from);
        }
        Ok(Ok(match (truth, condition) {
            (Some(true), _) => yes,
            (Some(false), _) => no,
            (None, unknown) => unknown,
        }))
    }

    fn coalesce(&mut self, left: Value, live: bool) -> Evaluated {
        let is_null = left == Value::Null;
        let right = value!(self.binary(COALESCE, live && is_null));
        Ok(Ok(if is_null { right } else { left }))
    }

    fn unary(&mut self, live: bool) -> Evaluated {
        let Some(kind) = self.kind(0).cloned() else {
            return Ok(Err("the file ends in the middle of a statement".to_owned()));
        };
        match kind {
            Kind::Op(op @ ("!" | "-" | "+" | "@" | "&" | "~" | "++" | "--")) => {
                self.at += 1;
                let value = value!(self.prefixed(live));
                Ok(Ok(prefix(op, value)))
            }
            Kind::Op("(") => {
                if let Some(cast) = self.cast() {
                    self.at += 3;
                    let value = value!(self.prefixed(live));
                    return Ok(Ok(apply_cast(&cast, &value)));
                }
                self.parenthesised(live)
            }
            _ => {
                let value = value!(self.primary(kind, live));
                Ok(Ok(self.postfix(value)))
            }
        }
    }

    /// What a sign, a `!` or a cast applies to; counts as nesting.
    fn prefixed(&mut self, live: bool) -> Evaluated {
        if self.depth >= NESTING_MAX {
            return Ok(Err("nested too deeply".to_owned()));
        }
        self.depth += 1;
        let result = self.unary(live);
        self.depth -= 1;
        result
    }

    /// The type of a cast such as `(bool)` at hand.
    fn cast(&self) -> Option<String> {
        match (self.kind(1), self.kind(2)) {
            (Some(Kind::Word(word)), Some(Kind::Op(")"))) => {
                let word = word.to_ascii_lowercase();
                let is_cast = matches!(
                    word.as_str(),
                    "bool"
                        | "boolean"
                        | "int"
                        | "integer"
                        | "string"
                        | "float"
                        | "double"
                        | "array"
                        | "object"
                );
                is_cast.then_some(word)
            }
            _ => None,
        }
    }

    fn parenthesised(&mut self, live: bool) -> Evaluated {
        let close = self.closer();
        self.at += 1;
        let value = value!(self.expression(live));
        if Some(self.at) != close {
            return Ok(Err("these parentheses are not understood".to_owned()));
        }
        self.at += 1;
        Ok(Ok(self.postfix(value)))
    }

    fn primary(&mut self, kind: Kind, live: bool) -> Evaluated {
        let line = self.line();
        match kind {
            Kind::Text(text) => self.literal(Value::Text(text)),
            Kind::Int(n) => self.literal(Value::Int(n)),
            Kind::Float(n) => self.literal(Value::Float(n)),
            Kind::Template(parts) => {
                let text = self.template(&parts);
                self.literal(text)
            }
            Kind::Variable(name) => {
                self.at += 1;
                self.variable(&name, live, line)
            }
            Kind::Op("[") => {
                self.at = self.closer().unwrap_or(self.at) + 1;
                Ok(Ok(Value::unknown("it is an array")))
            }
            Kind::Word(word) => {
                self.at += 1;
                self.named(&word, live, line)
            }
            Kind::Op(op) => Ok(Err(format!("\"{op}\" is not expected here"))),
        }
    }

    fn literal(&mut self, value: Value) -> Evaluated {
        self.at += 1;
        Ok(Ok(value))
    }

    fn template(&self, parts: &[Part]) -> Value {
        let mut text = String::new();
        for part in parts {
            let value = match part {
                Part::Text(part) => Value::Text(part.clone()),
                Part::Variable(name) => self.variable_value(name),
                Part::Other(part) => Value::unknown(format!("{part} is not computed here")),
            };
            match (value.to_text(), value) {
                (Some(part), _) => text.push_str(&part),
                (None, unknown) => return unknown,
            }
        }
        Value::Text(text)
    }

    fn variable_value(&self, name: &str) -> Value {
        if name.starts_with('_') || name == "GLOBALS" {
            return Value::unknown(format!("${name} depends on the visitor's request"));
        }
        self.variables.get(name).cloned().unwrap_or(Value::Null)
    }

    /// A variable, an element of a variable, or an assignment to either.
    fn variable(&mut self, name: &str, live: bool, line: usize) -> Evaluated {
        let indexed = self.is_op("[");
        let current = if indexed {
            self.element(name)?
        } else {
            self.variable_value(name)
        };
        let op = match self.kind(0) {
            Some(Kind::Op(op @ ("=" | ".=" | "??=" | "+=" | "-=" | "*="))) => *op,
            _ => return Ok(Ok(current)),
        };
        self.at += 1;
        let keeps = op == "??=" && current != Value::Null;
        let right = value!(self.binary(ASSIGNMENT, live && !keeps));
        let value = match op.strip_suffix('=').unwrap_or("") {
            "" => right,
            "??" if keeps => current,
            "??" => right,
            op => apply(op, &current, &right),
        };
        if live && !indexed {
            self.assign(name, value.clone(), line);
        }
        Ok(Ok(value))
    }

    /// `$_ENV['X']` and `$_SERVER['X']`; other elements are not known.
    fn element(&mut self, name: &str) -> Result<Value, WpConfigError> {
        let close = self.closer();
        let key = match (self.kind(1), self.kind(2)) {
            (Some(Kind::Text(key)), Some(Kind::Op("]"))) => Some(key.clone()),
            _ => None,
        };
        self.at = close.unwrap_or(self.at) + 1;
        let value = self.postfix(match (name, key) {
            ("_ENV", Some(key)) => match self.environment.variable(&key) {
                Some(value) => Value::Text(value),
                None => Value::Null,
            },
            ("_SERVER", Some(key)) if !is_of_request(&key) => {
                match self.environment.variable(&key) {
                    Some(value) => Value::Text(value),
                    None => Value::unknown(format!("$_SERVER['{key}'] is not known here")),
                }
            }
            ("_SERVER" | "_GET" | "_POST" | "_COOKIE" | "_REQUEST", _) => {
                Value::unknown(format!("${name} depends on the visitor's request"))
            }
            _ => Value::unknown(format!("the element of ${name} is not known")),
        });
        Ok(value)
    }

    /// Steps over `[…]`, `->…`, `::…`, `(…)` behind a value; what they make of it is not known.
    fn postfix(&mut self, mut value: Value) -> Value {
        loop {
            match self.kind(0) {
                Some(Kind::Op("[" | "(")) => self.at = self.closer().unwrap_or(self.at) + 1,
                Some(Kind::Op("->" | "?->" | "::")) => self.at += 2,
                Some(Kind::Op("++" | "--")) => self.at += 1,
                _ => return value,
            }
            value = Value::unknown("it is computed by other code");
        }
    }
}

/// Elements of `$_SERVER` that differ from request to request.
fn is_of_request(key: &str) -> bool {
    let prefixes = [
        "HTTP", "REQUEST_", "REMOTE_", "SERVER_", "QUERY_", "PHP_", "SCRIPT_", "PATH_",
    ];
    prefixes.iter().any(|p| key.starts_with(p))
}

fn prefix(op: &str, value: Value) -> Value {
    let unknown = |value: Value| match value {
        Value::Unknown(_) => value,
        _ => Value::unknown(format!("the operator {op} is not computed here")),
    };
    match op {
        "!" => match value.truth() {
            Some(truth) => Value::Bool(!truth),
            None => value,
        },
        "-" => apply("-", &Value::Int(0), &value),
        "+" => apply("+", &Value::Int(0), &value),
        "@" | "&" => value,
        _ => unknown(value),
    }
}

fn apply_cast(cast: &str, value: &Value) -> Value {
    let made = match cast {
        "bool" | "boolean" => value.truth().map(Value::Bool),
        "int" | "integer" => value.to_int().map(Value::Int),
        "string" => value.to_text().map(Value::Text),
        _ => None,
    };
    made.unwrap_or_else(|| match value {
        Value::Unknown(reason) => Value::Unknown(reason.clone()),
        _ => Value::unknown(format!("the cast ({cast}) is not computed here")),
    })
}

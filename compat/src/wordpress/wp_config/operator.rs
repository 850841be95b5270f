//! The binary operators of PHP: how tightly they bind and what they make of two values.

use std::cmp::Ordering;

use super::value::Value;

/// How tightly an assignment's right side binds: everything but `and`, `xor`, `or`.
pub(super) const ASSIGNMENT: u8 = 4;
/// `a ? b : c`.
pub(super) const TERNARY: u8 = 5;
/// `a ?? b`, which groups to the right.
pub(super) const COALESCE: u8 = 6;

/// How tightly a binary operator binds; `None` for what is no such operator.
pub(super) fn precedence(op: &str) -> Option<u8> {
    Some(match op {
        "or" => 1,
        "xor" => 2,
        "and" => 3,
        "?" => TERNARY,
        "??" => COALESCE,
        "||" => 7,
        "&&" => 8,
        "|" => 9,
        "^" => 10,
        "&" => 11,
        "==" | "!=" | "<>" | "===" | "!==" | "<=>" => 12,
        "<" | "<=" | ">" | ">=" => 13,
        "." => 14,
        "<<" | ">>" => 15,
        "+" | "-" => 16,
        "*" | "/" | "%" => 17,
        "instanceof" => 18,
        "**" => 19,
        _ => return None,
    })
}

/// What an operator makes of two values.
pub(super) fn apply(op: &str, left: &Value, right: &Value) -> Value {
    for side in [left, right] {
        if let Value::Unknown(reason) = side {
            return logical(op, left, right).unwrap_or_else(|| Value::Unknown(reason.clone()));
        }
    }
    known(op, left, right)
        .unwrap_or_else(|| Value::unknown(format!("the operator {op} is not computed here")))
}

fn known(op: &str, left: &Value, right: &Value) -> Option<Value> {
    let order = |test: fn(Ordering) -> bool| left.compare(right).map(|o| Value::Bool(test(o)));
    match op {
        "or" | "||" | "and" | "&&" | "xor" => logical(op, left, right),
        "===" => left.is_identical(right).map(Value::Bool),
        "!==" => left.is_identical(right).map(|same| Value::Bool(!same)),
        "==" => order(Ordering::is_eq),
        "!=" | "<>" => order(Ordering::is_ne),
        "<" => order(Ordering::is_lt),
        "<=" => order(Ordering::is_le),
        ">" => order(Ordering::is_gt),
        ">=" => order(Ordering::is_ge),
        "." => Some(Value::Text(left.to_text()? + &right.to_text()?)),
        "|" | "&" | "^" | "+" | "-" | "*" | "/" | "%" => arithmetic(op, left, right),
        _ => None,
    }
}

/// `and`, `or`, `xor`, which may be known when one side is not.
fn logical(op: &str, left: &Value, right: &Value) -> Option<Value> {
    let (a, b) = (left.truth(), right.truth());
    let result = match op {
        "or" | "||" if a == Some(true) || b == Some(true) => true,
        "or" | "||" => a? || b?,
        "and" | "&&" if a == Some(false) || b == Some(false) => false,
        "and" | "&&" => a? && b?,
        "xor" => a? != b?,
        _ => return None,
    };
    Some(Value::Bool(result))
}

/// Whole numbers only: sizes and times such as `60 * 60`.
fn arithmetic(op: &str, left: &Value, right: &Value) -> Option<Value> {
    if matches!(left, Value::Float(_)) || matches!(right, Value::Float(_)) {
        return None;
    }
    let (a, b) = (left.to_int()?, right.to_int()?);
    let result = match op {
        "|" => a | b,
        "&" => a & b,
        "^" => a ^ b,
        "+" => a.checked_add(b)?,
        "-" => a.checked_sub(b)?,
        "*" => a.checked_mul(b)?,
        "/" if a.checked_rem(b)? == 0 => a.checked_div(b)?,
        "%" => a.checked_rem(b)?,
        _ => return None,
    };
    Some(Value::Int(result))
}

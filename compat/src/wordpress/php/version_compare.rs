//! `version_compare`.

use std::cmp::Ordering;

/// `version_compare($a, $b)`.
pub fn version_compare(a: &str, b: &str) -> Ordering {
    match (a.is_empty(), b.is_empty()) {
        (true, true) => return Ordering::Equal,
        (true, false) => return Ordering::Less,
        (false, true) => return Ordering::Greater,
        (false, false) => {}
    }
    if is_numbers(a.as_bytes()) && is_numbers(b.as_bytes()) {
        let (a, b) = (parts(a.as_bytes()), parts(b.as_bytes()));
        return a.map(number).cmp(b.map(number));
    }
    let (a, b) = (canonical(a.as_bytes()), canonical(b.as_bytes()));
    let (a, b): (Vec<_>, Vec<_>) = (parts(&a).collect(), parts(&b).collect());
    let mut shared = 0;
    for (a, b) in a.iter().zip(&b) {
        // A dot at the end of either version ends the comparison part by part.
        if shared > 0 && (a.is_empty() || b.is_empty()) {
            break;
        }
        let order = part_order(a, b);
        if order != Ordering::Equal {
            return order;
        }
        shared += 1;
    }
    match (a.get(shared..), b.get(shared..)) {
        (Some(rest @ [_, ..]), _) => rest_order(rest),
        (_, Some(rest)) => rest_order(rest).reverse(),
        _ => Ordering::Equal,
    }
}

/// `version_compare($a, $b, $operator)`; `None` for an operator that PHP does not know.
pub fn version_compare_with(a: &str, b: &str, operator: &str) -> Option<bool> {
    let order = version_compare(a, b);
    Some(match operator {
        "<" | "lt" => order.is_lt(),
        "<=" | "le" => order.is_le(),
        ">" | "gt" => order.is_gt(),
        ">=" | "ge" => order.is_ge(),
        "==" | "eq" => order.is_eq(),
        "!=" | "<>" | "ne" => order.is_ne(),
        _ => return None,
    })
}

/// `-`, `_`, `+` become dots, and a dot goes between digits and anything else. A version that
/// starts with `#` (the form that stands for "a number") stays.
fn canonical(version: &[u8]) -> Vec<u8> {
    if version.first() == Some(&b'#') {
        return version.to_vec();
    }
    let mut out = Vec::with_capacity(version.len() * 2);
    let mut before: Option<u8> = None;
    for &byte in version {
        let Some(last) = before.replace(byte) else {
            out.push(byte);
            continue;
        };
        let separator = matches!(byte, b'-' | b'_' | b'+');
        let word_to_digit = !last.is_ascii_digit()
            && !matches!(last, b'.' | b'-' | b'_' | b'+')
            && byte.is_ascii_digit();
        let digit_to_word = last.is_ascii_digit() && !byte.is_ascii_digit() && byte != b'.';
        let border = word_to_digit || digit_to_word;
        if (separator || border || !byte.is_ascii_alphanumeric()) && out.last() != Some(&b'.') {
            out.push(b'.');
        }
        if !separator && (border || byte.is_ascii_alphanumeric()) {
            out.push(byte);
        }
    }
    out
}

/// Whether a version is nothing but numbers with a dot between two, as most are.
fn is_numbers(version: &[u8]) -> bool {
    let is_number = |part: &[u8]| !part.is_empty() && part.iter().all(u8::is_ascii_digit);
    parts(version).all(is_number)
}

/// The parts between dots; a dot at the end starts an empty one.
fn parts(version: &[u8]) -> impl Iterator<Item = &[u8]> {
    version.split(|b| *b == b'.')
}

fn starts_with_digit(part: &[u8]) -> bool {
    part.first().is_some_and(u8::is_ascii_digit)
}

fn part_order(a: &[u8], b: &[u8]) -> Ordering {
    match (starts_with_digit(a), starts_with_digit(b)) {
        (true, true) => number(a).cmp(&number(b)),
        (false, false) => form(a).cmp(&form(b)),
        (true, false) => form(b"#").cmp(&form(b)),
        (false, true) => form(a).cmp(&form(b"#")),
    }
}

/// What is left of the longer version: more when it starts with a number, else as its form stands
/// to a number.
fn rest_order(rest: &[&[u8]]) -> Ordering {
    for part in rest {
        if starts_with_digit(part) {
            return Ordering::Greater;
        }
        if part.is_empty() {
            return Ordering::Less;
        }
        let order = form(part).cmp(&form(b"#"));
        if order != Ordering::Equal {
            return order;
        }
    }
    Ordering::Equal
}

fn number(part: &[u8]) -> u64 {
    part.iter()
        .take_while(|b| b.is_ascii_digit())
        .fold(0_u64, |n, b| {
            n.saturating_mul(10).saturating_add((b - b'0').into())
        })
}

/// The rank of a word, by its beginning: any other < dev < alpha < beta < RC < number < patch.
fn form(part: &[u8]) -> i8 {
    const FORMS: [(&[u8], i8); 10] = [
        (b"dev", 0),
        (b"alpha", 1),
        (b"a", 1),
        (b"beta", 2),
        (b"b", 2),
        (b"RC", 3),
        (b"rc", 3),
        (b"#", 4),
        (b"pl", 5),
        (b"p", 5),
    ];
    FORMS
        .iter()
        .find(|(name, _)| part.starts_with(name))
        .map_or(-1, |(_, rank)| *rank)
}

//! Sums of a shop's own cost expressions: numbers, `+ - * / ^`, brackets. Nothing else is understood.

/// Brackets and signs may be nested so deep; an expression that goes deeper has no value.
const DEPTH_MAX: usize = 50;

/// The value of an expression without white space; `None` when it is none, or divides by zero.
pub(super) fn evaluate(expression: &str) -> Option<f64> {
    let mut reader = Reader {
        rest: expression.as_bytes(),
        depth: 0,
    };
    let value = reader.sum()?;
    (reader.rest.is_empty() && value.is_finite()).then_some(value)
}

struct Reader<'a> {
    rest: &'a [u8],
    depth: usize,
}

impl Reader<'_> {
    fn take(&mut self, wanted: &[u8]) -> Option<u8> {
        let (first, rest) = self.rest.split_first()?;
        wanted.contains(first).then(|| {
            self.rest = rest;
            *first
        })
    }

    fn sum(&mut self) -> Option<f64> {
        let mut value = self.product()?;
        while let Some(operator) = self.take(b"+-") {
            let next = self.product()?;
            value = if operator == b'+' {
                value + next
            } else {
                value - next
            };
        }
        Some(value)
    }

    fn product(&mut self) -> Option<f64> {
        let mut value = self.signed()?;
        while let Some(operator) = self.take(b"*/") {
            let next = self.signed()?;
            value = match operator {
                b'*' => value * next,
                _ if next == 0.0 => return None,
                _ => value / next,
            };
        }
        Some(value)
    }

    fn signed(&mut self) -> Option<f64> {
        self.depth += 1;
        if self.depth > DEPTH_MAX {
            return None;
        }
        let value = match self.take(b"+-") {
            Some(b'-') => self.signed().map(|value| -value),
            Some(_) => self.signed(),
            None => self.power(),
        };
        self.depth -= 1;
        value
    }

    fn power(&mut self) -> Option<f64> {
        let base = self.operand()?;
        match self.take(b"^") {
            Some(_) => Some(base.powf(self.signed()?)),
            None => Some(base),
        }
    }

    fn operand(&mut self) -> Option<f64> {
        if self.take(b"(").is_some() {
            let value = self.sum()?;
            return self.take(b")").map(|_| value);
        }
        let is_digit = |byte: &u8| byte.is_ascii_digit() || *byte == b'.';
        let length = self.rest.iter().take_while(|byte| is_digit(byte)).count();
        let (digits, rest) = self.rest.split_at(length);
        self.rest = rest;
        std::str::from_utf8(digits).ok()?.parse().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn sums_have_values() {
        for (expression, value) in [
            ("3+1.5*4", Some(9.0)),
            ("(3+1.5)*-2", Some(-9.0)),
            ("2*3^2", Some(18.0)),
            ("-2^2", Some(-4.0)),
            ("10/4/5", Some(0.5)),
            ("1/0", None),
            ("3+", None),
            ("phpinfo()", None),
            ("1.2.3", None),
            ("", None),
        ] {
            assert_eq!(evaluate(expression), value, "{expression}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_safe(text in "[-+*/^().0-9a-z]{0,300}") {
            evaluate(&text);
            evaluate(&"(".repeat(100_000));
        }
    }
}

//! The rule by which a language chooses among its plural forms: `nplurals=2; plural=n != 1;`.
//!
//! The expression is C's, without assignment. It comes from a file, so it is bounded in length.

/// Longer rules are refused; the longest real one (Arabic) has about 130 characters.
const RULE_MAX: usize = 1024;
/// Parentheses, signs and conditions inside each other.
const NESTING_MAX: usize = 50;

/// A parsed `Plural-Forms` header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PluralForms {
    forms: usize,
    rule: Node,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Node {
    Number(u64),
    N,
    Not(Box<Node>),
    Binary(Op, Box<Node>, Box<Node>),
    Condition(Box<Node>, Box<Node>, Box<Node>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Op {
    Or,
    And,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Add,
    Subtract,
    Multiply,
    Divide,
    Remainder,
}

/// Longest first; the number is the operator's precedence.
const OPERATORS: [(&str, Op, u8); 13] = [
    ("||", Op::Or, 1),
    ("&&", Op::And, 2),
    ("==", Op::Equal, 3),
    ("!=", Op::NotEqual, 3),
    ("<=", Op::LessEqual, 4),
    (">=", Op::GreaterEqual, 4),
    ("<", Op::Less, 4),
    (">", Op::Greater, 4),
    ("+", Op::Add, 5),
    ("-", Op::Subtract, 5),
    ("*", Op::Multiply, 6),
    ("/", Op::Divide, 6),
    ("%", Op::Remainder, 6),
];

impl PluralForms {
    /// English and most others: one, and everything else.
    pub fn one_and_other() -> Self {
        let (n, one) = (Box::new(Node::N), Box::new(Node::Number(1)));
        Self {
            forms: 2,
            rule: Node::Binary(Op::NotEqual, n, one),
        }
    }

    /// French: zero and one, and everything else.
    pub fn up_to_one_and_other() -> Self {
        let (n, one) = (Box::new(Node::N), Box::new(Node::Number(1)));
        Self {
            forms: 2,
            rule: Node::Binary(Op::Greater, n, one),
        }
    }

    /// Reads the value of a `Plural-Forms` header.
    pub fn parse(header: &str) -> Option<Self> {
        let value = |name: &str| {
            let mut fields = header.split(';').filter_map(|f| f.split_once('='));
            let (_, value) = fields.find(|(n, _)| n.trim() == name)?;
            Some(value.trim())
        };
        let forms = value("nplurals")?.parse().ok()?;
        let rule = value("plural")?;
        if rule.len() > RULE_MAX || forms == 0 {
            return None;
        }
        let mut parser = Parser {
            rest: rule,
            depth: 0,
        };
        let rule = parser.condition()?;
        parser
            .rest
            .trim_start()
            .is_empty()
            .then_some(Self { forms, rule })
    }

    /// The number of the form for `n` things.
    pub fn form(&self, n: u64) -> usize {
        let form = usize::try_from(self.rule.evaluate(n)).unwrap_or(0);
        if form < self.forms { form } else { 0 }
    }
}

impl Node {
    /// Arithmetic wraps and a division by zero is zero: a broken rule must not stop a page.
    fn evaluate(&self, n: u64) -> u64 {
        match self {
            Self::Number(number) => *number,
            Self::N => n,
            Self::Not(node) => u64::from(node.evaluate(n) == 0),
            Self::Condition(test, yes, no) => match test.evaluate(n) {
                0 => no.evaluate(n),
                _ => yes.evaluate(n),
            },
            Self::Binary(op, left, right) => {
                let a = left.evaluate(n);
                let b = || right.evaluate(n);
                match op {
                    Op::Or => u64::from(a != 0 || b() != 0),
                    Op::And => u64::from(a != 0 && b() != 0),
                    Op::Equal => u64::from(a == b()),
                    Op::NotEqual => u64::from(a != b()),
                    Op::Less => u64::from(a < b()),
                    Op::LessEqual => u64::from(a <= b()),
                    Op::Greater => u64::from(a > b()),
                    Op::GreaterEqual => u64::from(a >= b()),
                    Op::Add => a.wrapping_add(b()),
                    Op::Subtract => a.wrapping_sub(b()),
                    Op::Multiply => a.wrapping_mul(b()),
                    Op::Divide => a.checked_div(b()).unwrap_or(0),
                    Op::Remainder => a.checked_rem(b()).unwrap_or(0),
                }
            }
        }
    }
}

struct Parser<'a> {
    rest: &'a str,
    depth: usize,
}

impl Parser<'_> {
    fn take(&mut self, text: &str) -> bool {
        let trimmed = self.rest.trim_start();
        match trimmed.strip_prefix(text) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn nested(&mut self, parse: impl FnOnce(&mut Self) -> Option<Node>) -> Option<Node> {
        if self.depth >= NESTING_MAX {
            return None;
        }
        self.depth += 1;
        let node = parse(self);
        self.depth -= 1;
        node
    }

    fn condition(&mut self) -> Option<Node> {
        let test = self.binary(1)?;
        if !self.take("?") {
            return Some(test);
        }
        let yes = self.nested(Self::condition)?;
        if !self.take(":") {
            return None;
        }
        let no = self.nested(Self::condition)?;
        Some(Node::Condition(Box::new(test), Box::new(yes), Box::new(no)))
    }

    fn binary(&mut self, least: u8) -> Option<Node> {
        let mut left = self.unary()?;
        loop {
            let rest = self.rest.trim_start();
            let found = OPERATORS.iter().find(|(text, _, _)| rest.starts_with(text));
            let Some((text, op, binds)) = found.filter(|(_, _, binds)| *binds >= least) else {
                return Some(left);
            };
            self.take(text);
            let right = self.nested(|p| p.binary(binds + 1))?;
            left = Node::Binary(*op, Box::new(left), Box::new(right));
        }
    }

    fn unary(&mut self) -> Option<Node> {
        if self.take("!") {
            return Some(Node::Not(Box::new(self.nested(Self::unary)?)));
        }
        if self.take("(") {
            let node = self.nested(Self::condition)?;
            return self.take(")").then_some(node);
        }
        if self.take("n") {
            return Some(Node::N);
        }
        let rest = self.rest.trim_start();
        let end = rest
            .find(|c: char| !c.is_ascii_digit())
            .unwrap_or(rest.len());
        let number = rest.get(..end)?.parse().ok()?;
        self.rest = rest.get(end..)?;
        Some(Node::Number(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn forms(header: &str, numbers: &[u64]) -> Vec<usize> {
        let rule = PluralForms::parse(header).unwrap();
        numbers.iter().map(|n| rule.form(*n)).collect()
    }

    #[test]
    fn rules_of_languages() {
        let cases: [(&str, &[u64], &[usize]); 5] = [
            ("nplurals=2; plural=n != 1;", &[0, 1, 2], &[1, 0, 1]),
            ("nplurals=2; plural=(n>1);", &[0, 1, 2], &[0, 0, 1]),
            ("nplurals=1; plural=0;", &[0, 1, 7], &[0, 0, 0]),
            (
                "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<12 || n%100>14) ? 1 : 2);",
                &[1, 2, 5, 11, 12, 21, 22, 111],
                &[0, 1, 2, 2, 2, 0, 1, 2],
            ),
            (
                "nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 && n%100<=99 ? 4 : 5);",
                &[0, 1, 2, 5, 15, 100],
                &[0, 1, 2, 3, 4, 5],
            ),
        ];
        for (header, numbers, want) in cases {
            assert_eq!(forms(header, numbers), want, "{header}");
        }
    }

    #[test]
    fn broken_rules_choose_the_first_form_or_none() {
        assert_eq!(forms("nplurals=2; plural=n/0;", &[5]), [0]);
        assert_eq!(forms("nplurals=2; plural=n;", &[1, 9]), [1, 0]);
        for header in [
            "",
            "nplurals=2",
            "nplurals=2; plural=;",
            "nplurals=2; plural=m;",
            "nplurals=0; plural=0;",
        ] {
            assert_eq!(PluralForms::parse(header), None, "{header}");
        }
        let deep = format!("nplurals=2; plural={}n;", "(".repeat(500));
        assert_eq!(PluralForms::parse(&deep), None);
    }

    proptest! {
        #[test]
        fn never_panics(rule in "[n0-9 ()!?:<>=&|+*/%-]{0,80}", n: u64) {
            if let Some(rule) = PluralForms::parse(&format!("nplurals=3; plural={rule};")) {
                prop_assert!(rule.form(n) < 3);
            }
        }
    }
}

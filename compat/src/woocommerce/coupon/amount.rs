//! Amounts of discounts as PHP's numbers: whole cents stay integers, which the stored session shows.

use crate::woocommerce::money::PriceSettings;
use crate::wordpress::php::Value;
use crate::wordpress::php::cast::{float_to_int, int_to_float};

/// A number that is an integer or a float for PHP.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Amount {
    /// An integer.
    Int(i64),
    /// A float, whole or not.
    Float(f64),
}

impl Amount {
    /// Nothing.
    pub const ZERO: Self = Self::Int(0);

    /// As a float.
    pub fn value(self) -> f64 {
        match self {
            Self::Int(n) => int_to_float(n),
            Self::Float(f) => f,
        }
    }

    /// The sum: an integer only of integers.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        match (self, other) {
            (Self::Int(a), Self::Int(b)) => Self::Int(a.saturating_add(b)),
            _ => Self::Float(self.value() + other.value()),
        }
    }

    /// So many times the amount.
    #[must_use]
    pub fn times(self, count: i64) -> Self {
        match self {
            Self::Int(n) => Self::Int(n.saturating_mul(count)),
            Self::Float(f) => Self::Float(f * int_to_float(count)),
        }
    }

    /// The lesser one; this one when both are equal.
    #[must_use]
    pub fn at_most(self, other: Self) -> Self {
        if other.value() < self.value() {
            other
        } else {
            self
        }
    }

    /// `absint`: without sign and fraction.
    pub fn absint(value: f64) -> i64 {
        float_to_int(value).saturating_abs()
    }

    /// The amount of an amount in cents; nothing is a float.
    #[must_use]
    pub fn from_cents(cents: Self, settings: &PriceSettings) -> Self {
        match cents {
            _ if cents.value() == 0.0 => Self::Float(0.0),
            Self::Int(n) => {
                let one = float_to_int(settings.cents()).max(1);
                if n % one == 0 {
                    Self::Int(n / one)
                } else {
                    Self::Float(settings.remove_number_precision(int_to_float(n)))
                }
            }
            Self::Float(f) => Self::Float(settings.remove_number_precision(f)),
        }
    }
}

impl From<Amount> for Value {
    fn from(amount: Amount) -> Self {
        match amount {
            Amount::Int(n) => Self::Int(n),
            Amount::Float(f) => Self::Float(f),
        }
    }
}

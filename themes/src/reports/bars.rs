//! Rows of a bar plot: lengths in percent of the longest.

use minijinja::{Value, context};

use super::number;

/// A bar.
#[derive(Debug, Clone)]
pub struct Bar {
    /// What it stands for.
    pub name: String,
    /// Its value.
    pub value: u64,
    /// What is said behind it.
    pub detail: String,
    /// The class that colours it.
    pub class: &'static str,
}

/// The rows of the macro `bars`: an SVG for each bar.
pub fn bars(bars: &[Bar]) -> Value {
    let longest = bars.iter().map(|bar| bar.value).max().unwrap_or(1).max(1);
    let row = |bar: &Bar| {
        context! {
            name => bar.name.as_str(),
            value => number(bar.value),
            detail => bar.detail.as_str(),
            class => bar.class,
            // Tenths of percent, so that no float is printed.
            width => length(bar.value, longest),
        }
    };
    Value::from(bars.iter().map(row).collect::<Vec<_>>())
}

/// The length in thousandths; at least a few for a value above 0.
fn length(value: u64, longest: u64) -> u64 {
    let length = value.saturating_mul(1000) / longest;
    match value {
        0 => 0,
        _ => length.max(6),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_values_stay_visible() {
        assert_eq!(
            [0, 1, 500, 1000].map(|v| length(v, 1000)),
            [0, 6, 500, 1000]
        );
    }
}

//! Numbers for people: `number_format_i18n`, `size_format`, `zeroise`.

use crate::wordpress::php::round::number_format;

/// The separators of a locale, exactly as its translation gives them (perhaps with entities).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberFormat {
    /// Between whole and fraction.
    pub decimal_point: String,
    /// Between groups of three digits.
    pub thousands_sep: String,
}

impl Default for NumberFormat {
    /// English: `1,234.5`.
    fn default() -> Self {
        Self {
            decimal_point: ".".to_owned(),
            thousands_sep: ",".to_owned(),
        }
    }
}

/// A number with the locale's separators, rounded half away from zero.
pub fn number_format_i18n(number: f64, decimals: u8, format: &NumberFormat) -> String {
    let (point, thousands) = (&format.decimal_point, &format.thousands_sep);
    number_format(number, i32::from(decimals), point, thousands)
}

/// Units of [`size_format`], from the largest.
const SIZES: [(&str, f64); 9] = [
    ("YB", 1_208_925_819_614_629_174_706_176.0),
    ("ZB", 1_180_591_620_717_411_303_424.0),
    ("EB", 1_152_921_504_606_846_976.0),
    ("PB", 1_125_899_906_842_624.0),
    ("TB", 1_099_511_627_776.0),
    ("GB", 1_073_741_824.0),
    ("MB", 1_048_576.0),
    ("KB", 1024.0),
    ("B", 1.0),
];

/// A number of bytes in the largest unit that fits; `None` below one byte, except for zero itself.
pub fn size_format(bytes: f64, decimals: u8, format: &NumberFormat) -> Option<String> {
    if bytes == 0.0 {
        return Some(format!("{} B", number_format_i18n(0.0, decimals, format)));
    }
    let (unit, size) = SIZES.iter().find(|(_, size)| bytes >= *size)?;
    Some(format!(
        "{} {unit}",
        number_format_i18n(bytes / size, decimals, format)
    ))
}

/// The text with zeros in front, up to `threshold` bytes.
pub fn zeroise(number: &str, threshold: usize) -> String {
    let mut out = "0".repeat(threshold.saturating_sub(number.len()));
    out.push_str(number);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounding() {
        let format = NumberFormat::default();
        for (number, decimals, want) in [
            (1.005, 2, "1.01"),
            (-0.4, 0, "0"),
            (-1234.5, 0, "-1,235"),
            (999.999, 2, "1,000.00"),
            (1e15, 1, "1,000,000,000,000,000.0"),
            (0.285, 2, "0.29"),
            (5.055, 2, "5.06"),
        ] {
            assert_eq!(number_format_i18n(number, decimals, &format), want);
        }
    }

    #[test]
    fn sizes() {
        let format = NumberFormat::default();
        assert_eq!(size_format(1536.0, 1, &format).as_deref(), Some("1.5 KB"));
        assert_eq!(size_format(0.5, 0, &format), None);
    }
}

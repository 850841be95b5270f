//! Numbers for people: `number_format_i18n`, `size_format`, `zeroise`.

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
    let rounded = php_round(number, decimals);
    let digits = format!("{:.*}", usize::from(decimals), rounded.abs());
    let (whole, fraction) = digits.split_once('.').unwrap_or((&digits, ""));
    let mut out = String::with_capacity(digits.len() + 8);
    // Minus zero prints without a sign.
    if rounded < 0.0 && digits.contains(|c| matches!(c, '1'..='9')) {
        out.push('-');
    }
    if !rounded.is_finite() {
        out.push_str(whole);
        return out;
    }
    for (at, digit) in whole.chars().enumerate() {
        if at > 0 && (whole.len() - at).is_multiple_of(3) {
            out.push_str(&format.thousands_sep);
        }
        out.push(digit);
    }
    if decimals > 0 {
        out.push_str(&format.decimal_point);
        out.push_str(fraction);
    }
    out
}

/// PHP 8.2's `round`: it first rounds to the 15 digits that a double holds, so `1.005` becomes `1.01`.
fn php_round(value: f64, places: u8) -> f64 {
    if !value.is_finite() || value == 0.0 {
        return value;
    }
    let places = i32::from(places);
    let factor = 10_f64.powi(places);
    let precision_places = 14.0 - value.abs().log10().floor();
    let wanted = f64::from(places);
    let mut scaled = if precision_places > wanted && precision_places - 15.0 < wanted {
        // Digits that a double holds behind the point, within what a power of ten holds.
        let precision = precision_places.clamp(-308.0, 308.0);
        let pre_rounded = scale(value, precision).round();
        let back = (wanted - precision).max(-60.0);
        scale(pre_rounded, back)
    } else {
        let scaled = value * factor;
        if scaled.abs() >= 1e15 {
            return value;
        }
        scaled
    };
    if scaled.abs() >= 1e15 {
        return value;
    }
    scaled = scaled.round();
    scaled / factor
}

/// The value times ten to the power of `places`, by one multiplication or division.
fn scale(value: f64, places: f64) -> f64 {
    if places >= 0.0 {
        value * 10_f64.powf(places)
    } else {
        value / 10_f64.powf(-places)
    }
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

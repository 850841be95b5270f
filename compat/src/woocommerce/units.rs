//! Units of weight and length.

/// Kilograms in one of a unit of weight; an unknown unit counts as kilograms.
fn kilograms(unit: &str) -> f64 {
    match unit {
        "g" => 0.001,
        "lbs" => 0.453_592,
        "oz" => 0.028_349_5,
        _ => 1.0,
    }
}

/// `wc_get_weight`: a weight in another unit; never negative.
pub fn convert_weight(weight: f64, from: &str, to: &str) -> f64 {
    let per_kilogram = match to {
        "g" => 1000.0,
        "lbs" => 2.20462,
        "oz" => 35.274,
        _ => 1.0,
    };
    if from == to {
        return weight.max(0.0);
    }
    (weight * kilograms(from) * per_kilogram).max(0.0)
}

/// `wc_get_dimension`: a length in another unit; never negative.
pub fn convert_dimension(length: f64, from: &str, to: &str) -> f64 {
    let centimetres = match from {
        "in" => 2.54,
        "m" => 100.0,
        "mm" => 0.1,
        "yd" => 91.44,
        _ => 1.0,
    };
    let per_centimetre = match to {
        "in" => 0.3937,
        "m" => 0.01,
        "mm" => 10.0,
        "yd" => 0.010_936_133,
        _ => 1.0,
    };
    if from == to {
        return length.max(0.0);
    }
    (length * centimetres * per_centimetre).max(0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_convert() {
        assert_eq!(convert_weight(1.5, "kg", "g"), 1500.0);
        assert_eq!(convert_weight(-1.0, "kg", "kg"), 0.0);
        assert_eq!(convert_dimension(1.0, "m", "cm"), 100.0);
    }
}

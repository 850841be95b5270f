//! Amounts and currencies as payment providers count them.

/// Currencies without a smaller unit.
const WHOLE: [&str; 16] = [
    "BIF", "CLP", "DJF", "GNF", "JPY", "KMF", "KRW", "MGA", "PYG", "RWF", "UGX", "VND", "VUV",
    "XAF", "XOF", "XPF",
];

/// Currencies of a thousand smaller units.
const THOUSANDTHS: [&str; 5] = ["BHD", "JOD", "KWD", "OMR", "TND"];

/// ISO 4217: letters and number.
const NUMBERS: [(&str, u16); 38] = [
    ("AED", 784),
    ("ARS", 32),
    ("AUD", 36),
    ("BGN", 975),
    ("BOB", 68),
    ("BRL", 986),
    ("CAD", 124),
    ("CHF", 756),
    ("CLP", 152),
    ("CNY", 156),
    ("COP", 170),
    ("CRC", 188),
    ("CZK", 203),
    ("DKK", 208),
    ("DOP", 214),
    ("EUR", 978),
    ("GBP", 826),
    ("GTQ", 320),
    ("HKD", 344),
    ("HUF", 348),
    ("ILS", 376),
    ("INR", 356),
    ("JPY", 392),
    ("KRW", 410),
    ("MAD", 504),
    ("MXN", 484),
    ("NOK", 578),
    ("NZD", 554),
    ("PEN", 604),
    ("PLN", 985),
    ("RON", 946),
    ("RUB", 643),
    ("SEK", 752),
    ("SGD", 702),
    ("TRY", 949),
    ("USD", 840),
    ("UYU", 858),
    ("ZAR", 710),
];

/// An amount in the smallest unit of its currency, rounded.
pub fn minor_units(amount: f64, currency: &str) -> i64 {
    let is_in = |list: &[&str]| list.iter().any(|own| own.eq_ignore_ascii_case(currency));
    let units = if is_in(&WHOLE) {
        1.0
    } else if is_in(&THOUSANDTHS) {
        1000.0
    } else {
        100.0
    };
    // Printed without a fraction, so that no cast cuts anything off; what is no number is no amount.
    let text = format!("{:.0}", (amount * units).round());
    text.parse().unwrap_or_default()
}

/// The number of a currency: `978`.
pub(super) fn number_of(currency: &str) -> Option<u16> {
    let mut known = NUMBERS.iter();
    known
        .find(|(own, _)| own.eq_ignore_ascii_case(currency))
        .map(|(_, number)| *number)
}

/// The letters of a currency's number.
pub(super) fn letters_of(number: u16) -> Option<&'static str> {
    let mut known = NUMBERS.iter();
    known
        .find(|(_, own)| *own == number)
        .map(|(letters, _)| *letters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_are_counted_in_the_smallest_unit() {
        assert_eq!(minor_units(11.4, "EUR"), 1140);
        assert_eq!(minor_units(0.1 + 0.2, "usd"), 30);
        assert_eq!(minor_units(1999.99, "EUR"), 199_999);
        assert_eq!(minor_units(1500.0, "JPY"), 1500);
        assert_eq!(minor_units(1.234, "KWD"), 1234);
        assert_eq!(minor_units(f64::NAN, "EUR"), 0);
        assert_eq!(number_of("eur"), Some(978));
        assert_eq!(letters_of(840), Some("USD"));
        assert_eq!(letters_of(1), None);
    }
}

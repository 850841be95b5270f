//! `wp_maybe_decline_date`: months in the genitive after a day, in languages that decline them.

use super::date_strings::DateStrings;

/// The date with declined months, when the language asks for it and the format has a day and a month.
pub fn wp_maybe_decline_date(date: String, format: &str, strings: &DateStrings) -> String {
    let mut date = date;
    if strings.decline_months {
        if has_day_month(format) {
            for (month, genitive) in strings.month.iter().zip(&strings.month_genitive) {
                date = decline_after_space(&date, month, genitive);
            }
        }
        if format.contains("F d") || format.contains("F j") {
            for (month, genitive) in strings.month.iter().zip(&strings.month_genitive) {
                date = move_day_forward(&date, month, genitive);
            }
        }
    }
    if strings.elide_de {
        date = elide(&date);
    }
    date
}

/// `j F`, `d. F`.
fn has_day_month(format: &str) -> bool {
    ["d F", "j F", "d. F", "j. F"]
        .iter()
        .any(|f| format.contains(f))
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Whether a word ends between `before` and `after`.
fn is_word_end(before: &str, after: &str) -> bool {
    let left = before.chars().next_back().is_some_and(is_word);
    let right = after.chars().next().is_some_and(is_word);
    left != right
}

fn decline_after_space(date: &str, month: &str, genitive: &str) -> String {
    let needle = format!(" {month}");
    let mut out = String::with_capacity(date.len());
    let mut rest = date;
    while let Some((before, after)) = rest.split_once(&needle) {
        out.push_str(before);
        if is_word_end(&needle, after) {
            out.push(' ');
            out.push_str(genitive);
        } else {
            out.push_str(&needle);
        }
        rest = after;
    }
    out.push_str(rest);
    out
}

/// `Month 5th-7th` becomes `5-7 Month` in the genitive.
fn move_day_forward(date: &str, month: &str, genitive: &str) -> String {
    if month.is_empty() {
        return date.to_owned();
    }
    let mut out = String::with_capacity(date.len());
    let mut rest = date;
    while let Some((before, after)) = rest.split_once(month) {
        out.push_str(before);
        let starts_word = !out.chars().next_back().is_some_and(is_word);
        match days(after).filter(|_| starts_word) {
            Some((days, tail)) => {
                out.push_str(&days);
                out.push(' ');
                out.push_str(genitive);
                rest = tail;
            }
            None => {
                out.push_str(month);
                rest = after;
            }
        }
    }
    out.push_str(rest);
    out
}

/// ` 5th-7th` at the start: `5-7` and what follows.
fn days(text: &str) -> Option<(String, &str)> {
    let (day, rest) = number(text.strip_prefix(' ')?)?;
    let mut rest = ordinal(rest);
    let mut out = day.to_owned();
    for dash in ['-', '–'] {
        if let Some((last, after)) = rest.strip_prefix(dash).and_then(number) {
            out.push(dash);
            out.push_str(last);
            rest = ordinal(after);
            break;
        }
    }
    let consumed = text.get(..text.len() - rest.len())?;
    is_word_end(consumed, rest).then_some((out, rest))
}

fn number(text: &str) -> Option<(&str, &str)> {
    let length = text.bytes().take(2).take_while(u8::is_ascii_digit).count();
    (length > 0)
        .then(|| text.split_at_checked(length))
        .flatten()
}

fn ordinal(text: &str) -> &str {
    ["st", "nd", "rd", "th"]
        .iter()
        .find_map(|suffix| text.strip_prefix(suffix))
        .unwrap_or(text)
}

/// ` de abril` becomes ` d'abril`, ` de octubre` ` d'octubre`.
fn elide(date: &str) -> String {
    let mut out = String::with_capacity(date.len());
    let mut rest = date;
    while let Some(c) = rest.chars().next() {
        let vowel = rest
            .get(..4)
            .filter(|start| start.eq_ignore_ascii_case(" de "))
            .and_then(|_| rest.get(4..))
            .filter(|tail| tail.starts_with(['a', 'A', 'o', 'O']));
        match vowel {
            Some(tail) => {
                out.push_str(" d'");
                rest = tail;
            }
            None => {
                out.push(c);
                rest = rest.get(c.len_utf8()..).unwrap_or_default();
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn russian_and_catalan() {
        let mut strings = DateStrings {
            decline_months: true,
            ..DateStrings::default()
        };
        strings.month[0] = "январь".to_owned();
        strings.month_genitive[0] = "января".to_owned();
        for (date, format, want) in [
            ("5 январь 2026", "j F Y", "5 января 2026"),
            ("5 январьский", "j F", "5 январьский"),
            ("январь 5th, 2026", "F jS, Y", "5 января, 2026"),
            ("январь 5-7", "F j", "5-7 января"),
            ("январь 2026", "F Y", "январь 2026"),
        ] {
            assert_eq!(
                wp_maybe_decline_date(date.to_owned(), format, &strings),
                want
            );
        }
        assert_eq!(elide("1 de abril de 2026"), "1 d'abril de 2026");
    }
}

//! What the rules about typed and chosen values hold to be right.
//!
//! Contract "contact-form-7", section 11. An absent value breaks only `required` and `minitems`.

use crate::contact_form_7::text::count_code_units;
use crate::wordpress::date::calendar::{days_from_civil, weekday};
use crate::wordpress::php::round::round;
use crate::wordpress::php::{Value, cast};

use super::validation_functions::{
    civil_date, wpcf7_is_date, wpcf7_is_email, wpcf7_is_number, wpcf7_is_tel, wpcf7_is_time,
    wpcf7_is_url,
};
use super::{Rule, RuleName};

/// Decimals to which a step is looked at.
const STEP_DECIMALS: i32 = 6;

/// Whether the items of the rule's field keep to the rule.
pub(super) fn holds(rule: &Rule, items: &[&str]) -> bool {
    let each = |is_right: fn(&str) -> bool| items.iter().all(|item| is_right(item));
    match rule.name {
        RuleName::Required => !items.is_empty(),
        RuleName::Email => each(wpcf7_is_email),
        RuleName::Url => each(wpcf7_is_url),
        RuleName::Tel => each(wpcf7_is_tel),
        RuleName::Number => each(wpcf7_is_number),
        RuleName::Date => each(wpcf7_is_date),
        RuleName::Time => each(wpcf7_is_time),
        RuleName::Enum => items.iter().all(|item| is_accepted(rule, item)),
        RuleName::DayOfWeek => items.iter().all(|item| is_accepted_day(rule, item)),
        RuleName::MinItems | RuleName::MaxItems => has_item_count(rule, items.len()),
        RuleName::MinLength | RuleName::MaxLength => has_length(rule, items),
        RuleName::MinNumber | RuleName::MaxNumber => {
            items.iter().all(|i| is_number_within(rule, i))
        }
        RuleName::MinDate | RuleName::MaxDate => {
            items.iter().all(|item| is_date_within(rule, item))
        }
        RuleName::StepNumber => is_on_grid(rule, items),
        RuleName::RequiredFile
        | RuleName::File
        | RuleName::MinFileSize
        | RuleName::MaxFileSize
        | RuleName::All
        | RuleName::Any => true,
    }
}

fn accepted(rule: &Rule) -> impl Iterator<Item = &Value> {
    rule.property("accept").values()
}

fn is_accepted(rule: &Rule, item: &str) -> bool {
    let item = item.replace("\r\n", "\n").replace('\r', "\n");
    accepted(rule).any(|value| *value.to_bytes() == *item.as_bytes())
}

/// A value that is not a date is the rule `date`'s matter.
fn is_accepted_day(rule: &Rule, item: &str) -> bool {
    let Some((year, month, day)) = civil_date(item) else {
        return true;
    };
    let from_sunday = weekday(days_from_civil(year, month, day));
    let iso = if from_sunday == 0 { 7 } else { from_sunday };
    accepted(rule).any(|value| value.to_int() == iso)
}

fn threshold_text(rule: &Rule) -> String {
    rule.property("threshold").to_string_lossy().into_owned()
}

/// A threshold that is no number says nothing.
fn has_item_count(rule: &Rule, count: usize) -> bool {
    if !wpcf7_is_number(&threshold_text(rule)) {
        return true;
    }
    let threshold = rule.property("threshold").to_int();
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    match rule.name {
        RuleName::MinItems => count >= threshold,
        _ => count <= threshold,
    }
}

/// Counts as the browser does, except that a line end counts once; nothing typed is never too short.
fn has_length(rule: &Rule, items: &[&str]) -> bool {
    let total: usize = items.iter().map(|item| count_code_units(item)).sum();
    if total == 0 {
        return true;
    }
    let threshold = rule.property("threshold").to_int();
    let total = i64::try_from(total).unwrap_or(i64::MAX);
    match rule.name {
        RuleName::MinLength => total >= threshold,
        _ => total <= threshold,
    }
}

/// A value that is no number is the rule `number`'s matter.
fn is_number_within(rule: &Rule, item: &str) -> bool {
    let threshold = threshold_text(rule);
    if !wpcf7_is_number(item) || !wpcf7_is_number(&threshold) {
        return true;
    }
    let value = cast::string_to_float(item.as_bytes());
    let threshold = cast::string_to_float(threshold.as_bytes());
    match rule.name {
        RuleName::MinNumber => value >= threshold,
        _ => value <= threshold,
    }
}

/// Dates compare as strings, so that years of five digits come before those of four.
fn is_date_within(rule: &Rule, item: &str) -> bool {
    let threshold = threshold_text(rule);
    if !wpcf7_is_date(item) || !wpcf7_is_date(&threshold) {
        return true;
    }
    match rule.name {
        RuleName::MinDate => item >= threshold.as_str(),
        _ => item <= threshold.as_str(),
    }
}

fn is_on_grid(rule: &Rule, items: &[&str]) -> bool {
    let base = rule.property("base").to_float();
    let interval = rule.property("interval").to_float();
    if interval.is_nan() || interval <= 0.0 {
        return true;
    }
    items.iter().all(|item| {
        let distance = cast::string_to_float(item.as_bytes()) - base;
        let remainder = (distance % interval).abs();
        let is_nothing = |rest: f64| round(rest.abs(), STEP_DECIMALS) == 0.0;
        is_nothing(remainder) || is_nothing(remainder - interval)
    })
}

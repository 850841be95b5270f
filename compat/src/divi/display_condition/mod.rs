//! Display conditions: whether an element's output is dropped.
//!
//! Contract "divi-server", sections 1.2 and 2 (step i). The attribute holds a base64 JSON list. Unknown conditions, and
//! those about purchases and stock, always hold. The visitor's history is in two cookies ([`visits`]).

mod condition;
mod facts;
mod rules;
mod visitor;
pub mod visits;

pub use condition::{ATTRIBUTE, DisplayCondition};
pub use facts::ConditionFacts;
pub use visitor::ConditionVisitor;

/// The result of an element's conditions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Verdict {
    /// Whether the output is printed.
    pub is_displayed: bool,
    /// Whether the result may differ for another visitor or at another time.
    pub is_personal: bool,
}

/// Evaluates conditions in order: with "or" the first that holds shows the element, with "and" the first that fails
/// drops it.
pub fn verdict(conditions: &[DisplayCondition], facts: &ConditionFacts<'_>) -> Verdict {
    let mut verdict = Verdict {
        is_displayed: true,
        is_personal: conditions.iter().any(DisplayCondition::is_personal),
    };
    for condition in conditions {
        let holds = rules::holds(condition, facts);
        verdict.is_displayed = holds;
        if holds != condition.is_and {
            break;
        }
    }
    verdict
}

#[cfg(test)]
mod tests;

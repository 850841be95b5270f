//! Validation of what was submitted against one rule and its children.
//!
//! Contract "contact-form-7", section 11.

use super::{Context, Phase, Rule, RuleName, file_rules, text_rules};

impl Rule {
    /// Whether it takes part: its field is asked for and the phase is its own.
    pub fn matches(&self, context: &Context<'_>) -> bool {
        let field = self.field();
        let is_asked =
            field.is_empty() || context.fields.is_empty() || context.fields.contains(&field);
        is_asked && self.name.phase().is_none_or(|phase| phase == context.phase)
    }

    /// Holds the rule against what was submitted; the error is the text for the visitor.
    ///
    /// # Errors
    /// When the rule is broken.
    pub fn validate(&self, context: &Context<'_>) -> Result<(), &str> {
        let holds = match self.name {
            RuleName::All => return self.validate_all(context),
            RuleName::Any => self.validates_any(context),
            _ => match self.name.phase() {
                Some(Phase::File) => file_rules::holds(self, context.uploads_of(self.field())),
                _ => text_rules::holds(self, &context.items_of(self.field())),
            },
        };
        if holds { Ok(()) } else { Err(self.error()) }
    }

    /// The first child that is broken answers with its own text, else with this rule's.
    fn validate_all(&self, context: &Context<'_>) -> Result<(), &str> {
        for child in self.rules.iter().filter(|child| child.matches(context)) {
            if let Err(error) = child.validate(context) {
                return Err(if error.is_empty() {
                    self.error()
                } else {
                    error
                });
            }
        }
        Ok(())
    }

    fn validates_any(&self, context: &Context<'_>) -> bool {
        let mut children = self.rules.iter().filter(|child| child.matches(context));
        children.any(|child| child.validate(context).is_ok())
    }
}

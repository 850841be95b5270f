//! A chain of steps with priorities.

use std::borrow::Cow;

use super::ContentContext;
use crate::wordpress::shortcode::do_shortcode::and_then;

/// The position of `wpautop` in a filter run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Autop {
    /// At its priority, before `shortcode_unautop`.
    #[default]
    InPlace,
    /// Last of its priority: WordPress removes it for block content and adds it back at the end, where it stays for the
    /// rest of the page.
    Last,
    /// Not run: this content consists of blocks.
    Skipped,
}

/// One run of a chain.
pub struct Pass<'c, C> {
    /// The page.
    pub context: &'c mut C,
    /// Whether and where the paragraph step runs.
    pub autop: Autop,
}

type Run<C> = Box<dyn for<'t> Fn(&'t str, &mut Pass<'_, C>) -> Cow<'t, str> + Send + Sync>;

struct Step<C> {
    priority: i32,
    /// Whether it is last of its priority.
    last: bool,
    name: &'static str,
    run: Run<C>,
}

impl<C> Step<C> {
    fn new(priority: i32, name: &'static str, run: Run<C>) -> Self {
        Self {
            priority,
            last: false,
            name,
            run,
        }
    }
}

/// Steps in the order of their priority; those of one priority in the order in which they were added.
pub struct Filters<C> {
    steps: Vec<Step<C>>,
    is_stopped: fn(&C) -> bool,
}

impl<C> Default for Filters<C> {
    fn default() -> Self {
        Self {
            steps: Vec::new(),
            is_stopped: |_| false,
        }
    }
}

impl<C> Filters<C> {
    /// An empty chain.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a step. `name` is WordPress's or the plugin's name of the function.
    pub fn add(
        &mut self,
        priority: i32,
        name: &'static str,
        run: impl for<'t> Fn(&'t str, &mut Pass<'_, C>) -> Cow<'t, str> + Send + Sync + 'static,
    ) -> &mut Self {
        self.insert(Step::new(priority, name, Box::new(run)))
    }

    /// Adds a step that few texts need.
    pub fn add_where(
        &mut self,
        priority: i32,
        name: &'static str,
        is_wanted: fn(&str) -> bool,
        run: impl for<'t> Fn(&'t str, &mut Pass<'_, C>) -> Cow<'t, str> + Send + Sync + 'static,
    ) -> &mut Self {
        self.add(priority, name, move |text, pass| {
            if is_wanted(text) {
                run(text, pass)
            } else {
                Cow::Borrowed(text)
            }
        })
    }

    /// Adds a filter that stays last of its priority.
    pub fn add_last(
        &mut self,
        priority: i32,
        name: &'static str,
        run: impl for<'t> Fn(&'t str, &mut Pass<'_, C>) -> Cow<'t, str> + Send + Sync + 'static,
    ) -> &mut Self {
        self.insert(Step {
            last: true,
            ..Step::new(priority, name, Box::new(run))
        })
    }

    fn insert(&mut self, step: Step<C>) -> &mut Self {
        let place = |s: &Step<C>| (s.priority, s.last);
        let at = self.steps.partition_point(|s| place(s) <= place(&step));
        self.steps.insert(at, step);
        self
    }

    /// Removes the filters with a name; returns whether there was one.
    pub fn remove(&mut self, name: &str) -> bool {
        let before = self.steps.len();
        self.steps.retain(|step| step.name != name);
        self.steps.len() < before
    }

    /// Priorities and names in order.
    pub fn steps(&self) -> impl Iterator<Item = (i32, &'static str)> {
        self.steps.iter().map(|step| (step.priority, step.name))
    }

    /// Sends `text` through the steps. A text that no step changes is not copied. No further step runs for a context
    /// that is stopped.
    pub fn apply<'t>(&self, text: &'t str, context: &mut C) -> Cow<'t, str> {
        let mut pass = Pass {
            context,
            autop: Autop::InPlace,
        };
        self.steps.iter().fold(Cow::Borrowed(text), |text, step| {
            if (self.is_stopped)(pass.context) {
                return text;
            }
            and_then(text, |text| (step.run)(text, &mut pass))
        })
    }
}

impl<C: ContentContext> Filters<C> {
    /// An empty chain for content, which ends with its context ([`ContentContext::is_stopped`]).
    pub fn of_content() -> Self {
        Self {
            is_stopped: C::is_stopped,
            ..Self::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_copies() {
        let mut filters: Filters<u8> = Filters::new();
        filters.add(10, "b", |t, _| Cow::Owned(format!("{t}b")));
        filters.add(10, "c", |t, _| Cow::Owned(format!("{t}c")));
        filters.add(9, "a", |t, _| Cow::Owned(format!("{t}a")));
        assert_eq!(filters.apply("", &mut 0), "abc");
        assert!(filters.remove("a") && filters.remove("b") && filters.remove("c"));
        assert!(matches!(filters.apply("x", &mut 0), Cow::Borrowed("x")));
    }
}

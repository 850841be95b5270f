//! Rules grouped by media query: those without one first, then one block per media query.

/// The theme's media queries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Viewport {
    /// All.
    All,
    /// From 981 pixels.
    Desktop,
    /// Up to 980 pixels.
    Tablet,
    /// Up to 767 pixels.
    Phone,
    /// From a width.
    From(i64),
}

impl Viewport {
    fn query(self) -> Option<String> {
        let width = match self {
            Self::All => return None,
            Self::Desktop => "min-width:981px".to_owned(),
            Self::Tablet => "max-width:980px".to_owned(),
            Self::Phone => "max-width:767px".to_owned(),
            Self::From(width) => format!("min-width:{width}px"),
        };
        Some(format!("@media only screen and ({width})"))
    }
}

/// A style sheet under construction.
#[derive(Debug, Default)]
pub struct Sheet {
    blocks: Vec<(Option<String>, String)>,
}

impl Sheet {
    /// Adds a rule.
    pub fn rule(&mut self, viewport: Viewport, selectors: &str, declarations: &str) {
        let query = viewport.query();
        let rule = format!("{selectors}{{{declarations}}}");
        match self.blocks.iter_mut().find(|(q, _)| *q == query) {
            Some((_, rules)) => rules.push_str(&rule),
            None => self.blocks.push((query, rule)),
        }
    }

    /// The text of the sheet.
    pub fn print(&self) -> String {
        let plain = self.blocks.iter().filter(|(q, _)| q.is_none());
        let media = self.blocks.iter().filter(|(q, _)| q.is_some());
        plain
            .chain(media)
            .map(|(query, rules)| match query {
                None => rules.clone(),
                Some(query) => format!("{query}{{{rules}}}"),
            })
            .collect()
    }
}

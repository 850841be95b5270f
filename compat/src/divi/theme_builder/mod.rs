//! The Theme Builder: which template applies to a request, and its layouts for header, body and footer.
//!
//! Contract "divi-theme", section 6. Templates and their conditions ([`Condition`]) are part of the site's snapshot
//! ([`load`]) and are matched against a [`TemplateRequest`]. Not here: rendering of layouts.

mod condition;
mod load;
mod request;

pub use condition::Condition;
pub use request::{RequestKind, TemplateRequest, roles};

use crate::wordpress::post::PostId;

/// A part of the page that a layout can replace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Area {
    /// The header.
    Header,
    /// The body.
    Body,
    /// The footer.
    Footer,
}

impl Area {
    /// All three, in the order in which they are printed.
    pub const ALL: [Self; 3] = [Self::Header, Self::Body, Self::Footer];

    /// Its name in keys and classes.
    pub fn name(self) -> &'static str {
        match self {
            Self::Header => "header",
            Self::Body => "body",
            Self::Footer => "footer",
        }
    }

    /// The suffix of the order classes of its elements.
    pub fn suffix(self) -> &'static str {
        match self {
            Self::Header => "_tb_header",
            Self::Body => "_tb_body",
            Self::Footer => "_tb_footer",
        }
    }

    /// The post type of its layouts.
    pub fn post_type(self) -> &'static str {
        match self {
            Self::Header => "et_header_layout",
            Self::Body => "et_body_layout",
            Self::Footer => "et_footer_layout",
        }
    }
}

/// A template's setting of an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LayoutChoice {
    /// Its published layout, if any.
    pub layout: Option<PostId>,
    /// Whether the area is shown.
    pub is_enabled: bool,
}

impl Default for LayoutChoice {
    fn default() -> Self {
        Self {
            layout: None,
            is_enabled: true,
        }
    }
}

impl LayoutChoice {
    /// Whether the theme's own part is replaced by a layout or hidden.
    pub fn overrides(&self) -> bool {
        self.layout.is_some() || !self.is_enabled
    }

    /// The printed layout.
    pub fn shown(&self) -> Option<PostId> {
        self.layout.filter(|_| self.is_enabled)
    }
}

/// The areas of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Layouts {
    header: LayoutChoice,
    body: LayoutChoice,
    footer: LayoutChoice,
}

impl Layouts {
    /// The setting of an area.
    pub fn of(&self, area: Area) -> &LayoutChoice {
        match area {
            Area::Header => &self.header,
            Area::Body => &self.body,
            Area::Footer => &self.footer,
        }
    }

    fn set(&mut self, area: Area, choice: LayoutChoice) {
        *match area {
            Area::Header => &mut self.header,
            Area::Body => &mut self.body,
            Area::Footer => &mut self.footer,
        } = choice;
    }

    /// Whether any area is replaced.
    pub fn overrides_any(&self) -> bool {
        Area::ALL.iter().any(|area| self.of(*area).overrides())
    }

    /// The printed layouts.
    pub fn shown(&self) -> impl Iterator<Item = PostId> {
        Area::ALL
            .into_iter()
            .filter_map(|area| self.of(area).shown())
    }
}

/// A template.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Template {
    /// Its post.
    pub id: PostId,
    /// Whether it is the default template.
    pub is_default: bool,
    /// Conditions of its use.
    pub use_on: Vec<Condition>,
    /// Exceptions.
    pub exclude_from: Vec<Condition>,
    /// Its layouts.
    pub layouts: Layouts,
}

/// The enabled templates of a site.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ThemeBuilder {
    templates: Vec<Template>,
}

impl ThemeBuilder {
    /// Makes the list, in the order of the site's option.
    pub fn new(templates: Vec<Template>) -> Self {
        Self { templates }
    }

    /// Whether the site has none.
    pub fn is_empty(&self) -> bool {
        self.templates.is_empty()
    }

    /// The template for a request: that with the best condition, else the default one. A default template without any
    /// replaced area does not count.
    pub fn template_for(&self, request: &TemplateRequest) -> Option<&Template> {
        let mut best: Option<(&Condition, &Template)> = None;
        for template in &self.templates {
            if template.exclude_from.iter().any(|c| c.matches(request)) {
                continue;
            }
            for condition in template.use_on.iter().filter(|c| c.matches(request)) {
                let is_better = best.is_none_or(|(other, _)| condition.beats(other, request));
                if is_better {
                    best = Some((condition, template));
                }
            }
        }
        let default = || {
            let mut templates = self.templates.iter();
            templates.find(|t| t.is_default && t.layouts.overrides_any())
        };
        best.map(|(_, template)| template).or_else(default)
    }
}

#[cfg(test)]
mod tests;

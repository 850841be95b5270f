//! The Theme Builder: which template applies to a request, and which layouts stand in for header, body and footer.
//!
//! Contract "divi-theme", section 6. Templates and their conditions are part of the site's snapshot ([`load`]); a
//! request ([`TemplateRequest`]) is held against them ([`Condition`]). How layouts are drawn is the theme's matter.

mod condition;
mod load;
mod request;

pub use condition::Condition;
pub use request::{RequestKind, TemplateRequest, roles};

use crate::wordpress::post::PostId;

/// A part of the page that a layout can stand in for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Area {
    /// Above the page.
    Header,
    /// The page itself.
    Body,
    /// Below it.
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

    /// What stands behind the numbers of its elements.
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

/// What a template says of an area.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LayoutChoice {
    /// Its layout, when it has one that is published.
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
    /// Whether the theme's own part gives way: to a layout, or to nothing at all.
    pub fn overrides(&self) -> bool {
        self.layout.is_some() || !self.is_enabled
    }

    /// The layout that is printed.
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
    /// What is said of an area.
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

    /// Whether any area gives way.
    pub fn overrides_any(&self) -> bool {
        Area::ALL.iter().any(|area| self.of(*area).overrides())
    }

    /// The layouts that are printed.
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
    /// Whether it is the one for requests that no other applies to.
    pub is_default: bool,
    /// Where it is used.
    pub use_on: Vec<Condition>,
    /// Where it is not used all the same.
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
    /// Those of a site, in the order of its list.
    pub fn new(templates: Vec<Template>) -> Self {
        Self { templates }
    }

    /// Whether the site has none.
    pub fn is_empty(&self) -> bool {
        self.templates.is_empty()
    }

    /// The template for a request: that with the best condition, else the default one. A default template that leaves
    /// everything to the theme is none.
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

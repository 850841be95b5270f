//! Split test subjects and goals: their classes, and which subjects are printed.
//!
//! Contract "divi-ajax", section 1.4; recordings divi-ab/page-visit-*, cached-page.

use compat::divi::attributes::Attributes;
use compat::divi::split_test::SplitTestVisit;
use compat::wordpress::formatting::escape::esc_attr;

use crate::wordpress::view::Page;

use super::super::collected_forms::Subject;
use super::rendered::Rendered;

/// An element's role in its post's split test.
#[derive(Debug, Clone, Default)]
pub struct Part {
    post_id: i64,
    /// Its subject id.
    subject: Option<String>,
    is_goal: bool,
    is_chosen: bool,
    has_placeholder: bool,
}

impl Part {
    /// The role of an element with these attributes; `None` outside a test.
    pub fn of(attributes: &Attributes, page: &Page) -> Option<Self> {
        let visit = page.view.page_data.get::<SplitTestVisit>();
        if visit.is_empty() {
            return None;
        }
        let post = page.content_post?;
        let chosen = visit.of(post)?;
        let subject = Some(attributes.text("ab_subject_id")).filter(|id| !id.is_empty());
        let is_goal = attributes.is_on("ab_goal");
        if subject.is_none() && !is_goal {
            return None;
        }
        // Subject 0 counts as none in PHP, so it is always printed.
        let is_chosen = subject.is_none_or(|id| id == "0" || id == chosen.subject);
        Some(Self {
            post_id: post.0,
            subject: subject.map(str::to_owned),
            is_goal,
            is_chosen,
            has_placeholder: visit.has_placeholders && subject.is_some(),
        })
    }

    /// Its classes.
    pub fn classes(&self) -> Vec<String> {
        let mut classes = Vec::new();
        if let Some(subject) = &self.subject {
            classes.push("et_pb_ab_subject".to_owned());
            let id = esc_attr(subject);
            classes.push(format!("et_pb_ab_subject_id-{}_{id}", self.post_id));
        }
        if self.is_goal {
            classes.push("et_pb_ab_goal".to_owned());
            classes.push(format!("et_pb_ab_goal_id-{}", self.post_id));
        }
        classes
    }

    /// The printed part of the rendered element.
    pub fn print(self, mut rendered: Rendered) -> Rendered {
        let Some(subject) = self.subject.filter(|_| self.has_placeholder) else {
            if !self.is_chosen {
                rendered.html.clear();
            }
            return rendered;
        };
        let id = esc_attr(&subject).into_owned();
        let post_id = self.post_id;
        let html = std::mem::take(&mut rendered.html);
        rendered.extras().forms.subjects.push(Subject {
            post_id,
            id: subject,
            html,
        });
        rendered.with_html(format!(
            "<div class=\"et_pb_subject_placeholder et_pb_subject_placeholder_id_{post_id}_{id}\" style=\"display: none;\"></div>"
        ))
    }
}

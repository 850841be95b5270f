//! The rules of one element, in their order.

use compat::wordpress::post::PostId;

use super::element_rules::ElementRules;
use super::styles::Styles;
use super::subject::Subject;
use super::{families, module_fields, module_rules};

/// The rules of an element. The images of a post slider come last.
pub fn rules_of(subject: &Subject<'_>, pictures: &[(PostId, String)]) -> ElementRules {
    let Some(fields) = module_fields::of(subject.slug) else {
        return ElementRules::default();
    };
    let mut styles = Styles::new(subject, fields);
    families::add(&mut styles);
    module_rules::add(&mut styles);
    for (post, image) in pictures {
        families::background::add_post_slide(&mut styles, *post, image);
    }
    module_rules::add_last(&mut styles);
    styles.into_rules()
}

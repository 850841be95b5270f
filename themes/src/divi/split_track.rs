//! Data of split tests for the browser: the conversion tracker, and the keys of `et_pb_custom`.
//!
//! Contract "divi-ajax", sections 1.3 and 6.

use compat::divi::split_test::ChosenSubject;
use compat::divi::split_test::SplitTestVisit;
use compat::wordpress::formatting::escape::esc_attr;
use compat::wordpress::php::Value;
use compat::wordpress::shortcode::ShortcodeCall;

use crate::wordpress::view::{Page, View};

/// `[et_pb_split_track id="P"]`: a view of this page is a conversion for the test of post P.
pub fn split_track(call: &ShortcodeCall<'_, Page>) -> String {
    let id = call.atts.get("id").unwrap_or_default();
    format!(
        "<div class=\"et_pb_ab_split_track\" style=\"display:none;\" data-test_id=\"{}\"></div>",
        esc_attr(id)
    )
}

/// The split test keys of `et_pb_custom`.
pub struct SplitTestGlobals<'v> {
    /// The page.
    pub view: &'v View,
}

impl SplitTestGlobals<'_> {
    fn chosen(&self) -> &[ChosenSubject] {
        &self.view.page_data.get::<SplitTestVisit>().chosen
    }

    /// The test of the current post.
    fn own(&self) -> Option<&ChosenSubject> {
        let post = self.view.global_post()?;
        self.chosen()
            .iter()
            .find(|chosen| chosen.post_id == post.id.0)
    }

    /// `ab_tests`.
    pub fn list(&self) -> Value {
        let tests = self.chosen().iter().map(|chosen| {
            Value::array()
                .with("post_id", chosen.post_id)
                .with("test_id", chosen.testing_id.as_str())
        });
        tests.fold(Value::array(), |list, test| list.with_pushed(test))
    }

    /// `is_ab_testing_active`.
    pub fn is_active(&self) -> &'static str {
        if self.chosen().is_empty() { "" } else { "1" }
    }

    /// `unique_test_id`.
    pub fn testing_id(&self) -> &str {
        self.own().map_or("", |own| own.testing_id.as_str())
    }

    /// `is_cache_plugin_active`.
    pub fn placeholders(&self) -> &'static str {
        let visit = self.view.page_data.get::<SplitTestVisit>();
        if visit.has_placeholders { "yes" } else { "no" }
    }

    /// `is_shortcode_tracking`.
    pub fn tracking(&self) -> &'static str {
        match self.own() {
            Some(own) if own.tracks_shortcode => "on",
            _ => "",
        }
    }
}

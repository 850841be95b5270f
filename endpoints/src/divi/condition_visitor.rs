//! What display conditions evaluate of a page's request.

use compat::divi::display_condition::ConditionVisitor;
use compat::wordpress::url::PageUrl;

use crate::column::PageDataSource;

/// Reads the browser, the cookies and the query.
pub fn condition_visitor(source: &PageDataSource<'_>) -> ConditionVisitor {
    let request = &source.input.request;
    ConditionVisitor::new(
        request.header("user-agent"),
        source.input.cookies.all(),
        &PageUrl::new(request.target()),
    )
}

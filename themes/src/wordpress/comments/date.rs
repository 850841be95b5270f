//! The date of a comment.

use compat::wordpress::comment::Comment;
use compat::wordpress::php::sprintf::sprintf;

use crate::wordpress::view::View;

/// Date and time in the site's formats, in a translated pattern such as `%1$s at %2$s`.
pub fn written_at(view: &View, comment: &Comment, pattern: &str) -> String {
    let format = |option: &str| {
        let format = view.site.options.text(option);
        view.mysql2date(&format, &comment.date)
    };
    let (day, time) = (format("date_format"), format("time_format"));
    sprintf(pattern, &[day.as_str().into(), time.as_str().into()]).unwrap_or_default()
}

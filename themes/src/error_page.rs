//! The web server's own error page, as nginx prints it.

/// The page of an error; `title` is the status with its reason phrase, as plain ASCII text.
#[must_use]
pub fn error_page(title: &str) -> String {
    format!(
        "<html>\r\n<head><title>{title}</title></head>\r\n<body>\r\n<center><h1>{title}</h1></center>\r\n\
         <hr><center>nginx</center>\r\n</body>\r\n</html>\r\n"
    )
}

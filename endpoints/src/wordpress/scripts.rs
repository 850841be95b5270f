//! Scripts of WordPress that are asked for by their own path, each with its room.

use compat::wordpress::db::DbError;
use http::StatusCode;

use crate::app::App;
use crate::server::Answer;

use super::input::Input;

/// A script.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Script {
    /// `/wp-login.php`.
    Login,
    /// `/wp-comments-post.php`.
    CommentsPost,
    /// `/wp-admin/admin-ajax.php`.
    AdminAjax,
    /// `/xmlrpc.php`.
    XmlRpc,
    /// `/wp-trackback.php`.
    Trackback,
    /// `/wp-cron.php`.
    Cron,
    /// `/wp-mail.php`.
    Mail,
    /// `/wp-signup.php` and `/wp-activate.php`.
    Signup,
    /// Everything else below `/wp-admin`.
    Admin,
    /// A `.php` file that is not WordPress's own.
    Unknown,
}

impl Script {
    /// The script of a path, `None` when the path is the front controller's.
    pub fn of(path: &str) -> Option<Self> {
        Some(match path {
            "/wp-login.php" => Self::Login,
            "/wp-comments-post.php" => Self::CommentsPost,
            "/wp-admin/admin-ajax.php" => Self::AdminAjax,
            "/xmlrpc.php" => Self::XmlRpc,
            "/wp-trackback.php" => Self::Trackback,
            "/wp-cron.php" => Self::Cron,
            "/wp-mail.php" => Self::Mail,
            "/wp-signup.php" | "/wp-activate.php" => Self::Signup,
            "/index.php" => return None,
            p if p.starts_with("/wp-admin/") => Self::Admin,
            p if p.ends_with(".php") && p.starts_with("/wp-content/") => return None,
            p if p.ends_with(".php") && !p.trim_start_matches('/').starts_with("index.php/") => {
                Self::Unknown
            }
            _ => return None,
        })
    }
}

/// Answers a script.
pub async fn run(app: &App, script: Script, input: Input) -> Result<Answer, DbError> {
    let _ = (app, input);
    Ok(match script {
        Script::Unknown => Answer::error_page(StatusCode::NOT_FOUND),
        _ => Answer::error_page(StatusCode::NOT_IMPLEMENTED),
    })
}

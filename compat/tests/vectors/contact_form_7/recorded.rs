//! What a vector says, in the shapes that the functions take.

use std::path::PathBuf;

use compat::contact_form_7::submission::{Meta, Upload, UploadError, Uploads};
use compat::wordpress::php::json::json_decode_assoc;
use compat::wordpress::php::{Array, Value};
use serde_json::Value as Json;

use super::site::NOW;

/// JSON as PHP's associative arrays.
pub fn php(json: &Json) -> Value {
    json_decode_assoc(json.to_string().as_bytes()).unwrap()
}

pub fn array(json: &Json) -> Array {
    php(json).as_array().cloned().unwrap_or_default()
}

/// PHP's structure of uploaded files, one field.
pub fn uploads_of(name: &str, file: &Json, uploads: &mut Uploads) {
    let list = |key: &str| match &file[key] {
        Json::Array(list) => list.clone(),
        one => vec![one.clone()],
    };
    let (names, sizes, errors) = (list("name"), list("size"), list("error"));
    let temporary = list("tmp_name");
    for (i, file_name) in names.iter().enumerate() {
        let error = match errors[i].as_i64() {
            Some(0) => UploadError::None,
            Some(4) => UploadError::NoFile,
            _ => UploadError::Failed,
        };
        let upload = Upload {
            name: file_name.as_str().unwrap_or_default().to_owned(),
            size: sizes[i].as_u64().unwrap_or_default(),
            error,
            is_present: temporary[i].as_str().is_some_and(|path| !path.is_empty()),
            path: PathBuf::new(),
            sha256: String::new(),
        };
        uploads.push(name, upload);
    }
}

/// The circumstances of a recorded submission.
pub fn meta(post: &Array, env: &Json) -> Meta {
    let text = |key: &str| env[key].as_str().unwrap_or_default().to_owned();
    let posted = |key: &str| {
        post.get(key)
            .map(|v| v.to_string_lossy().into_owned())
            .unwrap_or_default()
    };
    Meta {
        timestamp: NOW,
        remote_ip: text("remote_ip"),
        remote_port: 0,
        user_agent: text("user_agent"),
        url: text("referer"),
        unit_tag: posted("_wpcf7_unit_tag"),
        container_post_id: posted("_wpcf7_container_post").parse().unwrap_or_default(),
        current_user_id: env["user_id"].as_i64().unwrap_or_default(),
    }
}

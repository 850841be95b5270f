//! The purge calls of the caches, by their published interfaces.
//!
//! | cache | some keys | everything |
//! |---|---|---|
//! | Varnish, module xkey | `PURGE` to each server, keys in `xkey` | the same with the key `site` |
//! | Fastly | `POST /service/ID/purge`, up to 256 keys in `Surrogate-Key`, token in `Fastly-Key` | `POST /service/ID/purge_all` |
//! | Cloudflare | `POST /zones/ID/purge_cache`, `{"tags": [...]}`, up to 100, a bearer token | `{"purge_everything": true}` |

use compat::wordpress::db::tag_key::SITE;
use http::Method;
use serde_json::json;

use crate::config::settings::{CdnMode, CdnSettings};
use crate::http_client::HttpRequest;

const FASTLY: &str = "https://api.fastly.com";
const CLOUDFLARE: &str = "https://api.cloudflare.com/client/v4";

/// Most keys of a call: the least of the caches' limits.
pub(super) const MOST_KEYS: usize = 100;

/// The calls that throw these keys away; all of them must succeed.
pub(super) fn calls(settings: &CdnSettings, keys: &[&str]) -> Vec<HttpRequest> {
    let is_everything = keys.contains(&SITE);
    match settings.mode {
        CdnMode::Off | CdnMode::Headers => Vec::new(),
        CdnMode::Varnish => {
            let keys = if is_everything {
                SITE.to_owned()
            } else {
                keys.join(" ")
            };
            let call = |url: &String| HttpRequest {
                method: Method::from_bytes(b"PURGE").unwrap_or_default(),
                url: url.clone(),
                headers: vec![("xkey", keys.clone())],
                is_configured_host: true,
                ..HttpRequest::default()
            };
            settings.urls.iter().map(call).collect()
        }
        CdnMode::Fastly => {
            let action = if is_everything { "purge_all" } else { "purge" };
            let mut headers = vec![
                ("fastly-key", settings.token.clone()),
                ("accept", "application/json".to_owned()),
            ];
            if !is_everything {
                headers.push(("surrogate-key", keys.join(" ")));
            }
            let url = format!(
                "{}/service/{}/{action}",
                settings.api(FASTLY),
                settings.service
            );
            vec![post(url, headers, String::new())]
        }
        CdnMode::Cloudflare => {
            let body = match is_everything {
                true => json!({ "purge_everything": true }),
                false => json!({ "tags": keys }),
            };
            let headers = vec![
                ("authorization", format!("Bearer {}", settings.token)),
                ("content-type", "application/json".to_owned()),
            ];
            let url = format!(
                "{}/zones/{}/purge_cache",
                settings.api(CLOUDFLARE),
                settings.service
            );
            vec![post(url, headers, body.to_string())]
        }
    }
}

fn post(url: String, headers: Vec<(&'static str, String)>, body: String) -> HttpRequest {
    HttpRequest {
        method: Method::POST,
        url,
        headers,
        body,
        is_configured_host: true,
        ..HttpRequest::default()
    }
}

//! The settings of media widgets: each field by its type, anything else is left out (`WP_Widget_Media::update`).

use crate::wordpress::formatting::sanitize_field::sanitize_text_field;
use crate::wordpress::kses::bad_protocol::WP_ALLOWED_PROTOCOLS;
use crate::wordpress::kses::wp_kses_post;
use crate::wordpress::php::Value;
use crate::wordpress::url::esc_url_raw;

/// What a field holds.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    Html,
    Url,
    Id,
    Ids,
    Number(i64, i64),
    Bool,
    OneOf(&'static [&'static str]),
}

const COMMON: [(&str, Kind); 3] = [
    ("attachment_id", Kind::Id),
    ("url", Kind::Url),
    ("title", Kind::Text),
];

const IMAGE: [(&str, Kind); 13] = [
    ("size", Kind::Text),
    ("width", Kind::Number(0, i64::MAX)),
    ("height", Kind::Number(0, i64::MAX)),
    ("caption", Kind::Html),
    ("alt", Kind::Text),
    (
        "link_type",
        Kind::OneOf(&["none", "file", "post", "custom"]),
    ),
    ("link_url", Kind::Url),
    ("image_classes", Kind::Text),
    ("link_classes", Kind::Text),
    ("link_rel", Kind::Text),
    ("link_target_blank", Kind::Bool),
    ("image_title", Kind::Text),
    ("link_image_title", Kind::Text),
];

const PRELOAD: Kind = Kind::OneOf(&["none", "auto", "metadata", ""]);

const AUDIO: [(&str, Kind); 7] = [
    ("preload", PRELOAD),
    ("loop", Kind::Bool),
    ("mp3", Kind::Url),
    ("ogg", Kind::Url),
    ("flac", Kind::Url),
    ("m4a", Kind::Url),
    ("wav", Kind::Url),
];

const VIDEO: [(&str, Kind); 8] = [
    ("preload", PRELOAD),
    ("loop", Kind::Bool),
    ("content", Kind::Html),
    ("mp4", Kind::Url),
    ("m4v", Kind::Url),
    ("webm", Kind::Url),
    ("ogv", Kind::Url),
    ("flv", Kind::Url),
];

const GALLERY: [(&str, Kind); 6] = [
    ("title", Kind::Text),
    ("ids", Kind::Ids),
    ("columns", Kind::Number(1, 9)),
    ("size", Kind::Text),
    ("link_type", Kind::OneOf(&["post", "file", "none"])),
    ("orderby_random", Kind::Bool),
];

fn fields(id_base: &str) -> Vec<(&'static str, Kind)> {
    let own: &[_] = match id_base {
        "media_image" => &IMAGE,
        "media_audio" => &AUDIO,
        "media_video" => &VIDEO,
        _ => return GALLERY.to_vec(),
    };
    COMMON.iter().chain(own).copied().collect()
}

/// The settings after an edit: the fields that are valid, over the earlier ones.
pub(super) fn updated(id_base: &str, new: &Value, old: &Value) -> Value {
    let mut settings = old.clone();
    settings.make_array();
    for (name, kind) in fields(id_base) {
        let cleaned = new.get(name).and_then(|value| clean(kind, value));
        if let Some(value) = cleaned {
            settings = settings.with(name, value);
        }
    }
    settings
}

fn clean(kind: Kind, value: &Value) -> Option<Value> {
    let text = || match value {
        Value::Array(_) | Value::Null | Value::Bool(_) => None,
        value => Some(value.to_string_lossy().into_owned()),
    };
    let number = || text()?.trim().parse::<i64>().ok();
    match kind {
        Kind::Text => Some(sanitize_text_field(&text()?).into()),
        Kind::Html => Some(wp_kses_post(&text()?).into()),
        Kind::Url => {
            let url = text()?;
            let url = url.trim();
            Some(esc_url_raw(url, &WP_ALLOWED_PROTOCOLS).as_ref().into())
        }
        Kind::Id => Some(number()?.max(0).into()),
        Kind::Number(least, most) => {
            let number = number()?;
            (least..=most).contains(&number).then(|| number.into())
        }
        Kind::Ids => {
            let ids: Vec<i64> = match value {
                Value::Array(ids) => ids.values().map(Value::to_int).collect(),
                _ => text()?
                    .split(',')
                    .map(|id| id.trim().parse().unwrap_or(0))
                    .collect(),
            };
            let ids = ids.into_iter().filter(|id| *id > 0);
            Some(ids.map(Value::Int).collect())
        }
        Kind::Bool => match value {
            Value::Array(_) | Value::Null => None,
            value => match value.to_string_lossy().to_lowercase().as_str() {
                "" | "0" | "false" => Some(false.into()),
                "1" | "true" => Some(true.into()),
                _ => None,
            },
        },
        Kind::OneOf(values) => {
            let text = text()?;
            values.contains(&text.as_str()).then(|| text.into())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_kept_by_their_type() {
        let new = Value::array()
            .with("title", "<b>Uno</b>")
            .with("attachment_id", "10")
            .with("loop", "")
            .with("preload", "soon")
            .with("unknown", 1);
        let old = Value::array().with("url", "http://a.example/x.mp3");
        let settings = updated("media_audio", &new, &old);
        assert_eq!(settings.at("title").as_str(), Some("Uno"));
        assert_eq!(settings.at("attachment_id").as_int(), Some(10));
        assert_eq!(settings.at("loop").as_bool(), Some(false));
        assert!(settings.get("preload").is_none() && settings.get("unknown").is_none());
        assert_eq!(settings.at("url").as_str(), Some("http://a.example/x.mp3"));
    }
}

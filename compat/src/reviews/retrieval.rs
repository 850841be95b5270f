//! The schedule and the request of the retrieval: contract "reviews-widget", section 2.

use crate::wordpress::options::Options;
use crate::wordpress::php::Value;

use super::option;
use super::review_order::ReviewOrder;

/// Least length of a place id and of a key.
const CREDENTIAL: usize = 10;

/// Default requested fields.
const FIELDS: [&str; 9] = [
    "formatted_address",
    "icon",
    "id",
    "name",
    "rating",
    "reviews",
    "url",
    "user_ratings_total",
    "vicinity",
];

/// Seconds that must have passed since the last request, by the hours of the option. Those of the job that runs by
/// itself; 168 hours are a week less five minutes, where upstream waits 168 days.
const THRESHOLDS: [(i64, i64); 4] = [(1, 3300), (6, 21_300), (24, 86_100), (168, 603_900)];

/// The requested order of reviews.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RetrievalSort {
    /// What it finds most helpful.
    MostRelevant,
    /// The newest.
    Newest,
}

impl RetrievalSort {
    /// Its value in the request.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::MostRelevant => "most_relevant",
            Self::Newest => "newest",
        }
    }
}

/// A request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retrieval {
    /// The place.
    pub place_id: String,
    /// Which reviews.
    pub sort: RetrievalSort,
    /// The parameters in their order.
    pub query: Vec<(&'static str, String)>,
}

/// The request that is due at `now`; `None` when it is too early, retrieval is off, or no API key is set.
pub fn due(options: &Options, now: i64) -> Option<Retrieval> {
    let retrieval = wanted(options)?;
    let last = last_request(options, &retrieval.place_id);
    let has_result = !options.value(option::RESULT).is_empty()
        || !options.value(option::RESULT_VALID).is_empty();
    let is_due = match (last, threshold(options)) {
        // The first one is not waited for.
        (None, _) if !has_result => true,
        (None, Some(_)) => true,
        (Some((time, _)), Some(threshold)) => {
            // One in the future was sent before the clock was set back.
            let passed = now.saturating_sub(time);
            passed > threshold || passed < -60
        }
        (_, None) => false,
    };
    is_due.then_some(retrieval)
}

/// The request; `None` without place and key, and in demo mode.
pub fn wanted(options: &Options) -> Option<Retrieval> {
    let place_id = options.text(option::PLACE_ID).into_owned();
    let key = options.text(option::API_KEY).into_owned();
    let is_possible = place_id.len() >= CREDENTIAL && key.len() >= CREDENTIAL;
    if !is_possible || options.is_on(option::DEMO) {
        return None;
    }
    let sort = sort(options, &place_id);
    let mut query = vec![
        ("placeid", place_id.clone()),
        ("key", key),
        ("fields", fields(options)),
        ("reviews_sort", sort.as_str().to_owned()),
    ];
    if !options.is_on(option::RETRIEVAL_TRANSLATE) {
        query.push(("reviews_no_translations", "true".to_owned()));
    }
    let language = options.text(option::LANGUAGE);
    if !language.is_empty() {
        query.push(("language", language.into_owned()));
    }
    Some(Retrieval {
        place_id,
        sort,
        query,
    })
}

fn threshold(options: &Options) -> Option<i64> {
    let hours = options.int(option::UPDATE);
    let (_, seconds) = THRESHOLDS.iter().find(|(h, _)| *h == hours)?;
    // Two orders alternate, so each is requested as often as without alternating.
    let is_halved = options.text(option::RETRIEVAL_SORT).is_empty() && hours > 1;
    Some(if is_halved { seconds / 2 } else { *seconds })
}

fn fields(options: &Options) -> String {
    let stored = options.value(option::RETRIEVAL_FIELDS);
    let names: Vec<String> = stored
        .values()
        .map(|name| name.to_string_lossy().into_owned())
        .collect();
    if names.is_empty() {
        return FIELDS.join(",");
    }
    names.join(",")
}

fn sort(options: &Options, place_id: &str) -> RetrievalSort {
    match options
        .text_or(option::RETRIEVAL_SORT, "most_relevant")
        .as_ref()
    {
        "newest" => RetrievalSort::Newest,
        "review_sort" => match ReviewOrder::of(&options.text(option::REVIEW_SORT)) {
            ReviewOrder::Relevance | ReviewOrder::RelevanceAsc => RetrievalSort::MostRelevant,
            _ => RetrievalSort::Newest,
        },
        "" => match last_request(options, place_id) {
            Some((_, true)) => RetrievalSort::Newest,
            _ => RetrievalSort::MostRelevant,
        },
        _ => RetrievalSort::MostRelevant,
    }
}

/// The time of the last request for a place, and whether it requested the most relevant reviews.
fn last_request(options: &Options, place_id: &str) -> Option<(i64, bool)> {
    let log = options.value(option::RETRIEVAL).at("requests");
    let of_place = |entry: &&Value| entry.at("place_id").as_bytes() == Some(place_id.as_bytes());
    let last = log
        .values()
        .filter(of_place)
        .max_by_key(|entry| entry.at("time").to_int())?;
    let is_relevant = last.at("review_sort").as_bytes() != Some(b"newest".as_slice());
    Some((last.at("time").to_int(), is_relevant))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wordpress::php::serialize;

    const PLACE: &str = "ChIJ-a-place-of-ours-0000001";

    fn options(rows: &[(&str, &str)], last: Option<i64>) -> Options {
        let mut rows: Vec<(String, Vec<u8>)> = rows
            .iter()
            .map(|(name, value)| ((*name).to_owned(), value.as_bytes().to_vec()))
            .collect();
        rows.push((option::PLACE_ID.into(), PLACE.into()));
        rows.push((option::API_KEY.into(), "a-key-of-ours".into()));
        if let Some(time) = last {
            let entry = Value::array().with("place_id", PLACE).with("time", time);
            let requests: Value = [entry].into_iter().collect();
            let log = Value::array().with("requests", requests);
            rows.push((option::RETRIEVAL.into(), serialize(&log)));
        }
        Options::new(rows)
    }

    #[test]
    fn thresholds() {
        const NOW: i64 = 1_795_224_170;
        for (update, ago, sort, expected) in [
            ("24", 19 * 3600, "most_relevant", false),
            ("24", 24 * 3600, "most_relevant", true),
            ("24", 12 * 3600, "", true),
            ("1", 3301, "", true),
            ("1", 1700, "", false),
            ("168", 7 * 86_400, "newest", true),
            ("168", 6 * 86_400, "newest", false),
            ("", 900 * 86_400, "newest", false),
        ] {
            let rows = [(option::UPDATE, update), (option::RETRIEVAL_SORT, sort)];
            let options = options(&rows, Some(NOW - ago));
            assert_eq!(
                due(&options, NOW).is_some(),
                expected,
                "{update} {ago} {sort}"
            );
        }
        assert!(due(&options(&[], None), NOW).is_some(), "the first one");
        let demo = options(&[(option::DEMO, "1")], None);
        assert!(due(&demo, NOW).is_none());
    }

    #[test]
    fn the_request() {
        let rows = [(option::LANGUAGE, "es"), (option::RETRIEVAL_SORT, "")];
        let retrieval = wanted(&options(&rows, Some(7))).unwrap();
        let names: Vec<&str> = retrieval.query.iter().map(|(name, _)| *name).collect();
        assert_eq!(
            names,
            [
                "placeid",
                "key",
                "fields",
                "reviews_sort",
                "reviews_no_translations",
                "language"
            ]
        );
        // Alternates: the last request was for the most relevant reviews.
        assert_eq!(retrieval.sort, RetrievalSort::Newest);
    }
}

//! Compares a response with the recorded one.

use recordings::compare::compare as differences;
use recordings::rules::Rules;

use crate::client::ClientResponse;
use crate::recording::Response;

/// Compares status, relevant headers and body; returns one line per difference: path, expected, actual.
#[must_use]
pub fn compare(want: &Response, got: &ClientResponse) -> Vec<String> {
    let found = differences(want, got, &mut Rules::contract());
    found.iter().map(ToString::to_string).collect()
}

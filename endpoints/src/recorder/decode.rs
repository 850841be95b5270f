//! Takes the content coding off a recorded body. What the visitor gets keeps it.

use std::io::Read;

use recordings::masking::Exchange;

/// Bytes of a decoded body; a longer one is no recording's.
const LIMIT: u64 = 64 * 1024 * 1024;

/// Decodes the response's body; one that cannot be decoded is left out, with the reason.
pub(super) fn decode(exchange: &mut Exchange) {
    let coding = Exchange::header(&exchange.response_headers, "content-encoding");
    let coding = coding.trim().to_ascii_lowercase();
    if coding.is_empty() || coding == "identity" || exchange.body_note.is_some() {
        return;
    }
    let coded = std::mem::take(&mut exchange.response_body);
    match decoded(&coding, &coded) {
        Ok(body) => {
            exchange.response_body = body;
            let of_coding = ["content-encoding", "content-length"];
            exchange
                .response_headers
                .retain(|(name, _)| !of_coding.iter().any(|c| name.eq_ignore_ascii_case(c)));
        }
        Err(reason) => exchange.body_note = Some(reason),
    }
}

fn decoded(coding: &str, coded: &[u8]) -> Result<Vec<u8>, String> {
    let mut body = Vec::new();
    let limit = LIMIT + 1;
    let read = match coding {
        "gzip" | "x-gzip" => flate2::read::MultiGzDecoder::new(coded)
            .take(limit)
            .read_to_end(&mut body),
        "deflate" => flate2::read::ZlibDecoder::new(coded)
            .take(limit)
            .read_to_end(&mut body),
        "br" => brotli::Decompressor::new(coded, 64 * 1024)
            .take(limit)
            .read_to_end(&mut body),
        other => return Err(format!("the content coding {other} is not known")),
    };
    match read {
        Ok(length) if length as u64 > LIMIT => Err(format!("more than {LIMIT} bytes")),
        Ok(_) => Ok(body),
        Err(error) => Err(format!("the body cannot be decoded: {error}")),
    }
}

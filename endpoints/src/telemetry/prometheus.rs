//! The numbers of `/metrics` as metrics of OTLP: counters are monotonic sums, histograms have explicit bounds, all
//! cumulative since the start.

use std::time::{SystemTime, UNIX_EPOCH};

use opentelemetry_proto::tonic::collector::metrics::v1::ExportMetricsServiceRequest;
use opentelemetry_proto::tonic::common::v1::{
    AnyValue, InstrumentationScope, KeyValue, any_value::Value,
};
use opentelemetry_proto::tonic::metrics::v1::{
    AggregationTemporality, Gauge, Histogram, HistogramDataPoint, Metric, NumberDataPoint,
    ResourceMetrics, ScopeMetrics, Sum, metric::Data, number_data_point,
};
use opentelemetry_proto::tonic::resource::v1::Resource;
use opentelemetry_proto::transform::common::tonic::ResourceAttributesWithSchema;

/// One line: name, labels, value.
type Sample<'t> = (&'t str, Vec<(&'t str, String)>, f64);

/// The message of a text in Prometheus's format.
pub(super) fn to_otlp(
    text: &str,
    resource: &ResourceAttributesWithSchema,
    started: SystemTime,
    now: SystemTime,
) -> ExportMetricsServiceRequest {
    let at = (nanoseconds(started), nanoseconds(now));
    let mut metrics = Vec::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        let Some((name, kind)) = family(line) else {
            continue;
        };
        let mut samples = Vec::new();
        while let Some(line) = lines.next_if(|line| family(line).is_none()) {
            samples.extend(sample(line));
        }
        let data = match kind {
            "histogram" => Data::Histogram(histogram(name, &samples, at)),
            "gauge" => Data::Gauge(Gauge {
                data_points: points(&samples, at),
            }),
            _ => Data::Sum(Sum {
                data_points: points(&samples, at),
                aggregation_temporality: AggregationTemporality::Cumulative.into(),
                is_monotonic: true,
            }),
        };
        metrics.push(Metric {
            name: name.to_owned(),
            data: Some(data),
            ..Metric::default()
        });
    }
    let scope = InstrumentationScope {
        name: "oxipress".to_owned(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        ..InstrumentationScope::default()
    };
    ExportMetricsServiceRequest {
        resource_metrics: vec![ResourceMetrics {
            resource: Some(Resource {
                attributes: resource.attributes.0.clone(),
                ..Resource::default()
            }),
            scope_metrics: vec![ScopeMetrics {
                scope: Some(scope),
                metrics,
                ..ScopeMetrics::default()
            }],
            ..ResourceMetrics::default()
        }],
    }
}

fn nanoseconds(time: SystemTime) -> u64 {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_nanos()).unwrap_or(u64::MAX)
}

/// `# TYPE name kind`.
fn family(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("# TYPE ")?.split_once(' ')
}

/// `name{label="value"} 7`.
fn sample(line: &str) -> Option<Sample<'_>> {
    if line.starts_with('#') {
        return None;
    }
    let (series, value) = line.rsplit_once(' ')?;
    let value = value.parse().ok()?;
    let Some((name, rest)) = series.split_once('{') else {
        return Some((series, Vec::new(), value));
    };
    let mut labels = Vec::new();
    let mut rest = rest.strip_suffix('}')?;
    while let Some((label, after)) = rest.split_once("=\"") {
        let mut text = String::new();
        let mut characters = after.char_indices();
        let mut end = after.len();
        while let Some((place, character)) = characters.next() {
            match character {
                '"' => {
                    end = place.saturating_add(1);
                    break;
                }
                '\\' => match characters.next() {
                    Some((_, 'n')) => text.push('\n'),
                    Some((_, other)) => text.push(other),
                    None => {}
                },
                other => text.push(other),
            }
        }
        labels.push((label.trim_start_matches(','), text));
        rest = after.get(end..).unwrap_or_default();
    }
    Some((name, labels, value))
}

fn attributes(labels: &[(&str, String)]) -> Vec<KeyValue> {
    let labels = labels.iter().filter(|(name, _)| *name != "le");
    let attribute = |(name, text): &(&str, String)| KeyValue {
        key: (*name).to_owned(),
        value: Some(AnyValue {
            value: Some(Value::StringValue(text.clone())),
        }),
        ..KeyValue::default()
    };
    labels.map(attribute).collect()
}

fn points(samples: &[Sample<'_>], (started, now): (u64, u64)) -> Vec<NumberDataPoint> {
    let point = |(_, labels, value): &Sample<'_>| NumberDataPoint {
        attributes: attributes(labels),
        start_time_unix_nano: started,
        time_unix_nano: now,
        value: Some(number_data_point::Value::AsDouble(*value)),
        ..NumberDataPoint::default()
    };
    samples.iter().map(point).collect()
}

/// A histogram without labels of its own, as all of `/metrics` are.
fn histogram(name: &str, samples: &[Sample<'_>], (started, now): (u64, u64)) -> Histogram {
    let find = |suffix: &str| {
        let mut of = samples.iter();
        of.find(|(series, ..)| series.strip_prefix(name) == Some(suffix))
            .map_or(0.0, |(.., value)| *value)
    };
    let mut bounds = Vec::new();
    let mut counts = Vec::new();
    let mut below = 0;
    for (series, labels, value) in samples {
        if series.strip_prefix(name) != Some("_bucket") {
            continue;
        }
        let bound = labels.iter().find(|(label, _)| *label == "le");
        let bound: f64 = bound
            .and_then(|(_, text)| text.parse().ok())
            .unwrap_or(f64::INFINITY);
        let up_to = whole(*value);
        if bound.is_finite() {
            bounds.push(bound);
        }
        counts.push(up_to.saturating_sub(below));
        below = up_to;
    }
    Histogram {
        data_points: vec![HistogramDataPoint {
            start_time_unix_nano: started,
            time_unix_nano: now,
            count: whole(find("_count")),
            sum: Some(find("_sum")),
            bucket_counts: counts,
            explicit_bounds: bounds,
            ..HistogramDataPoint::default()
        }],
        aggregation_temporality: AggregationTemporality::Cumulative.into(),
    }
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "saturates; the values are counts"
)]
fn whole(value: f64) -> u64 {
    value as u64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_family_becomes_a_metric() {
        const TEXT: &str = "# TYPE a_total counter\na_total{x=\"1\",y=\"a \\\"b\\\", c\"} 7\na_total{x=\"2\",y=\"\"} 8\n\
            # TYPE b gauge\nb -3\n\
            # HELP h some words\n# TYPE h histogram\nh_bucket{le=\"0.1\"} 2\nh_bucket{le=\"+Inf\"} 5\nh_sum 1.5\nh_count 5\n";
        let resource = ResourceAttributesWithSchema::default();
        let message = to_otlp(TEXT, &resource, UNIX_EPOCH, SystemTime::now());
        let metrics = &message.resource_metrics[0].scope_metrics[0].metrics;
        let names: Vec<_> = metrics.iter().map(|metric| metric.name.as_str()).collect();
        assert_eq!(names, ["a_total", "b", "h"]);
        let Some(Data::Sum(sum)) = &metrics[0].data else {
            unreachable!("{metrics:?}");
        };
        let labels = &sum.data_points[0].attributes;
        assert_eq!((labels.len(), labels[1].key.as_str()), (2, "y"));
        assert!(format!("{:?}", labels[1].value).contains("a \\\"b\\\", c"));
        assert!(sum.is_monotonic && sum.data_points.len() == 2);
        let Some(Data::Histogram(histogram)) = &metrics[2].data else {
            unreachable!("{metrics:?}");
        };
        let point = &histogram.data_points[0];
        assert_eq!(
            (&*point.bucket_counts, &*point.explicit_bounds),
            (&[2, 3][..], &[0.1][..])
        );
        assert_eq!((point.count, point.sum), (5, Some(1.5)));
    }
}

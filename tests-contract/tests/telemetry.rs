//! Traces and metrics for OpenTelemetry: what a collector gets, and that one which is dead or silent takes nothing from
//! visitors.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use opentelemetry_proto::tonic::collector::metrics::v1::ExportMetricsServiceRequest;
use opentelemetry_proto::tonic::collector::trace::v1::ExportTraceServiceRequest;
use opentelemetry_proto::tonic::common::v1::{KeyValue, any_value::Value};
use opentelemetry_proto::tonic::metrics::v1::{Metric, metric::Data, number_data_point};
use opentelemetry_proto::tonic::trace::v1::{Span, span::SpanKind};
use prost::Message as _;
use tests_contract::client::{get, get_with, send};
use tests_contract::mock_server::{MockServer, Sent};
use tests_contract::recorded_forms::Comment;
use tests_contract::server::{Database, Oxipress};
use tests_contract::site::Site;
use tests_contract::visit::until;
use tests_contract::visitors::Form as _;

const SECRET: &str = "S3cr3tV4lue";
const TRACE: &str = "4bf92f3577b34da6a3ce929d0e0e4736";
const PARENT: &str = "00f067aa0ba902b7";

/// What a collector got.
#[derive(Default)]
struct Got {
    /// Heads of requests.
    heads: String,
    traces: Vec<ExportTraceServiceRequest>,
    metrics: Vec<ExportMetricsServiceRequest>,
}

/// A collector of OTLP over HTTP.
struct Collector {
    addr: SocketAddr,
    got: Arc<Mutex<Got>>,
}

impl Collector {
    fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("listener");
        let addr = listener.local_addr().expect("address");
        let got: Arc<Mutex<Got>> = Arc::default();
        let kept = Arc::clone(&got);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let kept = Arc::clone(&kept);
                std::thread::spawn(move || take(stream, &kept));
            }
        });
        Self { addr, got }
    }

    fn spans(&self) -> Vec<Span> {
        let got = self.got.lock().expect("lock");
        let resources = got.traces.iter().flat_map(|sent| &sent.resource_spans);
        let scopes = resources.flat_map(|resource| &resource.scope_spans);
        scopes.flat_map(|scope| scope.spans.clone()).collect()
    }

    /// The last reading of metrics.
    fn metrics(&self) -> Option<Vec<Metric>> {
        let got = self.got.lock().expect("lock");
        let last = got.metrics.last()?;
        Some(last.resource_metrics[0].scope_metrics[0].metrics.clone())
    }
}

/// Takes the requests of a connection.
fn take(stream: TcpStream, kept: &Mutex<Got>) -> Option<()> {
    let mut reader = BufReader::new(stream.try_clone().ok()?);
    loop {
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            if reader.read_line(&mut head).ok()? == 0 {
                return None;
            }
        }
        let lower = head.to_ascii_lowercase();
        let length = lower.split("content-length: ").nth(1)?;
        let mut body = vec![0; length.split("\r\n").next()?.parse().ok()?];
        reader.read_exact(&mut body).ok()?;
        let mut got = kept.lock().expect("lock");
        if head.starts_with("POST /v1/traces ") {
            got.traces
                .push(ExportTraceServiceRequest::decode(&*body).expect("OTLP"));
        } else if head.starts_with("POST /v1/metrics ") {
            got.metrics
                .push(ExportMetricsServiceRequest::decode(&*body).expect("OTLP"));
        }
        got.heads.push_str(&head);
        drop(got);
        (&stream)
            .write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            .ok()?;
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn text(attributes: &[KeyValue], key: &str) -> String {
    let found = attributes.iter().find(|known| known.key == key);
    let value = found.and_then(|known| known.value.as_ref()?.value.clone());
    match value {
        Some(Value::StringValue(text)) => text,
        Some(Value::IntValue(number)) => number.to_string(),
        other => format!("{other:?}"),
    }
}

fn serve(site: &Site, endpoint: &str, more: &[(&str, &str)], arguments: &[&str]) -> Oxipress {
    let mut environment = vec![
        ("OXIPRESS_TELEMETRY_OTLP_ENDPOINT", endpoint),
        ("OXIPRESS_TELEMETRY_SAMPLE_RATIO", "1.0"),
        ("OXIPRESS_TELEMETRY_METRICS_INTERVAL", "1"),
    ];
    environment.extend(more);
    Oxipress::serve_recorded_site(&site.url, arguments, &environment).expect("server")
}

fn php() -> MockServer {
    MockServer::start(|_: &Sent| (503, "php".to_owned())).expect("PHP")
}

fn traceparent(sent: &MockServer) -> Vec<String> {
    let all = sent.received_requests();
    all.iter()
        .map(|sent| sent.header("traceparent").to_owned())
        .collect()
}

#[test]
#[expect(clippy::too_many_lines, reason = "one table of cases")]
fn a_collector_gets_the_spans_of_a_request_and_the_numbers() {
    let (collector, php) = (Collector::start(), php());
    let site = Site::recorded(Database::Sqlite).expect("site");
    let endpoint = format!("http://{}/", collector.addr);
    let upstream = format!("http://{}", php.addr);
    let more = [
        ("OXIPRESS_TELEMETRY_TRUST_TRACEPARENT", "true"),
        ("OXIPRESS_TELEMETRY_SERVICE_NAME", "casa"),
        ("OXIPRESS_TELEMETRY_OTLP_HEADERS", "x-tenant=loma"),
    ];
    let server = serve(&site, &endpoint, &more, &["--legacy-upstream", &upstream]);
    let sampled = format!("00-{TRACE}-{PARENT}-01");
    let agent = format!("agent token={SECRET}");
    let headers = [("traceparent", sampled.as_str()), ("User-Agent", &agent)];
    let path = format!("/paseo-por-las-carcavas/?key={SECRET}&a=b");
    assert_eq!(
        get_with(server.addr, &path, &headers).expect("page").status,
        200
    );
    assert_eq!(
        get_with(server.addr, "/wp-admin/", &headers)
            .expect("PHP")
            .status,
        503
    );
    let requests = |spans: &[Span]| -> Vec<Span> {
        let all = spans.iter().filter(|span| span.kind() == SpanKind::Server);
        let ours = all.filter(|span| hex(&span.trace_id) == TRACE);
        ours.cloned().collect()
    };
    let spans = until(|| {
        let spans = collector.spans();
        (requests(&spans).len() == 2).then_some(spans)
    });
    for request in requests(&spans) {
        assert_eq!(
            (hex(&request.parent_span_id), request.name.as_str()),
            (PARENT.to_owned(), "GET")
        );
        assert_eq!(
            text(&request.attributes, "user_agent.original"),
            "agent token=***"
        );
        assert!(request.end_time_unix_nano > request.start_time_unix_nano);
        let own: Vec<&Span> = spans
            .iter()
            .filter(|span| span.parent_span_id == request.span_id)
            .collect();
        let names: BTreeSet<&str> = own.iter().map(|span| span.name.as_str()).collect();
        if text(&request.attributes, "url.path") == "/wp-admin/" {
            assert_eq!(
                text(&request.attributes, "http.response.status_code"),
                "503"
            );
            let asked = own
                .iter()
                .find(|span| span.name == "upstream")
                .expect("span");
            assert_eq!(asked.kind(), SpanKind::Client);
            let sent = format!("00-{TRACE}-{}-01", hex(&asked.span_id));
            assert_eq!(traceparent(&php), [sent]);
        } else {
            assert_eq!(
                text(&request.attributes, "url.path"),
                "/paseo-por-las-carcavas/"
            );
            assert_eq!(text(&request.attributes, "url.query"), "key=***&a=b");
            assert_eq!(
                text(&request.attributes, "http.response.status_code"),
                "200"
            );
            assert!(names.contains("render"), "{names:?}");
            assert!(names.contains("SELECT wp_posts"), "{names:?}");
            for statement in own.iter().filter(|span| span.name.starts_with("SELECT")) {
                let attribute = |key: &str| text(&statement.attributes, key);
                assert_eq!(statement.kind(), SpanKind::Client);
                assert_eq!(attribute("db.system"), "sqlite");
                assert_eq!(attribute("db.operation.name"), "SELECT");
            }
        }
    }
    // Not sampled by who asks: nothing is sent, and the upstream is told so.
    let unsampled = format!("00-{TRACE}-{PARENT}-00");
    let answer = get_with(server.addr, "/wp-admin/x", &[("traceparent", &unsampled)]);
    assert_eq!(answer.expect("PHP").status, 503);
    let passed = traceparent(&php).pop().expect("traceparent");
    assert!(
        passed.starts_with(&format!("00-{TRACE}-")) && passed.ends_with("-00"),
        "{passed}"
    );
    numbers(&server, &collector);
    assert_eq!(requests(&collector.spans()).len(), 2);
    let got = collector.got.lock().expect("lock");
    assert!(got.heads.contains("x-tenant: loma"));
    let resource = got.traces[0].resource_spans[0]
        .resource
        .clone()
        .expect("resource");
    assert_eq!(text(&resource.attributes, "service.name"), "casa");
    let all = format!("{:?} {:?}", got.traces, got.metrics);
    assert!(!all.contains(SECRET), "a secret is sent");
}

/// How often the upstream answered, as the collector was told.
fn answered_by_upstream(metrics: &[Metric]) -> Option<f64> {
    let metric = metrics
        .iter()
        .find(|metric| metric.name == "oxipress_upstream_total")?;
    let Some(Data::Sum(sum)) = &metric.data else {
        return None;
    };
    let mut points = sum.data_points.iter();
    let answered = points.find(|point| text(&point.attributes, "result") == "answered")?;
    match answered.value? {
        number_data_point::Value::AsDouble(number) => Some(number),
        number_data_point::Value::AsInt(_) => None,
    }
}

/// Every number of `/metrics` is sent under its name.
fn numbers(server: &Oxipress, collector: &Collector) {
    let shown = get(server.admin, "/metrics").expect("metrics").body;
    let families = shown
        .lines()
        .filter_map(|line| line.strip_prefix("# TYPE "));
    let families: BTreeSet<&str> = families.filter_map(|line| line.split(' ').next()).collect();
    let metrics = until(|| {
        let metrics = collector.metrics()?;
        let names: BTreeSet<&str> = metrics.iter().map(|metric| metric.name.as_str()).collect();
        (families.is_subset(&names) && answered_by_upstream(&metrics) == Some(2.0))
            .then_some(metrics.clone())
    });
    assert!(
        metrics
            .iter()
            .any(|metric| matches!(metric.data, Some(Data::Histogram(_))))
    );
    assert!(
        server
            .metric("oxipress_telemetry_total{result=\"sent\"}")
            .expect("number")
            > 0
    );
}

/// Statements of a submission's transaction, which runs in a task of its own, are below its request; no value is told.
fn statements_of_a_transaction(database: Database, system: &str) {
    let collector = Collector::start();
    let site = Site::recorded(database).expect("site");
    let server = serve(&site, &format!("http://{}", collector.addr), &[], &[]);
    let form = Comment::new().expect("form");
    let answer = send(server.addr, &form.request(1, SECRET)).expect("answer");
    assert!(form.is_taken(&answer), "{}", answer.status);
    let spans = until(|| {
        let spans = collector.spans();
        let is_post = |span: &&Span| span.kind() == SpanKind::Server && span.name == "POST";
        let request = spans.iter().find(is_post)?.span_id.clone();
        let own = spans
            .into_iter()
            .filter(|span| span.parent_span_id == request);
        let own: Vec<Span> = own.collect();
        own.iter().any(|span| span.name == "COMMIT").then_some(own)
    });
    for wanted in ["INSERT wp_comments", "INSERT wp_oxipress_outbox"] {
        let found = spans.iter().find(|span| span.name == wanted);
        let found = found.expect(wanted);
        assert_eq!(text(&found.attributes, "db.system"), system);
    }
    assert!(!format!("{spans:?}").contains(SECRET), "a value is sent");
}

#[test]
fn statements_of_a_transaction_on_sqlite() {
    statements_of_a_transaction(Database::Sqlite, "sqlite");
}

#[test]
fn statements_of_a_transaction_on_mariadb() {
    statements_of_a_transaction(Database::MariaDb, "mysql");
}

/// Who sends `traceparent` neither names the trace nor has it sampled, unless a setting trusts it.
#[test]
fn a_visitor_decides_nothing_about_traces() {
    let collector = Collector::start();
    let site = Site::recorded(Database::Sqlite).expect("site");
    let endpoint = format!("http://{}", collector.addr);
    let sampled = format!("00-{TRACE}-{PARENT}-01");
    let headers = [("traceparent", sampled.as_str())];
    let server = serve(&site, &endpoint, &[], &[]);
    assert_eq!(
        get_with(server.addr, "/", &headers).expect("page").status,
        200
    );
    let request = until(|| {
        let spans = collector.spans();
        spans
            .into_iter()
            .find(|span| span.kind() == SpanKind::Server)
    });
    assert_ne!(hex(&request.trace_id), TRACE);
    assert_eq!(hex(&request.parent_span_id), "");
    let links: Vec<_> = request
        .links
        .iter()
        .map(|link| hex(&link.trace_id))
        .collect();
    assert_eq!(links, [TRACE]);
    // With a share of nothing no request is traced; the answer to this one comes after those before.
    let none = [("OXIPRESS_TELEMETRY_SAMPLE_RATIO", "0.0")];
    let quiet = Collector::start();
    let server = serve(&site, &format!("http://{}", quiet.addr), &none, &[]);
    assert_eq!(
        get_with(server.addr, "/", &headers).expect("page").status,
        200
    );
    // Ending sends what waits.
    server.terminate().expect("ended");
    assert_eq!(quiet.spans().len(), 0);
}

#[test]
fn without_a_collector_nothing_is_traced() {
    let php = php();
    let site = Site::recorded(Database::Sqlite).expect("site");
    let upstream = format!("http://{}", php.addr);
    let arguments = ["--legacy-upstream", &upstream];
    let server = Oxipress::serve_recorded_site(&site.url, &arguments, &[]).expect("server");
    let sampled = format!("00-{TRACE}-{PARENT}-01");
    let answer = get_with(server.addr, "/wp-admin/", &[("traceparent", &sampled)]);
    assert_eq!(answer.expect("PHP").status, 503);
    assert_eq!(traceparent(&php), [sampled], "it is passed on as it is");
    assert!(
        server
            .metric("oxipress_telemetry_total{result=\"sent\"}")
            .is_err()
    );
}

/// Answers of a server with a collector that never answers, or of which there is none.
fn visitors_of(endpoint: &str) -> (Oxipress, Duration) {
    let site = Site::recorded(Database::Sqlite).expect("site");
    let server = serve(&site, endpoint, &[], &[]);
    let page = |number: usize| {
        // Another address each time: the page cache does not answer.
        let answer = get_with(
            server.addr,
            &format!("/paseo-por-las-carcavas/?n={number}"),
            &[],
        );
        assert_eq!(answer.expect("page").status, 200);
    };
    page(0);
    let started = Instant::now();
    std::thread::scope(|scope| {
        for part in 0..4 {
            scope.spawn(move || {
                (1..150).for_each(|number| page(part * 1000 + number));
                // Of these only the first is made anew.
                (0..1200).for_each(|_| page(0));
            });
        }
    });
    (server, started.elapsed())
}

#[test]
fn a_dead_or_silent_collector_changes_nothing_for_visitors() {
    let nobody = TcpListener::bind("127.0.0.1:0")
        .expect("port")
        .local_addr()
        .expect("address");
    let silent = TcpListener::bind("127.0.0.1:0").expect("listener");
    let silent_addr = silent.local_addr().expect("address");
    std::thread::spawn(move || {
        let kept: Vec<_> = silent.incoming().collect();
        drop(kept);
    });
    let (dead, by_dead) = visitors_of(&format!("http://{nobody}"));
    let lost = |server: &Oxipress, result: &str| {
        let name = format!("oxipress_telemetry_total{{result=\"{result}\"}}");
        server.metric(&name).expect("number")
    };
    until(|| (lost(&dead, "failed") > 0).then_some(()));
    assert_eq!(lost(&dead, "sent"), 0);
    let (mute, by_mute) = visitors_of(&format!("http://{silent_addr}"));
    // More spans than wait at most: the rest is dropped and counted.
    until(|| (lost(&mute, "dropped") > 0).then_some(()));
    println!("5,400 pages: {by_dead:?} with a dead collector, {by_mute:?} with a silent one");
    let stopped = Instant::now();
    mute.terminate().expect("stopped");
    dead.terminate().expect("stopped");
    assert!(
        stopped.elapsed() < Duration::from_secs(12),
        "{:?}",
        stopped.elapsed()
    );
}

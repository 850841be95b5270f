//! The outbox in the real binary: mails as recorded, killed servers (hardening R1), the command line.

use std::process::Command;
use std::time::Duration;

use tests_contract::client::send;
use tests_contract::crash::{self, Plan};
use tests_contract::fixtures;
use tests_contract::recorded_forms::{Comment, Feedback};
use tests_contract::recorded_mail;
use tests_contract::recording::{load, recorded};
use tests_contract::replay::replay;
use tests_contract::server::{Database, Oxipress, binary};
use tests_contract::site::Site;
use tests_contract::smtp_sink::{Manners, SmtpSink};
use tests_contract::visitors::Form;

#[test]
fn mails_are_those_of_the_recordings() {
    let (mut exact, mut all) = (0, 0);
    for area in ["comments", "login"] {
        let sink = SmtpSink::start().expect("sink");
        let site = Site::recorded(Database::Sqlite).expect("site");
        let spool = tempfile::tempdir().expect("spool");
        let spool = spool.path().to_string_lossy().into_owned();
        let server = Oxipress::serve_recorded_site(&site.url, &[], &sink.variables(&spool));
        let server = server.expect("server");
        let recordings = load(&fixtures().join("recordings/wordpress").join(area));
        replay(server.addr, &recordings.expect("recordings")).expect("replay");
        let folder = fixtures().join("recordings/wordpress").join(area);
        let wanted = recorded_mail::load(&folder).expect("recorded mails");
        let got = sink
            .wait_for(wanted.len(), Duration::from_secs(30))
            .expect("mails");
        for (wanted, got) in wanted.iter().zip(&got) {
            all += 1;
            let differences = wanted.differences(&got.text);
            exact += usize::from(differences.is_empty());
            for line in differences {
                println!("{}: {line}", wanted.recording);
            }
        }
        server.terminate().expect("stop");
        assert_eq!(sink.messages().len(), wanted.len(), "{area}");
    }
    println!("{exact} of {all} recorded mails are sent as recorded");
    assert_eq!(exact, all);
}

/// R1. `CRASH_TEST_KILLS=200 CRASH_TEST_LIFE_MS=3000` is the figure to reach; a few kills show that it
/// holds.
fn crash(database: Database, form: &dyn Form) {
    let number = |name: &str, usual: u32| {
        let given = std::env::var(name).ok();
        given.and_then(|n| n.parse().ok()).unwrap_or(usual)
    };
    let kills = number("CRASH_TEST_KILLS", 5);
    let longest_life = number("CRASH_TEST_LIFE_MS", 1200);
    let site = Site::recorded(database).expect("site");
    let sink = SmtpSink::start().expect("sink");
    // Long enough for a kill to fall between delivery and the note of it.
    sink.set(Manners {
        delay: Duration::from_millis(5),
        ..Manners::default()
    });
    let spool = tempfile::tempdir().expect("spool");
    let spool = spool.path().to_string_lossy().into_owned();
    let mut environment = sink.variables(&spool);
    environment.extend([("OXIPRESS_NOW", ""), ("OXIPRESS_LOG", "error")]);
    let start = || Oxipress::serve_recorded_site(&site.url, &[], &environment);
    let plan = Plan {
        visitors: 4,
        kills,
        longest_life: Duration::from_millis(longest_life.into()),
    };
    let figures = crash::run(plan, form, &site, &sink, &start).expect("run");
    println!("R1 {database:?}: {figures:?}");
    assert!(figures.acknowledged > usize::try_from(kills).unwrap_or(0));
    assert!(figures.lost.is_empty() && figures.twice.is_empty());
    assert!(figures.doubles_of_a_kill <= 1);
}

#[test]
fn killed_servers_lose_no_mail_on_sqlite() {
    crash(Database::Sqlite, &Comment::new().expect("form"));
}

#[test]
fn killed_servers_lose_no_mail_on_mariadb() {
    crash(Database::MariaDb, &Comment::new().expect("form"));
}

/// With `mail.delivery = "wait"` the visitor hears of a refusal, and the mail does not come later.
#[test]
fn a_visitor_who_waits_hears_of_a_refusal() {
    let site = Site::recorded(Database::Sqlite).expect("site");
    let sink = SmtpSink::start().expect("sink");
    let spool = tempfile::tempdir().expect("spool");
    let spool = spool.path().to_string_lossy().into_owned();
    let mut environment = sink.variables(&spool);
    environment.push(("OXIPRESS_MAIL_DELIVERY", "wait"));
    let server = Oxipress::serve_recorded_site(&site.url, &[], &environment).expect("server");
    let lost = recorded("wordpress", "login/lost-ok")
        .expect("lost-ok")
        .request;
    sink.set(Manners {
        to_mail: Some("550 no".into()),
        ..Manners::default()
    });
    let told = send(server.addr, &lost).expect("answer");
    assert!(
        told.status == 200 && told.body.contains("login_error"),
        "{}",
        told.status
    );
    sink.set(Manners::default());
    let told = send(server.addr, &lost).expect("answer");
    assert_eq!((told.status, sink.messages().len()), (302, 1));
    assert_eq!(
        server
            .metric("oxipress_outbox{state=\"dead\"}")
            .expect("metric"),
        1
    );
}

#[test]
fn killed_servers_lose_no_submission_on_sqlite() {
    crash(Database::Sqlite, &Feedback::new().expect("form"));
}

#[test]
fn killed_servers_lose_no_submission_on_mariadb() {
    crash(Database::MariaDb, &Feedback::new().expect("form"));
}

fn oxipress(arguments: &[&str]) -> String {
    let out = Command::new(binary().expect("binary"))
        .args(arguments)
        .output()
        .expect("oxipress");
    assert!(
        out.status.success(),
        "{arguments:?}: {}",
        String::from_utf8_lossy(&out.stderr)
    );
    String::from_utf8(out.stdout).expect("text")
}

#[test]
fn the_command_line_shows_and_retries() {
    let site = Site::recorded(Database::Sqlite).expect("site");
    let mut sink = SmtpSink::start().expect("sink");
    sink.go_down();
    let spool = tempfile::tempdir().expect("spool");
    let spool = spool.path().to_string_lossy().into_owned();
    let url = site.url.as_str();
    assert_eq!(oxipress(&["mail", "list", "--database", url]), "no mails\n");
    let server = Oxipress::serve_recorded_site(url, &[], &sink.variables(&spool)).expect("server");
    let comment = Comment::new().expect("form");
    let answer = send(server.addr, &comment.request(7, "token7end")).expect("answer");
    assert!(comment.is_taken(&answer));
    let failed = || server.metric("oxipress_mail_failed_total").expect("metric");
    while failed() == 0 {
        std::thread::sleep(Duration::from_millis(20));
    }
    let list = oxipress(&["mail", "list", "--database", url, "--state", "queued"]);
    assert!(
        list.contains("queued") && list.contains("anfitrion@casascueva.example"),
        "{list}"
    );
    assert!(
        list.contains("refused") || list.contains("Connection"),
        "{list}"
    );
    let shown = oxipress(&["mail", "show", "1", "--database", url]);
    assert!(
        shown.contains("X-Mailer: ") && shown.contains("token7end"),
        "{shown}"
    );
    sink.come_up().expect("up");
    let retried = oxipress(&["mail", "retry", "1", "--database", url]);
    assert_eq!(retried, "1 to be tried again\n");
    sink.wait_for(1, Duration::from_secs(30)).expect("mail");
    server.terminate().expect("stop");
    let list = oxipress(&["mail", "list", "--database", url]);
    assert!(list.contains("  sent "), "{list}");
    let help = oxipress(&["mail", "--help"]);
    for word in ["list", "show", "retry", "purge", "Examples"] {
        assert!(help.contains(word), "{word}");
    }
}

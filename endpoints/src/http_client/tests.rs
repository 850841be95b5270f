use super::*;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpListener;

/// A server that answers once, after `delay`; what it was sent.
async fn once(
    response: impl AsRef<[u8]> + Send + 'static,
    delay: Duration,
) -> (String, tokio::task::JoinHandle<String>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("http://{}/siteverify", listener.local_addr().unwrap());
    let asked = tokio::spawn(async move {
        let (mut stream, _) = listener.accept().await.unwrap();
        let mut sent = vec![0; 4096];
        let length = stream.read(&mut sent).await.unwrap();
        tokio::time::sleep(delay).await;
        let _ = stream.write_all(response.as_ref()).await;
        String::from_utf8_lossy(&sent[..length]).into_owned()
    });
    (url, asked)
}

fn block_on<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap()
        .block_on(future)
}

#[test]
fn a_form_goes_out_and_an_answer_comes_back() {
    block_on(async {
        let response = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}";
        let (url, asked) = once(response, Duration::ZERO).await;
        let fields = [("secret", "a b"), ("response", "ñ&")];
        let response = post_form(&url, &fields, Duration::from_secs(5))
            .await
            .unwrap();
        assert_eq!((response.status, &response.body[..]), (200, &b"{}"[..]));
        let asked = asked.await.unwrap();
        assert!(
            asked.starts_with("POST /siteverify HTTP/1.1\r\n"),
            "{asked}"
        );
        assert!(
            asked.ends_with("\r\n\r\nsecret=a+b&response=%C3%B1%26"),
            "{asked}"
        );
    });
}

#[test]
fn a_question_goes_out_without_a_form() {
    block_on(async {
        let (url, asked) = once(
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
            Duration::ZERO,
        )
        .await;
        let url = format!("{url}?placeid=a+b");
        let response = get(&url, Duration::from_secs(5)).await.unwrap();
        assert_eq!((response.status, &response.body[..]), (200, &b"{}"[..]));
        let asked = asked.await.unwrap();
        assert!(
            asked.starts_with("GET /siteverify?placeid=a+b HTTP/1.1\r\n"),
            "{asked}"
        );
        assert!(!asked.to_lowercase().contains("content-type"), "{asked}");
    });
}

#[test]
fn long_answers_come_when_they_are_wanted() {
    block_on(async {
        let length = RESPONSE_LIMIT + 1;
        let head = format!("HTTP/1.1 200 OK\r\nContent-Length: {length}\r\n\r\n");
        let response = [head.as_bytes(), &vec![b'x'; length]].concat();
        let (url, _) = once(response.clone(), Duration::ZERO).await;
        let time = Duration::from_secs(5);
        let asked = get(&url, time).await;
        assert!(matches!(asked, Err(HttpError::TooLarge(RESPONSE_LIMIT))));
        let (url, _) = once(response, Duration::ZERO).await;
        let asked = send(
            HttpRequest::of(&url).at_most(length).to_configured_host(),
            time,
        )
        .await;
        assert_eq!(asked.unwrap().body.len(), length);
    });
}

#[test]
fn only_the_settings_lead_to_private_addresses() {
    block_on(async {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let mut number = 0;
        for host in [
            "127.0.0.1",
            "localhost",
            "2130706433",
            "0x7f000001",
            "0177.0.0.1",
            "127.1",
            "0",
            "[::1]",
            "[::ffff:127.0.0.1]",
            "[::ffff:7f00:1]",
            "[::]",
            "user:password@127.0.0.1",
            "169.254.169.254",
            "10.0.0.1",
            "192.168.0.1",
            "[fd00:ec2::254]",
            "[64:ff9b::7f00:1]",
        ] {
            let url = format!("http://{host}:{port}/latest/meta-data/");
            let answer = send(HttpRequest::of(&url), Duration::from_secs(5)).await;
            let error = answer.unwrap_err();
            let is_unknown =
                matches!(&error, HttpError::Connection(e) if e.raw_os_error().is_none());
            assert!(
                matches!(error, HttpError::NotPublic(_)) || is_unknown,
                "{host}: {error:?}"
            );
            number += 1;
        }
        // A name whose address changes between check and connection: it is asked once.
        for addresses in [
            vec![SocketAddr::from(([127, 0, 0, 1], port))],
            vec![SocketAddr::from(([10, 0, 0, 1], port)); 2],
            Vec::new(),
        ] {
            let times = std::cell::Cell::new(0);
            let answer = ask(
                HttpRequest::of("http://rebinding.example/"),
                async |_, _| {
                    times.set(times.get() + 1);
                    Ok(addresses)
                },
            );
            assert!(matches!(answer.await, Err(HttpError::NotPublic(_))));
            assert_eq!(times.get(), 1);
        }
        let pending = tokio::time::timeout(Duration::from_millis(50), listener.accept()).await;
        assert!(pending.is_err(), "somebody came");
        // The same listener as the operator's setting; a redirect is the answer, and not followed.
        let response =
            "HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n";
        let (url, _) = once(response, Duration::ZERO).await;
        assert_eq!(get(&url, Duration::from_secs(5)).await.unwrap().status, 302);
        println!("{number} private addresses refused");
    });
}

#[test]
fn silence_breaks_and_wrong_addresses_are_errors() {
    block_on(async {
        let (url, _) = once("", Duration::from_secs(30)).await;
        let asked = post_form(&url, &[], Duration::from_millis(100)).await;
        assert!(matches!(asked, Err(HttpError::TimedOut)));
        let (url, _) = once("nonsense", Duration::ZERO).await;
        let asked = post_form(&url, &[], Duration::from_secs(5)).await;
        assert!(matches!(asked, Err(HttpError::Broken(_))));
        for url in ["", "ftp://a/", "/path", "http://"] {
            let asked = post_form(url, &[], Duration::from_secs(1)).await;
            assert!(matches!(asked, Err(HttpError::Address(_))), "{url}");
        }
    });
}

//! A stand-in for the place service: it gives the answers that a test names, one a request.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;

/// The stand-in.
pub struct PlaceService {
    addr: SocketAddr,
    answers: Sender<String>,
    requests: Receiver<String>,
}

impl PlaceService {
    /// Listens on a free port until the test ends.
    pub fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("port");
        let addr = listener.local_addr().expect("address");
        let (answers, next) = channel::<String>();
        let (sent, requests) = channel();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let Ok(answer) = next.recv() else { return };
                let Some(request) = exchange(stream, &answer) else {
                    continue;
                };
                if sent.send(request).is_err() {
                    return;
                }
            }
        });
        Self {
            addr,
            answers,
            requests,
        }
    }

    /// Where it is asked.
    pub fn url(&self) -> String {
        format!("http://{}/details", self.addr)
    }

    /// The answer to the next request.
    pub fn answer_with(&self, body: &str) {
        self.answers.send(body.to_owned()).expect("stand-in");
    }

    /// Waits for a request.
    pub fn next_request(&self) -> String {
        self.requests
            .recv_timeout(Duration::from_secs(60))
            .expect("a request")
    }
}

fn exchange(mut stream: TcpStream, body: &str) -> Option<String> {
    let mut head = Vec::new();
    let mut piece = [0_u8; 1024];
    while !head.windows(4).any(|bytes| bytes == b"\r\n\r\n") {
        let length = stream.read(&mut piece).ok().filter(|n| *n > 0)?;
        head.extend_from_slice(piece.get(..length)?);
    }
    let answer = format!(
        "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: {}\r\nConnection: close\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(answer.as_bytes()).ok()?;
    Some(String::from_utf8_lossy(&head).into_owned())
}

/// An answer with a review that the site has, one whose text is another now, and a new one.
pub fn answer(now: i64) -> String {
    let new = now - 40 * 86_400;
    format!(
        r#"{{"html_attributions":[],"status":"OK","result":{{"name":"Casas Cueva La Loma","rating":4.7,"user_ratings_total":88,
        "vicinity":"Calle de la Loma 3, Guadix","url":"https://maps.google.com/?cid=1","reviews":[
        {{"author_name":"Jonas Weber","author_url":"https://www.google.com/maps/contrib/100000000000000000001/reviews","language":"es","rating":5,"text":"Sehr ruhig und sauber, der Kamin ist herrlich.","time":1790769600}},
        {{"author_name":"Marta Ruiz","author_url":"https://www.google.com/maps/contrib/100000000000000000000/reviews","language":"es","rating":4,"text":"Dormimos otra vez como nunca.","time":1794000000}},
        {{"author_name":"Nueva Huésped","author_url":"https://www.google.com/maps/contrib/100000000000000000099/reviews","language":"es","rating":5,"text":"Primera vez.","time":{new}}}]}}}}"#
    )
}

use compat::wordpress::php::json::wp_json_encode;

use super::*;
use crate::wordpress::uploads::Storing;

const TYPE: &str = "multipart/form-data; boundary=XX";

struct All(u64);

impl UploadRules for All {
    fn storing(&self, _: &UploadedFile) -> Storing {
        Storing::UpTo(self.0)
    }
}

impl FindRules for All {
    fn find<'f>(
        &'f self,
        _: &'f Array,
    ) -> crate::server::HandlerFuture<'f, Result<Option<Box<dyn UploadRules>>, RequestError>> {
        Box::pin(async { Ok(Some(Box::new(All(self.0)) as Box<dyn UploadRules>)) })
    }
}

fn part(name: &str, value: &str) -> String {
    format!("--XX\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n")
}

fn file(name: &str, file: &str, value: &str) -> String {
    format!(
        "--XX\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"{file}\"\r\nContent-Type: text/plain\r\n\r\n{value}\r\n"
    )
}

/// The folders of the uploaded files.
type Kept = (Spool, tempfile::TempDir);

fn read_type(content_type: &str, body: &[u8]) -> Result<(Form, Kept), FormError> {
    read_in_pieces(content_type, body, usize::MAX)
}

fn read_in_pieces(content_type: &str, body: &[u8], size: usize) -> Result<(Form, Kept), FormError> {
    let dir = tempfile::tempdir().unwrap();
    let spool = Spool::create(&dir.path().join("s").to_string_lossy(), 1000).unwrap();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let pieces = body.chunks(size).map(bytes::Bytes::copy_from_slice);
    let mut body = RequestBody::from_pieces(pieces);
    let reading = Reading {
        spool: &spool,
        rules: &All(100),
    };
    let form = runtime.block_on(read(content_type, &mut body, &reading))?;
    Ok((form, (spool, dir)))
}

fn post(body: &str) -> String {
    let (form, _) = read_type(TYPE, body.as_bytes()).unwrap();
    wp_json_encode(&form.post.into(), 0).unwrap()
}

#[test]
fn fields_have_phps_names() {
    let body = [
        part("a.b c", "1"),
        part("l[]", "x"),
        part("l[]", "y"),
        part("m[k][]", "z"),
        part("d", "1"),
        part("d", "2"),
        "--XX--\r\n".into(),
    ];
    let wanted = r#"{"a_b_c":"1","l":["x","y"],"m":{"k":["z"]},"d":"2"}"#;
    assert_eq!(post(&body.concat()), wanted);
}

#[test]
fn a_form_that_breaks_off_keeps_what_came() {
    let whole = [part("a", "1"), part("b", "long value"), "--XX--\r\n".into()].concat();
    let cases = [
        (whole.len(), r#"{"a":"1","b":"long value"}"#),
        (whole.len() - 3, r#"{"a":"1","b":"long value"}"#),
        (whole.len() - 8, r#"{"a":"1","b":"long value"}"#),
        (whole.len() - 9, r#"{"a":"1","b":"long value\r"}"#),
        (whole.len() - 12, r#"{"a":"1","b":"long val"}"#),
        (part("a", "1").len(), r#"{"a":"1"}"#),
        (part("a", "1").len() + 10, r#"{"a":"1"}"#),
        (
            part("a", "1").len() + part("b", "").len() - 6,
            r#"{"a":"1"}"#,
        ),
        (
            part("a", "1").len() + part("b", "").len() - 4,
            r#"{"a":"1"}"#,
        ),
        (
            part("a", "1").len() + part("b", "").len() - 3,
            r#"{"a":"1"}"#,
        ),
        (
            part("a", "1").len() + part("b", "").len() - 2,
            r#"{"a":"1","b":""}"#,
        ),
        (3, "[]"),
        (0, "[]"),
    ];
    for (length, wanted) in cases {
        assert_eq!(post(whole.get(..length).unwrap()), wanted, "{length}");
    }
}

#[test]
fn wrong_boundaries_give_nothing() {
    let body = [part("a", "1"), "--XX--\r\n".into()].concat();
    for content_type in [
        "multipart/form-data",
        "multipart/form-data; boundary=",
        "multipart/form-data; boundary=YY",
        "multipart/form-data; boundary=\"XX",
    ] {
        let (form, _) = read_type(content_type, body.as_bytes()).unwrap();
        assert!(form.post.is_empty(), "{content_type}");
    }
    let (form, _) = read_type("multipart/form-data; Boundary=\"XX\"", body.as_bytes()).unwrap();
    assert_eq!(form.post.len(), 1);
    let with_preamble = format!("preamble\r\n{body}epilogue");
    assert_eq!(post(&with_preamble), r#"{"a":"1"}"#);
}

#[test]
fn counts_are_phps() {
    let many: String = (0..1500).map(|i| part(&format!("f{i}"), "x")).collect();
    let (form, _) = read_type(TYPE, format!("{many}--XX--\r\n").as_bytes()).unwrap();
    assert_eq!(form.post.len(), 1000);
    let many: String = (0..30)
        .map(|i| file(&format!("f{i}"), "a.txt", "x"))
        .collect();
    let (form, _) = read_type(TYPE, format!("{many}--XX--\r\n").as_bytes()).unwrap();
    assert_eq!(form.files.len(), 20);
    let long = format!("--XX\r\nX: {}\r\n\r\n1\r\n--XX--\r\n", "a".repeat(9000));
    assert!(matches!(
        read_type(TYPE, long.as_bytes()),
        Err(FormError::Body(BodyError::Broken))
    ));
}

#[test]
fn files_are_stored_within_limits() {
    let body = [
        file("f", "a.txt", "hello"),
        file("g[]", "b.txt", &"x".repeat(200)),
        file("g[]", "", ""),
        file("h", "c.txt", &"x".repeat(2000)),
        part("after", "1"),
        file("i", "d.txt", "cut"),
    ]
    .concat();
    let (form, kept) = read_type(TYPE, body.as_bytes()).unwrap();
    let seen: Vec<_> = form
        .files
        .iter()
        .map(|f| (f.size, f.error, f.stored.is_some()))
        .collect();
    let wanted = [
        (5, UploadError::Ok, true),
        (200, UploadError::Ok, false),
        (0, UploadError::NoFile, false),
        (0, UploadError::IniSize, false),
        (0, UploadError::Partial, false),
    ];
    assert_eq!(seen, wanted);
    let stored = form.files.first().and_then(|f| f.stored.as_ref()).unwrap();
    assert_eq!(std::fs::read(stored).unwrap(), b"hello");
    let folder = kept.0.folder();
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 1);
    drop(form);
    assert_eq!(std::fs::read_dir(folder).unwrap().count(), 0);
}

/// A form as text, without the paths of its files.
fn told(form: &Result<(Form, Kept), FormError>) -> String {
    match form {
        Ok((form, _)) => {
            let file = |file: &UploadedFile| {
                let (field, name, kind) = (&file.field, &file.name, &file.content_type);
                format!(
                    "{field} {name} {kind} {} {} {:?}",
                    file.size, file.sha256, file.error
                )
            };
            let files: Vec<String> = form.files.iter().map(file).collect();
            format!("{:?} {:?} {files:?}", form.post, form.tree)
        }
        Err(error) => format!("{error:?}"),
    }
}

proptest::proptest! {
    #![proptest_config(proptest::prelude::ProptestConfig::with_cases(256))]
    #[test]
    fn pieces_of_any_size_are_the_same_form(
        pieces in proptest::collection::vec(
            "--XX|\r\n|\r\n\r\n|--|Content-Disposition: form-data; name=\"a\\[\"|; filename=b|[a-z\\[\\]\"]{0,5}|\n|\
             --XX\r\nContent-Disposition: form-data; name=\"[a-c.]{1,2}(\\[\\])?\"\r\n\r\n[x\r\n-]{0,9}\r\n|\
             --XX\r\nContent-Disposition: form-data; name=\"f\"; filename=\"[a/.]{0,3}\"\r\n\r\n[x\r\n-]{0,9}\r\n",
            0..40,
        ),
        size in 1_usize..40,
    ) {
        let body = pieces.concat();
        let whole = read_type(TYPE, body.as_bytes());
        let in_pieces = read_in_pieces(TYPE, body.as_bytes(), size);
        proptest::prop_assert_eq!(told(&whole), told(&in_pieces));
    }
}

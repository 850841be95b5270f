//! Bodies of forms with files, which a stranger sends: fields, names, files, and where they break off.
//!
//! The first byte says in pieces of which size the body comes. In any pieces it is the same form.
#![cfg_attr(feature = "link", no_main)]

use bytes::Bytes;
use compat::wordpress::php::Array;
use endpoints::request_error::RequestError;
use endpoints::server::{HandlerFuture, RequestBody};
use endpoints::wordpress::multipart::{FindRules, Form, FormError, Reading, read};
use endpoints::wordpress::uploads::{Spool, Storing, UploadRules, UploadedFile};
use oxipress_fuzz::fuzz_target;

/// Somebody wants every file, up to a size.
struct Wanted;

impl UploadRules for Wanted {
    fn storing(&self, _: &UploadedFile) -> Storing {
        Storing::UpTo(100)
    }
}

impl FindRules for Wanted {
    fn find<'f>(
        &'f self,
        _: &'f Array,
    ) -> HandlerFuture<'f, Result<Option<Box<dyn UploadRules>>, RequestError>> {
        Box::pin(async { Ok(Some(Box::new(Wanted) as Box<dyn UploadRules>)) })
    }
}

/// What the form is, without the places of its files.
fn told(form: Result<Form, FormError>) -> String {
    match form {
        Ok(form) => {
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

fuzz_target!(|input: &[u8]| {
    let Some((size, body)) = input.split_first() else {
        return;
    };
    let Ok(dir) = tempfile::tempdir() else {
        return;
    };
    let Ok(spool) = Spool::create(&dir.path().to_string_lossy(), 1000) else {
        return;
    };
    let reading = Reading {
        spool: &spool,
        rules: &Wanted,
    };
    let Ok(runtime) = tokio::runtime::Builder::new_current_thread().build() else {
        return;
    };
    let form = |size: usize| {
        let pieces = body.chunks(size).map(Bytes::copy_from_slice);
        let mut body = RequestBody::from_pieces(pieces);
        told(runtime.block_on(read(
            "multipart/form-data; boundary=XX",
            &mut body,
            &reading,
        )))
    };
    assert_eq!(form(usize::MAX), form(usize::from(*size).max(1)));
});

//! One file of a multipart form: counted to its end, stored as far as the upload rules allow.

use http_body_util::BodyExt;
use sha2::{Digest, Sha256};
use tokio::io::AsyncWriteExt;

use crate::server::{BodyError, RequestBody};

use crate::wordpress::uploads::{
    Spool, SpooledFile, Storing, UploadError, UploadRules, UploadedFile,
};

/// Whether the brackets of a field name match; PHP ignores a file whose field's do not.
pub(super) fn has_whole_brackets(name: &[u8]) -> bool {
    let mut open = 0_i32;
    let mut bytes = name.iter().peekable();
    while let Some(byte) = bytes.next() {
        match byte {
            b'[' => open += 1,
            b']' => {
                open -= 1;
                if bytes.peek().is_some_and(|next| **next != b'[') {
                    return false;
                }
            }
            _ => {}
        }
        if open < 0 {
            return false;
        }
    }
    open == 0
}

/// Reads a file to its end. Bytes over a limit are counted but not stored.
pub(super) async fn read_file(
    part: &mut multer::Field<'_>,
    mut file: UploadedFile,
    spool: &Spool,
    rules: Option<&dyn UploadRules>,
) -> Result<UploadedFile, multer::Error> {
    let storing = rules.map_or(Storing::Not, |rules| rules.storing(&file));
    let mut target = match storing {
        Storing::UpTo(limit) if !file.name.is_empty() => {
            Target::open(spool, limit, &mut file).await
        }
        _ => Target::default(),
    };
    while let Some(piece) = part.chunk().await? {
        add(&mut file, &mut target, &piece, spool).await;
    }
    if file.name.is_empty() {
        file.fail(UploadError::NoFile);
    }
    Ok(finished(file, target).await)
}

/// Reads a body that is a file to its end. Bytes over the limit are not stored.
///
/// # Errors
/// When the body violates a limit.
pub async fn read_body(body: &mut RequestBody, spool: &Spool) -> Result<UploadedFile, BodyError> {
    let mut file = UploadedFile::new(b"", b"body", String::new());
    let mut target = Target::open(spool, u64::MAX, &mut file).await;
    while let Some(frame) = body.frame().await {
        let Ok(piece) = frame?.into_data() else {
            continue;
        };
        add(&mut file, &mut target, &piece, spool).await;
    }
    Ok(finished(file, target).await)
}

/// Adds bytes to a file, as long as it is no longer than allowed.
async fn add(file: &mut UploadedFile, target: &mut Target, piece: &[u8], spool: &Spool) {
    let length = u64::try_from(piece.len()).unwrap_or(u64::MAX);
    file.size = file.size.saturating_add(length);
    if file.size > spool.upload_limit() && file.error == UploadError::Ok {
        file.fail(UploadError::IniSize);
        *target = Target::default();
    }
    if file.size > target.limit {
        *target = Target::default();
    }
    if target.write(piece).await.is_err() {
        file.fail(UploadError::CantWrite);
        *target = Target::default();
    }
}

/// The file with what was stored of it.
async fn finished(mut file: UploadedFile, target: Target) -> UploadedFile {
    match target.finish().await {
        Ok(None) => {}
        Ok(Some((stored, sha256))) => {
            file.stored = Some(stored);
            file.sha256 = sha256;
        }
        Err(error) => {
            tracing::error!(%error, "an uploaded file could not be stored");
            file.fail(UploadError::CantWrite);
        }
    }
    if file.error != UploadError::Ok {
        file.size = 0;
        file.stored = None;
    }
    file
}

/// The destination of a file's bytes; none by default.
#[derive(Default)]
struct Target {
    open: Option<(tokio::fs::File, SpooledFile)>,
    hash: Sha256,
    limit: u64,
}

impl Target {
    async fn open(spool: &Spool, limit: u64, file: &mut UploadedFile) -> Self {
        match spool.file().await {
            Ok(open) => Self {
                open: Some(open),
                hash: Sha256::new(),
                limit,
            },
            Err(error) => {
                tracing::error!(%error, "there is no place for an uploaded file");
                file.fail(UploadError::NoTmpDir);
                Self::default()
            }
        }
    }

    async fn write(&mut self, piece: &[u8]) -> std::io::Result<()> {
        match &mut self.open {
            Some((file, _)) => {
                self.hash.update(piece);
                file.write_all(piece).await
            }
            None => Ok(()),
        }
    }

    async fn finish(self) -> std::io::Result<Option<(SpooledFile, String)>> {
        let Some((mut file, stored)) = self.open else {
            return Ok(None);
        };
        file.flush().await?;
        let digest = self.hash.finalize();
        let sha256 = digest.iter().map(|b| format!("{b:02x}")).collect();
        Ok(Some((stored, sha256)))
    }
}

//! The keys of the stand-in: a certificate, and what passwords are encrypted with. `openssl` makes them.

use std::path::PathBuf;
use std::process::Command;
use std::sync::Arc;

use anyhow::{Result, ensure};
use rustls_pki_types::pem::PemObject;
use rustls_pki_types::{CertificateDer, PrivateKeyDer};
use tempfile::TempDir;

/// Keys in a folder of their own.
pub struct Keys {
    folder: TempDir,
    /// What a client encrypts with.
    pub public_pem: Vec<u8>,
    /// What TLS needs.
    pub tls: Arc<rustls::ServerConfig>,
}

impl Keys {
    /// Makes new ones.
    pub fn make() -> Result<Self> {
        let folder = tempfile::tempdir()?;
        let openssl = |arguments: &str| -> Result<()> {
            let done = Command::new("openssl")
                .args(arguments.split(' '))
                .current_dir(folder.path())
                .output()?;
            ensure!(done.status.success(), "openssl {arguments}");
            Ok(())
        };
        openssl(
            "req -x509 -newkey rsa:2048 -nodes -keyout key.pem -out cert.pem -subj /CN=ocho -days 30",
        )?;
        openssl("pkey -in key.pem -pubout -out public.pem")?;
        let file = |name: &str| folder.path().join(name);
        let chain = CertificateDer::pem_file_iter(file("cert.pem"))?;
        let chain = chain.collect::<Result<Vec<_>, _>>()?;
        let key = PrivateKeyDer::from_pem_file(file("key.pem"))?;
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let tls = rustls::ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()?
            .with_no_client_auth()
            .with_single_cert(chain, key)?;
        Ok(Self {
            public_pem: std::fs::read(file("public.pem"))?,
            tls: Arc::new(tls),
            folder,
        })
    }

    /// Reads what was encrypted with the public key (OAEP with SHA-1, as MySQL 8 pads).
    pub fn decrypt(&self, sent: &[u8]) -> Result<Vec<u8>> {
        let file: PathBuf = self.folder.path().join("sent");
        std::fs::write(&file, sent)?;
        let done = Command::new("openssl")
            .args(["pkeyutl", "-decrypt", "-inkey", "key.pem", "-in", "sent"])
            .args(["-pkeyopt", "rsa_padding_mode:oaep"])
            .current_dir(self.folder.path())
            .output()?;
        ensure!(done.status.success(), "the password cannot be decrypted");
        Ok(done.stdout)
    }
}

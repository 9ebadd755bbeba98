//! Verifies the certificate of the database server.

use std::sync::Arc;

use rustls::client::danger::{HandshakeSignatureValid, ServerCertVerified, ServerCertVerifier};
use rustls::client::{WebPkiServerVerifier, verify_server_name};
use rustls::crypto::{CryptoProvider, ring, verify_tls12_signature, verify_tls13_signature};
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName, UnixTime};
use rustls::server::ParsedCertificate;
use rustls::{CertificateError, ClientConfig, DigitallySignedStruct, Error, RootCertStore, SignatureScheme};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::ConnectionConfigError;
use super::encryption::{Roots, Trust};

/// The TLS client for this trust.
pub(super) fn tls_client(trust: &Trust) -> Result<MakeRustlsConnect, ConnectionConfigError> {
    let provider = Arc::new(ring::default_provider());
    let verifier = Verifier::new(trust, provider.clone())?;
    let config = ClientConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .map_err(ConnectionConfigError::Tls)?
        .dangerous()
        .with_custom_certificate_verifier(Arc::new(verifier))
        .with_no_client_auth();
    Ok(MakeRustlsConnect::new(config))
}

/// rustls verifies authority and name always together; PostgreSQL's modes do so in steps.
#[derive(Debug)]
struct Verifier {
    provider: Arc<CryptoProvider>,
    /// `None` accepts every certificate.
    authorities: Option<Authorities>,
    checks_name: bool,
}

#[derive(Debug)]
struct Authorities {
    verifier: Arc<WebPkiServerVerifier>,
    /// A server may show a certificate of the file itself: self-signed ones usually are authorities
    /// as well, which rustls refuses as the certificate of a server.
    own: Vec<CertificateDer<'static>>,
}

impl Verifier {
    fn new(trust: &Trust, provider: Arc<CryptoProvider>) -> Result<Self, ConnectionConfigError> {
        let (roots, checks_name) = match trust {
            Trust::Any => (None, false),
            Trust::Authority(roots) => (Some(roots), false),
            Trust::AuthorityAndName(roots) => (Some(roots), true),
        };
        let authorities = roots.map(|roots| Authorities::new(roots, provider.clone())).transpose()?;
        Ok(Self { provider, authorities, checks_name })
    }
}

impl Authorities {
    fn new(roots: &Roots, provider: Arc<CryptoProvider>) -> Result<Self, ConnectionConfigError> {
        let mut store = RootCertStore::empty();
        let mut own = Vec::new();
        match roots {
            Roots::Public => store.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
            Roots::File(path) => {
                let invalid = |reason: String| ConnectionConfigError::RootCertificate { path: path.clone(), reason };
                let certificates = CertificateDer::pem_file_iter(path).map_err(|error| invalid(error.to_string()))?;
                for certificate in certificates {
                    let certificate = certificate.map_err(|error| invalid(error.to_string()))?;
                    store.add(certificate.clone()).map_err(|error| invalid(error.to_string()))?;
                    own.push(certificate);
                }
                if own.is_empty() {
                    return Err(invalid("no certificate in the file".to_owned()));
                }
            }
        }
        let verifier = WebPkiServerVerifier::builder_with_provider(Arc::new(store), provider);
        Ok(Self { verifier: verifier.build().map_err(ConnectionConfigError::Authorities)?, own })
    }
}

impl ServerCertVerifier for Verifier {
    fn verify_server_cert(
        &self,
        certificate: &CertificateDer<'_>,
        intermediates: &[CertificateDer<'_>],
        name: &ServerName<'_>,
        ocsp_response: &[u8],
        now: UnixTime,
    ) -> Result<ServerCertVerified, Error> {
        let Some(authorities) = &self.authorities else { return Ok(ServerCertVerified::assertion()) };
        if authorities.own.contains(certificate) {
            if self.checks_name {
                verify_server_name(&ParsedCertificate::try_from(certificate)?, name)?;
            }
            return Ok(ServerCertVerified::assertion());
        }
        let verified = authorities.verifier.verify_server_cert(certificate, intermediates, name, ocsp_response, now);
        match verified {
            // The name is checked last.
            Err(Error::InvalidCertificate(
                CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. },
            )) if !self.checks_name => Ok(ServerCertVerified::assertion()),
            verified => verified,
        }
    }

    fn verify_tls12_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls12_signature(message, certificate, signature, &self.provider.signature_verification_algorithms)
    }

    fn verify_tls13_signature(
        &self,
        message: &[u8],
        certificate: &CertificateDer<'_>,
        signature: &DigitallySignedStruct,
    ) -> Result<HandshakeSignatureValid, Error> {
        verify_tls13_signature(message, certificate, signature, &self.provider.signature_verification_algorithms)
    }

    fn supported_verify_schemes(&self) -> Vec<SignatureScheme> {
        self.provider.signature_verification_algorithms.supported_schemes()
    }
}

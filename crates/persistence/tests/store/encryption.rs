//! TLS to a server that accepts nothing else over the network.

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::path::{Path, PathBuf};

use portal_embedded_postgres::{EmbeddedConfig, EmbeddedServer};
use portal_persistence::migrate::{self, MigrateError};
use portal_persistence::{ConnectionConfig, PgSearchFeed, PgStore, PlainText, Pool, PoolConfig};
use portal_services::ports::{SearchFeed, Store};
use rcgen::{BasicConstraints, CertificateParams, IsCa, Issuer, KeyPair};

const ONLY_TLS: &str = "local all all trust\nhostssl all all 127.0.0.1/32 trust\n";

/// A server on a loopback port, with a certificate for `localhost`.
struct Server {
    _embedded: EmbeddedServer,
    folder: tempfile::TempDir,
    port: u16,
}

impl Server {
    fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        // As root, PostgreSQL runs as another user.
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
        let mut config = EmbeddedConfig::new(folder.path().join("data"), None);
        EmbeddedServer::attach_or_start(&config).unwrap().stop().unwrap();
        let cluster = folder.path().join("data/postgres/cluster");
        fs::write(cluster.join("pg_hba.conf"), ONLY_TLS).unwrap();
        write_certificates(&cluster, folder.path());
        // Free until the server binds it.
        let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        config.extra_parameters = vec![
            ("listen_addresses", "127.0.0.1"),
            ("port", Box::leak(port.to_string().into_boxed_str())),
            ("ssl", "on"),
        ];
        Self { _embedded: EmbeddedServer::attach_or_start(&config).unwrap(), folder, port }
    }

    fn authority(&self) -> PathBuf {
        self.folder.path().join("authority.pem")
    }

    fn config(&self, host: &str, query: &str) -> ConnectionConfig {
        let url = format!("postgres://portal@{host}:{}/portal?{query}", self.port);
        ConnectionConfig::parse(&url, PlainText::LocalOnly).unwrap()
    }

    async fn connect(&self, host: &str, query: &str) -> Result<(), String> {
        match migrate::migrate(&self.config(host, query)).await {
            Ok(_) => Ok(()),
            Err(MigrateError::Connect(error)) => Err(error.to_string()),
            Err(error) => panic!("{error}"),
        }
    }
}

fn write_certificates(cluster: &Path, folder: &Path) {
    let mut authority = CertificateParams::new([]).unwrap();
    authority.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
    let authority_key = KeyPair::generate().unwrap();
    fs::write(folder.join("authority.pem"), authority.self_signed(&authority_key).unwrap().pem()).unwrap();
    let issuer = Issuer::new(authority, authority_key);
    let key = KeyPair::generate().unwrap();
    let server = CertificateParams::new(["localhost".to_owned()]).unwrap().signed_by(&key, &issuer).unwrap();
    let owner = fs::metadata(cluster).unwrap();
    for (name, text) in [("server.crt", server.pem()), ("server.key", key.serialize_pem())] {
        let file = cluster.join(name);
        fs::write(&file, text).unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o600)).unwrap();
        chown(&file, Some(owner.uid()), Some(owner.gid())).unwrap();
    }
}

#[tokio::test]
async fn connections_to_server_with_tls_only_honour_sslmode_and_sslrootcert() {
    let server = tokio::task::spawn_blocking(Server::start).await.unwrap();
    let authority = format!("sslrootcert={}", server.authority().display());

    let plain = server.connect("127.0.0.1", "sslmode=disable").await.unwrap_err();
    assert!(plain.contains("no encryption"), "{plain}");
    for mode in ["prefer", "require"] {
        server.connect("127.0.0.1", &format!("sslmode={mode}")).await.unwrap();
    }
    // The authority is checked, and the name where the mode says so.
    server.connect("127.0.0.1", &format!("sslmode=verify-ca&{authority}")).await.unwrap();
    server.connect("localhost", &format!("sslmode=verify-full&{authority}")).await.unwrap();
    let name = server.connect("127.0.0.1", &format!("sslmode=verify-full&{authority}")).await.unwrap_err();
    assert!(name.contains("not valid for name"), "{name}");
    for untrusted in ["sslmode=verify-ca", "sslmode=verify-full&sslrootcert=system"] {
        let unknown = server.connect("localhost", untrusted).await.unwrap_err();
        assert!(unknown.contains("UnknownIssuer"), "{unknown}");
    }

    let config = server.config("localhost", &format!("sslmode=verify-full&{authority}"));
    PgSearchFeed::new(config.clone()).open().await.unwrap();
    PgStore::new(Pool::new(&PoolConfig::new(config))).ping().await.unwrap();
}

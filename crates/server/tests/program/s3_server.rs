//! An S3 server on loopback that stores its objects in a folder.

use std::process::Command;

use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioExecutor, TokioIo};
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use tokio::net::TcpListener;

const BUCKET: &str = "rooms";
const KEY: &str = "portal";
const SECRET: &str = "portal-secret";

pub(crate) struct S3Server {
    endpoint: String,
    /// The storage URL of a prefix in its bucket.
    pub url: String,
    _folder: tempfile::TempDir,
}

impl S3Server {
    /// It runs on the runtime of the caller, whose threads must not be blocked while it is used.
    pub(crate) async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join(BUCKET)).unwrap();
        let mut builder = S3ServiceBuilder::new(s3s_fs::FileSystem::new(folder.path()).unwrap());
        builder.set_auth(SimpleAuth::from_single(KEY, SECRET));
        let service = builder.build();
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let endpoint = format!("http://{}", listener.local_addr().unwrap());
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                // An answer is written in parts: the second would wait for an acknowledgement.
                socket.set_nodelay(true).unwrap();
                let service = service.clone();
                let service =
                    service_fn(move |request: hyper::Request<hyper::body::Incoming>| Service::call(&service, request));
                tokio::spawn(async move {
                    let connection = hyper_util::server::conn::auto::Builder::new(TokioExecutor::new());
                    // Disconnects of clients are not errors.
                    drop(connection.serve_connection(TokioIo::new(socket), service).await);
                });
            }
        });
        Self { endpoint, url: format!("s3://{BUCKET}/portal/files"), _folder: folder }
    }

    /// Sets the variables that the portal reads for a bucket.
    pub(crate) fn configure(&self, command: &mut Command) {
        command
            .env("AWS_ENDPOINT_URL", &self.endpoint)
            .env("AWS_ALLOW_HTTP", "true")
            .env("AWS_REGION", "eu-central-1")
            .env("AWS_ACCESS_KEY_ID", KEY)
            .env("AWS_SECRET_ACCESS_KEY", SECRET);
    }
}

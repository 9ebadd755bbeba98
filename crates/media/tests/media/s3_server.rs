//! An S3 server on loopback that stores its objects in a folder.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioExecutor, TokioIo};
use portal_media::ObjectStorage;
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use tokio::net::TcpListener;

pub(crate) const BUCKET: &str = "rooms";

/// Called with method and path of each request before it is handled.
type Watcher = Box<dyn Fn(&str, &str) + Send + Sync>;

pub(crate) struct S3Server {
    address: SocketAddr,
    folder: tempfile::TempDir,
    requests: Arc<Mutex<Vec<String>>>,
}

impl S3Server {
    pub(crate) async fn start() -> Self {
        Self::start_with_watcher(|_| Box::new(|_, _| {})).await
    }

    /// `watcher` receives the folder of the objects.
    pub(crate) async fn start_with_watcher(watcher: impl FnOnce(PathBuf) -> Watcher) -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join(BUCKET)).unwrap();
        let mut builder = S3ServiceBuilder::new(s3s_fs::FileSystem::new(folder.path()).unwrap());
        builder.set_auth(SimpleAuth::from_single("portal", "portal-secret"));
        let service = builder.build();
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let requests = Arc::new(Mutex::new(Vec::new()));
        let watcher: Arc<Watcher> = Arc::new(watcher(folder.path().join(BUCKET)));
        let log = Arc::clone(&requests);
        tokio::spawn(async move {
            while let Ok((socket, _)) = listener.accept().await {
                // An answer is written in parts: the second would wait for an acknowledgement.
                socket.set_nodelay(true).unwrap();
                let (service, watcher, log) = (service.clone(), Arc::clone(&watcher), Arc::clone(&log));
                let service = service_fn(move |request: hyper::Request<hyper::body::Incoming>| {
                    let (method, path) = (request.method().to_string(), request.uri().path().to_owned());
                    log.lock().unwrap().push(format!("{method} {path}"));
                    watcher(&method, &path);
                    Service::call(&service, request)
                });
                tokio::spawn(async move {
                    let connection = hyper_util::server::conn::auto::Builder::new(TokioExecutor::new());
                    // Disconnects of clients are not errors.
                    drop(connection.serve_connection(TokioIo::new(socket), service).await);
                });
            }
        });
        Self { address, folder, requests }
    }

    pub(crate) fn storage(&self, url: &str, secret: &str) -> ObjectStorage {
        storage(url, &self.url(), secret)
    }

    pub(crate) fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// Holds a folder per bucket.
    pub(crate) fn folder(&self) -> &Path {
        self.folder.path()
    }

    /// How many requests began with this method and path.
    pub(crate) fn requests(&self, prefix: &str) -> usize {
        self.requests.lock().unwrap().iter().filter(|request| request.starts_with(prefix)).count()
    }
}

/// The variables of the environment for a bucket.
pub(crate) fn variables<'a>(endpoint: &'a str, secret: &'a str) -> [(&'static str, &'a str); 5] {
    [
        ("AWS_ENDPOINT_URL", endpoint),
        ("AWS_ALLOW_HTTP", "true"),
        ("AWS_REGION", "eu-central-1"),
        ("AWS_ACCESS_KEY_ID", "portal"),
        ("AWS_SECRET_ACCESS_KEY", secret),
    ]
}

/// A storage with the variables that the environment would have.
pub(crate) fn storage(url: &str, endpoint: &str, secret: &str) -> ObjectStorage {
    let variables = variables(endpoint, secret).into_iter().chain([("PATH", "/bin")]);
    ObjectStorage::bucket(url, variables.map(|(name, value)| (name.to_owned(), value.to_owned()))).unwrap()
}

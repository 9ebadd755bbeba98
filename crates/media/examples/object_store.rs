//! An S3-compatible server for `make cluster`: keeps its objects in a folder.
//!
//! `object_store <host:port> <folder>`; each folder below it is a bucket. The credentials are
//! `AWS_ACCESS_KEY_ID` and `AWS_SECRET_ACCESS_KEY`.

use std::env;
use std::error::Error;

use hyper_util::rt::{TokioExecutor, TokioIo};
use hyper_util::server::conn::auto;
use s3s::auth::SimpleAuth;
use s3s::service::S3ServiceBuilder;
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let [address, folder] =
        <[String; 2]>::try_from(env::args().skip(1).collect::<Vec<_>>()).map_err(|_| "usage: address, folder")?;
    let files = s3s_fs::FileSystem::new(folder).map_err(|error| format!("failed to open the folder: {error:?}"))?;
    let mut builder = S3ServiceBuilder::new(files);
    builder.set_auth(SimpleAuth::from_single(env::var("AWS_ACCESS_KEY_ID")?, env::var("AWS_SECRET_ACCESS_KEY")?));
    let service = builder.build();
    let listener = TcpListener::bind(address).await?;
    println!("listening");
    loop {
        let (socket, _) = listener.accept().await?;
        // An answer is written in parts: the second would wait for an acknowledgement.
        socket.set_nodelay(true)?;
        let service = service.clone();
        tokio::spawn(async move {
            let connection = auto::Builder::new(TokioExecutor::new());
            // A client that disconnects is no error.
            drop(connection.serve_connection(TokioIo::new(socket), service).await);
        });
    }
}

//! The lower bound of what a search by HTTP costs, for the search benchmark: `portal-fixed-answer
//! <file>` parses the JSON of every search and responds with that file. It has the HTTP settings of
//! the portal's server and must not use any other crate of the workspace.

use std::net::TcpListener;
use std::time::Duration;

use actix_web::http::header::ContentType;
use actix_web::web::{Bytes, Data, Json};
use actix_web::{App, HttpResponse, HttpServer, post};
use serde::Deserialize;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
#[expect(dead_code, reason = "parsed as the portal parses it, and then not used")]
struct Search {
    price: Option<Range>,
    area: Option<Range>,
    unit_types: Option<Vec<String>>,
    page: Option<u32>,
}

#[derive(Deserialize)]
#[expect(dead_code, reason = "the same")]
struct Range {
    min: Option<f64>,
    max: Option<f64>,
}

#[post("/api/v1/listings/search")]
async fn search(_search: Json<Search>, body: Data<Bytes>) -> HttpResponse {
    HttpResponse::Ok().content_type(ContentType::json()).body(body.get_ref().clone())
}

#[tokio::main]
async fn main() -> std::io::Result<()> {
    let file = std::env::args_os().nth(1).ok_or_else(|| std::io::Error::other("usage: portal-fixed-answer <file>"))?;
    let body = Data::new(Bytes::from(std::fs::read(file)?));
    let listener = TcpListener::bind("127.0.0.1:0")?;
    println!("is reached at http://{}", listener.local_addr()?);
    HttpServer::new(move || App::new().app_data(body.clone()).service(search))
        .client_request_timeout(Duration::from_secs(10))
        .tcp_nodelay(true)
        .workers(1)
        .listen(listener)?
        .run()
        .await
}

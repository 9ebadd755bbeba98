//! The program `portal`.

use std::process::ExitCode;

use clap::Parser;
use portal_server::cli::Cli;

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[tokio::main]
async fn main() -> ExitCode {
    match portal_server::cli::run(Cli::parse()).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("portal: {failure}");
            ExitCode::FAILURE
        }
    }
}

//! The program `portal`.

use std::process::ExitCode;

use clap::Parser;
use portal_server::cli::Cli;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = Cli::parse();
    raise_descriptor_limit();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&error),
    };
    let outcome = runtime.block_on(portal_server::cli::run(cli));
    // All work that matters has finished. Only blocking work such as an index build may be left.
    runtime.shutdown_background();
    outcome.map_or_else(|failure| fail(&failure), |()| ExitCode::SUCCESS)
}

/// Raises the limit of open file descriptors, which is often 1,024, to what the system allows:
/// connections, files and the database need one each. Where that fails, the limit stays.
fn raise_descriptor_limit() {
    let limit = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}

fn fail(failure: &dyn std::fmt::Display) -> ExitCode {
    eprintln!("portal: {failure}");
    ExitCode::FAILURE
}

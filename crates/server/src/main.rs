//! The program `portal`.

use std::fmt::Display;
use std::io::Write;
use std::process::ExitCode;
use std::sync::mpsc;
use std::time::Duration;

use clap::Parser;
use portal_server::cli::Cli;
use portal_server::data_dir;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    let cli = Cli::parse();
    data_dir::restrict_new_files();
    raise_descriptor_limit();
    let runtime = match tokio::runtime::Builder::new_multi_thread().enable_all().build() {
        Ok(runtime) => runtime,
        Err(error) => return fail(&error),
    };
    let outcome = runtime.block_on(portal_server::cli::run(cli));
    // All work that matters has finished. Only blocking work such as an index build may be left.
    runtime.shutdown_background();
    outcome.unwrap_or_else(|failure| fail(&failure))
}

/// Raises the limit of open file descriptors, which is often 1,024, to what the system allows:
/// connections, files and the database need one each. Where that fails, the limit stays.
fn raise_descriptor_limit() {
    let limit = getrlimit(Resource::Nofile);
    let _ = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit });
}

/// How long the reader of standard error may take to read why the program ends.
const FAILURE_TIMEOUT: Duration = Duration::from_secs(1);

fn fail(failure: &dyn Display) -> ExitCode {
    let (text, (done, written)) = (format!("portal: {failure}\n"), mpsc::channel());
    // On its own thread: a stuck reader must not keep the process alive.
    std::thread::spawn(move || {
        let _ = std::io::stderr().write_all(text.as_bytes());
        let _ = done.send(());
    });
    let _ = written.recv_timeout(FAILURE_TIMEOUT);
    ExitCode::FAILURE
}

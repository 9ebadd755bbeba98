//! `portal check`: tells what is wrong or risky before users notice.

mod finding;
mod machine;
mod settings;

use std::process::ExitCode;

pub use finding::{Finding, Severity};

use crate::cli::CheckArgs;
use crate::commands::public_url;
use crate::config::Config;

/// The exit status if there are warnings only.
const WARNINGS: u8 = 2;
/// The exit status if there is an error. 1 means that the check failed itself.
const ERRORS: u8 = 3;

/// Prints the findings, errors first, and returns the exit status. Changes nothing.
pub fn check(config: &Config, _args: &CheckArgs) -> ExitCode {
    let mut findings = settings::check(config, &public_url(config));
    findings.extend(machine::check(config));
    findings.sort_by_key(|finding| finding.severity);
    for finding in &findings {
        println!("{finding}");
    }
    let count = |severity| findings.iter().filter(|finding| finding.severity == severity).count();
    let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
    println!("errors: {errors}, warnings: {warnings}");
    match (errors, warnings) {
        (0, 0) => ExitCode::SUCCESS,
        (0, _) => WARNINGS.into(),
        _ => ERRORS.into(),
    }
}

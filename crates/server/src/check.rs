//! `portal check`: tells what is wrong or risky before users notice.

mod finding;
mod live;
mod machine;
mod settings;
mod values;

use std::process::ExitCode;

pub use finding::{Finding, Severity};

use self::live::LiveCheck;
use crate::cli::CheckArgs;
use crate::commands::public_url;
use crate::config::Config;

/// The exit status if there are warnings only.
const WARNINGS: u8 = 2;
/// The exit status if there is an error. 1 means that the check failed itself.
const ERRORS: u8 = 3;

/// Prints the findings, errors first, and returns the exit status. Changes nothing.
pub async fn check(config: &Config, args: &CheckArgs) -> ExitCode {
    let url = public_url(config);
    let invalid = values::check(config, &url);
    let mut findings = [invalid.clone(), settings::check(config, &url), machine::check(config)].concat();
    if args.live {
        let live = LiveCheck { config, url: &url, processes: args.processes, recipient: args.to.as_deref() };
        // The check of a service fails with the same cause if its URL is invalid.
        let is_known = |finding: &Finding| invalid.iter().any(|known| known.text.ends_with(&finding.text));
        findings.extend(live.run().await.into_iter().filter(|finding| !is_known(finding)));
    }
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

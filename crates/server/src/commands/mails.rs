//! Lists, retries and drops queued mails.

use std::fmt::Write as _;

use chrono::TimeDelta;
use clap::{Args, Subcommand, ValueEnum};
use portal_domain::ids::MailId;
use portal_services::Ports;
use portal_services::outbox::{self, MailList};
use portal_services::ports::{MailSelection, MailState, QueuedMail};
use uuid::Uuid;

use super::public_url;
use crate::config::Config;
use crate::database::Database;
use crate::failure::{Context, Failure};
use crate::wiring;

#[derive(Debug, Args)]
pub struct MailsArgs {
    #[command(subcommand)]
    command: MailsCommand,
}

#[derive(Debug, Subcommand)]
enum MailsCommand {
    /// List queued mails, the oldest first
    List(ListArgs),
    /// Send mails again that were given up
    Retry(RetryArgs),
    /// Delete queued mails
    Drop(DropArgs),
}

#[derive(Debug, Args)]
struct ListArgs {
    /// Only those that wait, or only those that were given up
    #[arg(long)]
    state: Option<StateArg>,
    #[arg(long, value_name = "N", default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    limit: u32,
    /// Show the recipients' addresses instead of their ids
    #[arg(long)]
    addresses: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum StateArg {
    Waiting,
    GivenUp,
}

impl From<StateArg> for MailState {
    fn from(state: StateArg) -> Self {
        match state {
            StateArg::Waiting => Self::Waiting,
            StateArg::GivenUp => Self::GivenUp,
        }
    }
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct RetryArgs {
    /// The id of a mail that was given up
    id: Option<Uuid>,
    /// All mails that were given up
    #[arg(long)]
    all_given_up: bool,
}

#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct DropArgs {
    /// The id of a mail that waits or was given up
    id: Option<Uuid>,
    /// All mails that were given up
    #[arg(long)]
    given_up: bool,
}

fn selection(id: Option<Uuid>, all: bool) -> Result<MailSelection, Failure> {
    match (id, all) {
        (Some(id), false) => Ok(MailSelection::One(MailId(id))),
        (None, true) => Ok(MailSelection::AllDeadLetters),
        _ => Err(Failure::new("name the id of one mail, or all that were given up")),
    }
}

pub async fn mails(config: &Config, args: MailsArgs) -> Result<(), Failure> {
    let database = Database::open(config).await?;
    database.verify_schema().await?;
    let runtime = wiring::wire(config, &public_url(config), &database).await?;
    let outcome = run(&runtime.ports, args.command).await;
    runtime.view_writer.finish().await;
    database.close().await?;
    print!("{}", outcome?);
    Ok(())
}

async fn run(ports: &Ports, command: MailsCommand) -> Result<String, Failure> {
    match command {
        MailsCommand::List(ListArgs { state, limit, addresses }) => {
            let listed = outbox::list_mails(ports, state.map(MailState::from), limit).await;
            Ok(table(&listed.context("failed to list the mails")?, addresses))
        }
        MailsCommand::Retry(RetryArgs { id, all_given_up }) => {
            let retried =
                outbox::retry_mails(ports, selection(id, all_given_up)?).await.context("failed to retry mails")?;
            counted(retried, id, "are due again", "was given up")
        }
        MailsCommand::Drop(DropArgs { id, given_up }) => {
            let dropped = outbox::drop_mails(ports, selection(id, given_up)?).await.context("failed to drop mails")?;
            counted(dropped, id, "were deleted", "is queued")
        }
    }
}

/// What was done, or that no mail with this id has this state.
fn counted(count: u64, id: Option<Uuid>, done: &str, state: &str) -> Result<String, Failure> {
    match id {
        Some(id) if count == 0 => Err(Failure::new(format!("no mail with the id {id} {state}"))),
        _ => Ok(format!("mails that {done}: {count}\n")),
    }
}

const COLUMNS: [&str; 7] = ["ID", "PURPOSE", "STATE", "AGE", "TRIES", "NEXT TRY", "RECIPIENT"];

/// A line for each mail, and the totals. The cause of a failure is the last column, because it is
/// long.
fn table(MailList { mails, backlog }: &MailList, addresses: bool) -> String {
    let rows: Vec<[String; 7]> = mails.iter().map(|mail| cells(mail, addresses)).collect();
    let widths: [usize; 7] = std::array::from_fn(|column| {
        let cells = rows.iter().map(|row| row.get(column).map_or(0, |cell| cell.chars().count()));
        cells.max().unwrap_or(0).max(COLUMNS.get(column).map_or(0, |name| name.len()))
    });
    let mut text = String::new();
    if !mails.is_empty() {
        push_row(&mut text, &COLUMNS.map(str::to_owned), widths, "FAILURE");
    }
    for (row, mail) in rows.iter().zip(mails) {
        push_row(&mut text, row, widths, &single_line(mail.failure.as_deref().unwrap_or("-")));
    }
    let (shown, waiting, given_up) = (mails.len(), backlog.waiting, backlog.dead_letters);
    let _ = writeln!(text, "shown: {shown}, waiting: {waiting}, given up: {given_up}");
    text
}

fn push_row(text: &mut String, row: &[String; 7], widths: [usize; 7], failure: &str) {
    for (cell, width) in row.iter().zip(widths) {
        let _ = write!(text, "{cell:width$}  ");
    }
    let _ = writeln!(text, "{failure}");
}

fn cells(mail: &QueuedMail, addresses: bool) -> [String; 7] {
    let state = match mail.state {
        MailState::Waiting => "waiting",
        MailState::GivenUp => "given-up",
    };
    let next_try = match (mail.state, mail.due_in) {
        (MailState::GivenUp, _) => "-".to_owned(),
        (MailState::Waiting, None) => "due".to_owned(),
        (MailState::Waiting, Some(time)) => duration(time),
    };
    let id = || mail.recipient_id.map_or_else(|| "without account".to_owned(), |id| id.to_string());
    let recipient = mail.address.as_deref().filter(|_| addresses).map_or_else(id, single_line);
    let purpose = single_line(&mail.purpose);
    [mail.id.to_string(), purpose, state.to_owned(), duration(mail.age), mail.tries.to_string(), next_try, recipient]
}

/// Control characters in stored texts must not change the terminal.
fn single_line(text: &str) -> String {
    text.chars().map(|character| if character.is_control() { ' ' } else { character }).collect()
}

/// In the largest unit that is not zero.
fn duration(time: TimeDelta) -> String {
    match (time.num_days(), time.num_hours(), time.num_minutes()) {
        (0, 0, 0) => format!("{} s", time.num_seconds()),
        (0, 0, minutes) => format!("{minutes} min"),
        (0, hours, _) => format!("{hours} h"),
        (days, _, _) => format!("{days} d"),
    }
}

#[cfg(test)]
mod tests {
    use portal_domain::ids::UserId;
    use portal_services::ports::MailBacklog;

    use super::*;

    fn given_up() -> QueuedMail {
        QueuedMail {
            id: MailId(Uuid::from_u128(1)),
            purpose: "PASSWORD_FORGOTTEN".to_owned(),
            state: MailState::GivenUp,
            recipient_id: Some(UserId(Uuid::from_u128(2))),
            address: Some("ada@portal.test".to_owned()),
            tries: 7,
            age: TimeDelta::hours(50),
            due_in: None,
            failure: Some("rejected\n\u{1b}[2J".to_owned()),
        }
    }

    #[test]
    fn table_aligns_columns_and_shows_addresses_only_if_requested() {
        let waiting = QueuedMail {
            state: MailState::Waiting,
            recipient_id: None,
            due_in: Some(TimeDelta::seconds(90)),
            failure: None,
            ..given_up()
        };
        let backlog = MailBacklog { waiting: 5, dead_letters: 1, ..MailBacklog::default() };
        let list = MailList { mails: vec![given_up(), waiting], backlog };
        let text = table(&list, false);
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines.len(), 4, "{text}");
        let column = lines[0].find("FAILURE").unwrap();
        assert_eq!((&lines[1][column..], &lines[2][column..]), ("rejected  [2J", "-"), "{text}");
        assert!(lines[1].contains("given-up  2 d  7      -     "), "{text}");
        assert!(lines[2].contains("waiting   2 d  7      1 min ") && lines[2].contains("without account"), "{text}");
        assert_eq!(lines[3], "shown: 2, waiting: 5, given up: 1");
        assert!(!text.contains("ada@") && table(&list, true).contains("ada@portal.test"));
    }

    #[test]
    fn counted_unknown_id_is_an_error() {
        assert!(counted(0, Some(Uuid::nil()), "were deleted", "is queued").is_err());
        assert_eq!(counted(0, None, "were deleted", "is queued").unwrap(), "mails that were deleted: 0\n");
    }
}

//! The audit trail as a table that spreadsheets show and never run.

use portal_services::audit::AuditView;

/// A cell that begins with one of these is a formula to some spreadsheet.
const FORMULAS: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

const COLUMNS: [&str; 10] = [
    "externalId",
    "dateCreated",
    "actorId",
    "actorName",
    "actorEmail",
    "actorRole",
    "action",
    "entityType",
    "entityId",
    "address",
];

/// The names of the columns, with the mark by which spreadsheets know that the table is UTF-8.
pub(super) fn heading() -> Result<Vec<u8>, csv::Error> {
    let mut table = "\u{FEFF}".as_bytes().to_vec();
    table.extend(written([COLUMNS.map(str::to_owned)])?);
    Ok(table)
}

pub(super) fn rows(entries: Vec<AuditView>) -> Result<Vec<u8>, csv::Error> {
    written(entries.into_iter().map(row))
}

fn written(rows: impl IntoIterator<Item = [String; COLUMNS.len()]>) -> Result<Vec<u8>, csv::Error> {
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        writer.write_record(row.map(harmless))?;
    }
    writer.into_inner().map_err(|error| csv::Error::from(std::io::Error::other(error.to_string())))
}

fn row(AuditView { entry, actor }: AuditView) -> [String; COLUMNS.len()] {
    let actor = actor.as_ref();
    let text = |value: Option<String>| value.unwrap_or_default();
    [
        entry.id.to_string(),
        entry.date_created.to_rfc3339_opts(chrono::SecondsFormat::Micros, true),
        text(actor.map(|actor| actor.id.to_string())),
        text(actor.map(|actor| format!("{} {}", actor.first_name, actor.last_name))),
        text(actor.map(|actor| actor.email.clone())),
        text(actor.map(|actor| actor.role.to_string())),
        entry.action.to_string(),
        entry.action.entity_type().to_string(),
        text(entry.entity_id.map(|id| id.to_string())),
        text(entry.address.map(|address| address.to_string())),
    ]
}

/// People choose their names: what would be run is made a text by the mark that spreadsheets know for it.
fn harmless(cell: String) -> String {
    if cell.starts_with(FORMULAS) { format!("'{cell}") } else { cell }
}

#[cfg(test)]
mod tests {
    use portal_domain::audit::{AuditAction, AuditEntry};
    use portal_domain::ids::{AuditEntryId, UserId};
    use portal_domain::policy::Actor;
    use portal_domain::user::Role;
    use portal_services::users::UserBrief;
    use uuid::Uuid;

    use super::*;

    fn line(first_name: &str) -> String {
        let id = UserId(Uuid::from_u128(1));
        let who = Actor::new(id, Role::Landlord).at("192.0.2.7".parse().unwrap());
        let deed = AuditAction::ListingDeleted;
        let entry = AuditEntry::by(who, AuditEntryId(Uuid::nil()), deed, None, chrono::DateTime::UNIX_EPOCH);
        let actor = UserBrief {
            id,
            first_name: first_name.to_owned(),
            last_name: "Hopper".to_owned(),
            email: "grace@portal.test".to_owned(),
            role: Role::Landlord,
        };
        String::from_utf8(rows(vec![AuditView { entry, actor: Some(actor) }]).unwrap()).unwrap()
    }

    #[test]
    fn an_entry_is_a_line_of_as_many_cells_as_there_are_columns() {
        assert_eq!(
            line("Grace"),
            "00000000-0000-0000-0000-000000000000,1970-01-01T00:00:00.000000Z,00000000-0000-0000-0000-000000000001,\
             Grace Hopper,grace@portal.test,LANDLORD,LISTING_DELETED,LISTING,,192.0.2.7\r\n"
        );
        let heading = String::from_utf8(heading().unwrap()).unwrap();
        assert!(
            heading.starts_with("\u{FEFF}externalId,dateCreated,") && heading.ends_with(",address\r\n"),
            "{heading}"
        );
    }

    #[test]
    fn a_name_that_is_a_formula_is_a_text() {
        for name in ["=HYPERLINK(0)", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"] {
            let line = line(name);
            assert!(line.contains(&format!("'{name} Hopper")), "{line:?}");
        }
        assert!(line("Zoë \"Z\", geb. =1").contains("\"Zoë \"\"Z\"\", geb. =1 Hopper\""), "quoted, not split");
    }
}

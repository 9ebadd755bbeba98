//! Creates an administrator from the command line, especially the first one.

use portal_domain::audit::{AuditAction, AuditEntry};
use portal_domain::ids::{AuditEntryId, UserId};
use portal_domain::locale::Locale;
use portal_domain::security_event::{SecurityEvent, SecurityOutcome};
use portal_domain::user::{Email, Gender, Role, User, UserStatus};

use super::insert_user;
use crate::error::ServiceError;
use crate::ports::{Ports, SecurityRecord};

pub struct NewAdministrator {
    pub email: Email,
    pub password: String,
    pub first_name: String,
    pub last_name: String,
    pub locale: Locale,
}

/// Creates an active administrator, who can log in at once.
pub async fn create_active_administrator(ports: &Ports, new: NewAdministrator) -> Result<UserId, ServiceError> {
    let now = ports.clock.now();
    let password = ports.passwords.hash(new.password).await?;
    let user = User {
        id: UserId(ports.identifiers.next()),
        email: new.email,
        first_name: new.first_name,
        last_name: new.last_name,
        gender: Gender::Other,
        date_of_birth: None,
        phone_number: None,
        role: Role::Administrator,
        status: UserStatus::Active,
        about_me: None,
        address: None,
        locale: new.locale,
        date_created: now,
        last_modified: now,
    };
    let mut work = ports.store.begin().await?;
    insert_user(work.as_mut(), &user, Some(password)).await?;
    let id = AuditEntryId(ports.identifiers.next());
    let entry = AuditEntry::of_portal(id, AuditAction::AdministratorCreated, Some(user.id.into()), now);
    work.audit().record(&entry).await?;
    work.commit().await?;
    ports.security_log.record(SecurityRecord::of_user(
        SecurityEvent::AdministratorCreation,
        SecurityOutcome::Success,
        user.id,
    ));
    Ok(user.id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ports::{PasswordHash, StoreError, USER_EMAIL_TAKEN};
    use crate::testing::{MockPorts, MockUnitOfWork};

    fn new_administrator() -> NewAdministrator {
        NewAdministrator {
            email: Email::parse("Root@Portal.test").unwrap(),
            password: "a long secret".to_owned(),
            first_name: "Root".to_owned(),
            last_name: "Admin".to_owned(),
            locale: Locale::English,
        }
    }

    fn ports(work: MockUnitOfWork) -> Ports {
        let mut ports = MockPorts { store: MockUnitOfWork::store_of([work]), ..MockPorts::default() };
        ports
            .passwords
            .expect_hash()
            .once()
            .withf(|password| password == "a long secret")
            .returning(|_| Ok(PasswordHash("hash".to_owned())));
        ports.build()
    }

    #[tokio::test]
    async fn create_active_administrator_inserts_active_user_with_password() {
        let mut work = MockUnitOfWork::committed();
        work.users
            .expect_insert()
            .once()
            .withf(|user, password| {
                (user.role, user.status, user.locale) == (Role::Administrator, UserStatus::Active, Locale::English)
                    && user.email.as_str() == "root@portal.test"
                    && *password == Some(PasswordHash("hash".to_owned()))
            })
            .returning(|_, _| Ok(()));
        let created = MockPorts::identifier(1);
        let work = work.expecting_audit_entries([(AuditAction::AdministratorCreated, Some(created))]);
        assert_eq!(
            create_active_administrator(&ports(work), new_administrator()).await.unwrap(),
            UserId(MockPorts::identifier(1))
        );
    }

    #[tokio::test]
    async fn create_active_administrator_used_email_is_email_taken_and_other_conflicts_are_not() {
        let conflicting = |constraint: &'static str| {
            let mut work = MockUnitOfWork::dropped();
            work.users.expect_insert().once().returning(|_, _| Err(StoreError::Conflict(constraint.to_owned())));
            work
        };
        let taken = create_active_administrator(&ports(conflicting(USER_EMAIL_TAKEN)), new_administrator()).await;
        assert!(matches!(taken, Err(ServiceError::EmailTaken)));
        let other = create_active_administrator(&ports(conflicting("users_pkey")), new_administrator()).await;
        assert!(matches!(other, Err(ServiceError::Store(StoreError::Conflict(_)))));
    }
}

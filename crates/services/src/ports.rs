//! What the use cases need from the world, as traits. Adapters in other crates implement them;
//! `testing` offers their mocks.

mod account_tokens;
mod applications;
mod attempts;
mod audit;
mod chance;
mod documents;
mod donations;
mod events;
mod files;
mod listings;
mod mailer;
mod notifications;
mod outbox;
mod passwords;
mod pictures;
mod registrations;
mod reply_clock;
mod retention;
mod search;
mod search_feed;
mod sessions;
mod settings;
mod stats;
mod store;
mod tokens;
mod users;
mod views;

use std::sync::Arc;

pub use account_tokens::*;
pub use applications::*;
pub use attempts::*;
pub use audit::*;
pub use chance::*;
pub use documents::*;
pub use donations::*;
pub use events::*;
pub use files::*;
pub use listings::*;
pub use mailer::*;
pub use notifications::*;
pub use outbox::*;
pub use passwords::*;
pub use pictures::*;
pub use registrations::*;
pub use reply_clock::*;
pub use retention::*;
pub use search::*;
pub use search_feed::*;
pub use sessions::*;
pub use settings::*;
pub use stats::*;
pub use store::*;
pub use tokens::*;
pub use users::*;
pub use views::*;

use crate::settings::Rules;

/// An error of some library, kept for the log only.
pub type Source = Box<dyn std::error::Error + Send + Sync>;

/// Everything that a use case may reach for, and the rules that the operator has set.
#[derive(Clone)]
pub struct Ports {
    pub store: Arc<dyn Store>,
    pub users: Arc<dyn UserQueries>,
    pub registrations: Arc<dyn RegistrationQueries>,
    pub account_tokens: Arc<dyn AccountTokenQueries>,
    pub sessions: Arc<dyn SessionQueries>,
    pub listings: Arc<dyn ListingQueries>,
    pub search: Arc<dyn ListingSearch>,
    pub applications: Arc<dyn ApplicationQueries>,
    pub events: Arc<dyn EventQueries>,
    pub audit: Arc<dyn AuditQueries>,
    pub settings: Arc<dyn SettingQueries>,
    pub notifications: Arc<dyn NotificationQueries>,
    pub stats: Arc<dyn StatsQueries>,
    pub attempts: Arc<dyn AttemptCounters>,
    pub views: Arc<dyn ViewRecorder>,
    pub outbox: Arc<dyn Outbox>,
    pub discards: Arc<dyn Discards>,
    pub pictures: Arc<dyn Pictures>,
    pub documents: Arc<dyn Documents>,
    pub files: Arc<dyn FileInventory>,
    pub mailer: Arc<dyn Mailer>,
    pub passwords: Arc<dyn PasswordHasher>,
    pub tokens: Arc<dyn Tokens>,
    pub clock: Arc<dyn Clock>,
    pub identifiers: Arc<dyn Identifiers>,
    pub rules: Arc<Rules>,
}

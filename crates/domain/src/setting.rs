//! Settings: what administrators can exchange while the portal runs.

use chrono::{DateTime, Utc};

use crate::closed_set::closed_set;
use crate::ids::SettingId;

closed_set! {
    SettingType { Image = "IMAGE" }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    pub id: SettingId,
    /// For example `home.hero`.
    pub key: String,
    pub setting_type: SettingType,
    /// The picture's location. `None`: the front end shows its own.
    pub value: Option<String>,
    pub date_created: DateTime<Utc>,
    pub last_modified: DateTime<Utc>,
}

impl Setting {
    /// Shows another picture, and returns where the one before lies.
    pub fn exchange_image(&mut self, location: String, now: DateTime<Utc>) -> Option<String> {
        self.last_modified = now;
        self.value.replace(location)
    }
}

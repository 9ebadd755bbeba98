//! Settings: images that administrators can replace while the portal runs.

use chrono::{DateTime, Utc};

use crate::ids::SettingId;
use crate::text_enum::text_enum;

text_enum! {
    SettingType { Image = "IMAGE" }
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    pub id: SettingId,
    /// For example `home.hero`.
    pub key: String,
    pub setting_type: SettingType,
    /// The image's location. `None`: the front end shows its default image.
    pub value: Option<String>,
    pub date_created: DateTime<Utc>,
    pub last_modified: DateTime<Utc>,
}

impl Setting {
    /// Sets another image and returns the location of the previous one.
    pub fn replace_image(&mut self, location: String, now: DateTime<Utc>) -> Option<String> {
        self.last_modified = now;
        self.value.replace(location)
    }

    /// Returns to the front end's default image, and returns the location of the previous one.
    pub fn remove_image(&mut self, now: DateTime<Utc>) -> Option<String> {
        let removed = self.value.take();
        if removed.is_some() {
            self.last_modified = now;
        }
        removed
    }
}

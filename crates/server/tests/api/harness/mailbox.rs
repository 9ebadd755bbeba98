//! A mailer that stores mails.

use std::sync::Mutex;

use async_trait::async_trait;
use portal_services::ports::{MailError, MailMessage, Mailer};

#[derive(Default)]
pub(crate) struct Mailbox(Mutex<Vec<MailMessage>>);

impl Mailbox {
    /// Removes and returns the mails, oldest first.
    pub(crate) fn take(&self) -> Vec<MailMessage> {
        std::mem::take(&mut self.0.lock().unwrap())
    }
}

#[async_trait]
impl Mailer for Mailbox {
    async fn send(&self, message: &MailMessage) -> Result<(), MailError> {
        self.0.lock().unwrap().push(message.clone());
        Ok(())
    }
}

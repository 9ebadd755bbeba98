//! Tells systemd when the portal serves and when it stops, if systemd has started it and wants to
//! know (`Type=notify`).

use sd_notify::NotifyState;

/// The portal serves requests.
pub(crate) fn ready() {
    notify(NotifyState::Ready);
}

/// The portal stops; systemd waits for it.
pub(crate) fn stopping() {
    notify(NotifyState::Stopping);
}

fn notify(state: NotifyState<'_>) {
    if let Err(error) = sd_notify::notify(&[state]) {
        tracing::warn!(error = %error, "failed to notify systemd");
    }
}

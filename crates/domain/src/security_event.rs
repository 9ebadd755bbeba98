//! What the security log records, so that attacks on accounts can be seen and investigated.

use crate::text_enum::text_enum;

text_enum! {
    /// A recorded event.
    SecurityEvent {
        LogIn = "LOG_IN",
        /// A refresh token was used again after its successor: it may be stolen. Its session ends.
        SessionReuse = "SESSION_REUSE",
        PasswordChange = "PASSWORD_CHANGE",
        PasswordReset = "PASSWORD_RESET",
        Activation = "ACTIVATION",
        AdministratorInvitation = "ADMINISTRATOR_INVITATION",
        /// An administrator was created from the command line.
        AdministratorCreation = "ADMINISTRATOR_CREATION",
        /// A proof of study was previewed or downloaded.
        DocumentAccess = "DOCUMENT_ACCESS",
        /// A request without a valid token, or of a role that is not allowed.
        AccessRefused = "ACCESS_REFUSED",
        /// A request beyond a rate limit.
        RateLimit = "RATE_LIMIT",
    }
}

text_enum! {
    /// How a recorded event ended.
    SecurityOutcome {
        Success = "SUCCESS",
        /// Wrong credentials, or an invalid link.
        Failure = "FAILURE",
        /// Not tried: a rate limit, a missing right or a missing login.
        Refused = "REFUSED",
    }
}

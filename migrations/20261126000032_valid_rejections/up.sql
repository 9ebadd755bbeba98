ALTER TABLE applications
    VALIDATE CONSTRAINT applications_rejected_by_check,
    VALIDATE CONSTRAINT applications_rejection_reason_check,
    VALIDATE CONSTRAINT applications_rejection_check;

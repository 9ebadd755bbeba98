DROP TRIGGER applications_erase_rejection_note ON applications;
DROP FUNCTION erase_rejection_note;
ALTER TABLE applications
    DROP CONSTRAINT applications_rejection_check,
    DROP CONSTRAINT applications_rejection_reason_check,
    DROP CONSTRAINT applications_rejected_by_check,
    DROP COLUMN rejection_note,
    DROP COLUMN rejection_reason,
    DROP COLUMN rejected_by;

import { checkPasswordLength } from '../../../ui/form/checkPasswordLength';
import type { FieldErrors } from '../../../ui/form/useFieldErrors';

export type ChangeField = 'currentPassword' | 'newPassword' | 'confirmPassword';

export type ChangeError = 'required' | 'password.tooShort' | 'password.tooLong' | 'password.differ';

/** Validates the three fields of a password change. */
export function validatePasswordChange(
  typed: Record<ChangeField, string>,
): FieldErrors<ChangeField, ChangeError> {
  const errors: FieldErrors<ChangeField, ChangeError> = {};
  const length = checkPasswordLength(typed.newPassword);
  if (typed.currentPassword === '') errors.currentPassword = 'required';
  if (typed.newPassword === '') errors.newPassword = 'required';
  else if (length) errors.newPassword = length;
  if (typed.confirmPassword === '') errors.confirmPassword = 'required';
  else if (typed.confirmPassword !== typed.newPassword) errors.confirmPassword = 'password.differ';
  return errors;
}

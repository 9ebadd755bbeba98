import { checkPasswordLength } from '../../../ui/form/checkPasswordLength';
import type { FieldErrors } from '../../../ui/form/useFormFields';

type ChangeField = 'currentPassword' | 'newPassword' | 'confirmPassword';

export type ChangeError = 'required' | 'password.tooShort' | 'password.tooLong' | 'password.differ';

/** Validates the three fields of a password change. */
export function validatePasswordChange(
  typed: Record<ChangeField, string>,
): FieldErrors<ChangeField, ChangeError> {
  const errors: FieldErrors<ChangeField, ChangeError> = {};
  if (typed.currentPassword === '') errors.currentPassword = 'required';
  if (typed.newPassword === '') errors.newPassword = 'required';
  else errors.newPassword = checkPasswordLength(typed.newPassword);
  if (typed.confirmPassword === '') errors.confirmPassword = 'required';
  else if (typed.confirmPassword !== typed.newPassword) errors.confirmPassword = 'password.differ';
  return errors;
}

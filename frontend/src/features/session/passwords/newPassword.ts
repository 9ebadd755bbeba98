import { checkPasswordLength } from '../../../ui/form/checkPasswordLength';
import type { FieldErrors } from '../../../ui/form/useFieldErrors';

export type PasswordFieldName = 'email' | 'password' | 'repeatPassword';

export type PasswordError =
  | 'login.emailRequired'
  | 'password.required'
  | 'password.tooShort'
  | 'password.tooLong'
  | 'password.repeatRequired'
  | 'password.differ';

/** Validates a new password and its repetition. */
export function validateNewPassword(
  typed: Record<PasswordFieldName, string>,
): FieldErrors<PasswordFieldName, PasswordError> {
  const errors: FieldErrors<PasswordFieldName, PasswordError> = {};
  const length = checkPasswordLength(typed.password);
  if (typed.email.trim() === '') errors.email = 'login.emailRequired';
  if (typed.password === '') errors.password = 'password.required';
  else if (length) errors.password = length;
  if (typed.repeatPassword === '') errors.repeatPassword = 'password.repeatRequired';
  else if (typed.repeatPassword !== typed.password) errors.repeatPassword = 'password.differ';
  return errors;
}

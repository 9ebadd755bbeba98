import { checkPasswordLength } from '../../../ui/form/checkPasswordLength';
import type { FieldErrors } from '../../../ui/form/useFormFields';

type PasswordFieldName = 'email' | 'password' | 'repeatPassword';

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
  if (typed.email === '') errors.email = 'login.emailRequired';
  if (typed.password === '') errors.password = 'password.required';
  else errors.password = checkPasswordLength(typed.password);
  if (typed.repeatPassword === '') errors.repeatPassword = 'password.repeatRequired';
  else if (typed.repeatPassword !== typed.password) errors.repeatPassword = 'password.differ';
  return errors;
}

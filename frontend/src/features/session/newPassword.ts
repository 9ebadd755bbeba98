import { passwordLength } from '../../ui/form/passwordLength';
import type { Mistakes } from '../../ui/form/useMistakes';

export type PasswordFieldName = 'email' | 'password' | 'repeatPassword';

export type PasswordMistake =
  | 'login.emailRequired'
  | 'password.required'
  | 'password.tooShort'
  | 'password.tooLong'
  | 'password.repeatRequired'
  | 'password.differ';

/** What is wrong with a new password and its repetition. */
export function mistakesOf(
  typed: Record<PasswordFieldName, string>,
): Mistakes<PasswordFieldName, PasswordMistake> {
  const found: Mistakes<PasswordFieldName, PasswordMistake> = {};
  const length = passwordLength(typed.password);
  if (typed.email.trim() === '') found.email = 'login.emailRequired';
  if (typed.password === '') found.password = 'password.required';
  else if (length) found.password = length;
  if (typed.repeatPassword === '') found.repeatPassword = 'password.repeatRequired';
  else if (typed.repeatPassword !== typed.password) found.repeatPassword = 'password.differ';
  return found;
}

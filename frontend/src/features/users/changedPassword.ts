import { passwordLength } from '../../ui/form/passwordLength';
import type { Mistakes } from '../../ui/form/useMistakes';

export type ChangeField = 'currentPassword' | 'newPassword' | 'confirmPassword';

export type ChangeMistake = 'required' | 'password.tooShort' | 'password.tooLong' | 'password.differ';

/** What is wrong with the three fields of a changed password. */
export function mistakesOf(typed: Record<ChangeField, string>): Mistakes<ChangeField, ChangeMistake> {
  const found: Mistakes<ChangeField, ChangeMistake> = {};
  const length = passwordLength(typed.newPassword);
  if (typed.currentPassword === '') found.currentPassword = 'required';
  if (typed.newPassword === '') found.newPassword = 'required';
  else if (length) found.newPassword = length;
  if (typed.confirmPassword === '') found.confirmPassword = 'required';
  else if (typed.confirmPassword !== typed.newPassword) found.confirmPassword = 'password.differ';
  return found;
}

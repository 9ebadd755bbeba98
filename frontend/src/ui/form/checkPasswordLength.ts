import { passwordLength } from './limits';

/** Checks the length of a new password. Characters are counted as by the server: 🏠 is one. */
export function checkPasswordLength(password: string): 'password.tooShort' | 'password.tooLong' | undefined {
  const length = Array.from(password).length;
  if (length < passwordLength.min) return 'password.tooShort';
  return length > passwordLength.max ? 'password.tooLong' : undefined;
}

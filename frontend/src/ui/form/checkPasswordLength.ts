const minLength = 8;
const maxLength = 128;

/** Checks the length of a new password. Characters are counted as by the server: 🏠 is one. */
export function checkPasswordLength(password: string): 'password.tooShort' | 'password.tooLong' | undefined {
  const length = Array.from(password).length;
  if (length < minLength) return 'password.tooShort';
  return length > maxLength ? 'password.tooLong' : undefined;
}

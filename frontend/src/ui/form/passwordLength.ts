const shortest = 8;
const longest = 128;

/** What the length of a new password breaks. Characters are counted as the server does: 🏠 is one. */
export function passwordLength(password: string): 'password.tooShort' | 'password.tooLong' | undefined {
  const length = Array.from(password).length;
  if (length < shortest) return 'password.tooShort';
  return length > longest ? 'password.tooLong' : undefined;
}

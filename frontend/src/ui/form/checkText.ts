import { countCharacters } from './TextArea';

/** Checks a required text. */
export function checkText(
  text: string,
  maxLength: number,
): 'validation.required' | 'validation.too-long' | undefined {
  const length = countCharacters(text);
  if (length === 0) return 'validation.required';
  return length > maxLength ? 'validation.too-long' : undefined;
}

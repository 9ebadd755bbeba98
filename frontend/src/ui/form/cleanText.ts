/**
 * Without the invisible characters that the API refuses: control characters other than tabs and line
 * breaks, which texts copied from a PDF file contain, and overrides of the direction.
 */
export const cleanText = (text: string): string =>
  text.replaceAll(/(?![\t\n\r])[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu, '');

/** Formats a number for an input: with a comma in German. */
export const formatDecimal = (value: number, language: string): string =>
  language.startsWith('de') ? String(value).replace('.', ',') : String(value);

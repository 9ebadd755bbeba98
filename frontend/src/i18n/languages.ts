export const languages = ['de-DE', 'en-US'] as const;
export type Language = (typeof languages)[number];

export const fallbackLanguage: Language = 'de-DE';

/** What the first screen needs; the inline script of index.html preloads the same files. */
export const firstNamespaces = ['shell', 'listings', 'errors'] as const;

/** How often a file of texts that failed is asked for again. */
export const mostRetries = 5;

/** `en-GB` and `en` are served by en-US, `de-AT` by de-DE; anything else stays what it is. */
export function toSupported(code: string): string {
  const family = code.toLowerCase().split(/[-_]/)[0];
  return languages.find((language) => language.startsWith(`${family}-`)) ?? code;
}

export const isLanguage = (code: string): code is Language => languages.some((language) => language === code);

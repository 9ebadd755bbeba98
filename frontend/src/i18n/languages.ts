export const languages = ['de-DE', 'en-US'] as const;
export type Language = (typeof languages)[number];

export const fallbackLanguage: Language = 'de-DE';

/** The namespaces of the first screen; the inline script of index.html preloads the same files. */
export const initialNamespaces = ['shell', 'listings', 'errors'] as const;

/** How often a failed translation file is requested again. */
export const maxRetries = 5;

/** Maps `en-GB` and `en` to en-US, `de-AT` to de-DE; other codes are returned unchanged. */
export function toSupported(code: string): string {
  const family = code.toLowerCase().split(/[-_]/)[0];
  return languages.find((language) => language.startsWith(`${family}-`)) ?? code;
}

export const isLanguage = (code: string): code is Language => languages.some((language) => language === code);

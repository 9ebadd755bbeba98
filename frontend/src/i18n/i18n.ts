import { createInstance, type i18n as I18n } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import {
  fallbackLanguage,
  initialNamespaces,
  isLanguage,
  languages,
  maxRetries,
  toSupported,
} from './languages';
import { TranslationBackend } from './TranslationBackend';
import { formatsOf } from './useFormats';

/**
 * Both languages have the same keys (a test checks it), so that the second is never loaded next to
 * the first: only an unknown language falls back. Not a function, because with one i18next
 * resolves the language again for each text.
 */
const fallbackLanguages = {
  ...Object.fromEntries(languages.map((language) => [language, []])),
  default: [fallbackLanguage],
};

/** The translations of the first screen failed to load in both languages. */
export class TranslationsMissingError extends Error {
  override name = 'TranslationsMissingError';
}

/** Values of the API are in capitals: `type.LISTING_RENTED`. */
const valueInKey = /\.([A-Z][A-Z0-9_]*)$/;

function missingText(i18n: I18n, key: string): string {
  const value = valueInKey.exec(key)?.[1];
  return value === undefined || !i18n.exists('shell:unknownValue')
    ? '…'
    : i18n.t('shell:unknownValue', { value });
}

/**
 * Creates an instance, so that tests do not share a language. Rejects with
 * `TranslationsMissingError`.
 */
export async function createI18n(): Promise<I18n> {
  const i18n = createInstance();
  i18n.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  const backend = new TranslationBackend();
  const missing = new Promise<never>((_resolve, reject) => {
    backend.onChange = () => {
      if (backend.state === 'missing')
        reject(new TranslationsMissingError('failed to load the initial translations'));
    };
  });
  const ready = i18n
    .use(backend)
    .use(LanguageDetector)
    .use(initReactI18next)
    .init({
      supportedLngs: languages,
      fallbackLng: fallbackLanguages,
      load: 'currentOnly',
      ns: [...initialNamespaces],
      defaultNS: 'shell',
      keySeparator: false,
      interpolation: { escapeValue: false },
      // A tab of an older build may use a key that the server's files no longer have, or show a value
      // that only a newer server knows. `Trans` passes the key as the text.
      parseMissingKeyHandler: (key, text) =>
        text === undefined || text === key ? missingText(i18n, key) : text,
      maxParallelReads: 10,
      maxRetries,
      retryTimeout: 350,
      detection: {
        order: ['querystring', 'cookie', 'localStorage', 'sessionStorage', 'navigator', 'htmlTag'],
        lookupQuerystring: 'lng',
        lookupCookie: 'i18next',
        lookupLocalStorage: 'i18nextLng',
        lookupSessionStorage: 'i18nextLng',
        caches: ['localStorage'],
        convertDetectedLanguage: toSupported,
      },
    });
  await Promise.race([ready, missing]);
  backend.onChange = () => i18n.emit('translations');
  backend.onRecovered = (language, namespace, texts) => {
    i18n.addResourceBundle(language, namespace, texts);
    // Components read their texts again.
    i18n.emit('languageChanged', i18n.language);
  };
  // i18next would create a formatter for every number; every `{{count, number}}` is an integer.
  i18n.services.formatter?.add('number', (value: number, language) =>
    formatsOf(language && isLanguage(language) ? language : fallbackLanguage).count(value),
  );
  return i18n;
}

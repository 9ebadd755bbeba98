import { createInstance, type i18n as I18n } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import { initReactI18next } from 'react-i18next';
import {
  fallbackLanguage,
  firstNamespaces,
  isLanguage,
  languages,
  mostRetries,
  toSupported,
} from './languages';
import { TextsBackend } from './TextsBackend';
import { formatsOf } from './useFormats';

/** How long a file of texts may take to arrive, in milliseconds. */
const fileTimeout = 30_000;

/** What the first screen says could be loaded in no language. */
export class TextsMissing extends Error {
  override name = 'TextsMissing';
}

/**
 * An instance of its own for every caller, so that tests do not share a language.
 * Fails with `TextsMissing`.
 */
export async function createI18n(): Promise<I18n> {
  const i18n = createInstance();
  i18n.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  const backend = new TextsBackend();
  const missing = new Promise<never>((_resolve, reject) => {
    backend.onChange = () => {
      if (backend.state === 'missing') reject(new TextsMissing('the first texts could not be loaded'));
    };
  });
  const ready = i18n
    .use(backend)
    .use(LanguageDetector)
    .use(initReactI18next)
    .init({
      supportedLngs: languages,
      // Both languages hold the same keys (a test proves it), so that the second
      // one is never loaded beside the first: only an unknown language falls back.
      fallbackLng: (code: string | undefined) => (code && isLanguage(code) ? [] : [fallbackLanguage]),
      load: 'currentOnly',
      ns: [...firstNamespaces],
      defaultNS: 'shell',
      keySeparator: false,
      interpolation: { escapeValue: false },
      // A tab of an older build may look for a text that the server's files no longer have.
      parseMissingKeyHandler: (_key, text) => text ?? '…',
      maxParallelReads: 10,
      maxRetries: mostRetries,
      retryTimeout: 350,
      backend: {
        loadPath: '/locales/{{lng}}/{{ns}}.json',
        requestOptions: () => ({ signal: AbortSignal.timeout(fileTimeout) }),
      },
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
  backend.onChange = () => i18n.emit('texts');
  backend.onRecovered = (language, namespace, texts) => {
    i18n.addResourceBundle(language, namespace, texts);
    // What is on screen reads its texts again.
    i18n.emit('languageChanged', i18n.language);
  };
  // i18next would make a formatter for every number that it writes; every `{{count, number}}` is a whole one.
  i18n.services.formatter?.add('number', (value: number, language) =>
    formatsOf(language && isLanguage(language) ? language : fallbackLanguage).count(value),
  );
  return i18n;
}

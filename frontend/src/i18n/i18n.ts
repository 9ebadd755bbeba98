import { createInstance, type i18n as I18n } from 'i18next';
import LanguageDetector from 'i18next-browser-languagedetector';
import HttpBackend from 'i18next-http-backend';
import { initReactI18next } from 'react-i18next';
import { fallbackLanguage, firstNamespaces, isLanguage, languages, toSupported } from './languages';
import { formatsOf } from './useFormats';

/** An instance of its own for every caller, so that tests do not share a language. */
export async function createI18n(): Promise<I18n> {
  const i18n = createInstance();
  i18n.on('languageChanged', (language) => {
    document.documentElement.lang = language;
  });
  await i18n
    .use(HttpBackend)
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
      maxParallelReads: 10,
      maxRetries: 5,
      retryTimeout: 350,
      backend: { loadPath: '/locales/{{lng}}/{{ns}}.json' },
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
  // i18next would make a formatter for every number that it writes; every `{{count, number}}` is a whole one.
  i18n.services.formatter?.add('number', (value: number, language) =>
    formatsOf(language && isLanguage(language) ? language : fallbackLanguage).count(value),
  );
  return i18n;
}

import type { ReadCallback } from 'i18next';
import HttpBackend from 'i18next-http-backend';
import { languages, maxRetries } from './languages';

/** `other`: some texts are shown in the other language; `missing`: some exist in neither. */
export type TranslationState = 'complete' | 'other' | 'missing';

type MissingFile = { language: string; namespace: string; callback?: ReadCallback };

/**
 * Loads translation files. If one fails, the file of the other language replaces it; if both fail,
 * rendering waits, so that a key is never shown in place of a text.
 */
export class TranslationBackend extends HttpBackend {
  /** Called when `state` may have changed. */
  onChange: () => void = () => undefined;
  /** Called when a file arrives that the other language had replaced. */
  onRecovered: (language: string, namespace: string, texts: unknown) => void = () => undefined;
  /** Number of failures of each file. */
  readonly #failures = new Map<string, number>();
  /** Missing files by key; with a `callback`, i18next waits for it. */
  readonly #missing = new Map<string, MissingFile>();

  get state(): TranslationState {
    const files = [...this.#missing.values()];
    if (files.length === 0) return 'complete';
    return files.some(({ callback }) => callback) ? 'missing' : 'other';
  }

  override read(language: string, namespace: string, callback: ReadCallback): void {
    const key = keyOf(language, namespace);
    super.read(language, namespace, (error, texts) => {
      if (!error) {
        this.#failures.delete(key);
        callback(null, texts);
        return;
      }
      const failures = (this.#failures.get(key) ?? 0) + 1;
      this.#failures.set(key, failures);
      // `true` makes i18next retry, up to `maxRetries` times.
      if (texts === true && failures <= maxRetries) callback(error, true);
      else this.#loadOtherLanguage({ language, namespace, callback });
    });
  }

  /** Requests every missing file again. */
  retry(): void {
    for (const [key, file] of this.#missing) {
      const { language, namespace, callback } = file;
      super.read(language, namespace, (error, texts) => {
        if (this.#missing.get(key) !== file) return;
        if (error) {
          if (callback) this.#loadOtherLanguage({ language, namespace, callback });
          return;
        }
        this.#missing.delete(key);
        if (callback) callback(null, texts);
        else this.onRecovered(language, namespace, texts);
        this.onChange();
      });
    }
  }

  #loadOtherLanguage(file: Required<MissingFile>): void {
    const { language, namespace, callback } = file;
    const key = keyOf(language, namespace);
    const other = languages.find((code) => code !== language) ?? language;
    this.#failures.delete(key);
    super.read(other, namespace, (error, texts) => {
      this.#missing.set(key, error ? file : { language, namespace });
      if (!error) callback(null, texts);
      this.onChange();
    });
  }
}

const keyOf = (language: string, namespace: string): string => `${language}|${namespace}`;

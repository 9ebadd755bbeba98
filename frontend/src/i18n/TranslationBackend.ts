import type { BackendModule, ReadCallback, ResourceKey } from 'i18next';
import { languages, maxRetries } from './languages';

/** Timeout of a translation file in milliseconds. */
const fileTimeout = 30_000;

/** `other`: some texts are shown in the other language; `missing`: some exist in neither. */
export type TranslationState = 'complete' | 'other' | 'missing';

type MissingFile = { language: string; namespace: string; callback?: ReadCallback };

/**
 * Loads `/locales/{language}/{namespace}.json`. If a file fails, that of the other language replaces
 * it; if both fail, rendering waits, so that a key is never shown in place of a text. Not a subclass
 * of i18next-http-backend: it would only fetch, and is 2 kB of the scripts before the first card.
 */
export class TranslationBackend implements BackendModule {
  readonly type = 'backend';
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

  init(): void {
    // Required by i18next; there are no options.
  }

  read(language: string, namespace: string, callback: ReadCallback): void {
    const key = keyOf(language, namespace);
    void fetchTexts(language, namespace, (error, texts) => {
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
      void fetchTexts(language, namespace, (error, texts) => {
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
    void fetchTexts(other, namespace, (error, texts) => {
      this.#missing.set(key, error ? file : { language, namespace });
      if (!error) callback(null, texts);
      this.onChange();
    });
  }
}

class StatusError extends Error {
  override name = 'StatusError';
  constructor(readonly status: number) {
    super(`status ${status}`);
  }
}

/** Calls back with the texts, or with an error and whether another request may succeed. */
async function fetchTexts(language: string, namespace: string, callback: ReadCallback): Promise<void> {
  const path = `/locales/${language}/${namespace}.json`;
  let texts: ResourceKey;
  try {
    const response = await fetch(path, { signal: AbortSignal.timeout(fileTimeout) });
    if (!response.ok) throw new StatusError(response.status);
    texts = await response.json();
  } catch (cause) {
    // `fetch` and an interrupted body reject with a TypeError, invalid JSON and the timeout do not.
    const temporary = cause instanceof StatusError ? cause.status >= 500 : cause instanceof TypeError;
    callback(new Error(`failed to load ${path}`, { cause }), temporary);
    return;
  }
  callback(null, texts);
}

const keyOf = (language: string, namespace: string): string => `${language}|${namespace}`;

import type { ReadCallback } from 'i18next';
import HttpBackend from 'i18next-http-backend';
import { languages, mostRetries } from './languages';

/** `other`: texts of the other language stand in for some; `missing`: some are there in neither. */
export type TextsState = 'complete' | 'other' | 'missing';

type File = { language: string; namespace: string; answer?: ReadCallback };

/**
 * Loads the files of texts. Where one cannot be loaded, that of the other
 * language stands in; where there is neither, what needs the texts goes on
 * waiting for them, so that a key is never shown in place of a text.
 */
export class TextsBackend extends HttpBackend {
  /** Called when `state` may have changed. */
  onChange: () => void = () => undefined;
  /** Called when texts arrived for which others stood in. */
  onRecovered: (language: string, namespace: string, texts: unknown) => void = () => undefined;
  /** How often each file failed. */
  readonly #failures = new Map<string, number>();
  /** What is not there, by its key; with an `answer`, i18next waits for it. */
  readonly #absent = new Map<string, File>();

  get state(): TextsState {
    const files = [...this.#absent.values()];
    if (files.length === 0) return 'complete';
    return files.some(({ answer }) => answer) ? 'missing' : 'other';
  }

  override read(language: string, namespace: string, answer: ReadCallback): void {
    const key = keyOf(language, namespace);
    super.read(language, namespace, (error, texts) => {
      if (!error) {
        this.#failures.delete(key);
        answer(null, texts);
        return;
      }
      const failures = (this.#failures.get(key) ?? 0) + 1;
      this.#failures.set(key, failures);
      // `true` asks i18next to try again, which it does so often.
      if (texts === true && failures <= mostRetries) answer(error, true);
      else this.#standIn({ language, namespace, answer });
    });
  }

  /** Asks once more for every file that is not there. */
  retry(): void {
    for (const [key, file] of this.#absent) {
      const { language, namespace, answer } = file;
      super.read(language, namespace, (error, texts) => {
        if (this.#absent.get(key) !== file) return;
        if (error) {
          if (answer) this.#standIn({ language, namespace, answer });
          return;
        }
        this.#absent.delete(key);
        if (answer) answer(null, texts);
        else this.onRecovered(language, namespace, texts);
        this.onChange();
      });
    }
  }

  #standIn(file: Required<File>): void {
    const { language, namespace, answer } = file;
    const key = keyOf(language, namespace);
    const other = languages.find((code) => code !== language) ?? language;
    this.#failures.delete(key);
    super.read(other, namespace, (error, texts) => {
      this.#absent.set(key, error ? file : { language, namespace });
      if (!error) answer(null, texts);
      this.onChange();
    });
  }
}

const keyOf = (language: string, namespace: string): string => `${language}|${namespace}`;

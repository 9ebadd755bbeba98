import { readFileSync } from 'node:fs';

/** Values of placeholders. */
type Values = Record<string, string>;

const files = new Map<string, Record<string, string>>();

/** Returns a function that reads texts of a language from the files of the app. */
export function textsOf(language: string) {
  return (namespace: string, key: string, values: Values = {}): string => {
    const file = `public/locales/${language}/${namespace}.json`;
    const texts = files.get(file) ?? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
    files.set(file, texts);
    const text = texts[key];
    if (text === undefined) throw new Error(`${file} has no ${key}`);
    return text.replaceAll(/\{\{(\w+)[^}]*\}\}/g, (_placeholder, name: string) => values[name] ?? '');
  };
}

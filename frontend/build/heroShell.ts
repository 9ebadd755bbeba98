import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** `%language:key%` of the namespace listings, or `%language:namespace/key%`. */
const placeholder = /%(de-DE|en-US):(?:(\w+)\/)?([\w.]+)%/g;

/**
 * Fills index.html with translations: its hero is painted before any script runs, with the texts
 * that the app renders.
 */
export function heroShell(): Plugin {
  let texts = '';
  return {
    name: 'hero-shell',
    configResolved(config) {
      texts = join(config.publicDir, 'locales');
    },
    transformIndexHtml: (html) =>
      html.replaceAll(placeholder, (_match, language: string, namespace = 'listings', key: string) => {
        const file = JSON.parse(readFileSync(join(texts, language, `${namespace}.json`), 'utf8'));
        if (typeof file[key] !== 'string')
          throw new Error(`missing translation: ${language} ${namespace}/${key}`);
        return escapeHtml(file[key]);
      }),
  };
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

const placeholder = /%(de-DE|en-US):([\w.]+)%/g;

/**
 * Fills the hero of index.html with the texts of the translations, so that it is
 * painted before any script runs and says what the app will say a moment later.
 */
export function heroShell(): Plugin {
  let texts = '';
  return {
    name: 'hero-shell',
    configResolved(config) {
      texts = join(config.publicDir, 'locales');
    },
    transformIndexHtml: (html) =>
      html.replaceAll(placeholder, (_match, language: string, key: string) => {
        const listings = JSON.parse(readFileSync(join(texts, language, 'listings.json'), 'utf8'));
        if (typeof listings[key] !== 'string') throw new Error(`${language} has no text ${key}`);
        return escapeHtml(listings[key]);
      }),
  };
}

const escapeHtml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every style sheet below `src`, with its path from there. */
export const readStyleSheets = (): { file: string; css: string }[] =>
  readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((file) => ({ file, css: readFileSync(join('src', file), 'utf8') }));

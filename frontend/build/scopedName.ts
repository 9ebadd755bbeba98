import { createHash } from 'node:crypto';
import { join, relative } from 'node:path';

const source = join(import.meta.dirname, '../src');

/**
 * The class of a CSS module in the page: its name, and a hash of the file's path that is the same on
 * every machine. Vite's own has the number of the line as well, which made the first screen larger.
 */
export function scopedName(name: string, file: string): string {
  const hash = createHash('sha256').update(relative(source, file)).digest('base64url');
  return `${name}_${hash.slice(0, 5)}`;
}

import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Plugin } from 'vite';

const placeholder = '%build%';

/**
 * Writes a hash of all built files into index.html and build.json. A tab that was opened earlier
 * compares the two (src/ui/lazy/newBuild.ts).
 */
export function buildName(): Plugin {
  let outDir = '';
  return {
    name: 'build-name',
    apply: 'build',
    configResolved(config) {
      outDir = resolve(config.root, config.build.outDir);
    },
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { name: 'build', content: placeholder }, injectTo: 'head' },
    ],
    async writeBundle() {
      const entries = await readdir(outDir, { recursive: true, withFileTypes: true });
      const files = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      const hash = createHash('sha256');
      for (const file of files.toSorted())
        hash.update(file.slice(outDir.length)).update(await readFile(file));
      const build = hash.digest('hex').slice(0, 16);
      const page = join(outDir, 'index.html');
      await writeFile(page, (await readFile(page, 'utf8')).replace(placeholder, build));
      await writeFile(join(outDir, 'build.json'), `${JSON.stringify({ build })}\n`);
    },
  };
}

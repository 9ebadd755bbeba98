import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

const runtime = fileURLToPath(new URL('../src/ui/lazy/fetchFiles.ts', import.meta.url));

/**
 * Replaces Vite's preload helper, which adds `<link rel=modulepreload>`, by `importWithFiles`:
 * browsers keep a failed preload for the life of the page, so that the part that needs it could
 * never be loaded again.
 */
export function fetchBeforeImport(): Plugin {
  let replaced = false;
  return {
    name: 'fetch-before-import',
    apply: 'build',
    transform: {
      filter: { id: /vite\/preload-helper/ },
      handler() {
        replaced = true;
        return {
          code: `export { importWithFiles as __vitePreload } from ${JSON.stringify(runtime)};`,
          map: null,
        };
      },
    },
    buildEnd(error) {
      if (!error && !replaced)
        throw new Error('Vite preload helper not found: adapt build/fetchBeforeImport.ts');
    },
  };
}

import type { Plugin } from 'vite';

const hint = '//# allFunctionsCalledOnLoad';

/**
 * Most functions in the files of the first screen run at the start: a browser that knows this
 * comment (Chromium) compiles all of them while it downloads the file, outside the main thread. It
 * must be the first line.
 */
export function compileHints(): Plugin {
  return {
    name: 'compile-hints',
    apply: 'build',
    generateBundle: {
      // Vite itself adds a line to the beginning.
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
        const initial = chunks.filter(({ isEntry, name }) => isEntry || name === 'libraries');
        if (initial.length !== 2)
          this.error('the files of the first screen changed: adapt build/compileHints.ts');
        for (const chunk of initial) chunk.code = `${hint}\n${chunk.code}`;
      },
    },
  };
}

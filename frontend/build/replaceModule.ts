import type { Plugin } from 'vite';

type Replacement = {
  name: string;
  isReplaced: (id: string, importer: string | undefined) => boolean;
  /** The module instead. */
  code: string;
  /** The error when nothing imports the module. */
  notFound: string;
};

/** Replaces a module of a dependency in the build, which fails when the module is not found. */
export function replaceModule({ name, isReplaced, code, notFound }: Replacement): Plugin {
  const replacement = `\0${name}`;
  let isFound = false;
  return {
    name,
    apply: 'build',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!isReplaced(id, importer)) return null;
      isFound = true;
      return replacement;
    },
    load: (id) => (id === replacement ? code : null),
    buildEnd(error) {
      if (!error && !isFound) this.error(notFound);
    },
  };
}

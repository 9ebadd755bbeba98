import type { Plugin } from 'vite';

const emptyModule = '\0no-ripple';

/**
 * Replaces MUI's TouchRipple by an empty component, which saves 2.5 kB of the first screen. The
 * theme disables the ripple (`disableRipple`), but every button imports it. Fails the build when
 * the file is not found.
 */
export function noRipple(): Plugin {
  let isFound = false;
  return {
    name: 'no-ripple',
    apply: 'build',
    enforce: 'pre',
    resolveId(id, importer) {
      if (!id.endsWith('/TouchRipple.mjs') || !importer?.includes('/@mui/material/ButtonBase/')) return null;
      isFound = true;
      return emptyModule;
    },
    load: (id) => (id === emptyModule ? 'export default () => null;' : null),
    buildEnd(error) {
      if (!error && !isFound) this.error('MUI TouchRipple not found: adapt build/noRipple.ts');
    },
  };
}

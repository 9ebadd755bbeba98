import type { Plugin } from 'vite';

const nothing = '\0no-ripple';

/**
 * Leaves the ripple out of MUI's buttons, and with it 2.5 kB of the first screen. The theme switches it off
 * (`disableRipple`), but every button imports it. Says so in the build where a version of MUI keeps it elsewhere.
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
      return nothing;
    },
    load: (id) => (id === nothing ? 'export default () => null;' : null),
    buildEnd(error) {
      if (!error && !isFound) this.error('the ripple of MUI was not found: adapt build/noRipple.ts');
    },
  };
}

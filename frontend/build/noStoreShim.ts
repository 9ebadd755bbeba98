import { replaceModule } from './replaceModule.ts';

const shim = 'use-sync-external-store/shim';

/**
 * Replaces the substitute of `useSyncExternalStore` for React 17, which react-i18next imports, by
 * React's own. Saves 0.5 kB of the first screen.
 */
export const noStoreShim = () =>
  replaceModule({
    name: 'no-store-shim',
    isReplaced: (id) => id === shim,
    code: "export { useSyncExternalStore } from 'react';",
    notFound: `${shim} is not imported: remove build/noStoreShim.ts`,
  });

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { buildName } from './build/buildName.ts';
import { fetchBeforeImport } from './build/fetchBeforeImport.ts';
import { heroShell } from './build/heroShell.ts';
import { noRipple } from './build/noRipple.ts';
import { precompress } from './build/precompress.ts';
import { startAfterPaint } from './build/startAfterPaint.ts';
import { themeVariables } from './build/themeVariables.ts';

const portal = 'http://127.0.0.1:8080';
/** The portal changes nothing for a page of another origin, as that of the development server is. */
const toPortal = { target: portal, headers: { origin: portal } };

export default defineConfig({
  plugins: [
    react(),
    themeVariables(),
    heroShell(),
    fetchBeforeImport(),
    startAfterPaint(),
    buildName(),
    noRipple(),
    precompress(),
  ],
  server: { proxy: { '/api': toPortal, '/images': toPortal } },
  build: {
    target: 'es2023',
    // Read by .size-limit.js to tell what belongs to which page.
    manifest: true,
    // Every browser that runs this code knows modulepreload.
    modulePreload: { polyfill: false },
    // A picture or font inside a script would escape caching and the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Two files hold all that the first screen needs: one that changes with
          // the libraries, one that changes with us. Shared code split any finer
          // compresses worse and is fetched in more pieces.
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/ },
            { name: 'start', tags: ['$initial'] },
            // What nearly every lazy page needs of MUI, in one file that they share.
            {
              name: 'mui',
              test: /node_modules\/(?:@emotion|stylis|@mui\/(?:system|styled-engine|private-theming|utils|material\/(?:styles|Box|Button|ButtonBase|Container|IconButton|Typography)))\//,
            },
          ],
        },
      },
    },
  },
  test: {
    include: ['src/**/*.test.{ts,tsx}'],
    environment: 'happy-dom',
    environmentOptions: {
      happyDOM: {
        url: 'http://portal.test/',
        // A test that shows the map must not ask the map's provider.
        settings: { disableIframePageLoading: true },
      },
    },
    setupFiles: ['src/testing/setup.ts'],
    // By default one core is left idle, which is half of a small machine.
    maxWorkers: '100%',
    restoreMocks: true,
    // Whole pages are drawn, often beside a compiler: slow is not broken.
    testTimeout: 30_000,
    unstubGlobals: true,
  },
});

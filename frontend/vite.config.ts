import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { heroShell } from './build/heroShell.ts';
import { precompress } from './build/precompress.ts';

const portal = 'http://127.0.0.1:8080';
/** The portal changes nothing for a page of another origin, as that of the development server is. */
const toPortal = { target: portal, headers: { origin: portal } };

export default defineConfig({
  plugins: [react(), heroShell(), precompress()],
  server: { proxy: { '/api': toPortal, '/images': toPortal } },
  build: {
    target: 'es2023',
    // Read by .size-limit.js to tell what belongs to which page.
    manifest: true,
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
    restoreMocks: true,
    // Whole pages are drawn, often beside a compiler: slow is not broken.
    testTimeout: 30_000,
    unstubGlobals: true,
  },
});

import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { buildName } from './build/buildName.ts';
import { compileHints } from './build/compileHints.ts';
import { fetchBeforeImport } from './build/fetchBeforeImport.ts';
import { heroShell } from './build/heroShell.ts';
import { noRipple } from './build/noRipple.ts';
import { noStoreShim } from './build/noStoreShim.ts';
import { precompress } from './build/precompress.ts';
import { productionRouter } from './build/productionRouter.ts';
import { scopedName } from './build/scopedName.ts';
import { startAfterPaint } from './build/startAfterPaint.ts';
import { themeVariables } from './build/themeVariables.ts';

const portal = 'http://127.0.0.1:8080';
/** The portal rejects changes from other origins, such as that of the development server. */
const toPortal = { target: portal, headers: { origin: portal } };

export default defineConfig({
  plugins: [
    react(),
    themeVariables(),
    heroShell(),
    fetchBeforeImport(),
    startAfterPaint(),
    compileHints(),
    buildName(),
    noRipple(),
    noStoreShim(),
    productionRouter(),
    precompress(),
  ],
  server: { proxy: { '/api': toPortal, '/images': toPortal } },
  css: { modules: { generateScopedName: scopedName } },
  build: {
    target: 'es2023',
    // Read by .size-limit.js.
    manifest: true,
    // Every browser that runs this code knows modulepreload.
    modulePreload: { polyfill: false },
    // An image or font inside a script would escape caching and the content security policy.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Two files for the first screen: one that changes with the libraries, one that changes
          // with the app. Smaller files compress worse and need more requests.
          groups: [
            { name: 'libraries', tags: ['$initial'], test: /node_modules/ },
            { name: 'start', tags: ['$initial'] },
            // Most forms need them, and each file costs the first screen its name.
            {
              name: 'fields',
              test: /\/src\/ui\/form\/(?:(?:choice\/)?(?:box|(?:Check|Select|Text)?Field(?:Error)?)\.(?:tsx|module\.css)|check\w+\.ts|focusFirst\.ts)/,
            },
            // The same for the checks of chosen files.
            { name: 'files', test: /\/src\/ui\/file\// },
            // The same for what the pages of applications and reviews share.
            {
              name: 'decisions',
              test: /\/src\/(?:ui\/(?:badge\/(?:DecisionBadge\.tsx|decisions\.ts|useDecisionOptions\.ts)|button\/ignoreKeyRepeat\.ts|user\/(?:displayName|phoneHref)\.ts)|features\/applications\/rejectionReasons\.ts)/,
            },
            // The same for the searches that are saved, kept, or relaxed.
            {
              name: 'searches',
              test: /\/src\/features\/(?:saved-searches\/(?:savedFilters|frequencies|useFrequencyOptions|kept\/keptSearch)|search\/relaxed\/(?:relaxFilters|useFilterTexts))\.ts/,
            },
            // The part of MUI that nearly every lazy page needs, its theme, and the layout of those
            // pages, in one shared file.
            {
              name: 'mui',
              test: /node_modules\/(?:@emotion|stylis|@mui\/(?:system|styled-engine|private-theming|utils|material\/(?:styles|utils|Button|ButtonBase|Divider|IconButton|Paper|Portal|SvgIcon|Typography|useMediaQuery)))\/|\/src\/(?:ui\/(?:layout\/(?!focusContent)|list\/table\/rowNotices\.ts)|theme\/[mM]ui)/,
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
        // A test that shows the map must send no request to the map's provider.
        settings: { disableIframePageLoading: true },
      },
    },
    setupFiles: ['src/testing/setup/setup.ts'],
    // Files share the libraries: evaluating them again took half of the processor time. The setup
    // separates the files otherwise (testing/setup/separateFiles.ts).
    isolate: false,
    // Evaluated for each file, because they keep what the app gives them: all stores, and the texts.
    server: { deps: { inline: [/@reduxjs\/toolkit/, /react-i18next/] } },
    // By default one core is left idle, which is half of a small machine.
    maxWorkers: '100%',
    // In MB. With Node.js's 16, a tenth of the processor time is the collection of young objects.
    execArgv: ['--max-semi-space-size=128'],
    restoreMocks: true,
    // Tests render whole pages, often while a compiler runs.
    testTimeout: 90_000,
    unstubGlobals: true,
  },
});

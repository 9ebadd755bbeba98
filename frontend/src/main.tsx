import './theme/fonts.css';
import './theme/variables.css';
import './theme/base.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { matchPath } from 'react-router-dom';
import { readToken } from './api/token';
import { App } from './app/App';
import { cacheInitialResponses, hasInitialListing } from './app/initialResponses';
import { paths } from './app/paths';
import { preloadPage } from './app/preloadPage';
import { loadListingRoute } from './app/routes/loadListingRoute';
import { createStore } from './app/store';
import { createI18n } from './i18n/i18n';
import { addEmotionInsertionPoint } from './theme/emotionInsertionPoint';
import { whenIdle } from './ui/lazy/whenIdle';

/** How long the frame waits for the code of its page, in milliseconds. */
const longestWait = 1_500;
const wait = (time: number) => new Promise((resume) => setTimeout(resume, time));

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

/** Not at the top level of the module: lazy pages import this file, and would wait for it. */
async function start(root: HTMLElement): Promise<void> {
  // index.html requests the translations of the first screen; rendering waits for them, so that its
  // hero is replaced in one step.
  const translations = createI18n().catch(() => undefined);
  const isListing = matchPath(paths.listing.path, location.pathname) !== null;
  const page = isListing ? loadListingRoute().catch(() => undefined) : undefined;
  // In steps, between which the browser can paint and respond.
  await wait(0);
  addEmotionInsertionPoint();
  // Not before: MUI adds its styles at the insertion point.
  preloadPage(location.pathname, readToken() !== null);
  const store = createStore();
  await wait(0);
  cacheInitialResponses(store.dispatch);
  await wait(0);
  const i18n = await translations;
  // A listing renders in one step over the image of the server; on a slow connection the frame
  // comes first.
  if (isListing && hasInitialListing()) {
    await Promise.race([Promise.all([page, i18n?.loadNamespaces('reports')]), wait(longestWait)]);
  }
  const { dataset } = document.documentElement;
  // index.html then shows an error with a retry.
  if (!i18n) dataset['failed'] = '';
  if (i18n && dataset['failed'] === undefined) {
    // A transition lets the browser paint and respond between slices of the first render.
    startTransition(() => {
      createRoot(root).render(
        <StrictMode>
          <App store={store} i18n={i18n} />
        </StrictMode>,
      );
    });
    whenIdle(() => {
      import('./ui/lazy/failedImages')
        .then(({ watchFailedImages }) => watchFailedImages())
        .catch(() => undefined);
    });
  }
}

void start(container);

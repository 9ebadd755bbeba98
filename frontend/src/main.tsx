import './theme/fonts.css';
import './theme/variables.css';
import './theme/base.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { matchPath } from 'react-router-dom';
import { App } from './app/App';
import { isListingAnswered } from './app/firstAnswers';
import { paths } from './app/paths';
import { loadListingRoute } from './app/routes/loadListingRoute';
import { createStore } from './app/store';
import { createI18n } from './i18n/i18n';
import { isLanguage } from './i18n/languages';
import { prepareFormats } from './i18n/useFormats';
import { markEmotionPlace } from './theme/emotionPlace';

/** How long a page's code may hold up the frame around it, in milliseconds. */
const longestWait = 1_500;
const wait = (time: number) => new Promise((resume) => setTimeout(resume, time));

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

/** Not at the top level of the module: code of pages imports this file, and would wait for it to end. */
async function start(root: HTMLElement): Promise<void> {
  // The texts of the first screen are on their way since index.html; drawing waits
  // for them, so that the hero there is replaced by the same hero in one step.
  const texts = createI18n().catch(() => undefined);
  const isListing = matchPath(paths.listing.path, location.pathname) !== null;
  const page = isListing ? loadListingRoute().catch(() => undefined) : undefined;
  // While these load, in pieces between which the browser can paint and answer.
  await wait(0);
  markEmotionPlace();
  const store = createStore();
  await wait(0);
  const { lang } = document.documentElement;
  if (isLanguage(lang)) prepareFormats(lang);
  const i18n = await texts;
  // A listing is drawn in one step, over the picture that the server has drawn; a slow line sees the frame before it.
  if (isListing && isListingAnswered()) {
    await Promise.race([Promise.all([page, i18n?.loadNamespaces('reports')]), wait(longestWait)]);
  }
  const { dataset } = document.documentElement;
  // index.html says so then, and offers to try again.
  if (!i18n) dataset['failed'] = '';
  if (i18n && dataset['failed'] === undefined) {
    // A transition lets the browser paint and answer between slices of the first render.
    startTransition(() => {
      createRoot(root).render(
        <StrictMode>
          <App store={store} i18n={i18n} />
        </StrictMode>,
      );
    });
  }
}

void start(container);

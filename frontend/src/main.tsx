import './theme/fonts.css';
import './theme/base.css';
import { StrictMode, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App';
import { createStore } from './app/store';
import { createI18n } from './i18n/i18n';
import { adoptVariables } from './theme/adoptVariables';
import { theme } from './theme/theme';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

// The texts of the first screen are on their way since index.html; drawing waits
// for them, so that the hero there is replaced by the same hero in one step.
const texts = createI18n();
// Meanwhile.
adoptVariables(theme);
const i18n = await texts;
// A transition lets the browser paint and answer between slices of the first render.
startTransition(() => {
  createRoot(container).render(
    <StrictMode>
      <App store={createStore()} i18n={i18n} />
    </StrictMode>,
  );
});

import { readdirSync, readFileSync } from 'node:fs';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import type { Role, UserEnvelope } from '../api/generated';
import { App } from '../app/App';
import { cacheInitialResponses } from '../app/initialResponses';
import { createStore } from '../app/store';
import { createI18n } from '../i18n/i18n';
import type { Language } from '../i18n/languages';
import { userWithRole } from './fixtures';
import { server } from './server';

type RenderOptions = {
  /** Logs in a user with this role. */
  role?: Role;
  /** English by default, as the texts of the specification. */
  language?: Language;
  /**
   * Loads the texts over the network, for tests about that. Otherwise they are preloaded, which is
   * faster.
   */
  textsOverNetwork?: boolean;
};

/** A cache of texts by language: pairs of namespace and texts. */
const texts = new Map<string, [string, object][]>();

function loadTexts(language: string): [string, object][] {
  let found = texts.get(language);
  if (!found) {
    const folder = `public/locales/${language}`;
    found = readdirSync(folder).map((file) => [
      file.replace('.json', ''),
      JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as object,
    ]);
    texts.set(language, found);
  }
  return found;
}

/**
 * Renders the app at a URL with the real router, store, texts and theme; only the server is mocked.
 */
export async function renderApp(
  url: string,
  { role, language = 'en-US', textsOverNetwork = false }: RenderOptions = {},
) {
  if (role) {
    localStorage.setItem('token', `token-of-${role}`);
    server.use(
      http.get('*/api/v1/users/profile', () =>
        HttpResponse.json<UserEnvelope>({ payload: userWithRole(role) }),
      ),
    );
  }
  if (!localStorage.getItem('i18nextLng')) localStorage.setItem('i18nextLng', language);
  window.history.replaceState(null, '', url);
  const store = createStore();
  cacheInitialResponses(store.dispatch);
  const i18n = await createI18n();
  if (!textsOverNetwork) {
    for (const [namespace, bundle] of loadTexts(i18n.language)) {
      i18n.addResourceBundle(i18n.language, namespace, bundle);
    }
  }
  const user = userEvent.setup();
  return { store, i18n, user, ...render(<App store={store} i18n={i18n} />) };
}

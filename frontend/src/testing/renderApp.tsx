import { readdirSync, readFileSync } from 'node:fs';
import { render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import type { Role, UserEnvelope } from '../api/generated';
import { App } from '../app/App';
import { createStore } from '../app/store';
import { createI18n } from '../i18n/i18n';
import type { Language } from '../i18n/languages';
import { userWithRole } from './fixtures';
import { server } from './server';

type Setting = {
  /** Nobody is logged in unless a role is given. */
  role?: Role;
  /** The specification's texts are English, so the tests are too unless they are about German. */
  language?: Language;
  /**
   * Loads the texts of a page as a browser does, for tests about that. Otherwise they are there from the start:
   * React keeps each page that waits for them back for 300 ms.
   */
  textsOverNetwork?: boolean;
};

/** Texts by language and namespace, each read once. */
const texts = new Map<string, [string, object][]>();

function textsOf(language: string): [string, object][] {
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

/** Opens an address as a browser would: real router, store, texts and theme; only the server is played. */
export async function renderApp(
  address: string,
  { role, language = 'en-US', textsOverNetwork = false }: Setting = {},
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
  window.history.replaceState(null, '', address);
  const store = createStore();
  const i18n = await createI18n();
  if (!textsOverNetwork) {
    for (const [namespace, bundle] of textsOf(i18n.language)) {
      i18n.addResourceBundle(i18n.language, namespace, bundle);
    }
  }
  const user = userEvent.setup();
  return { store, i18n, user, ...render(<App store={store} i18n={i18n} />) };
}

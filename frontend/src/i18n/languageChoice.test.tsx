import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../testing/renderApp';

const title = (text: string) => screen.findByRole('heading', { level: 1, name: text });
const english = 'Find a room that fits your semester.';
const german = 'Finde dein Zimmer fürs Semester.';

test('the language of the URL wins when a page is opened', async () => {
  localStorage.setItem('i18nextLng', 'de-DE');
  await renderApp('/?lng=en-US');
  expect(await title(english)).toBeVisible();
});

test('a chosen language wins over that of the URL, also after a reload', async () => {
  const { user, unmount } = await renderApp('/?lng=en-US&unitTypes=ROOM#content');
  await title(english);
  const entries = window.history.length;
  await user.click(screen.getByRole('button', { name: /Auf Deutsch/ }));
  expect(await title(german)).toBeVisible();
  expect(window.location.href).toMatch(/\/\?unitTypes=ROOM#content$/);
  expect(window.history.length).toBe(entries);
  unmount();
  await renderApp(window.location.pathname + window.location.search);
  await waitFor(() => expect(document.documentElement.lang).toBe('de-DE'));
  expect(await title(german)).toBeVisible();
});

test('a URL without a language does not change', async () => {
  const { user } = await renderApp('/?unitTypes=ROOM,HOUSE');
  await title(english);
  await user.click(screen.getByRole('button', { name: /Auf Deutsch/ }));
  await title(german);
  expect(window.location.search).toBe('?unitTypes=ROOM,HOUSE');
});

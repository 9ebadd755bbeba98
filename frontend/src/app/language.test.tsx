import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderApp } from '../testing/renderApp';

const title = (text: string) => screen.findByRole('heading', { level: 1, name: text });
const english = 'Find a room that fits your semester.';
const german = 'Finde dein Zimmer fürs Semester.';

test('B44: the language of the address wins when a page is opened', async () => {
  localStorage.setItem('i18nextLng', 'de-DE');
  await renderApp('/?lng=en-US');
  expect(await title(english)).toBeVisible();
});

test('a language that the reader chooses wins over the one of the address, also after a reload', async () => {
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

test('an address without a language stays as it is', async () => {
  const { user } = await renderApp('/?unitTypes=ROOM,HOUSE');
  await title(english);
  await user.click(screen.getByRole('button', { name: /Auf Deutsch/ }));
  await title(german);
  expect(window.location.search).toBe('?unitTypes=ROOM,HOUSE');
});

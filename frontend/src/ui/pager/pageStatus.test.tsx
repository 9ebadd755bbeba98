import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { listing, student } from '../../testing/fixtures';
import { renderApp } from '../../testing/renderApp';
import { server } from '../../testing/server';

const pager = () => screen.findByRole('navigation', { name: 'Pages' });
const status = async () => (await pager()).querySelector('[aria-live=polite]')?.textContent;
const press = async (name: string) => within(await pager()).getByRole('button', { name });

test.each([
  ['the search', '/', () => http.post('*/api/v1/listings/search', () => pageOf(listing())), undefined],
  ['a list', '/users', () => http.get('*/api/v1/users', () => pageOf(student)), 'ADMIN'],
] as const)('Pager: another page of %s is announced, the first one is not', async (_, url, handler, role) => {
  server.use(handler());
  const { user } = await renderApp(url, role ? { role } : {});
  expect(await status()).toBe('');
  await user.click(await press('Next page'));
  await waitFor(async () => expect(await status()).toBe('Page 2 of 5'));
  await user.click(await press('Page 5'));
  await waitFor(async () => expect(await status()).toBe('Page 5 of 5'));
});

test('Pager: a page that the user did not ask for is not announced', async () => {
  server.use(http.post('*/api/v1/listings/search', () => pageOf(listing())));
  const { user } = await renderApp('/');
  await user.click(await press('Next page'));
  await waitFor(async () => expect(await status()).toBe('Page 2 of 5'));
  act(() => window.history.back());
  await waitFor(async () => expect(await press('Page 1, current page')).toBeVisible());
  expect(await status()).toBe('');
});

function pageOf(row: object) {
  return HttpResponse.json({ payload: [row], totalPages: 5, totalSize: 50, facets: null });
}

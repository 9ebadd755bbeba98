import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import type { SearchListingsRequest } from '../../../api/generated';
import { listing } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

/** Results only for searches without a maximum price. */
function mockSearch() {
  server.use(
    http.post<never, SearchListingsRequest>('*/api/v1/listings/search', async ({ request }) => {
      const { price } = await request.json();
      const payload = price?.max ? [] : [listing()];
      return HttpResponse.json({ payload, totalPages: 1, totalSize: payload.length });
    }),
  );
}

const resultsHeading = (name: string) => screen.findByRole('heading', { name, level: 2 });

test('SearchResults: a reset of the filters moves the focus to the heading', async () => {
  mockSearch();
  const { user } = await renderApp('/?keyword=Park');
  await user.click(await screen.findByRole('button', { name: 'Reset filters' }));
  const heading = await resultsHeading('1 result');
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Reset filters' })).toBeNull());
  expect(heading).toHaveFocus();
});

test('SearchResults: a relaxed search moves the focus to the heading', async () => {
  mockSearch();
  const { user } = await renderApp('/?priceMax=300');
  await user.click(await screen.findByRole('button', { name: /^Without/ }));
  expect(await resultsHeading('1 result')).toHaveFocus();
});

test('SearchResults: a retry moves the focus to the heading', async () => {
  server.use(
    http.post('*/api/v1/listings/search', () => failure(503, 'exception.server.unavailable'), { once: true }),
  );
  const { user } = await renderApp('/');
  const retry = await screen.findByRole('button', { name: 'Try again' });
  mockSearch();
  await user.click(retry);
  expect(await resultsHeading('1 result')).toHaveFocus();
});

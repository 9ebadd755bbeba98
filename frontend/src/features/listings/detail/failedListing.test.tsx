import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';
import { listing } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const path = '*/api/v1/listings/:id';

test.each([
  ['a listing', '/listing/7'],
  ['its application', '/listing/7/apply'],
])('ListingFailure: a retry that loads %s moves the focus to the content', async (_, url) => {
  server.use(http.get(path, () => failure(503, 'exception.server.unavailable')));
  const { user } = await renderApp(url, { role: 'STUDENT' });
  const retry = await screen.findByRole('button', { name: 'Try again' });
  await user.click(retry);
  expect(retry).toHaveFocus();
  server.use(http.get(path, () => HttpResponse.json({ payload: listing() })));
  await user.click(retry);
  await waitFor(() => expect(retry).not.toBeInTheDocument());
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
});

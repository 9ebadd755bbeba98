import { screen, waitFor } from '@testing-library/react';
import { http } from 'msw';
import { expect, test } from 'vitest';
import { failure } from '../../testing/handlers';
import { recordRequests } from '../../testing/recordRequests';
import { renderApp } from '../../testing/renderApp';
import { server } from '../../testing/server';

const api = '/api/v1/saved-searches/unsubscribe';
const open = (language: 'en-US' | 'de-DE' = 'en-US') => renderApp('/unsubscribe?token=a%2Bb', { language });
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const unsubscribe = () => screen.findByRole('button', { name: 'Unsubscribe' });

test('opening the link changes nothing', async () => {
  const requests = recordRequests('post', api);
  await open();
  expect(await heading('No more emails about new listings?')).toBeVisible();
  expect(await unsubscribe()).toBeVisible();
  expect(requests).toEqual([]);
});

test('one press of a key ends the emails, without a login', async () => {
  const requests = recordRequests('post', api);
  const { user } = await open();
  (await unsubscribe()).focus();
  await user.keyboard('{Enter}');
  const done = await heading('You are unsubscribed');
  expect(done).toBeVisible();
  expect(requests).toEqual([expect.stringMatching(/\/unsubscribe\?token=a%2Bb$/)]);
  await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
  expect(screen.getByRole('link', { name: 'Go to your saved searches' })).toHaveAttribute(
    'href',
    '/saved-searches',
  );
});

test('a wrong token is explained', async () => {
  server.use(http.post(`*${api}`, () => failure(400, 'exception.saved-search.token-invalid')));
  const { user } = await open();
  await user.click(await unsubscribe());
  expect(await heading('This link is not valid')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Unsubscribe' })).not.toBeInTheDocument();
});

test('a link without a token is explained', async () => {
  await renderApp('/unsubscribe');
  expect(await heading('This link is not valid')).toBeVisible();
});

test('after another failure it can be tried again', async () => {
  server.use(http.post(`*${api}`, () => failure(503, 'exception.server.unavailable')));
  const { user } = await open();
  await user.click(await unsubscribe());
  expect(await screen.findByRole('alert')).toHaveTextContent(/^The service cannot be reached right now\./);
  recordRequests('post', api);
  await user.click(await unsubscribe());
  expect(await heading('You are unsubscribed')).toBeVisible();
});

test('has German texts', async () => {
  await open('de-DE');
  expect(await heading('Keine E-Mails mehr über neue Inserate?')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'E-Mails abbestellen' })).toBeVisible();
});

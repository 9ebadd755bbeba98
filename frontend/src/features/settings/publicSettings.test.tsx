import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { publicSettings } from '../../testing/fixtures';
import { failure } from '../../testing/handlers';
import { renderApp } from '../../testing/renderApp';
import { server } from '../../testing/server';

const path = '*/api/v1/settings/public';
const footer = () => within(screen.getByRole('contentinfo'));
const retry = () => screen.getByRole('button', { name: 'Try again' });

/** Mocks a failing endpoint and counts its requests. */
let requestCount: number;
beforeEach(() => {
  requestCount = 0;
  server.use(
    http.get(path, () => {
      requestCount += 1;
      return failure(503, 'exception.server.unavailable');
    }),
  );
});

const recover = () => server.use(http.get(path, () => HttpResponse.json({ payload: publicSettings })));

describe('/contact without the public settings', () => {
  test('shows that the address is missing, and the rest of the page', async () => {
    await renderApp('/contact');
    expect(await screen.findByText('Our email address could not be loaded.')).toBeVisible();
    expect(screen.getByText('Not available right now')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Open in email app' })).toBeDisabled();
    expect(screen.getByRole('link', { name: '+49 30 1234567' })).toBeVisible();
    expect(screen.queryByText('…')).not.toBeInTheDocument();
  });

  test('Try again loads them for page and footer, and keeps typed values', async () => {
    const { user } = await renderApp('/contact');
    await screen.findByText('Our email address could not be loaded.');
    await user.type(screen.getByLabelText('Message'), 'Guten Tag');
    expect(footer().queryByRole('link', { name: 'Terms of use' })).not.toBeInTheDocument();
    recover();
    await user.click(retry());
    expect(await screen.findByRole('link', { name: 'hallo@portal.test' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Open in email app' })).toBeEnabled();
    expect(footer().getByRole('link', { name: 'Terms of use' })).toHaveAttribute(
      'href',
      'https://example.org/terms',
    );
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
    expect(screen.getByLabelText('Message')).toHaveValue('Guten Tag');
  });

  test('keeps the message when Try again fails', async () => {
    const { user } = await renderApp('/contact');
    await screen.findByText('Our email address could not be loaded.');
    const before = requestCount;
    await user.click(retry());
    await waitFor(() => expect(requestCount).toBe(before + 1));
    await waitFor(() => expect(retry()).toBeEnabled());
    expect(screen.getByText('Our email address could not be loaded.')).toBeVisible();
  });

  test('retries when the browser is online again', async () => {
    await renderApp('/contact');
    await screen.findByText('Our email address could not be loaded.');
    recover();
    act(() => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('link', { name: 'hallo@portal.test' })).toBeVisible();
  });

  test('retries at the next navigation', async () => {
    const { user } = await renderApp('/about');
    await waitFor(() => expect(requestCount).toBeGreaterThan(0));
    recover();
    await user.click(footer().getByRole('link', { name: 'Contact' }));
    expect(await screen.findByRole('link', { name: 'hallo@portal.test' })).toBeVisible();
  });

  test('has German texts', async () => {
    await renderApp('/contact', { language: 'de-DE' });
    expect(await screen.findByText('Unsere E-Mail-Adresse konnte nicht geladen werden.')).toBeVisible();
    expect(screen.getByText('Gerade nicht verfügbar')).toBeVisible();
  });
});

describe.each(['/signup-student', '/signup-landlord'])('%s without the public settings', (address) => {
  const text = 'The links to the terms of use and the privacy policy could not be loaded.';

  test('shows a message at the terms; Try again loads the links', async () => {
    const { user } = await renderApp(address);
    expect(await screen.findByText(text)).toBeVisible();
    const main = within(screen.getByRole('main'));
    expect(main.queryByRole('link', { name: 'terms of use' })).not.toBeInTheDocument();
    await user.type(screen.getByLabelText('First name'), 'Sena');
    recover();
    await user.click(retry());
    expect(await main.findByRole('link', { name: 'terms of use' })).toHaveAttribute(
      'href',
      'https://example.org/terms',
    );
    expect(main.getByRole('link', { name: 'privacy policy' })).toBeVisible();
    expect(screen.queryByText(text)).not.toBeInTheDocument();
    expect(screen.getByLabelText('First name')).toHaveValue('Sena');
  });
});

test('shows no message on pages that do not need them', async () => {
  await renderApp('/about');
  await waitFor(() => expect(requestCount).toBeGreaterThan(0));
  expect(await screen.findByRole('heading', { level: 1 })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

test('loaded settings stay when a refetch fails', async () => {
  recover();
  await renderApp('/contact');
  await screen.findByRole('link', { name: 'hallo@portal.test' });
  let failures = 0;
  server.use(
    http.get(path, () => {
      failures += 1;
      return failure(503, 'exception.server.unavailable');
    }),
  );
  act(() => void window.dispatchEvent(new Event('online')));
  await waitFor(() => expect(failures).toBe(1));
  expect(screen.getByRole('link', { name: 'hallo@portal.test' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
});

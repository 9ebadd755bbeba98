import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { listing } from '../testing/fixtures';
import { readToast } from '../testing/readToast';
import { renderApp } from '../testing/renderApp';

const address = `/listing/${listing().externalId}`;
const where = () => window.location.pathname + window.location.search;
const page = () => screen.findByRole('heading', { level: 1, name: listing().title });

describe('the way back', () => {
  async function openFromResults() {
    const app = await renderApp('/?unitTypes=ROOM');
    await app.user.click((await screen.findAllByRole('link', { name: listing().title }))[0] ?? document.body);
    await page();
    return app;
  }

  test('leads to the results that the listing was opened from, as the browser does', async () => {
    const { user } = await openFromResults();
    const entries = window.history.length;
    await user.click(screen.getByRole('link', { name: 'Back to the results' }));
    await waitFor(() => expect(where()).toBe('/?unitTypes=ROOM'));
    expect(window.history.length).toBe(entries);
    // Going on from there finds the listing again.
    window.history.forward();
    await waitFor(() => expect(where()).toBe(address));
  });

  test('goes over the photos that were opened in between', async () => {
    const { user } = await openFromResults();
    await user.click(screen.getByRole('link', { name: /^Photo 1/ }));
    await waitFor(() => expect(where()).toBe(`${address}?photoId=1`));
    await user.click(screen.getByRole('link', { name: 'Back to the results', hidden: true }));
    await waitFor(() => expect(where()).toBe('/?unitTypes=ROOM'));
  });

  test('is an ordinary link for a new tab', async () => {
    await openFromResults();
    expect(screen.getByRole('link', { name: 'Back to the results' })).toHaveAttribute(
      'href',
      '/?unitTypes=ROOM',
    );
  });

  test('leads home for those who came from elsewhere', async () => {
    const { user } = await renderApp(address);
    await page();
    expect(screen.queryByRole('link', { name: 'Back to the results' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'To the search' }));
    expect(where()).toBe('/');
  });
});

describe('sharing', () => {
  const url = `${window.location.origin}${address}`;
  const share = async (query = '') => {
    const app = await renderApp(address + query);
    await page();
    await app.user.click(screen.getByRole('button', { name: 'Share' }));
    return app;
  };
  /** The user event library brings a clipboard of its own. */
  const copied = () => navigator.clipboard.readText();

  function playSheet(answer: () => Promise<void>) {
    const sheet = vi.fn<(data: ShareData) => Promise<void>>(answer);
    Object.defineProperty(navigator, 'share', { value: sheet, configurable: true });
    return sheet;
  }

  afterEach(() => {
    Reflect.deleteProperty(navigator, 'share');
  });

  test('opens the sheet of the system, with the address and nothing else that it says', async () => {
    const sheet = playSheet(() => Promise.resolve());
    await share('?lng=en-US');
    expect(sheet).toHaveBeenCalledExactlyOnceWith({ title: listing().title, url });
    expect(screen.queryByText('Link copied.')).not.toBeInTheDocument();
  });

  test('says nothing when the reader closes the sheet', async () => {
    const sheet = playSheet(() => Promise.reject(new DOMException('closed', 'AbortError')));
    await share();
    expect(sheet).toHaveBeenCalledOnce();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByText(/copied/)).not.toBeInTheDocument();
  });

  test('copies the link where the sheet fails, or there is none', async () => {
    playSheet(() => Promise.reject(new DOMException('not now', 'NotAllowedError')));
    const { user, unmount } = await share();
    await readToast(user, 'Link copied.');
    expect(await copied()).toBe(url);
    unmount();
    Reflect.deleteProperty(navigator, 'share');
    const again = await share();
    await readToast(again.user, 'Link copied.');
  });

  test('says how to get the link where it cannot be copied either', async () => {
    const app = await renderApp(address);
    await page();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await app.user.click(screen.getByRole('button', { name: 'Share' }));
    const advice = 'The link could not be copied. You can copy it from the address bar.';
    expect(await screen.findByText(advice)).toBeVisible();
    await readToast(app.user, advice);
  });
});

describe('logging in from a listing', () => {
  test.each([
    ['the header', () => within(screen.getByRole('banner')).getByRole('link', { name: 'Log In' })],
    [
      'the bottom bar',
      () =>
        within(screen.getByRole('navigation', { name: 'Quick access' })).getByRole('link', {
          name: 'Log in',
        }),
    ],
  ])('by %s returns to it', async (_, link) => {
    const { user } = await renderApp(`${address}?lng=en-US`);
    await page();
    await user.click(link());
    await user.type(await screen.findByLabelText('Email'), 'sena@portal.test');
    await user.type(screen.getByLabelText('Password'), 'secret-secret');
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Log In' }));
    await waitFor(() => expect(where()).toBe(`${address}?lng=en-US`));
    await page();
  });

  test('by the side menu returns to it', async () => {
    const { user } = await renderApp(address);
    await page();
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('link', { name: 'Log In' }));
    expect(await screen.findByLabelText('Email')).toBeVisible();
    const state = window.history.state as { usr: unknown };
    expect(state.usr).toEqual({ returnTo: address });
  });

  test('from home leads to the own page of the role', async () => {
    const { user } = await renderApp('/');
    await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Log In' }));
    expect(await screen.findByLabelText('Email')).toBeVisible();
    const state = window.history.state as { usr: unknown };
    expect(state.usr).toBeNull();
  });
});

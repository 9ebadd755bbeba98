import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { listing } from '../../../../testing/fixtures';
import { expectToast } from '../../../../testing/expectToast';
import { renderApp } from '../../../../testing/renderApp';

const address = `/listing/${listing().externalId}`;
const currentUrl = () => window.location.pathname + window.location.search;
const findPage = () => screen.findByRole('heading', { level: 1, name: listing().title });
/** A modal dialog hides the page from screen readers. */
const findHiddenPage = () => screen.findByRole('heading', { level: 1, name: listing().title, hidden: true });

describe('back link', () => {
  async function openFromResults() {
    const app = await renderApp('/?unitTypes=ROOM');
    await app.user.click((await screen.findAllByRole('link', { name: listing().title }))[0] ?? document.body);
    await findPage();
    return app;
  }

  test('goes back in the history to the results that the listing was opened from', async () => {
    const { user } = await openFromResults();
    const entries = window.history.length;
    await user.click(screen.getByRole('link', { name: 'Back to the results' }));
    await waitFor(() => expect(currentUrl()).toBe('/?unitTypes=ROOM'));
    expect(window.history.length).toBe(entries);
    // Forward leads to the listing again.
    window.history.forward();
    await waitFor(() => expect(currentUrl()).toBe(address));
  });

  test('goes back over an opened lightbox', async () => {
    const { user } = await openFromResults();
    await user.click(screen.getByRole('link', { name: /^Photo 1/ }));
    await waitFor(() => expect(currentUrl()).toBe(`${address}?photoId=1`));
    await user.click(screen.getByRole('link', { name: 'Back to the results', hidden: true }));
    await waitFor(() => expect(currentUrl()).toBe('/?unitTypes=ROOM'));
  });

  test('goes back to the results after a reload over an opened lightbox', async () => {
    const { user, unmount } = await openFromResults();
    await user.click(screen.getByRole('link', { name: /^Photo 1/ }));
    await waitFor(() => expect(currentUrl()).toBe(`${address}?photoId=1`));
    unmount();
    await renderApp(currentUrl());
    await findHiddenPage();
    window.history.back();
    const back = await screen.findByRole('link', { name: 'Back to the results' });
    expect(currentUrl()).toBe(address);
    await user.click(back);
    await waitFor(() => expect(currentUrl()).toBe('/?unitTypes=ROOM'));
  });

  test('has the results as href, for a new tab', async () => {
    await openFromResults();
    expect(screen.getByRole('link', { name: 'Back to the results' })).toHaveAttribute(
      'href',
      '/?unitTypes=ROOM',
    );
  });

  test('leads home when the listing was opened directly', async () => {
    const { user } = await renderApp(address);
    await findPage();
    expect(screen.queryByRole('link', { name: 'Back to the results' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'Go to the search' }));
    expect(currentUrl()).toBe('/');
  });
});

describe('sharing', () => {
  const url = `${window.location.origin}${address}`;
  const share = async (query = '') => {
    const app = await renderApp(address + query);
    await findPage();
    await app.user.click(screen.getByRole('button', { name: 'Share' }));
    return app;
  };
  /** A fake clipboard of the user event library. */
  const copied = () => navigator.clipboard.readText();

  function mockShare(response: () => Promise<void>) {
    const shareDialog = vi.fn<(data: ShareData) => Promise<void>>(response);
    Object.defineProperty(navigator, 'share', { value: shareDialog, configurable: true });
    return shareDialog;
  }

  afterEach(() => {
    Reflect.deleteProperty(navigator, 'share');
  });

  test('opens the system’s share dialog with title and URL, without the query', async () => {
    const shareDialog = mockShare(() => Promise.resolve());
    await share('?lng=en-US');
    expect(shareDialog).toHaveBeenCalledExactlyOnceWith({ title: listing().title, url });
    expect(screen.queryByText('Link copied.')).not.toBeInTheDocument();
  });

  test('shows no message when the user cancels the share dialog', async () => {
    const shareDialog = mockShare(() => Promise.reject(new DOMException('closed', 'AbortError')));
    await share();
    expect(shareDialog).toHaveBeenCalledOnce();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByText(/copied/)).not.toBeInTheDocument();
  });

  test('copies the link where the share dialog fails or does not exist', async () => {
    mockShare(() => Promise.reject(new DOMException('not now', 'NotAllowedError')));
    const { user, unmount } = await share();
    await expectToast(user, 'Link copied.');
    expect(await copied()).toBe(url);
    unmount();
    Reflect.deleteProperty(navigator, 'share');
    const again = await share();
    await expectToast(again.user, 'Link copied.');
  });

  test('shows advice where the link cannot be copied either', async () => {
    const app = await renderApp(address);
    await findPage();
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('no', 'NotAllowedError'));
    await app.user.click(screen.getByRole('button', { name: 'Share' }));
    const advice = 'The link could not be copied. You can copy it from the address bar.';
    expect(await screen.findByText(advice)).toBeVisible();
    await expectToast(app.user, advice);
  });
});

describe('login from a listing', () => {
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
    await findPage();
    await user.click(link());
    await user.type(await screen.findByLabelText('Email'), 'sena@portal.test');
    await user.type(screen.getByLabelText('Password'), 'secret-secret');
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Log In' }));
    await waitFor(() => expect(currentUrl()).toBe(`${address}?lng=en-US`));
    await findPage();
  });

  test('by the side menu returns to it', async () => {
    const { user } = await renderApp(address);
    await findPage();
    await user.click(screen.getByRole('button', { name: 'Menu' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('link', { name: 'Log In' }));
    expect(await screen.findByLabelText('Email')).toBeVisible();
    const state = window.history.state as { usr: unknown };
    expect(state.usr).toEqual({ returnTo: address });
  });

  test('still returns to it after another click on the link on the login page', async () => {
    const { user } = await renderApp(address);
    await findPage();
    const link = () => within(screen.getByRole('banner')).getByRole('link', { name: 'Log In' });
    await user.click(link());
    expect(await screen.findByLabelText('Email')).toBeVisible();
    await user.click(link());
    const state = window.history.state as { usr: unknown };
    expect(state.usr).toEqual({ returnTo: address });
  });

  test('from home has no return address', async () => {
    const { user } = await renderApp('/');
    await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Log In' }));
    expect(await screen.findByLabelText('Email')).toBeVisible();
    const state = window.history.state as { usr: unknown };
    expect(state.usr).toBeNull();
  });
});

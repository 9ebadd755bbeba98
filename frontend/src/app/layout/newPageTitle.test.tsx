import { act, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { listing } from '../../testing/fixtures';
import { renderApp } from '../../testing/renderApp';

const { title } = listing();
/** The live regions outside of the page itself. */
const regions = () =>
  [...document.querySelectorAll('[aria-live=polite], [role=status]')].filter(
    (region) => !screen.getByRole('main').contains(region),
  );
const announced = () =>
  regions()
    .map((region) => region.textContent)
    .join('');
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const home = () => within(screen.getByRole('banner')).getByRole('link', { name: 'Fensterplatz' });

async function openListing() {
  const app = await renderApp('/');
  await app.user.click(await screen.findByRole('link', { name: title }));
  await heading(title);
  return app;
}

describe('the title of a page', () => {
  test('is not announced for the first one, which screen readers read themselves', async () => {
    await renderApp('/');
    await waitFor(() => expect(document.title).not.toBe(''));
    expect(announced()).toBe('');
  });

  test('is announced after a navigation, once the page has it', async () => {
    const { user } = await openListing();
    await waitFor(() => expect(announced()).toBe(title));
    await user.click(home());
    await waitFor(() => expect(announced()).toBe('Rooms for students'));
  });

  test('is announced after Back and Forward', async () => {
    await openListing();
    act(() => window.history.back());
    await waitFor(() => expect(announced()).toBe('Rooms for students'));
    act(() => window.history.forward());
    await waitFor(() => expect(announced()).toBe(title));
  });

  test('is announced after Back to an address that once replaced that of the same page', async () => {
    const { user } = await openListing();
    const { state } = window.history as { state: object };
    window.history.replaceState({ ...state, usr: { samePage: true } }, '');
    await user.click(home());
    await waitFor(() => expect(announced()).toBe('Rooms for students'));
    act(() => window.history.back());
    await waitFor(() => expect(announced()).toBe(title));
  });

  test('is not announced for other filters of the same page', async () => {
    const { user } = await openListing();
    await user.click(home());
    await waitFor(() => expect(announced()).toBe('Rooms for students'));
    const observer = new MutationObserver(() => undefined);
    for (const region of regions()) observer.observe(region, { childList: true, subtree: true });
    await user.click(screen.getByRole('checkbox', { name: 'House' }));
    expect(window.location.search).toBe('?unitTypes=HOUSE');
    expect(observer.takeRecords()).toEqual([]);
  });

  test('disappears when it changes on the same page, as by another language', async () => {
    const { i18n, user } = await openListing();
    await user.click(home());
    await waitFor(() => expect(announced()).toBe('Rooms for students'));
    await act(() => i18n.changeLanguage('de-DE'));
    await waitFor(() => expect(announced()).toBe(''));
  });
});

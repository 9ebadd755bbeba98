import { screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import type { FavouriteResponse, Role } from '../../../api/generated';
import { blockedStorage } from '../../../testing/browser/blockedStorage';
import { listing } from '../../../testing/fixtures';
import { pendingResponse } from '../../../testing/pendingResponse';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';
import { deviceFavouriteOf, readDeviceFavourites, writeDeviceFavourites } from '../deviceFavourites';

const rented = listing({
  externalId: '01900000-0000-7000-8000-000000000201',
  title: 'Vermietetes Zimmer',
  status: 'RENTED',
});
const gone = {
  externalId: '01900000-0000-7000-8000-000000000202',
  title: 'Altes Haus',
  gone: true,
  city: 'Ulm',
  unitType: 'HOUSE',
  totalRent: 1000,
} as const satisfies FavouriteResponse;

const titleAt = (number: number) => `Zimmer ${number + 1}`;
/** One more than a page holds. */
const many = Array.from({ length: 13 }, (_, number) =>
  listing({
    externalId: `01900000-0000-7000-8000-${String(number).padStart(12, '0')}`,
    title: titleAt(number),
  }),
);

const list = (...payload: FavouriteResponse[]) =>
  server.use(
    http.get('*/api/v1/favourites', () =>
      HttpResponse.json({ payload, totalPages: 1, totalSize: payload.length }),
    ),
  );
const findCard = async (title: string) => {
  const heading = await screen.findByRole('heading', { name: title });
  return within(heading.closest('article') ?? document.body);
};

describe('a student', () => {
  test('finds available, rented and gone listings', async () => {
    list(listing(), rented, gone);
    await renderApp('/favourites', { role: 'STUDENT' });
    expect(await screen.findByRole('heading', { name: '3 favorites' })).toBeVisible();
    const available = await findCard(listing().title);
    expect(available.queryByRole('link', { name: /similar/ })).not.toBeInTheDocument();
    const card = await findCard(rented.title);
    expect(card.getByText('Rented')).toBeVisible();
    expect(card.getByRole('link', { name: `Find listings similar to “${rented.title}”` })).toHaveAttribute(
      'href',
      '/?place=K%C3%B6ln&unitTypes=ROOM&priceMin=395.68&priceMax=535.32',
    );
    const rest = await findCard(gone.title);
    expect(rest.getByText('No longer online')).toBeVisible();
    expect(rest.getByRole('link', { name: `Find listings similar to “${gone.title}”` })).toHaveAttribute(
      'href',
      '/?place=Ulm&unitTypes=HOUSE&priceMin=850&priceMax=1150',
    );
    expect(rest.queryByRole('link', { name: gone.title })).not.toBeInTheDocument();
  });

  test('removes a gone listing, and the focus moves to the heading', async () => {
    list(gone);
    const { user } = await renderApp('/favourites', { role: 'STUDENT' });
    const card = await findCard(gone.title);
    list();
    await user.click(card.getByRole('button', { name: `Remove: ${gone.title}` }));
    expect(await screen.findByText('No favorites yet')).toBeVisible();
    expect(screen.getByRole('heading', { level: 1, name: 'Favorites' })).toHaveFocus();
  });

  test('keeps a card whose heart was removed until the next visit', async () => {
    server.use(
      http.get('*/api/v1/favourites/ids', () => HttpResponse.json({ payload: [listing().externalId] })),
    );
    const { user } = await renderApp('/favourites', { role: 'STUDENT' });
    const card = await findCard(listing().title);
    const heart = await card.findByRole('button', { name: /^Save as favorite/ });
    await waitFor(() => expect(heart).toHaveAttribute('aria-pressed', 'true'));
    await user.click(heart);
    expect(heart).toHaveAttribute('aria-pressed', 'false');
    expect(heart).toHaveFocus();
  });

  test('without favourites is led to the search', async () => {
    list();
    await renderApp('/favourites', { role: 'STUDENT' });
    expect(await screen.findByText('No favorites yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to the search' })).toHaveAttribute('href', '/');
  });
});

describe('a visitor', () => {
  test('sees the favourites of this device and the way to an account', async () => {
    writeDeviceFavourites([deviceFavouriteOf(rented), { ...deviceFavouriteOf(listing()), ...gone }]);
    server.use(http.get('*/api/v1/listings/by-ids', () => HttpResponse.json({ payload: [rented] })));
    const { user } = await renderApp('/favourites');
    expect((await findCard(rented.title)).getByText('Rented')).toBeVisible();
    const rest = await findCard(gone.title);
    expect(rest.getByText('No longer online')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Sign up' })).toHaveAttribute('href', '/signup-student');
    await user.click(rest.getByRole('button', { name: `Remove: ${gone.title}` }));
    await waitFor(() => expect(screen.queryByRole('heading', { name: gone.title })).not.toBeInTheDocument());
    expect(readDeviceFavourites().map(({ externalId }) => externalId)).toEqual([rented.externalId]);
    expect(screen.getByRole('heading', { level: 1, name: 'Favorites' })).toHaveFocus();
  });

  test('sees the cards of page 1 until those of page 2 arrive', async () => {
    writeDeviceFavourites(many.map(deviceFavouriteOf));
    server.use(http.get('*/api/v1/listings/by-ids', () => HttpResponse.json({ payload: many.slice(0, 12) })));
    const { user } = await renderApp('/favourites');
    await findCard(titleAt(0));
    const page2 = pendingResponse(() => HttpResponse.json({ payload: [many[12]] }));
    server.use(http.get('*/api/v1/listings/by-ids', page2.resolver));
    await user.click(screen.getByRole('button', { name: 'Page 2' }));
    await waitFor(() => expect(window.location.search).toBe('?page=1'));
    expect(screen.getByRole('heading', { name: titleAt(0) })).toBeVisible();
    expect(screen.queryByText('No longer online')).not.toBeInTheDocument();
    page2.respond();
    await findCard(titleAt(12));
    expect(screen.queryByText('No longer online')).not.toBeInTheDocument();
  });

  test('keeps the focus on the button of the next page on the last page', async () => {
    writeDeviceFavourites(many.map(deviceFavouriteOf));
    const { user } = await renderApp('/favourites');
    const next = await screen.findByRole('button', { name: 'Next page' });
    await user.click(next);
    await waitFor(() => expect(next).toHaveAttribute('aria-disabled', 'true'));
    await user.keyboard('{Enter}');
    expect(window.location.search).toBe('?page=1');
    expect(next).toBeEnabled();
    expect(next).toHaveFocus();
  });

  test('finds the hearts of this visit while the storage is blocked', async () => {
    server.use(http.get('*/api/v1/listings/by-ids', () => HttpResponse.json({ payload: [listing()] })));
    const { user } = await renderApp('/');
    const heart = await screen.findByRole('button', { name: `Save as favorite: ${listing().title}` });
    vi.stubGlobal('localStorage', blockedStorage);
    await user.click(heart);
    const header = within(screen.getByRole('banner'));
    await user.click(header.getByRole('link', { name: 'Favorites' }));
    expect(await screen.findByRole('heading', { name: '1 favorite' })).toBeVisible();
    await findCard(listing().title);
  });

  test('keeps the other cards after a removal, until the server knows the one that moved up', async () => {
    writeDeviceFavourites(many.map(deviceFavouriteOf));
    server.use(http.get('*/api/v1/listings/by-ids', () => HttpResponse.json({ payload: many.slice(1, 12) })));
    const { user } = await renderApp('/favourites');
    const removed = await findCard(titleAt(0));
    server.use(http.get('*/api/v1/listings/by-ids', () => delay('infinite')));
    await user.click(removed.getByRole('button', { name: `Remove: ${titleAt(0)}` }));
    await waitFor(() => expect(screen.queryByText('No longer online')).not.toBeInTheDocument());
    expect(screen.getAllByRole('article')).toHaveLength(11);
    expect(screen.getByRole('heading', { name: titleAt(11) })).toBeVisible();
  });

  test('returns to the favourites after the login', async () => {
    writeDeviceFavourites([deviceFavouriteOf(listing())]);
    const { user } = await renderApp('/favourites');
    const note = await screen.findByRole('note');
    await user.click(within(note).getByRole('link', { name: 'Log in' }));
    await user.type(await screen.findByLabelText('Email'), 'sena@portal.test');
    await user.type(screen.getByLabelText('Password'), 'secret-secret');
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Log In' }));
    await waitFor(() => expect(window.location.pathname).toBe('/favourites'));
    await waitFor(() => expect(readDeviceFavourites()).toEqual([]));
  });

  test('without favourites sees how to mark one', async () => {
    await renderApp('/favourites');
    expect(await screen.findByText('No favorites yet')).toBeVisible();
    expect(screen.queryByRole('note')).not.toBeInTheDocument();
  });
});

test.each<Role>(['LANDLORD', 'ADMIN'])('%s does not find the page', async (role) => {
  await renderApp('/favourites', { role });
  expect(await screen.findByText("THE PAGE YOU WERE LOOKING FOR DOESN'T EXIST.")).toBeVisible();
});

import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { PlaceListEnvelope, PlaceResponse, SearchListingsRequest } from '../../../api/generated';
import { failure } from '../../../testing/handlers';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const munich: PlaceResponse = { city: 'München', district: null, count: 46 };
const schwabing: PlaceResponse = { city: 'München', district: 'Schwabing', count: 1 };
const muenster: PlaceResponse = { city: 'Münster', district: null, count: 1_234 };

/**
 * Mocks the same suggestions for every text, and none for exact names. Returns the texts of the
 * requests.
 */
function mockPlaces(payload: PlaceResponse[] = [munich, muenster, schwabing]) {
  const queries: (string | null)[] = [];
  server.use(
    http.get('*/api/v1/listings/suggest', ({ request }) => {
      const { searchParams } = new URL(request.url);
      if (searchParams.has('exact')) return HttpResponse.json<PlaceListEnvelope>({ payload: [] });
      queries.push(searchParams.get('q'));
      return HttpResponse.json<PlaceListEnvelope>({ payload });
    }),
  );
  return queries;
}

const field = () =>
  within(screen.getByRole('form', { name: 'Search for rooms' })).getByRole('combobox', {
    name: 'City, district or keyword',
  });
const options = async () =>
  within(await screen.findByRole('listbox', { name: 'Places' })).getAllByRole('option');
const optionTexts = async () => (await options()).map((option) => option.textContent);
const list = () => screen.queryByRole('listbox', { name: 'Places' });
const activeOption = () =>
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent ?? null;
const query = () => decodeURI(window.location.search);

describe('typed text', () => {
  test('is requested from two letters on, debounced', async () => {
    const queries = mockPlaces();
    const { user } = await renderApp('/');
    await user.type(field(), ' m');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(queries).toEqual([]);
    // In one task: a slow machine could wait longer than the debounce between two keys.
    for (const value of [' mü', ' mün']) fireEvent.change(field(), { target: { value } });
    expect(await optionTexts()).toEqual(['München46', 'Münster1,234', 'SchwabingMünchen1']);
    expect(queries).toEqual(['mün']);
  });

  test('is highlighted in options with full names, and their count is announced', async () => {
    mockPlaces();
    const { user } = await renderApp('/');
    expect(field()).toHaveAttribute('aria-expanded', 'false');
    await user.type(field(), 'muen');
    const places = await options();
    expect(places.map((option) => option.querySelector('b')?.textContent)).toEqual(['Mün', 'Mün', 'Mün']);
    expect(places[2]).toHaveAccessibleName('Schwabing, München, 1 result');
    expect(screen.getByText('3 suggestions')).toHaveAttribute('role', 'status');
    expect(field()).toHaveAttribute('aria-expanded', 'true');
    expect(field()).toHaveAttribute('aria-controls', list()?.id);
    expect(activeOption()).toBeNull();
  });

  test('is cleared by the button, which keeps the focus in the field', async () => {
    mockPlaces();
    const { user } = await renderApp('/?keyword=Park');
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Clear input' }));
    expect(field()).toHaveValue('');
    expect(field()).toHaveFocus();
    expect(query()).toBe('?keyword=Park');
    expect(screen.getByRole('main')).not.toContainElement(
      within(screen.getByRole('main')).queryByRole('button', { name: 'Clear input' }),
    );
  });
});

describe('keyboard', () => {
  async function openList() {
    mockPlaces();
    const view = await renderApp('/?unitTypes=ROOM');
    await view.user.type(field(), 'mün');
    await optionTexts();
    return view;
  }

  test('arrow keys cycle through the list and back to the text, Home and End go to its ends', async () => {
    const { user } = await openList();
    for (const [key, expected] of [
      ['{ArrowDown}', 'München46'],
      ['{ArrowDown}', 'Münster1,234'],
      ['{End}', 'SchwabingMünchen1'],
      ['{ArrowDown}', 'München46'],
      ['{ArrowUp}', 'SchwabingMünchen1'],
      ['{Home}', 'München46'],
      ['{ArrowLeft}', null],
      ['{ArrowUp}', 'SchwabingMünchen1'],
    ] as const) {
      await user.keyboard(key);
      expect(activeOption()).toBe(expected);
    }
    expect(within(list() ?? document.body).getByRole('option', { selected: true })).toHaveTextContent(
      'Schwabing',
    );
    expect(field()).toHaveFocus();
    expect(field()).toHaveValue('mün');
  });

  test('Enter selects a city as a filter and clears the keyword', async () => {
    const { user } = await openList();
    await user.type(screen.getByLabelText('Total rent up to (€)'), '500');
    await user.type(field(), 's');
    await optionTexts();
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(query()).toBe('?place=Münster&unitTypes=ROOM&priceMax=500');
    expect(field()).toHaveValue('');
    expect(field()).toHaveFocus();
    expect(list()).not.toBeInTheDocument();
  });

  test.each([
    ['an invalid one', '1,2,3', 'Enter a number.'],
    ['one below the minimum', '300', '“From” is above “to”.'],
  ])('Enter selects a city and keeps the searched bounds instead of %s', async (_, text, error) => {
    mockPlaces();
    const { user } = await renderApp('/?priceMin=400&priceMax=500');
    const rent = screen.getByLabelText('Total rent up to (€)');
    await user.clear(rent);
    await user.type(rent, text);
    await user.type(field(), 'mün');
    await optionTexts();
    await user.keyboard('{ArrowDown}{Enter}');
    expect(query()).toBe('?place=München&priceMin=400&priceMax=500');
    expect(rent).toHaveValue(text);
    expect(rent).toHaveAccessibleDescription(error);
  });

  test('Enter selects a district with its city', async () => {
    const { user } = await openList();
    await user.keyboard('{ArrowUp}{Enter}');
    expect(query()).toBe('?place=München/Schwabing&unitTypes=ROOM');
    expect(field()).toHaveValue('');
  });

  test('Enter without an active option searches for the text', async () => {
    const { user } = await openList();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(query()).toBe('?keyword=mün&unitTypes=ROOM'));
    expect(list()).not.toBeInTheDocument();
  });

  test('Escape closes the list and keeps the text; an arrow opens it again', async () => {
    const { user } = await openList();
    await user.keyboard('{ArrowDown}{Escape}');
    expect(list()).not.toBeInTheDocument();
    await user.keyboard('{Escape}{Escape}');
    expect(field()).toHaveValue('mün');
    await user.keyboard('{ArrowDown}');
    expect(await optionTexts()).toHaveLength(3);
    expect(activeOption()).toBeNull();
  });

  test('Tab leaves the field without selecting the active option', async () => {
    const { user } = await openList();
    await user.keyboard('{ArrowDown}');
    await user.tab();
    expect(screen.getByLabelText('Total rent from (€)')).toHaveFocus();
    expect(list()).not.toBeInTheDocument();
    expect(field()).toHaveValue('mün');
    expect(query()).toBe('?unitTypes=ROOM');
  });

  test('another letter deactivates the option', async () => {
    const { user } = await openList();
    await user.keyboard('{ArrowDown}c{Enter}');
    await waitFor(() => expect(query()).toBe('?keyword=münc&unitTypes=ROOM'));
  });
});

test('a click selects an option and keeps the focus in the field', async () => {
  mockPlaces();
  const { user } = await renderApp('/');
  await user.type(field(), 'sch');
  await user.click(await screen.findByRole('option', { name: 'Schwabing, München, 1 result' }));
  expect(query()).toBe('?place=München/Schwabing');
  expect(field()).toHaveFocus();
  expect(list()).not.toBeInTheDocument();
});

test('the search in the header has suggestions, too', async () => {
  mockPlaces();
  const { user } = await renderApp('/?priceMax=500');
  const search = within(screen.getByRole('banner')).getByRole('combobox', { name: 'Search by keyword' });
  await user.type(search, 'mün');
  await optionTexts();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(query()).toBe('?place=München&priceMax=500');
  expect(search).toHaveValue('');
  expect(field()).toHaveValue('');
});

test('an older request is aborted, and its late response is ignored', async () => {
  const aborted: (string | null)[] = [];
  let respondLate = () => undefined as void;
  server.use(
    http.get('*/api/v1/listings/suggest', async ({ request }) => {
      const q = new URL(request.url).searchParams.get('q');
      if (q !== 'mü') return HttpResponse.json({ payload: [muenster] });
      request.signal.addEventListener('abort', () => aborted.push(q));
      await new Promise<void>((resolve) => (respondLate = resolve));
      return HttpResponse.json({ payload: [munich] });
    }),
  );
  const queries: string[] = [];
  server.events.on('request:start', ({ request }) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname.endsWith('/suggest')) queries.push(searchParams.get('q') ?? '');
  });
  const { user } = await renderApp('/');
  await user.type(field(), 'mü');
  await waitFor(() => expect(queries).toEqual(['mü']));
  await user.type(field(), 'ns');
  expect(await optionTexts()).toEqual(['Münster1,234']);
  expect(aborted).toEqual(['mü']);
  respondLate();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await optionTexts()).toEqual(['Münster1,234']);
  server.events.removeAllListeners();
});

test('a failed request shows no suggestions and no error, and the search still works', async () => {
  const searched: SearchListingsRequest[] = [];
  let failed = false;
  server.use(
    http.get('*/api/v1/listings/suggest', () => {
      failed = true;
      return failure(503, 'exception.server.unavailable');
    }),
    http.post<never, SearchListingsRequest>('*/api/v1/listings/search', async ({ request }) => {
      searched.push(await request.json());
      return HttpResponse.json({ payload: [], totalPages: 0, totalSize: 0, facets: null });
    }),
  );
  const { user } = await renderApp('/');
  await user.type(field(), 'mün');
  await waitFor(() => expect(failed).toBe(true));
  await user.keyboard('{ArrowDown}{Enter}');
  await waitFor(() => expect(searched).toContainEqual(expect.objectContaining({ keyword: 'mün' })));
  expect(list()).not.toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { PlaceListEnvelope, PlaceResponse, SearchListingsRequest } from '../api/generatedStart';
import { failure } from '../testing/handlers';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';

const munich: PlaceResponse = { city: 'München', district: null, count: 46 };
const schwabing: PlaceResponse = { city: 'München', district: 'Schwabing', count: 1 };
const muenster: PlaceResponse = { city: 'Münster', district: null, count: 1_234 };

/** Suggests the same three for everything, and keeps what was asked. No text is the whole name of any. */
function playPlaces(payload: PlaceResponse[] = [munich, muenster, schwabing]) {
  const asked: (string | null)[] = [];
  server.use(
    http.get('*/api/v1/listings/suggest', ({ request }) => {
      const { searchParams } = new URL(request.url);
      if (searchParams.has('exact')) return HttpResponse.json<PlaceListEnvelope>({ payload: [] });
      asked.push(searchParams.get('q'));
      return HttpResponse.json<PlaceListEnvelope>({ payload });
    }),
  );
  return asked;
}

const field = () =>
  within(screen.getByRole('form', { name: 'Search for rooms' })).getByRole('combobox', {
    name: 'City, district or keyword',
  });
const options = async () =>
  within(await screen.findByRole('listbox', { name: 'Places' })).getAllByRole('option');
const offered = async () => (await options()).map((option) => option.textContent);
const list = () => screen.queryByRole('listbox', { name: 'Places' });
const active = () =>
  document.getElementById(field().getAttribute('aria-activedescendant') ?? '')?.textContent ?? null;
const query = () => decodeURI(window.location.search);

describe('what is typed', () => {
  test('is asked for from two letters on, once typing pauses', async () => {
    const asked = playPlaces();
    const { user } = await renderApp('/');
    await user.type(field(), ' m');
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(asked).toEqual([]);
    await user.type(field(), 'ün');
    expect(await offered()).toEqual(['München46', 'Münster1,234', 'SchwabingMünchen1']);
    expect(asked).toEqual(['mün']);
  });

  test('is emphasised, its places are named in full, and their number is announced', async () => {
    playPlaces();
    const { user } = await renderApp('/');
    expect(field()).toHaveAttribute('aria-expanded', 'false');
    await user.type(field(), 'muen');
    const places = await options();
    expect(places.map((option) => option.querySelector('b')?.textContent)).toEqual(['Mün', 'Mün', 'Mün']);
    expect(places[2]).toHaveAccessibleName('Schwabing, München, 1 result');
    expect(screen.getByText('3 suggestions')).toHaveAttribute('role', 'status');
    expect(field()).toHaveAttribute('aria-expanded', 'true');
    expect(field()).toHaveAttribute('aria-controls', list()?.id);
    expect(active()).toBeNull();
  });

  test('is emptied by the button for that, which leaves the focus in the field', async () => {
    playPlaces();
    const { user } = await renderApp('/?keyword=Park');
    await user.click(within(screen.getByRole('main')).getByRole('button', { name: 'Clear' }));
    expect(field()).toHaveValue('');
    expect(field()).toHaveFocus();
    expect(query()).toBe('?keyword=Park');
    expect(screen.getByRole('main')).not.toContainElement(
      within(screen.getByRole('main')).queryByRole('button', { name: 'Clear' }),
    );
  });
});

describe('the keyboard', () => {
  async function openList() {
    playPlaces();
    const view = await renderApp('/?unitTypes=ROOM');
    await view.user.type(field(), 'mün');
    await offered();
    return view;
  }

  test('goes round the list by arrow keys, to its ends by Home and End, and back into the text', async () => {
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
      expect(active()).toBe(expected);
    }
    expect(within(list() ?? document.body).getByRole('option', { selected: true })).toHaveTextContent(
      'Schwabing',
    );
    expect(field()).toHaveFocus();
    expect(field()).toHaveValue('mün');
  });

  test('takes a city by Enter: it is a filter beside the others, and no keyword', async () => {
    const { user } = await openList();
    await user.type(screen.getByLabelText('Total rent up to (€)'), '500');
    await user.type(field(), 's');
    await offered();
    await user.keyboard('{ArrowDown}{ArrowDown}{Enter}');
    expect(query()).toBe('?place=Münster&unitTypes=ROOM&priceMax=500');
    expect(field()).toHaveValue('');
    expect(field()).toHaveFocus();
    expect(list()).not.toBeInTheDocument();
  });

  test('takes a district with its city', async () => {
    const { user } = await openList();
    await user.keyboard('{ArrowUp}{Enter}');
    expect(query()).toBe('?place=München/Schwabing&unitTypes=ROOM');
    expect(field()).toHaveValue('');
  });

  test('searches for what is typed by Enter as long as nothing is chosen', async () => {
    const { user } = await openList();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(query()).toBe('?keyword=mün&unitTypes=ROOM'));
    expect(list()).not.toBeInTheDocument();
  });

  test('closes by Escape, which clears nothing however often, and opens again by an arrow', async () => {
    const { user } = await openList();
    await user.keyboard('{ArrowDown}{Escape}');
    expect(list()).not.toBeInTheDocument();
    await user.keyboard('{Escape}{Escape}');
    expect(field()).toHaveValue('mün');
    await user.keyboard('{ArrowDown}');
    expect(await offered()).toHaveLength(3);
    expect(active()).toBeNull();
  });

  test('leaves by Tab without taking what it has chosen', async () => {
    const { user } = await openList();
    await user.keyboard('{ArrowDown}');
    await user.tab();
    expect(screen.getByLabelText('Total rent from (€)')).toHaveFocus();
    expect(list()).not.toBeInTheDocument();
    expect(field()).toHaveValue('mün');
    expect(query()).toBe('?unitTypes=ROOM');
  });

  test('another letter lets go of what was chosen', async () => {
    const { user } = await openList();
    await user.keyboard('{ArrowDown}c{Enter}');
    await waitFor(() => expect(query()).toBe('?keyword=münc&unitTypes=ROOM'));
  });
});

test('a click takes, and the focus stays in the field', async () => {
  playPlaces();
  const { user } = await renderApp('/');
  await user.type(field(), 'sch');
  await user.click(await screen.findByRole('option', { name: 'Schwabing, München, 1 result' }));
  expect(query()).toBe('?place=München/Schwabing');
  expect(field()).toHaveFocus();
  expect(list()).not.toBeInTheDocument();
});

test('the search in the header suggests, too', async () => {
  playPlaces();
  const { user } = await renderApp('/?priceMax=500');
  const search = within(screen.getByRole('banner')).getByRole('combobox', { name: 'Search by keyword' });
  await user.type(search, 'mün');
  await offered();
  await user.keyboard('{ArrowDown}{Enter}');
  expect(query()).toBe('?place=München&priceMax=500');
  expect(search).toHaveValue('');
  expect(field()).toHaveValue('');
});

test('an older question is aborted, and its late answer never takes the place of a newer one', async () => {
  const aborted: (string | null)[] = [];
  let answerLate = () => undefined as void;
  server.use(
    http.get('*/api/v1/listings/suggest', async ({ request }) => {
      const q = new URL(request.url).searchParams.get('q');
      if (q !== 'mü') return HttpResponse.json({ payload: [muenster] });
      request.signal.addEventListener('abort', () => aborted.push(q));
      await new Promise<void>((resolve) => (answerLate = resolve));
      return HttpResponse.json({ payload: [munich] });
    }),
  );
  const asked: string[] = [];
  server.events.on('request:start', ({ request }) => {
    if (request.url.includes('/suggest')) asked.push(decodeURIComponent(request.url.split('q=')[1] ?? ''));
  });
  const { user } = await renderApp('/');
  await user.type(field(), 'mü');
  await waitFor(() => expect(asked).toEqual(['mü']));
  await user.type(field(), 'ns');
  expect(await offered()).toEqual(['Münster1,234']);
  expect(aborted).toEqual(['mü']);
  answerLate();
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await offered()).toEqual(['Münster1,234']);
  server.events.removeAllListeners();
});

test('what fails suggests nothing and says nothing, and the search goes on', async () => {
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

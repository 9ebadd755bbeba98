import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { SearchListingsRequest, SearchPage } from '../../../api/generated';
import { listing } from '../../../testing/fixtures';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

/** Returns the requests for cards. */
function mockSearch(): SearchListingsRequest[] {
  const requests: SearchListingsRequest[] = [];
  server.use(
    http.post<never, SearchListingsRequest>('*/api/v1/listings/search', async ({ request }) => {
      const body = await request.json();
      if (!body.facets) requests.push(body);
      const counts = [
        { amenity: 'WIFI' as const, count: 1_111 },
        { amenity: 'GARDEN' as const, count: 0 },
      ];
      const facets = body.facets ? { unitTypes: [], prices: [], areas: [], amenities: counts } : null;
      return HttpResponse.json<SearchPage>({ payload: [listing()], totalPages: 1, totalSize: 1, facets });
    }),
  );
  return requests;
}

const query = () => window.location.search;
const amenity = (name: string) => screen.findByRole('checkbox', { name });

describe('amenities', () => {
  test('one that is shown because it is chosen keeps its place and the focus when it is unchecked', async () => {
    mockSearch();
    const { user } = await renderApp('/?amenities=GARDEN');
    await user.click(await amenity('Garden'));
    await waitFor(async () => expect(await amenity('Garden')).not.toBeChecked());
    expect(await amenity('Garden')).toHaveFocus();
    await user.click(screen.getByRole('button', { name: 'More filters' }));
    await user.click(screen.getByRole('button', { name: 'Fewer filters' }));
    expect(screen.queryByRole('checkbox', { name: 'Garden' })).not.toBeInTheDocument();
  });

  test('four are shown with their counts; a click on one searches for all chosen', async () => {
    const requests = mockSearch();
    const { user } = await renderApp('/?page=2');
    const wifi = await amenity('Wi-Fi');
    expect(wifi).toHaveAccessibleDescription('1,111 results');
    const group = screen.getByRole('group', { name: 'Amenities' });
    expect(within(group).getAllByRole('checkbox')).toHaveLength(4);
    await user.click(await amenity('Balcony'));
    await user.click(wifi);
    expect(query()).toBe('?amenities=WIFI,BALCONY');
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ page: 0, amenities: ['WIFI', 'BALCONY'] }));
    await user.click(wifi);
    expect(query()).toBe('?amenities=BALCONY');
  });

  test('More filters shows the others; a chosen one stays', async () => {
    mockSearch();
    const { user } = await renderApp('/');
    const more = await screen.findByRole('button', { name: 'More filters' });
    expect(more).toHaveAttribute('aria-expanded', 'false');
    expect(screen.queryByRole('checkbox', { name: 'Garden' })).not.toBeInTheDocument();
    await user.click(more);
    expect(screen.getAllByRole('checkbox')).toHaveLength(4 + 18);
    await user.click(await amenity('Garden'));
    await user.click(screen.getByRole('button', { name: 'Fewer filters' }));
    expect(await amenity('Garden')).toBeChecked();
    expect(screen.queryByRole('checkbox', { name: 'TV' })).not.toBeInTheDocument();
  });
});

describe('the stay', () => {
  const field = (name: string) => screen.findByLabelText<HTMLInputElement>(name);

  test('is searched as soon as a day is complete', async () => {
    const requests = mockSearch();
    await renderApp('/?amenities=WIFI');
    const moveIn = await field('Move in by');
    fireEvent.change(moveIn, { target: { value: '0202-04-01' } });
    expect(query()).toBe('?amenities=WIFI');
    expect(moveIn).toHaveValue('0202-04-01');
    fireEvent.change(moveIn, { target: { value: '2027-04-01' } });
    expect(query()).toBe('?availableBy=2027-04-01&amenities=WIFI');
    await waitFor(() => expect(requests.at(-1)).toMatchObject({ availableBy: '2027-04-01' }));
    fireEvent.change(moveIn, { target: { value: '' } });
    expect(query()).toBe('?amenities=WIFI');
  });

  test('that ends before it begins shows an error', async () => {
    mockSearch();
    await renderApp('/?availableBy=2027-04-01&availableUntil=2027-03-31');
    expect(await screen.findByRole('alert')).toHaveTextContent('The stay ends before it begins.');
    const until = await field('Stay until');
    expect(until).toHaveValue('2027-03-31');
    expect(until).toBeInvalid();
    fireEvent.change(until, { target: { value: '2027-09-30' } });
    await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
    expect(query()).toBe('?availableBy=2027-04-01&availableUntil=2027-09-30');
  });
});

import { readFile } from 'node:fs/promises';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import type { Amenity, ListingResponse } from '../../../api/generated';
import { listing } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const amenities: Amenity[] = [
  'WIFI',
  'BALCONY',
  'FURNISHED',
  'GARDEN',
  'PARKING',
  'CELLAR',
  'TV',
  'ELEVATOR',
  'KITCHEN',
  'TERRACE',
  'DISHWASHER',
  'WASHING_MACHINE',
  'SWIMMING_POOL',
  'AIR_CONDITIONING',
];

async function openListing(
  changes: Partial<ListingResponse> = {},
  setting: Parameters<typeof renderApp>[1] = {},
) {
  server.use(http.get('*/api/v1/listings/:id', () => HttpResponse.json({ payload: listing(changes) })));
  const app = await renderApp('/listing/7', setting);
  await screen.findByRole('heading', { level: 1 });
  return app;
}

const applyLink = () => screen.queryByRole('link', { name: 'Apply' });

test('a listing says from when and for how long at least', async () => {
  await openListing({ availableFrom: '2100-04-01', availableUntil: '2100-09-30', minimumMonths: 3 });
  expect(screen.getByText('Available from Apr 1, 2100 until Sep 30, 2100, at least 3 months')).toBeVisible();
});

test.each([
  ['en-US', 'Was available until Mar 31, 2020'],
  ['de-DE', 'War frei bis 31. März 2020'],
] as const)('a listing whose last day has passed says so: %s', async (language, text) => {
  await openListing({ availableFrom: '2019-04-01', availableUntil: '2020-03-31' }, { language });
  expect(screen.getByText(text)).toBeVisible();
});

test('a rented listing says nothing about its availability', async () => {
  await openListing({ status: 'RENTED', minimumMonths: 3 });
  expect(screen.getByText('Rented')).toBeVisible();
  expect(screen.queryByText(/^Available|at least 3 months/)).not.toBeInTheDocument();
});

describe('a listing', () => {
  test('shows title, address, badges, facts, texts and landlord to a visitor', async () => {
    await openListing();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Helles Zimmer mit Blick ins Grüne');
    expect(screen.getByText('Südstadt, Köln')).toBeVisible();
    expect(screen.getByText('Lindenstraße 12, 50674 Köln').closest('section')).toContainElement(
      screen.getByRole('heading', { name: 'Location' }),
    );
    expect(screen.getByText('Room')).toHaveAttribute('data-tone', 'yellow');
    expect(screen.getByText('Available')).toHaveAttribute('data-tone', 'green');
    const facts = screen
      .getAllByRole('term')
      .map((term) => `${term.textContent} ${term.nextSibling?.textContent}`);
    expect(facts).toEqual(
      expect.arrayContaining([
        'Living area 18.5\u00a0m²',
        'Total area 74\u00a0m²',
        'Bedroom 1',
        'Bathrooms 2',
        'Kitchen 1',
      ]),
    );
    expect(screen.getByText('Großes Zimmer in einer ruhigen Dreier-WG.')).toBeVisible();
    expect(screen.getByText('Wir sind zwei Studierende.')).toBeVisible();
    expect(screen.getByText('Aylin D.')).toBeVisible();
    expect(document.title).toBe('Helles Zimmer mit Blick ins Grüne – Fensterplatz');
  });

  test.each([
    ['de-DE', 1, ['Schlafzimmer 1', 'Bad 1', 'Küche 1']],
    ['de-DE', 2, ['Schlafzimmer 2', 'Bäder 2', 'Küchen 2']],
    ['de-DE', 0, ['Schlafzimmer 0', 'Bäder 0', 'Küchen 0']],
    ['en-US', 1, ['Bedroom 1', 'Bathroom 1', 'Kitchen 1']],
  ] as const)('uses the plural forms of %s for %i rooms', async (language, count, expected) => {
    await openListing({ bedrooms: count, bathrooms: count, kitchens: count }, { language });
    const facts = screen
      .getAllByRole('term')
      .map((term) => `${term.textContent} ${term.nextSibling?.textContent}`);
    expect(facts).toEqual(expect.arrayContaining([...expected]));
  });

  test('shows its images, the first one with high priority', async () => {
    const responses = Array.from({ length: 6 }, (_, index) => ({
      externalId: `${index}`,
      location: `/${index}.jpg`,
      description: '',
    }));
    await openListing({ images: responses });
    const images = screen.getAllByRole('img', { name: /^Photo/ });
    expect(images).toHaveLength(6);
    // 1200 px are enough for a phone; the largest size is for the lightbox on a large screen.
    expect(images[0]).toHaveAttribute('srcset', '/images/400x300/0.jpg 400w, /images/1200x800/0.jpg 1200w');
    expect(images[0]).toHaveAttribute('fetchpriority', 'high');
    // The preloaded source must be the one of the page, or the browser loads two.
    const preload = await readFile('../crates/web/src/listing.rs', 'utf8');
    expect(preload).toContain(`"${images[0]?.getAttribute('sizes')}"`);
    expect(preload).toContain(images[0]?.getAttribute('srcset')?.replaceAll('/0.jpg', '/image-1.jpg'));
    expect(images.map((image) => image.getAttribute('loading'))).toEqual([
      'eager',
      ...Array.from({ length: 5 }, () => 'lazy'),
    ]);
    // The style sheet hides the sixth on a wide screen.
    expect(images[0]?.closest('ul')).toHaveAttribute('data-count', '5');
  });

  test('shows at most twelve amenities, by name', async () => {
    await openListing({ amenities });
    const shown = within(screen.getByRole('heading', { name: 'Amenities' }).parentElement ?? document.body);
    expect(shown.getAllByRole('listitem')).toHaveLength(12);
    expect(shown.getByText('Washing machine')).toBeVisible();
    expect(shown.queryByText('Swimming pool')).not.toBeInTheDocument();
  });

  test('shows each part of the price', async () => {
    await openListing();
    const price = screen.getByRole('complementary', { name: 'Costs' });
    const rows = within(price)
      .getAllByRole('term')
      .map((term) => `${term.textContent}: ${term.nextSibling?.textContent}`);
    expect(rows).toEqual([
      'Basic rent: €380',
      'Utilities: €60',
      'Internet und Strom: €25.50',
      'Total rent: €465.50',
      'Security deposit: €760',
    ]);
  });

  test('shows views when the response has them', async () => {
    await openListing({ views: 42 }, { role: 'LANDLORD' });
    expect(screen.getByText('42 views')).toBeVisible();
  });
});

describe('applying', () => {
  test.each([undefined, 'STUDENT'] as const)('is offered to %s', async (role) => {
    await openListing({}, role ? { role } : {});
    await waitFor(() =>
      expect(applyLink()).toHaveAttribute('href', `/listing/${listing().externalId}/apply`),
    );
  });

  test.each(['LANDLORD', 'ADMIN'] as const)('is not offered to %s', async (role) => {
    await openListing({}, { role });
    expect(applyLink()).not.toBeInTheDocument();
  });

  test('is not offered when the listing is rented', async () => {
    await openListing({ status: 'RENTED' });
    expect(applyLink()).not.toBeInTheDocument();
    expect(screen.getByText('This place has already been rented.')).toBeVisible();
  });

  test("shows a student's application instead", async () => {
    await openListing({ application: { externalId: '1', status: 'PENDING' } }, { role: 'STUDENT' });
    expect(applyLink()).not.toBeInTheDocument();
    expect(screen.getByText('Pending')).toHaveAttribute('data-tone', 'yellow');
  });

  test('on a phone the button is only in the bar with the rent', async () => {
    vi.spyOn(window, 'matchMedia').mockImplementation(
      (query) =>
        ({
          matches: query.includes('max-width'),
          addListener() {},
          removeListener() {},
          addEventListener() {},
          removeEventListener() {},
        }) as unknown as MediaQueryList,
    );
    await openListing();
    expect(screen.getAllByRole('link', { name: 'Apply' })).toHaveLength(1);
    expect(screen.getByRole('complementary', { name: 'Costs' })).not.toContainElement(applyLink());
  });
});

describe('a listing that is read again when the browser is online again', () => {
  const readAgain = () => act(() => void window.dispatchEvent(new Event('online')));

  test('stays when that fails', async () => {
    await openListing();
    let requests = 0;
    server.use(
      http.get('*/api/v1/listings/:id', () => {
        requests += 1;
        return HttpResponse.error();
      }),
    );
    readAgain();
    await waitFor(() => expect(requests).toBe(1));
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(listing().title));
  });

  test('is replaced when it is gone', async () => {
    await openListing();
    server.use(http.get('*/api/v1/listings/:id', () => failure(404, 'exception.listing.not-found')));
    readAgain();
    expect(
      await screen.findByRole('heading', { name: "THE PAGE YOU WERE LOOKING FOR DOESN'T EXIST." }),
    ).toBeVisible();
  });
});

describe('a failed request', () => {
  test('shows the not-found page for a 404', async () => {
    server.use(http.get('*/api/v1/listings/:id', () => failure(404, 'exception.listing.not-found')));
    await renderApp('/listing/7');
    expect(
      await screen.findByRole('heading', { name: "THE PAGE YOU WERE LOOKING FOR DOESN'T EXIST." }),
    ).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Try again' })).not.toBeInTheDocument();
  });

  test('shows the reason and Try again for a 503', async () => {
    server.use(http.get('*/api/v1/listings/:id', () => failure(503, 'exception.server.unavailable')));
    const { user } = await renderApp('/listing/7');
    expect(await screen.findByRole('alert')).toHaveTextContent('The service cannot be reached right now.');
    expect(
      screen.getByRole('heading', { name: "THE PAGE YOU WERE LOOKING FOR DOESN'T EXIST." }),
    ).toBeVisible();
    server.use(http.get('*/api/v1/listings/:id', () => HttpResponse.json({ payload: listing() })));
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: listing().title })).toBeVisible();
  });
});

describe('map', () => {
  const map = () => screen.queryByTitle('Map: Lindenstraße 12, 50674 Köln');
  const key = 'google_maps_consent';

  test('is not loaded without consent', async () => {
    await openListing();
    expect(screen.getByText('Die Straßenbahn hält vor der Tür.')).toBeVisible();
    expect(map()).not.toBeInTheDocument();
    expect(document.querySelector('iframe')).toBeNull();
    expect(screen.getByRole('link', { name: 'Google’s privacy policy' })).toHaveAttribute(
      'href',
      'https://policies.google.com/privacy',
    );
  });

  test('shows the address after consent, and stores the consent', async () => {
    const { user } = await openListing();
    await user.click(screen.getByRole('button', { name: 'Accept & Show Map' }));
    const address = new URL(map()?.getAttribute('src') ?? '');
    expect(address.origin).toBe('https://www.google.com');
    expect(address.searchParams.get('q')).toBe('Lindenstraße 12, 50674 Köln');
    expect(localStorage.getItem(key)).toBe('true');
    // The pressed button is gone; the focus stays in the area.
    expect(map()?.parentElement).toHaveFocus();
  });

  test('shows at once with stored consent, which can be withdrawn', async () => {
    localStorage.setItem(key, 'true');
    const { user } = await openListing();
    expect(map()).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Withdraw my consent to the map' }));
    expect(map()).not.toBeInTheDocument();
    expect(localStorage.getItem(key)).toBeNull();
  });

  test.each(['1', 'yes', 'TRUE', ''])('is not loaded with a stored %o', async (value) => {
    localStorage.setItem(key, value);
    await openListing();
    expect(map()).not.toBeInTheDocument();
  });
});

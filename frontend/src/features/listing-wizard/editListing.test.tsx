import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { ImageResponse, ListingResponse, Role } from '../../api/generated';
import { failure } from '../../testing/handlers';
import { imageFile } from '../../testing/imageFile';
import { ownListing, mockListing } from '../../testing/mockListing';
import { expectToast } from '../../testing/expectToast';
import { pendingResponse } from '../../testing/pendingResponse';
import { renderApp } from '../../testing/renderApp';
import { server } from '../../testing/server';
import { findWizard } from '../../testing/findWizard';

const { externalId: id } = ownListing();
const path = `*/api/v1/listings/${id}`;
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
const field = (name: string) => screen.getByRole('textbox', { name });

async function open(query: string, changes: Partial<ListingResponse> = {}, role: Role = 'LANDLORD') {
  const mock = mockListing(ownListing(changes));
  const app = await renderApp(`/manage-listing/${id}${query}`, { role });
  await findWizard();
  return { ...app, mock };
}

async function leave({ user }: Awaited<ReturnType<typeof open>>, answer: { respond: () => void }) {
  await user.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Home' }));
  await waitFor(() => expect(window.location.pathname).toBe('/'));
  answer.respond();
}

async function settledPath() {
  await new Promise((resolve) => setTimeout(resolve, 50));
  return window.location.pathname;
}

describe('the form has the saved values', () => {
  test('of title and type', async () => {
    await open('');
    expect(field('Title')).toHaveValue('Helles Zimmer mit Blick ins Grüne');
    expect(screen.getByRole('radio', { name: 'Room' })).toBeChecked();
  });

  test.each([
    [2, { Street: 'Lindenstraße', 'House number': '12', City: 'Köln', District: 'Südstadt' }],
    [3, { 'Area of the room': '18.5', 'Total area': '74', Bathrooms: '2' }],
    [5, { Description: 'Großes Zimmer in einer ruhigen Dreier-WG.' }],
    [6, { 'Basic rent': '380', 'Security deposit': '760', 'What for': 'Internet und Strom' }],
  ])('of step %i', async (step, values) => {
    await open(`?step=${step}`);
    // Some steps are loaded on demand.
    for (const [name, value] of Object.entries(values)) {
      await waitFor(() => expect(field(name)).toHaveValue(value));
    }
  });

  test('of amenities and images', async () => {
    const { user } = await open('?step=4');
    expect(await screen.findByRole('checkbox', { name: 'Balcony' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Energy certificate' })).not.toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Images' }));
    await heading('Images');
    expect(await screen.findAllByRole('button', { name: /^Image \d of 2/ })).toHaveLength(2);
  });
});

test('shows a skeleton until the listing is loaded', async () => {
  let respond: (value: Response) => void = () => undefined;
  server.use(
    http.get(
      path,
      () =>
        new Promise<Response>((resolve) => {
          respond = resolve;
        }),
    ),
  );
  await renderApp(`/manage-listing/${id}`, { role: 'LANDLORD' });
  await screen.findByRole('img', { name: 'Loading the listing' });
  respond(HttpResponse.json({ payload: ownListing() }));
  await heading('Title and type');
  expect(field('Title')).toHaveValue('Helles Zimmer mit Blick ins Grüne');
});

test('a later step is not opened with an error, which gets the focus', async () => {
  const { user } = await open('?step=3');
  const { length } = window.history;
  await user.clear(field('Total area'));
  await user.click(screen.getByRole('button', { name: 'Pricing' }));
  expect(field('Total area')).toHaveAccessibleDescription('This field is required');
  expect(field('Total area')).toHaveFocus();
  expect(window.location.search).toBe('?step=3');
  expect(window.history).toHaveLength(length);
  await user.type(field('Total area'), '80');
  await user.click(screen.getByRole('button', { name: 'Pricing' }));
  expect(await heading('Pricing')).toBeVisible();
  expect(window.location.search).toBe('?step=6');
});

test('a minimum stay that no longer fits until the last day does not prevent other changes', async () => {
  const { user, mock } = await open('?step=1', { availableUntil: '2020-01-01', minimumMonths: 2 });
  await user.type(field('Title'), '!');
  await user.click(screen.getByRole('button', { name: 'Images' }));
  await heading('Images');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(mock.sent).toContain('update'));
});

describe('access', () => {
  test('an unknown listing shows the 404 page', async () => {
    server.use(http.get(path, () => failure(404, 'exception.listing.not-found')));
    await renderApp(`/manage-listing/${id}`, { role: 'LANDLORD' });
    await waitFor(() => expect(window.location.pathname).toBe('/page-404'));
    expect(
      screen.getByRole('heading', { name: "THE PAGE YOU WERE LOOKING FOR DOESN'T EXIST." }),
    ).toBeVisible();
  });

  test("another landlord's public listing shows the 404 page", async () => {
    const otherLandlord = { externalId: 'another-landlord', firstName: 'Mira', lastName: 'S' };
    mockListing(ownListing({ status: 'AVAILABLE', landlord: otherLandlord }));
    await renderApp(`/manage-listing/${id}`, { role: 'LANDLORD' });
    await waitFor(() => expect(window.location.pathname).toBe('/page-404'));
  });

  test('administrators can edit any listing', async () => {
    const otherLandlord = { externalId: 'another-landlord', firstName: 'Mira', lastName: 'S' };
    await open('', { landlord: otherLandlord }, 'ADMIN');
    expect(field('Title')).toHaveValue('Helles Zimmer mit Blick ins Grüne');
  });

  test('a failed request can be retried', async () => {
    server.use(
      http.get(path, () => failure(503, 'exception.server.unavailable'), { once: true }),
      http.get(path, () => HttpResponse.json({ payload: ownListing() })),
    );
    const { user } = await renderApp(`/manage-listing/${id}`, { role: 'LANDLORD' });
    await user.click(await screen.findByRole('button', { name: 'Try again' }));
    expect(await heading('Title and type')).toBeVisible();
  });
});

describe('saving', () => {
  const save = async ({ user }: Awaited<ReturnType<typeof open>>) =>
    user.click(await screen.findByRole('button', { name: 'Save' }));

  test('updates the listing with its `lastModified`, and opens the overview', async () => {
    const app = await open('');
    const { lastModified } = app.mock.stored;
    await app.user.clear(field('Title'));
    await app.user.type(field('Title'), 'Zimmer mit Aussicht');
    await app.user.click(screen.getByRole('button', { name: 'Images' }));
    await save(app);
    await heading('Overview');
    expect(app.mock.sent).toEqual(['update']);
    expect(app.mock.bodies[0]).toMatchObject({ title: 'Zimmer mit Aussicht', lastModified });
    expect(await screen.findByText('Zimmer mit Aussicht')).toBeVisible();
  });

  test('a conflict with another user shows a warning, and the other version can be loaded', async () => {
    const app = await open('?step=7');
    app.mock.change({ title: 'Changed elsewhere' });
    await save(app);
    expect(await screen.findByText(/changed the listing in the meantime/)).toBeVisible();
    expect(app.mock.sent).toEqual([]);
    await app.user.click(screen.getByRole('button', { name: 'Load the newer version' }));
    await app.user.click(screen.getByRole('button', { name: /^Title and type/ }));
    await waitFor(() => expect(field('Title')).toHaveValue('Changed elsewhere'));
  });

  test('a conflict with another user can be overwritten', async () => {
    const app = await open('?step=7');
    app.mock.change({ title: 'Changed elsewhere' });
    await save(app);
    await app.user.click(await screen.findByRole('button', { name: 'Save my entries instead' }));
    await heading('Overview');
    expect(app.mock.stored.title).toBe('Helles Zimmer mit Blick ins Grüne');
  });

  test('a conflict between the read and the update shows the warning, too', async () => {
    const app = await open('?step=7');
    server.use(http.put(path, () => failure(409, 'exception.listing.stale')));
    await save(app);
    expect(await screen.findByText(/changed the listing in the meantime/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
  });

  test('changed images are no conflict', async () => {
    const app = await open('?step=7');
    app.mock.change({ images: [{ externalId: 'image-1', location: '/turned/1.jpg', description: '' }] });
    await save(app);
    await heading('Overview');
    expect(app.mock.bodies[0]?.lastModified).toBe('2026-11-03T10:00:00.000001Z');
  });

  test('does not lead a user back who has left the page', async () => {
    const app = await open('?step=7');
    const answer = pendingResponse();
    server.use(http.put(path, answer.resolver));
    await save(app);
    await leave(app, answer);
    await waitFor(() => expect(app.mock.sent).toEqual(['update']));
    expect(await settledPath()).toBe('/');
  });

  test('shows why it failed to a user who has left the page', async () => {
    const app = await open('?step=7');
    const answer = pendingResponse(() =>
      HttpResponse.json(
        {
          error: {
            message: 'exception.request.invalid',
            fields: { title: 'validation.too-long' },
            requestId: 'test',
          },
        },
        { status: 400 },
      ),
    );
    server.use(http.put(path, answer.resolver));
    await save(app);
    await leave(app, answer);
    await expectToast(app.user, 'Please check what you entered.');
    expect(await settledPath()).toBe('/');
  });

  test('a failure shows a toast', async () => {
    const app = await open('?step=7');
    server.use(http.put(path, () => failure(503, 'exception.server.unavailable')));
    await save(app);
    await expectToast(app.user, 'The service cannot be reached right now. Please try again in a moment.');
    expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
  });
});

describe('overview', () => {
  test('shows all values and four actions', async () => {
    await open('?step=8');
    const group = (name: string) => within(screen.getByRole('region', { name }));
    expect(group('Title and type').getByText('Room')).toBeVisible();
    expect(group('Location').getByText('Lindenstraße 12, 50674 Köln')).toBeVisible();
    expect(group('Size').getByText('74 m²')).toBeVisible();
    expect(group('Amenities').getByText('Wi-Fi')).toBeVisible();
    expect(group('Descriptions').getByText('Wir sind zwei Studierende.')).toBeVisible();
    expect(group('Pricing').getByText('€465.50')).toBeVisible();
    expect(group('Pricing').getByText('Internet und Strom')).toBeVisible();
    expect(group('Images').getAllByRole('img')).toHaveLength(2);
    expect(screen.getByRole('button', { name: 'Publish Listing' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Keep as Draft' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Edit' })).toBeVisible();
    expect(screen.getByRole('link', { name: /^Preview/ })).toBeVisible();
  });

  test('describes the images by their text, else by the title', async () => {
    const [first, second] = ownListing().images as [ImageResponse, ImageResponse];
    await open('?step=8', { images: [{ ...first, description: 'Bett' }, second] });
    const group = within(await screen.findByRole('region', { name: 'Images' }));
    expect(group.getAllByRole('img').map((image) => image.getAttribute('alt'))).toEqual([
      'Photo 1 of 2: Bett',
      'Photo 2 of 2: Helles Zimmer mit Blick ins Grüne',
    ]);
  });

  test.each([
    ['LANDLORD', 'Go to My Listings'],
    ['ADMIN', 'Go to the listings'],
  ] as const)('names the page of a %s', async (role, name) => {
    await open('?step=8', { status: 'AVAILABLE' }, role);
    expect(await screen.findByRole('link', { name })).toHaveAttribute('href', '/my-listings');
  });

  test('of a rented listing says nothing about its availability', async () => {
    await open('?step=8', { status: 'RENTED' });
    const pricing = within(screen.getByRole('region', { name: 'Pricing' }));
    expect(pricing.getByText('Minimum stay')).toBeVisible();
    expect(pricing.queryByText('Available')).not.toBeInTheDocument();
  });

  test('Publish Listing makes it available and opens its page', async () => {
    const { user, mock } = await open('?step=8');
    await user.click(screen.getByRole('button', { name: 'Publish Listing' }));
    await screen.findByRole('heading', { level: 1, name: ownListing().title });
    expect(window.location.pathname).toBe(`/listing/${id}`);
    expect(mock.sent).toEqual(['status AVAILABLE']);
    await expectToast(user, 'Your listing is online.');
  });

  test.each([
    ['that succeeds', () => undefined, 'Your listing is online.'],
    [
      'that lacks an image',
      () => failure(409, 'exception.listing.image-required'),
      'An available listing needs at least one image.',
    ],
  ])('a publication %s does not lead a user back who has left the page', async (_, response, text) => {
    const app = await open('?step=8');
    const answer = pendingResponse(response);
    server.use(http.put(`${path}/status`, answer.resolver));
    await app.user.click(await screen.findByRole('button', { name: 'Publish Listing' }));
    await leave(app, answer);
    await expectToast(app.user, text);
    expect(await settledPath()).toBe('/');
  });

  test('a failed publication shows a toast', async () => {
    const { user } = await open('?step=8');
    server.use(http.put(`${path}/status`, () => failure(503, 'exception.server.unavailable')));
    await user.click(screen.getByRole('button', { name: 'Publish Listing' }));
    await expectToast(user, 'The service cannot be reached right now. Please try again in a moment.');
    expect(window.location.search).toBe('?step=8');
  });

  test('Keep as Draft opens My Listings without a change', async () => {
    const { user, mock } = await open('?step=8');
    await user.click(screen.getByRole('link', { name: 'Keep as Draft' }));
    await screen.findByRole('heading', { level: 1, name: 'My Listings' });
    expect(mock.sent).toEqual([]);
  });

  test('Edit returns to the first step', async () => {
    const { user } = await open('?step=8');
    await user.click(screen.getByRole('link', { name: 'Edit' }));
    await heading('Title and type');
    expect(window.location.pathname + window.location.search).toBe(`/manage-listing/${id}?step=1`);
  });

  test('Preview opens the page in a new tab', async () => {
    await open('?step=8');
    const preview = screen.getByRole('link', { name: 'Preview (new tab)' });
    expect(preview).toHaveAttribute('href', `/listing/${id}`);
    expect(preview).toHaveAttribute('target', '_blank');
  });

  test('each group has a link to its step', async () => {
    const { user } = await open('?step=8');
    await user.click(screen.getByRole('button', { name: 'Change: Pricing' }));
    expect(await heading('Pricing')).toBeVisible();
  });

  test('a published listing has no Publish Listing', async () => {
    await open('?step=8', { status: 'AVAILABLE' });
    expect(screen.queryByRole('button', { name: 'Publish Listing' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Keep as Draft' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to the listing' })).toHaveAttribute('href', `/listing/${id}`);
  });

  test('is not available with unsaved values', async () => {
    const { user } = await open('?step=1');
    await user.type(field('Title'), '!');
    await user.click(screen.getByRole('button', { name: 'Images' }));
    await heading('Images');
    expect(screen.getByRole('button', { name: 'Overview' })).toBeDisabled();
  });

  test('is not available with pending images', async () => {
    const { user } = await open('?step=7');
    expect(screen.getByRole('button', { name: 'Overview' })).toBeEnabled();
    const image = imageFile('window.png', 'image/png');
    await user.upload(await screen.findByLabelText(/Choose images/), image);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Overview' })).toBeDisabled());
  });

  test('leads back to an image description that was not saved', async () => {
    const { user } = await open('?step=7');
    const answer = pendingResponse(() => failure(503, 'exception.server.unavailable'));
    server.use(http.put(`${path}/images/:image`, answer.resolver));
    await user.type(await screen.findByLabelText('What does image 1 show?'), 'Bett');
    await user.click(screen.getByRole('button', { name: 'Overview' }));
    await heading('Overview');
    answer.respond();
    expect(await screen.findByText(/^The description was not saved/)).toBeVisible();
    expect(window.location.search).toBe('?step=7');
    expect(screen.getByRole('button', { name: 'Overview' })).toBeDisabled();
  });

  test('warns about placeholders in the texts', async () => {
    await open('?step=8', { tenantDescription: 'Wir sprechen [Sprachen, z. B. Deutsch und Englisch].' });
    expect(screen.getByText(/still have \[brackets\]/)).toBeVisible();
  });
});

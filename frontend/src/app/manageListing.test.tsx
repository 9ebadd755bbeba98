import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { ListingResponse, Role } from '../api/generated';
import { failure } from '../testing/handlers';
import { pictureFile } from '../testing/pictureFile';
import { ownListing, playListing } from '../testing/playListing';
import { readToast } from '../testing/readToast';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';
import { wizardLoaded } from '../testing/wizardLoaded';

const { externalId: id } = ownListing();
const path = `*/api/v1/listings/${id}`;
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
const field = (name: string) => screen.getByRole('textbox', { name });

async function open(query: string, changes: Partial<ListingResponse> = {}, role: Role = 'LANDLORD') {
  const played = playListing(ownListing(changes));
  const app = await renderApp(`/manage-listing/${id}${query}`, { role });
  await wizardLoaded();
  return { ...app, played };
}

describe('T306: the stored values are there', () => {
  test('title and type', async () => {
    await open('');
    expect(field('Title')).toHaveValue('Helles Zimmer mit Blick ins Grüne');
    expect(screen.getByRole('radio', { name: 'Room' })).toBeChecked();
  });

  test.each([
    [2, { Street: 'Lindenstraße', 'House number': '12', City: 'Köln', District: 'Südstadt' }],
    [3, { 'Area of the room': '18.5', 'Total area': '74', Bathrooms: '2' }],
    [5, { Description: 'Großes Zimmer in einer ruhigen Dreier-WG.' }],
    [6, { 'Basic rent': '380', 'Security deposit': '760', 'What for': 'Internet und Strom' }],
  ])('step %i', async (step, values) => {
    await open(`?step=${step}`);
    for (const [name, value] of Object.entries(values)) expect(field(name)).toHaveValue(value);
  });

  test('amenities and pictures', async () => {
    const { user } = await open('?step=4');
    expect(await screen.findByRole('checkbox', { name: 'Balcony' })).toBeChecked();
    expect(screen.getByRole('checkbox', { name: 'Energy certificate' })).not.toBeChecked();
    await user.click(screen.getByRole('button', { name: 'Images' }));
    await heading('Images');
    expect(await screen.findAllByRole('button', { name: /^Image \d of 2/ })).toHaveLength(2);
  });
});

test('a listing that is loading has its frame, and shows its values when it is there', async () => {
  let answer: (value: Response) => void = () => undefined;
  server.use(
    http.get(
      path,
      () =>
        new Promise<Response>((resolve) => {
          answer = resolve;
        }),
    ),
  );
  await renderApp(`/manage-listing/${id}`, { role: 'LANDLORD' });
  await screen.findByRole('img', { name: 'Loading the listing' });
  answer(HttpResponse.json({ payload: ownListing() }));
  await heading('Title and type');
  expect(field('Title')).toHaveValue('Helles Zimmer mit Blick ins Grüne');
});

describe('what cannot be edited', () => {
  test('an unknown listing is the 404 page', async () => {
    server.use(http.get(path, () => failure(404, 'exception.listing.not-found')));
    await renderApp(`/manage-listing/${id}`, { role: 'LANDLORD' });
    await waitFor(() => expect(window.location.pathname).toBe('/page-404'));
    expect(
      screen.getByRole('heading', { name: "THE PAGE YOU WERE LOOKING FOR DOESN'T EXIST." }),
    ).toBeVisible();
  });

  test("another landlord's public listing is the 404 page, too", async () => {
    const stranger = { externalId: 'somebody-else', firstName: 'Mira', lastName: 'S' };
    playListing(ownListing({ status: 'AVAILABLE', landlord: stranger }));
    await renderApp(`/manage-listing/${id}`, { role: 'LANDLORD' });
    await waitFor(() => expect(window.location.pathname).toBe('/page-404'));
  });

  test("administrators edit everybody's", async () => {
    const stranger = { externalId: 'somebody-else', firstName: 'Mira', lastName: 'S' };
    await open('', { landlord: stranger }, 'ADMIN');
    expect(field('Title')).toHaveValue('Helles Zimmer mit Blick ins Grüne');
  });

  test('a listing out of reach can be tried again', async () => {
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

  test('T300: updates with what was read, and leads to the overview', async () => {
    const app = await open('');
    const read = app.played.stored.lastModified;
    await app.user.clear(field('Title'));
    await app.user.type(field('Title'), 'Zimmer mit Aussicht');
    await app.user.click(screen.getByRole('button', { name: 'Images' }));
    await save(app);
    await heading('Overview');
    expect(app.played.sent).toEqual(['update']);
    expect(app.played.bodies[0]).toMatchObject({ title: 'Zimmer mit Aussicht', lastModified: read });
    expect(await screen.findByText('Zimmer mit Aussicht')).toBeVisible();
  });

  test('a change by somebody else is told of before anything is lost, and can be taken over', async () => {
    const app = await open('?step=7');
    app.played.change({ title: 'Changed elsewhere' });
    await save(app);
    expect(await screen.findByText(/changed the listing in the meantime/)).toBeVisible();
    expect(app.played.sent).toEqual([]);
    await app.user.click(screen.getByRole('button', { name: 'Load the newer version' }));
    await app.user.click(screen.getByRole('button', { name: /^Title and type/ }));
    await waitFor(() => expect(field('Title')).toHaveValue('Changed elsewhere'));
  });

  test('or replaced', async () => {
    const app = await open('?step=7');
    app.played.change({ title: 'Changed elsewhere' });
    await save(app);
    await app.user.click(await screen.findByRole('button', { name: 'Save my entries instead' }));
    await heading('Overview');
    expect(app.played.stored.title).toBe('Helles Zimmer mit Blick ins Grüne');
  });

  test('also when it comes between reading and saving', async () => {
    const app = await open('?step=7');
    server.use(http.put(path, () => failure(409, 'exception.listing.stale')));
    await save(app);
    expect(await screen.findByText(/changed the listing in the meantime/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
  });

  test('pictures that changed the listing are no change by somebody else', async () => {
    const app = await open('?step=7');
    app.played.change({ images: [{ externalId: 'image-1', location: '/turned/1.jpg' }] });
    await save(app);
    await heading('Overview');
    expect(app.played.bodies[0]?.lastModified).toBe('2026-11-03T10:00:00.000001Z');
  });

  test('T307: a failure is a small note', async () => {
    const app = await open('?step=7');
    server.use(http.put(path, () => failure(503, 'exception.server.unavailable')));
    await save(app);
    await readToast(app.user, 'The service cannot be reached right now. Please try again in a moment.');
    expect(screen.getByRole('button', { name: 'Save' })).toBeEnabled();
  });
});

describe('the overview', () => {
  test('T301: shows everything, and four ways on', async () => {
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

  test('T302: Publish Listing makes it available and opens its page', async () => {
    const { user, played } = await open('?step=8');
    await user.click(screen.getByRole('button', { name: 'Publish Listing' }));
    await screen.findByRole('heading', { level: 1, name: ownListing().title });
    expect(window.location.pathname).toBe(`/listing/${id}`);
    expect(played.sent).toEqual(['status AVAILABLE']);
    await readToast(user, 'Your listing is online.');
  });

  test('a refused publication is a small note', async () => {
    const { user } = await open('?step=8');
    server.use(http.put(`${path}/status`, () => failure(503, 'exception.server.unavailable')));
    await user.click(screen.getByRole('button', { name: 'Publish Listing' }));
    await readToast(user, 'The service cannot be reached right now. Please try again in a moment.');
    expect(window.location.search).toBe('?step=8');
  });

  test('T303: Keep as Draft leads to the own listings and changes nothing', async () => {
    const { user, played } = await open('?step=8');
    await user.click(screen.getByRole('link', { name: 'Keep as Draft' }));
    await screen.findByRole('heading', { level: 1, name: 'My Listings' });
    expect(played.sent).toEqual([]);
  });

  test('T304: Edit returns to the first step', async () => {
    const { user } = await open('?step=8');
    await user.click(screen.getByRole('link', { name: 'Edit' }));
    await heading('Title and type');
    expect(window.location.pathname + window.location.search).toBe(`/manage-listing/${id}?step=1`);
  });

  test('T305: Preview opens the page in a new tab', async () => {
    await open('?step=8');
    const preview = screen.getByRole('link', { name: 'Preview (new tab)' });
    expect(preview).toHaveAttribute('href', `/listing/${id}`);
    expect(preview).toHaveAttribute('target', '_blank');
  });

  test('each group leads back to its step', async () => {
    const { user } = await open('?step=8');
    await user.click(screen.getByRole('button', { name: 'Change: Pricing' }));
    expect(await heading('Pricing')).toBeVisible();
  });

  test('what is public needs no publishing', async () => {
    await open('?step=8', { status: 'AVAILABLE' });
    expect(screen.queryByRole('button', { name: 'Publish Listing' })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Keep as Draft' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to the listing' })).toHaveAttribute('href', `/listing/${id}`);
  });

  test('what was typed and not saved is not in it: the address leads to the step that saves', async () => {
    const { user } = await open('?step=1');
    await user.type(field('Title'), '!');
    await user.click(screen.getByRole('button', { name: 'Images' }));
    await heading('Images');
    expect(screen.getByRole('button', { name: 'Overview' })).toBeDisabled();
  });

  test('nor are pictures that were chosen and not uploaded', async () => {
    const { user } = await open('?step=7');
    expect(screen.getByRole('button', { name: 'Overview' })).toBeEnabled();
    const picture = pictureFile('window.png', 'image/png');
    await user.upload(await screen.findByLabelText(/Choose images/), picture);
    await waitFor(() => expect(screen.getByRole('button', { name: 'Overview' })).toBeDisabled());
  });

  test('brackets that were forgotten in the text about the tenants are pointed out', async () => {
    await open('?step=8', { tenantDescription: 'Wir sprechen [Sprachen, z. B. Deutsch und Englisch].' });
    expect(screen.getByText(/still have \[brackets\]/)).toBeVisible();
  });
});

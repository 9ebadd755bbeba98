import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { ListingResponse, Role } from '../api/generated';
import { failure } from '../testing/handlers';
import { ownListing, playListing } from '../testing/playListing';
import { playList } from '../testing/playList';
import { readToast } from '../testing/readToast';
import { renderApp } from '../testing/renderApp';
import { server } from '../testing/server';

const id = ownListing().externalId;
const withBrackets = { tenantDescription: 'Wir sind [Anzahl] Personen im Alter von [Alter].' };
const question = () => screen.findByRole('dialog', { name: 'Publish with [brackets]?' });
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });

/** The landlord's only listing, in the list and in the wizard. */
async function openList(changes: Partial<ListingResponse>, role: Role = 'LANDLORD') {
  const played = playListing(ownListing({ title: 'Room', ...changes }));
  playList('/api/v1/listings', () => [played.stored]);
  const app = await renderApp('/my-listings', { role });
  await app.user.click(await screen.findByRole('button', { name: 'Change Status: Room' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Status' }));
  const change = async (status: string) => {
    await app.user.selectOptions(dialog.getByRole('combobox'), status);
    await app.user.click(dialog.getByRole('button', { name: 'Change' }));
  };
  return { ...app, played, change };
}

async function openOverview(changes: Partial<ListingResponse>) {
  const played = playListing(ownListing(changes));
  const app = await renderApp(`/manage-listing/${id}?step=8`, { role: 'LANDLORD' });
  await app.user.click(await screen.findByRole('button', { name: 'Publish Listing' }, { timeout: 20_000 }));
  return { ...app, played };
}

const refuseForImages = () =>
  server.use(
    http.put(`*/api/v1/listings/${id}/status`, () => failure(409, 'exception.listing.image-required')),
  );

describe('Available in My Listings', () => {
  test('says that the listing is online', async () => {
    const { user, change } = await openList({});
    await change('AVAILABLE');
    await readToast(user, 'Your listing is online.');
    expect(await within(screen.getByRole('article')).findByText('Available')).toBeVisible();
  });

  test('of another landlord’s listing is said to an administrator in other words', async () => {
    const { user, played, change } = await openList({}, 'ADMIN');
    await change('AVAILABLE');
    await readToast(user, 'The listing is online.');
    expect(played.sent).toEqual(['status AVAILABLE']);
  });

  test('asks about placeholders first, and publishes once that is confirmed', async () => {
    const { user, played, change } = await openList(withBrackets);
    await change('AVAILABLE');
    const dialog = within(await question());
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['[Anzahl]', '[Alter]']);
    expect(played.sent).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Publish anyway' }));
    await readToast(user, 'Your listing is online.');
    expect(played.sent).toEqual(['status AVAILABLE']);
  });

  test('from the question leads to the texts', async () => {
    const { user, played, change } = await openList(withBrackets);
    await change('AVAILABLE');
    await user.click(within(await question()).getByRole('link', { name: 'Edit the texts' }));
    await heading('Descriptions');
    expect(window.location.pathname + window.location.search).toBe(`/manage-listing/${id}?step=5`);
    expect(played.sent).toEqual([]);
  });

  test.each(['DRAFT', 'ARCHIVED', 'RENTED'])('%s asks nothing about placeholders', async (status) => {
    const { played, change } = await openList({ ...withBrackets, status: 'AVAILABLE' });
    await change(status);
    await waitFor(() => expect(played.sent).toEqual([`status ${status}`]));
    expect(screen.queryByRole('dialog', { name: 'Publish with [brackets]?' })).not.toBeInTheDocument();
  });

  test('without an image leads to the images, which say why', async () => {
    refuseForImages();
    const { change } = await openList({ images: [] });
    refuseForImages();
    await change('AVAILABLE');
    await heading('Images');
    expect(window.location.pathname + window.location.search).toBe(`/manage-listing/${id}?step=7`);
    expect(
      await screen.findByText(/^Before the listing can be available, it needs at least one image/),
    ).toBeVisible();
    expect(await screen.findByText('At least one image is required')).toBeVisible();
  });

  test('without a connection changes nothing and says so on the card', async () => {
    const { change } = await openList({});
    server.use(
      http.put(`*/api/v1/listings/${id}/status`, () => HttpResponse.error()),
      http.get(`*/api/v1/listings/${id}`, () => HttpResponse.error()),
    );
    await change('AVAILABLE');
    const alert = await within(screen.getByRole('article')).findByRole('alert');
    expect(alert).toHaveTextContent('The status of “Room” was not changed');
    expect(alert).toHaveTextContent(/no connection/i);
    expect(within(screen.getByRole('article')).getByText('Draft')).toBeVisible();
  });
});

describe('Publish Listing in the wizard', () => {
  test('asks about placeholders first; Escape keeps the draft', async () => {
    const { user, played } = await openOverview(withBrackets);
    await question();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(played.sent).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Publish Listing' }));
    await user.click(within(await question()).getByRole('button', { name: 'Publish anyway' }));
    await waitFor(() => expect(window.location.pathname).toBe(`/listing/${id}`));
    await readToast(user, 'Your listing is online.');
  });

  test('from the question leads to the texts', async () => {
    const { user } = await openOverview(withBrackets);
    await user.click(within(await question()).getByRole('link', { name: 'Edit the texts' }));
    await heading('Descriptions');
    expect(window.location.search).toBe('?step=5');
  });

  test('of a listing whose images were deleted elsewhere leads to the images', async () => {
    const played = playListing(ownListing());
    const { user } = await renderApp(`/manage-listing/${id}?step=8`, { role: 'LANDLORD' });
    const publish = await screen.findByRole('button', { name: 'Publish Listing' });
    played.change({ images: [] });
    refuseForImages();
    await user.click(publish);
    await heading('Images');
    expect(window.location.search).toBe('?step=7');
  });

  test('without a connection keeps the overview and says what happened', async () => {
    const played = playListing(ownListing());
    const { user } = await renderApp(`/manage-listing/${id}?step=8`, { role: 'LANDLORD' });
    const publish = await screen.findByRole('button', { name: 'Publish Listing' });
    server.use(http.put(`*/api/v1/listings/${id}/status`, () => HttpResponse.error()));
    await user.click(publish);
    expect(await screen.findByText(/no connection/i)).toBeVisible();
    expect(await heading('Overview')).toBeVisible();
    expect(publish).toBeEnabled();
    expect(played.sent).toEqual([]);
  });
});

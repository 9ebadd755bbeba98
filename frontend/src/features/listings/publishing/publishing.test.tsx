import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, test } from 'vitest';
import type { ListingResponse, Role } from '../../../api/generated';
import { failure } from '../../../testing/handlers';
import { ownListing, mockListing } from '../../../testing/mockListing';
import { mockList } from '../../../testing/mockList';
import { expectToast } from '../../../testing/expectToast';
import { renderApp } from '../../../testing/renderApp';
import { server } from '../../../testing/server';

const id = ownListing().externalId;
const withBrackets = { tenantDescription: 'Wir sind [Anzahl] Personen im Alter von [Alter].' };
const placeholderDialog = () => screen.findByRole('dialog', { name: 'Publish with [brackets]?' });
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });

/** Mocks the landlord's only listing, in the list and in the wizard. */
async function openList(changes: Partial<ListingResponse>, role: Role = 'LANDLORD') {
  const mock = mockListing(ownListing({ title: 'Room', ...changes }));
  mockList('/api/v1/listings', () => [mock.stored]);
  const app = await renderApp('/my-listings', { role });
  await app.user.click(await screen.findByRole('button', { name: 'Change Status: Room' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Change Status' }));
  const change = async (status: string) => {
    await app.user.selectOptions(dialog.getByRole('combobox'), status);
    await app.user.click(dialog.getByRole('button', { name: 'Change' }));
  };
  return { ...app, mock, change };
}

async function openOverview(changes: Partial<ListingResponse>) {
  const mock = mockListing(ownListing(changes));
  const app = await renderApp(`/manage-listing/${id}?step=8`, { role: 'LANDLORD' });
  await app.user.click(await screen.findByRole('button', { name: 'Publish Listing' }, { timeout: 20_000 }));
  return { ...app, mock };
}

const rejectWithoutImage = () =>
  server.use(
    http.put(`*/api/v1/listings/${id}/status`, () => failure(409, 'exception.listing.image-required')),
  );

describe('Available in My Listings', () => {
  test('shows a toast that the listing is online', async () => {
    const { user, change } = await openList({});
    await change('AVAILABLE');
    await expectToast(user, 'Your listing is online.');
    expect(await within(screen.getByRole('article')).findByText('Available')).toBeVisible();
  });

  test('shows another toast to an administrator', async () => {
    const { user, mock, change } = await openList({}, 'ADMIN');
    await change('AVAILABLE');
    await expectToast(user, 'The listing is online.');
    expect(mock.sent).toEqual(['status AVAILABLE']);
  });

  test('another status is named by a toast', async () => {
    const { user, mock, change } = await openList({});
    await change('RENTED');
    await expectToast(user, 'The status is now “Rented”.');
    expect(mock.sent).toEqual(['status RENTED']);
  });

  test('asks about placeholders, and publishes after confirmation', async () => {
    const { user, mock, change } = await openList(withBrackets);
    await change('AVAILABLE');
    const dialog = within(await placeholderDialog());
    expect(dialog.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['[Anzahl]', '[Alter]']);
    expect(mock.sent).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Publish anyway' }));
    await expectToast(user, 'Your listing is online.');
    expect(mock.sent).toEqual(['status AVAILABLE']);
  });

  test('the dialog about placeholders links to the texts', async () => {
    const { user, mock, change } = await openList(withBrackets);
    await change('AVAILABLE');
    await user.click(within(await placeholderDialog()).getByRole('link', { name: 'Edit the texts' }));
    await heading('Descriptions');
    expect(window.location.pathname + window.location.search).toBe(`/manage-listing/${id}?step=5`);
    expect(mock.sent).toEqual([]);
  });

  test.each(['DRAFT', 'ARCHIVED', 'RENTED'])('%s does not ask about placeholders', async (status) => {
    const { mock, change } = await openList({ ...withBrackets, status: 'AVAILABLE' });
    await change(status);
    await waitFor(() => expect(mock.sent).toEqual([`status ${status}`]));
    expect(screen.queryByRole('dialog', { name: 'Publish with [brackets]?' })).not.toBeInTheDocument();
  });

  test('without an image opens the images step with the reason', async () => {
    rejectWithoutImage();
    const { change } = await openList({ images: [] });
    rejectWithoutImage();
    await change('AVAILABLE');
    await heading('Images');
    expect(window.location.pathname + window.location.search).toBe(`/manage-listing/${id}?step=7`);
    expect(
      await screen.findByText(/^Before the listing can be available, it needs at least one image/),
    ).toBeVisible();
    expect(await screen.findByText('At least one image is required')).toBeVisible();
  });

  test('without a connection changes nothing and shows an error on the card', async () => {
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
  test('asks about placeholders; Escape keeps the draft', async () => {
    const { user, mock } = await openOverview(withBrackets);
    await placeholderDialog();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(mock.sent).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Publish Listing' }));
    await user.click(within(await placeholderDialog()).getByRole('button', { name: 'Publish anyway' }));
    await waitFor(() => expect(window.location.pathname).toBe(`/listing/${id}`));
    await expectToast(user, 'Your listing is online.');
  });

  test('the dialog about placeholders links to the texts', async () => {
    const { user } = await openOverview(withBrackets);
    await user.click(within(await placeholderDialog()).getByRole('link', { name: 'Edit the texts' }));
    await heading('Descriptions');
    expect(window.location.search).toBe('?step=5');
  });

  test('opens the images step when the images were deleted elsewhere', async () => {
    const mock = mockListing(ownListing());
    const { user } = await renderApp(`/manage-listing/${id}?step=8`, { role: 'LANDLORD' });
    const publish = await screen.findByRole('button', { name: 'Publish Listing' });
    mock.change({ images: [] });
    rejectWithoutImage();
    await user.click(publish);
    await heading('Images');
    expect(window.location.search).toBe('?step=7');
  });

  test('without a connection keeps the overview and shows an error', async () => {
    const mock = mockListing(ownListing());
    const { user } = await renderApp(`/manage-listing/${id}?step=8`, { role: 'LANDLORD' });
    const publish = await screen.findByRole('button', { name: 'Publish Listing' });
    server.use(http.put(`*/api/v1/listings/${id}/status`, () => HttpResponse.error()));
    await user.click(publish);
    expect(await screen.findByText(/no connection/i)).toBeVisible();
    expect(await heading('Overview')).toBeVisible();
    expect(publish).toBeEnabled();
    expect(mock.sent).toEqual([]);
  });
});

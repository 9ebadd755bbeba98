import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import { createIndexedDbImageStore } from '../../listing-images/indexedDbImageStore';
import { listDrafts, newDraftName } from './draftStorage';
import { mockBrowserLocks } from '../../../testing/browser/mockBrowserLocks';
import { resetIndexedDb } from '../../../testing/resetIndexedDb';
import { managedListing, student } from '../../../testing/fixtures';
import { failure } from '../../../testing/handlers';
import { completeValues, storeUnchosenDraft } from '../../../testing/draftFixtures';
import { imageFile } from '../../../testing/imageFile';
import { mockList } from '../../../testing/mockList';
import { ownListing, mockListing } from '../../../testing/mockListing';
import { renderApp } from '../../../testing/renderApp';
import { findWizard } from '../../../testing/findWizard';
import { server } from '../../../testing/server';

const userId = student.externalId;
const listing = ownListing();

const storeDraft = (name: string, title: string, draft: Parameters<typeof storeUnchosenDraft>[2] = {}) =>
  storeUnchosenDraft(name, completeValues({ title }), { step: 3, ...draft });

const open = (role: 'LANDLORD' | 'ADMIN' = 'LANDLORD') => renderApp('/my-listings', { role });
const section = async () => within(await screen.findByRole('region', { name: 'Unfinished on this device' }));
const rows = async () =>
  (await section()).getAllByRole('listitem').map((row) => row.querySelector('p')?.textContent);
const noSection = async () => {
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Unfinished/ })).not.toBeInTheDocument());
};

beforeEach(resetIndexedDb);

test('lists the user’s drafts with title and time, newest first', async () => {
  storeDraft(newDraftName('older'), 'Loft', { age: 60_000 });
  storeDraft(newDraftName('newer'), ' ');
  storeDraft(listing.externalId, 'Half a title', { age: 120_000 });
  storeDraft(newDraftName('hers'), 'Another user’s', { user: 'another user' });
  await open();
  expect(await rows()).toEqual(['Untitled', 'Loft', 'Half a title']);
  expect((await section()).getAllByText(/^New listing, last edited/)).toHaveLength(2);
  expect((await section()).getByText(/^Unsaved changes, last edited/)).toBeVisible();
});

test('shows nothing without drafts', async () => {
  await open();
  await noSection();
  expect(screen.queryByText('Unfinished on this device')).not.toBeInTheDocument();
});

test('lists drafts of an administrator, too', async () => {
  storeDraft(listing.externalId, 'Half a title');
  await open('ADMIN');
  expect(await rows()).toEqual(['Half a title']);
});

describe('Continue', () => {
  test('opens a new listing at its step, without the notice', async () => {
    storeDraft(newDraftName('stored'), 'Loft', { step: 5 });
    const { user } = await open();
    await user.click((await section()).getByRole('button', { name: 'Continue: Loft' }));
    await findWizard();
    expect(await screen.findByRole('heading', { level: 2, name: 'Descriptions' })).toBeVisible();
    expect(window.location.pathname + window.location.search).toBe('/add-listing?step=5');
    expect(screen.queryByText(/^You have not saved/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^Title and type/ }));
    expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('Loft');
  });

  test('opens an existing listing', async () => {
    mockListing(listing);
    storeDraft(listing.externalId, 'Half a title', { step: 1 });
    const { user } = await open();
    await user.click((await section()).getByRole('button', { name: 'Continue: Half a title' }));
    await findWizard();
    expect(window.location.pathname).toBe(`/manage-listing/${listing.externalId}`);
    expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('Half a title');
    // The draft is based on another version of the listing, so the notice still shows.
    expect(await screen.findByText(/The listing itself has been changed since then/)).toBeVisible();
  });
});

describe('Discard', () => {
  test('is confirmed first; Cancel keeps the draft', async () => {
    storeDraft(newDraftName('stored'), 'Loft');
    const { user } = await open();
    await user.click((await section()).getByRole('button', { name: 'Discard: Loft' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await rows()).toEqual(['Loft']);
  });

  test('removes the draft with its images and focuses the heading', async () => {
    storeDraft(newDraftName('stored'), 'Loft');
    const store = createIndexedDbImageStore(userId, newDraftName('stored'));
    await store.add([{ key: 'a', file: imageFile('a.jpg'), quarterTurns: 0, description: '', index: 0 }]);
    const { user } = await open();
    await user.click((await section()).getByRole('button', { name: 'Discard: Loft' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }));
    await noSection();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    expect(listDrafts(userId)).toEqual([]);
    await waitFor(async () => expect(await store.load()).toEqual([]));
  });
});

describe('of a listing that is deleted', () => {
  const deletedId = listing.externalId;
  const storeImage = async () => {
    const store = createIndexedDbImageStore(userId, deletedId);
    await store.add([{ key: 'a', file: imageFile('a.jpg'), quarterTurns: 0, description: '', index: 0 }]);
    return store;
  };

  test('in the list, the draft and its images are removed', async () => {
    storeDraft(deletedId, 'Half a title');
    storeDraft(newDraftName('stored'), 'Loft');
    const store = await storeImage();
    const stored = [managedListing({ externalId: deletedId, title: 'Room' })];
    mockList('/api/v1/listings', () => stored, 12);
    server.use(
      http.delete('*/api/v1/listings/:id', () => {
        stored.pop();
        return new HttpResponse(null, { status: 204 });
      }),
    );
    const { user } = await open();
    expect(await rows()).toHaveLength(2);
    await user.click(await screen.findByRole('button', { name: 'Delete listing: Room' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Delete listing' }));
    await waitFor(async () => expect(await rows()).toEqual(['Loft']));
    expect(listDrafts(userId).map(({ values }) => values.title)).toEqual(['Loft']);
    await waitFor(async () => expect(await store.load()).toEqual([]));
  });

  test('elsewhere, they are removed once the wizard finds no listing', async () => {
    storeDraft(deletedId, 'Half a title');
    const store = await storeImage();
    server.use(http.get('*/api/v1/listings/:id', () => failure(404, 'exception.listing.not-found')));
    const { user } = await open();
    await user.click((await section()).getByRole('button', { name: 'Continue: Half a title' }));
    await waitFor(() => expect(window.location.pathname).toBe('/page-404'));
    await waitFor(() => expect(listDrafts(userId)).toEqual([]));
    await waitFor(async () => expect(await store.load()).toEqual([]));
  });

  test('they stay while it is not known whether the listing is gone', async () => {
    storeDraft(deletedId, 'Half a title');
    server.use(http.get('*/api/v1/listings/:id', () => failure(503, 'exception.server.unavailable')));
    const { user } = await open();
    await user.click((await section()).getByRole('button', { name: 'Continue: Half a title' }));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
    expect(listDrafts(userId)).toHaveLength(1);
  });
});

describe('other tabs', () => {
  test('a draft that is open in another tab has no actions', async () => {
    storeDraft(newDraftName('open'), 'Loft');
    storeDraft(newDraftName('stored'), 'Attic', { age: 60_000 });
    mockBrowserLocks(`listing-draft/${newDraftName('open')}`);
    await open();
    expect(await (await section()).findByText('Open in another tab')).toBeVisible();
    expect((await section()).queryByRole('button', { name: /Loft$/ })).not.toBeInTheDocument();
    expect((await section()).getByRole('button', { name: 'Continue: Attic' })).toBeVisible();
  });

  test('a draft that another tab has opened since is not discarded', async () => {
    storeDraft(newDraftName('stored'), 'Loft');
    mockBrowserLocks();
    const { user } = await open();
    await user.click((await section()).getByRole('button', { name: 'Discard: Loft' }));
    const dialog = within(await screen.findByRole('dialog'));
    mockBrowserLocks(`listing-draft/${newDraftName('stored')}`);
    await user.click(dialog.getByRole('button', { name: 'Discard' }));
    expect(await (await section()).findByText('Open in another tab')).toBeVisible();
    expect(listDrafts(userId).map(({ values }) => values.title)).toEqual(['Loft']);
  });

  test('a draft that another tab stores appears', async () => {
    await open();
    await noSection();
    storeDraft(newDraftName('stored'), 'Loft');
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(await rows()).toEqual(['Loft']);
  });
});

import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { createPictureStore } from '../features/listings/pictures/pictureStore';
import { listDrafts, newDraftName, writeDraft } from '../features/listings/wizard/draft';
import { useBrowserLocks } from '../testing/browserLocks';
import { useDeviceFiles } from '../testing/deviceFiles';
import { student } from '../testing/fixtures';
import { completeValues } from '../testing/listingDraft';
import { pictureFile } from '../testing/pictureFile';
import { ownListing, playListing } from '../testing/playListing';
import { renderApp } from '../testing/renderApp';
import { wizardLoaded } from '../testing/wizardLoaded';

const me = student.externalId;
const listing = ownListing();
const now = Date.now();

/** A draft that was left on this device, not in this tab. */
function leave(name: string, title: string, { user = me, step = 3, age = 0 } = {}): void {
  const draftId = name.replace(/^new\//, '');
  const values = completeValues({ title });
  writeDraft(user, name, { values, step, changed: now - age, draftId, base: null });
}

const open = (role: 'LANDLORD' | 'ADMIN' = 'LANDLORD') => renderApp('/my-listings', { role });
const section = async () => within(await screen.findByRole('region', { name: 'Unfinished on this device' }));
const rows = async () =>
  (await section()).getAllByRole('listitem').map((row) => row.querySelector('p')?.textContent);
const noSection = async () => {
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(screen.queryByRole('region', { name: /^Unfinished/ })).not.toBeInTheDocument());
};

beforeEach(useDeviceFiles);

test('the user’s drafts are listed with title and time, the newest first', async () => {
  leave(newDraftName('older'), 'Loft', { age: 60_000 });
  leave(newDraftName('newer'), ' ');
  leave(listing.externalId, 'Half a title', { age: 120_000 });
  leave(newDraftName('hers'), 'Another user’s', { user: 'another user' });
  await open();
  expect(await rows()).toEqual(['Untitled', 'Loft', 'Half a title']);
  expect((await section()).getAllByText(/^New listing, last edited/)).toHaveLength(2);
  expect((await section()).getByText(/^Unsaved changes, last edited/)).toBeVisible();
});

test('without a draft there is nothing to see', async () => {
  await open();
  await noSection();
  expect(screen.queryByText('Unfinished on this device')).not.toBeInTheDocument();
});

test('an administrator finds their unsaved changes, too', async () => {
  leave(listing.externalId, 'Half a title');
  await open('ADMIN');
  expect(await rows()).toEqual(['Half a title']);
});

describe('Continue', () => {
  test('opens a new listing at its step, without asking again', async () => {
    leave(newDraftName('left'), 'Loft', { step: 5 });
    const { user } = await open();
    await user.click((await section()).getByRole('button', { name: 'Continue: Loft' }));
    await wizardLoaded();
    expect(await screen.findByRole('heading', { level: 2, name: 'Descriptions' })).toBeVisible();
    expect(window.location.pathname + window.location.search).toBe('/add-listing?step=5');
    expect(screen.queryByText(/^You have not saved/)).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: /^Title and type/ }));
    expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('Loft');
  });

  test('opens a listing that exists', async () => {
    playListing(listing);
    leave(listing.externalId, 'Half a title', { step: 1 });
    const { user } = await open();
    await user.click((await section()).getByRole('button', { name: 'Continue: Half a title' }));
    await wizardLoaded();
    expect(window.location.pathname).toBe(`/manage-listing/${listing.externalId}`);
    expect(await screen.findByRole('textbox', { name: 'Title' })).toHaveValue('Half a title');
    // The listing is not the one that the draft began from, which is for the user to decide.
    expect(await screen.findByText(/The listing itself has been changed since then/)).toBeVisible();
  });
});

describe('Discard', () => {
  test('asks first, and Cancel keeps the draft', async () => {
    leave(newDraftName('left'), 'Loft');
    const { user } = await open();
    await user.click((await section()).getByRole('button', { name: 'Discard: Loft' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(await rows()).toEqual(['Loft']);
  });

  test('removes the draft with its images, and the focus goes to the heading', async () => {
    leave(newDraftName('left'), 'Loft');
    const store = createPictureStore(me, newDraftName('left'));
    await store.add([{ key: 'a', file: pictureFile('a.jpg'), turns: 0, place: 0 }]);
    const { user } = await open();
    await user.click((await section()).getByRole('button', { name: 'Discard: Loft' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }));
    await noSection();
    await waitFor(() => expect(screen.getByRole('heading', { level: 1 })).toHaveFocus());
    expect(listDrafts(me)).toEqual([]);
    await waitFor(async () => expect(await store.load()).toEqual([]));
  });
});

describe('other tabs', () => {
  test('a draft that another tab has open can be neither continued nor discarded here', async () => {
    leave(newDraftName('open'), 'Loft');
    leave(newDraftName('left'), 'Attic', { age: 60_000 });
    useBrowserLocks(`listing-draft/${newDraftName('open')}`);
    await open();
    expect(await (await section()).findByText('Open in another tab')).toBeVisible();
    expect((await section()).queryByRole('button', { name: /Loft$/ })).not.toBeInTheDocument();
    expect((await section()).getByRole('button', { name: 'Continue: Attic' })).toBeVisible();
  });

  test('a draft that another tab writes appears', async () => {
    await open();
    await noSection();
    leave(newDraftName('left'), 'Loft');
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(await rows()).toEqual(['Loft']);
  });
});

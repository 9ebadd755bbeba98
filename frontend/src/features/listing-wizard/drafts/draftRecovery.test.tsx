import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { draftIdOf, listDrafts, newDraftName } from './draftStorage';
import { toValues } from '../values';
import { student } from '../../../testing/fixtures';
import { completeValues, draftId, storeDraft } from '../../../testing/draftFixtures';
import { ownListing, mockListing } from '../../../testing/mockListing';
import { renderApp } from '../../../testing/renderApp';
import { findWizard } from '../../../testing/findWizard';
import { confirmLogout, logOut } from '../../../testing/logOut';

const listing = ownListing();
const key = (name = newDraftName(draftId)) => `draft/${student.externalId}/listing/${name}`;
const storedDrafts = () => listDrafts(student.externalId);
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
const title = () => screen.getByRole('textbox', { name: 'Title' });
const resumeText = /^You have not saved what you entered/;

describe('a new listing', () => {
  const open = async (query = '') => {
    const app = await renderApp(`/add-listing${query}`, { role: 'LANDLORD' });
    await findWizard();
    return app;
  };

  test('typed values are stored at once for the user, with step and draft id', async () => {
    const { user } = await open();
    await heading('Title and type');
    expect(storedDrafts()).toEqual([]);
    await user.type(title(), 'Loft');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await heading('Location');
    await user.type(screen.getByRole('textbox', { name: 'City' }), 'Ulm');
    const [draft] = storedDrafts();
    expect(draft?.values).toMatchObject({ title: 'Loft', city: 'Ulm' });
    expect(draft?.step).toBe(2);
    expect(draft?.draftId).toMatch(/^[0-9a-f-]{36}$/);
    expect(draftIdOf(draft?.name ?? '')).toBe(draft?.draftId);
    expect(listDrafts('another user')).toEqual([]);
  });

  test('a draft without changes is removed', async () => {
    const { user } = await open();
    await heading('Title and type');
    await user.type(title(), 'L');
    expect(storedDrafts()).toHaveLength(1);
    await user.clear(title());
    expect(storedDrafts()).toEqual([]);
  });

  test('Continue opens the step of the draft', async () => {
    storeDraft(completeValues(), { step: 5 });
    const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' }).format(storedDrafts()[0]?.changed);
    const { user } = await open();
    expect(await screen.findByText(resumeText)).toHaveTextContent(day);
    expect(title()).toHaveValue('Zimmer am Kanal');
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await heading('Descriptions');
    expect(screen.queryByText(resumeText)).not.toBeInTheDocument();
  });

  test('Start over is confirmed first; Cancel keeps the draft', async () => {
    storeDraft(completeValues(), { step: 5 });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Start over' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Discard what you entered?' }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(title()).toHaveValue('Zimmer am Kanal');
    expect(storedDrafts()).toHaveLength(1);
  });

  test('Start over discards the draft after confirmation', async () => {
    storeDraft(completeValues(), { step: 5 });
    const { user } = await open('?step=5');
    await user.click(await screen.findByRole('button', { name: 'Start over' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await heading('Title and type');
    await waitFor(() => expect(title()).toHaveValue(''));
    expect(screen.queryByText(resumeText)).not.toBeInTheDocument();
    expect(storedDrafts()).toEqual([]);
    // The next draft has a new id.
    await user.type(title(), 'Loft');
    expect(storedDrafts().map((draft) => draft.draftId)).not.toContain(draftId);
  });

  test.each([
    ['another version', { version: 2 }],
    ['an unknown region', { values: { ...completeValues(), region: 'Atlantis' } }],
    ['an invalid step', { step: 9 }],
    ['invalid costs', { values: { ...completeValues(), additionalCosts: [null] } }],
  ])('a draft with %s is ignored', async (_name, changes) => {
    storeDraft(completeValues());
    const stored = JSON.parse(localStorage.getItem(key()) ?? '') as object;
    localStorage.setItem(key(), JSON.stringify({ ...stored, ...changes }));
    await open();
    await heading('Title and type');
    expect(title()).toHaveValue('');
    expect(screen.queryByText(resumeText)).not.toBeInTheDocument();
  });

  test('a logout removes the drafts of the user only', async () => {
    storeDraft(completeValues());
    localStorage.setItem('draft/another-user/listing/new/1', '{}');
    const { user } = await renderApp('/my-listings', { role: 'LANDLORD' });
    await logOut(user);
    await confirmLogout(user);
    await waitFor(() => expect(localStorage.getItem(key())).toBeNull());
    expect(localStorage.getItem('draft/another-user/listing/new/1')).toBe('{}');
  });

  test('a draft with the old name of the property type is migrated', async () => {
    storeDraft(completeValues({ propertyType: 'HOUSE' }));
    const stored = JSON.parse(localStorage.getItem(key()) ?? '') as { values: Record<string, unknown> };
    const { propertyType, ...values } = stored.values;
    localStorage.setItem(key(), JSON.stringify({ ...stored, values: { ...values, unitType: propertyType } }));
    await open();
    expect(await screen.findByText(resumeText)).toBeVisible();
    expect(title()).toHaveValue('Zimmer am Kanal');
    expect(screen.getByRole('radio', { name: 'House' })).toBeChecked();
  });

  test('invalid JSON is ignored', async () => {
    localStorage.setItem(key(), '{');
    await open();
    await heading('Title and type');
    expect(title()).toHaveValue('');
  });
});

describe('an existing listing', () => {
  const stored = toValues(listing, 'en-US');
  const open = async () => {
    const app = await renderApp(`/manage-listing/${listing.externalId}`, { role: 'LANDLORD' });
    await findWizard();
    return app;
  };
  const storeChanges = (changes: Partial<typeof stored>, base = stored) =>
    storeDraft({ ...stored, ...changes }, { listingId: listing.externalId, step: 3, base });

  test('has a separate draft', async () => {
    storeDraft(completeValues());
    storeChanges({ title: 'Half a title' });
    mockListing(listing);
    await open();
    expect(await screen.findByText(resumeText)).toBeVisible();
    expect(title()).toHaveValue('Half a title');
  });

  test('Start over shows the saved values', async () => {
    storeChanges({ title: 'Half a title' });
    mockListing(listing);
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Start over' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(title()).toHaveValue(listing.title));
    expect(storedDrafts()).toEqual([]);
  });

  test('that was changed since the draft shows a warning; Continue and Save overwrite it', async () => {
    storeChanges({ title: 'Half a title' }, { ...stored, city: 'Bonn' });
    const mock = mockListing(listing);
    const { user } = await open();
    expect(await screen.findByText(/The listing itself has been changed since then/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Continue' }));
    await heading('Size');
    await user.click(screen.getByRole('button', { name: 'Images' }));
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await heading('Overview');
    expect(mock.bodies[0]).toMatchObject({ title: 'Half a title', lastModified: listing.lastModified });
    expect(localStorage.getItem(key(listing.externalId))).toBeNull();
  });

  test('a draft with equal values is ignored', async () => {
    storeChanges({ areaSqm: '18,50' });
    mockListing(listing);
    await open();
    await heading('Title and type');
    expect(screen.queryByText(resumeText)).not.toBeInTheDocument();
  });
});

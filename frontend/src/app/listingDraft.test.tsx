import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { draftIdOf, listDrafts, newDraftName } from '../features/listings/wizard/draft';
import { valuesOf } from '../features/listings/wizard/values';
import { student } from '../testing/fixtures';
import { completeValues, draftId, leaveDraft } from '../testing/listingDraft';
import { ownListing, playListing } from '../testing/playListing';
import { renderApp } from '../testing/renderApp';
import { wizardLoaded } from '../testing/wizardLoaded';

const listing = ownListing();
const key = (name = newDraftName(draftId)) => `draft/${student.externalId}/listing/${name}`;
/** The only draft on this device. */
const kept = () => listDrafts(student.externalId);
const heading = (name: string) => screen.findByRole('heading', { level: 2, name });
const title = () => screen.getByRole('textbox', { name: 'Title' });
const found = /^You have not saved what you entered/;

describe('a new listing', () => {
  const open = async (query = '') => {
    const app = await renderApp(`/add-listing${query}`, { role: 'LANDLORD' });
    await wizardLoaded();
    return app;
  };

  test('what is typed is kept at once, under its writer, with the step and the mark of the listing', async () => {
    const { user } = await open();
    await heading('Title and type');
    expect(kept()).toEqual([]);
    await user.type(title(), 'Loft');
    await user.click(screen.getByRole('button', { name: 'Next' }));
    await heading('Location');
    await user.type(screen.getByRole('textbox', { name: 'City' }), 'Ulm');
    const [draft] = kept();
    expect(draft?.values).toMatchObject({ title: 'Loft', city: 'Ulm' });
    expect(draft?.step).toBe(2);
    expect(draft?.draftId).toMatch(/^[0-9a-f-]{36}$/);
    expect(draftIdOf(draft?.name ?? '')).toBe(draft?.draftId);
    expect(listDrafts('another user')).toEqual([]);
  });

  test('what is taken back again is forgotten', async () => {
    const { user } = await open();
    await heading('Title and type');
    await user.type(title(), 'L');
    expect(kept()).toHaveLength(1);
    await user.clear(title());
    expect(kept()).toEqual([]);
  });

  test('coming back, one can go on where one was', async () => {
    leaveDraft(completeValues(), { step: 5 });
    const { user } = await open();
    expect(await screen.findByText(found)).toHaveTextContent('Nov 3, 2026');
    expect(title()).toHaveValue('Zimmer am Kanal');
    await user.click(screen.getByRole('button', { name: 'Go on' }));
    await heading('Descriptions');
    expect(screen.queryByText(found)).not.toBeInTheDocument();
  });

  test('starting anew asks first, and Cancel keeps everything', async () => {
    leaveDraft(completeValues(), { step: 5 });
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Start over' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Discard what you entered?' }));
    await user.click(dialog.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(title()).toHaveValue('Zimmer am Kanal');
    expect(kept()).toHaveLength(1);
  });

  test('starting anew discards the draft once it is confirmed', async () => {
    leaveDraft(completeValues(), { step: 5 });
    const { user } = await open('?step=5');
    await user.click(await screen.findByRole('button', { name: 'Start over' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await heading('Title and type');
    await waitFor(() => expect(title()).toHaveValue(''));
    expect(screen.queryByText(found)).not.toBeInTheDocument();
    expect(kept()).toEqual([]);
    // The next draft has a mark of its own.
    await user.type(title(), 'Loft');
    expect(kept().map((draft) => draft.draftId)).not.toContain(draftId);
  });

  test.each([
    ['another version', { version: 2 }],
    ['an unknown region', { values: { ...completeValues(), region: 'Atlantis' } }],
    ['a step there is not', { step: 9 }],
    ['costs that are none', { values: { ...completeValues(), additionalCosts: [null] } }],
  ])('a draft with %s is not taken over', async (_name, changes) => {
    leaveDraft(completeValues());
    const stored = JSON.parse(localStorage.getItem(key()) ?? '') as object;
    localStorage.setItem(key(), JSON.stringify({ ...stored, ...changes }));
    await open();
    await heading('Title and type');
    expect(title()).toHaveValue('');
    expect(screen.queryByText(found)).not.toBeInTheDocument();
  });

  test('logging out takes it along, and no one else’s', async () => {
    leaveDraft(completeValues());
    localStorage.setItem('draft/somebody-else/listing/new/1', '{}');
    const { user } = await renderApp('/my-listings', { role: 'LANDLORD' });
    await user.click(await screen.findByRole('button', { name: /^Account of/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Logout' }));
    await waitFor(() => expect(localStorage.getItem(key())).toBeNull());
    expect(localStorage.getItem('draft/somebody-else/listing/new/1')).toBe('{}');
  });

  test('a draft kept under the old name of the property type is taken over', async () => {
    leaveDraft(completeValues({ propertyType: 'HOUSE' }));
    const stored = JSON.parse(localStorage.getItem(key()) ?? '') as { values: Record<string, unknown> };
    const { propertyType, ...values } = stored.values;
    localStorage.setItem(key(), JSON.stringify({ ...stored, values: { ...values, unitType: propertyType } }));
    await open();
    expect(await screen.findByText(found)).toBeVisible();
    expect(title()).toHaveValue('Zimmer am Kanal');
    expect(screen.getByRole('radio', { name: 'House' })).toBeChecked();
  });

  test('what is no draft at all does no harm', async () => {
    localStorage.setItem(key(), '{');
    await open();
    await heading('Title and type');
    expect(title()).toHaveValue('');
  });
});

describe('a listing that exists', () => {
  const stored = valuesOf(listing, 'en-US');
  const open = async () => {
    const app = await renderApp(`/manage-listing/${listing.externalId}`, { role: 'LANDLORD' });
    await wizardLoaded();
    return app;
  };
  const leave = (changes: Partial<typeof stored>, base = stored) =>
    leaveDraft({ ...stored, ...changes }, { listingId: listing.externalId, step: 3, base });

  test('has a draft of its own', async () => {
    leaveDraft(completeValues());
    leave({ title: 'Half a title' });
    playListing(listing);
    await open();
    expect(await screen.findByText(found)).toBeVisible();
    expect(title()).toHaveValue('Half a title');
  });

  test('starting anew shows what is stored', async () => {
    leave({ title: 'Half a title' });
    playListing(listing);
    const { user } = await open();
    await user.click(await screen.findByRole('button', { name: 'Start over' }));
    await user.click(await screen.findByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(title()).toHaveValue(listing.title));
    expect(kept()).toEqual([]);
  });

  test('that was changed meanwhile says so; going on means to replace that', async () => {
    leave({ title: 'Half a title' }, { ...stored, city: 'Bonn' });
    const played = playListing(listing);
    const { user } = await open();
    expect(await screen.findByText(/The listing itself has been changed since then/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Go on' }));
    await heading('Size');
    await user.click(screen.getByRole('button', { name: 'Images' }));
    await user.click(await screen.findByRole('button', { name: 'Save' }));
    await heading('Overview');
    expect(played.bodies[0]).toMatchObject({ title: 'Half a title', lastModified: listing.lastModified });
    expect(localStorage.getItem(key(listing.externalId))).toBeNull();
  });

  test('a draft that says the same as what is stored is none', async () => {
    leave({ areaSqm: '18,50' });
    playListing(listing);
    await open();
    await heading('Title and type');
    expect(screen.queryByText(found)).not.toBeInTheDocument();
  });
});

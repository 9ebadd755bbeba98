import { afterEach, describe, expect, test } from 'vitest';
import { mockBrowserLocks } from '../../../testing/browser/mockBrowserLocks';
import { completeValues } from '../../../testing/draftFixtures';
import {
  type Draft,
  listDrafts,
  maxDraftAge,
  maxDrafts,
  newDraftName,
  readDraft,
  pruneDrafts,
  writeDraft,
} from './draftStorage';
import { findLockedDrafts } from './draftLock';
import { clearNewDraft, openListingDraft, openNewDraft } from './tabDraft';

const now = Date.parse('2026-11-03T09:30:00Z');
const draft = (draftId: string, changed = now): Draft => ({
  values: completeValues({ title: draftId }),
  step: 2,
  changed,
  draftId,
  base: null,
});
const names = () => listDrafts('sena').map(({ name }) => name);

afterEach(() => sessionStorage.clear());

describe('a new listing', () => {
  test('a tab keeps its draft after a reload', async () => {
    mockBrowserLocks();
    const first = await openNewDraft('sena');
    first.release();
    expect((await openNewDraft('sena')).name).toBe(first.name);
  });

  test('two tabs have separate drafts', async () => {
    mockBrowserLocks();
    const first = await openNewDraft('sena');
    sessionStorage.clear();
    const second = await openNewDraft('sena');
    expect(second.name).not.toBe(first.name);
    writeDraft('sena', first.name, draft('first', now + 1));
    writeDraft('sena', second.name, draft('second'));
    expect(listDrafts('sena').map(({ values }) => values.title)).toEqual(['first', 'second']);
    expect(await findLockedDrafts()).toEqual(new Set([first.name, second.name]));
  });

  test('a duplicated tab gets a new draft', async () => {
    mockBrowserLocks();
    const first = await openNewDraft('sena');
    // The duplicate copies the session storage, but the first tab holds the lock.
    const second = await openNewDraft('sena');
    expect(second.isOwner).toBe(true);
    expect(second.name).not.toBe(first.name);
  });

  test('clearNewDraft makes the next listing start with a new draft', async () => {
    mockBrowserLocks();
    const first = await openNewDraft('sena');
    clearNewDraft('sena');
    first.release();
    expect((await openNewDraft('sena')).name).not.toBe(first.name);
  });

  test('two users have separate drafts', async () => {
    mockBrowserLocks();
    const firstUser = await openNewDraft('sena');
    firstUser.release();
    expect((await openNewDraft('lena')).name).not.toBe(firstUser.name);
  });

  test('the first tab opens the single draft of an earlier version', async () => {
    mockBrowserLocks();
    writeDraft('sena', 'new', draft('7b1f'));
    expect((await openNewDraft('sena')).name).toBe(newDraftName('7b1f'));
    expect(readDraft('sena', newDraftName('7b1f'))?.values.title).toBe('7b1f');
    expect(names()).toEqual([newDraftName('7b1f')]);
  });
});

test('openListingDraft is not the owner while another tab holds the lock', async () => {
  mockBrowserLocks('listing-draft/listing-1');
  expect(await openListingDraft('listing-1')).toMatchObject({ name: 'listing-1', isOwner: false });
  expect(await openListingDraft('listing-2')).toMatchObject({ name: 'listing-2', isOwner: true });
});

test('lockCreated locks the created listing until the draft is released, also when that was before', async () => {
  mockBrowserLocks();
  const draft = await openNewDraft('sena');
  await draft.lockCreated('listing-1');
  expect(await findLockedDrafts()).toEqual(new Set([draft.name, 'listing-1']));
  draft.release();
  expect(await findLockedDrafts()).toEqual(new Set());
  await draft.lockCreated('listing-2');
  expect(await findLockedDrafts()).toEqual(new Set());
});

test('a tab is the owner in a browser without locks', async () => {
  expect(await openListingDraft('listing-1')).toMatchObject({ isOwner: true });
  expect(await findLockedDrafts()).toEqual(new Set());
});

test('pruneDrafts removes surplus and expired drafts of the user', () => {
  for (let index = 0; index < maxDrafts + 2; index++)
    writeDraft('sena', `l${index}`, draft('x', now - index));
  writeDraft('lena', 'hers', draft('hers', now - maxDraftAge - 1));
  pruneDrafts('sena', now);
  expect(names()).toHaveLength(maxDrafts);
  expect(names()).not.toContain(`l${maxDrafts}`);
  pruneDrafts('sena', now + maxDraftAge);
  expect(names()).toEqual(['l0']);
  // Drafts of other users stay.
  expect(listDrafts('lena')).toHaveLength(1);
});
